// Status pill: icon + word + colour, never colour alone, for an experiment's status and an attempt's outcome; with a thin
// progress line under the row while it runs. StatusPillDelegate paints it in item views.
#pragma once

#include "core/records.h"

#include <QStyledItemDelegate>

class QPainter;

namespace yardstick::ui {

struct Tokens;

QString statusIcon(ExperimentStatus status); ///< "status-running"
QColor statusColour(ExperimentStatus status, const Tokens& tokens);
QString outcomeIcon(AttemptOutcome outcome);
QString outcomeWord(AttemptOutcome outcome); ///< translated
QColor outcomeColour(AttemptOutcome outcome, const Tokens& tokens);

struct Pill
{
    QString icon, word;
    QColor colour;
};
Pill pillFor(ExperimentStatus status, const Tokens& tokens);
Pill pillFor(AttemptOutcome outcome, const Tokens& tokens);
/// Left-aligned and centred vertically in `rect`; `selected` draws word and icon in `selectedText`.
void paintPill(QPainter& painter, const QRect& rect, const Pill& pill, const QFont& font, const Tokens& tokens,
               const QColor& selectedText = {});
QSize pillSize(const Pill& pill, const QFont& font);

/// Reads the status as int from `statusRole` and, if ≥ 0, done/planned as double 0…1 from `progressRole` (invalid: none).
class StatusPillDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    enum class Kind { Status, Outcome };
    StatusPillDelegate(int statusRole, int progressRole, Kind kind = Kind::Status, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] Pill pill(const QModelIndex& index, const Tokens& tokens) const;
    int m_statusRole;
    int m_progressRole;
    Kind m_kind;
};

/// The thin line under a row while an experiment runs.
void paintProgressLine(QPainter& painter, const QRect& row, double fraction, const Tokens& tokens);

} // namespace yardstick::ui
