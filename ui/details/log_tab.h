// LogTab: the log of an attempt, tailed from its file: follow, search, copy; the store's warnings and errors above it. The
// file is never loaded as a whole. Owner thread: GUI.
#pragma once

#include "ui/details/details_tab.h"
#include "ui/details/log_source.h"

#include <QAbstractListModel>
#include <QSizeF>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QToolButton;

namespace yardstick::ui {

/// Lines of a LogSource for a view that draws only those in sight.
class LogModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit LogModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}
    void setFile(const QString& path);
    /// Takes over what was appended; true when there were new lines.
    bool poll();
    void setCharacterSize(const QSizeF& size) { m_character = size; } ///< of the fixed-pitch font
    [[nodiscard]] const LogSource& source() const { return m_source; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QSize lineSize() const;
    LogSource m_source;
    QSizeF m_character{8, 16};
    int m_rows = 0;
};

class LogTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit LogTab(QWidget* parent = nullptr);

    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;
    [[nodiscard]] LogModel& model() { return *m_model; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void tail();
    void search(bool backwards);
    void copy();
    void showMessages(const DetailsData& details);

    LogModel* m_model;
    QComboBox* m_attempt;
    QLineEdit* m_search;
    QToolButton* m_previous;
    QToolButton* m_next;
    QCheckBox* m_follow;
    QToolButton* m_copy;
    QToolButton* m_folder;
    QLabel* m_messages;
    QLabel* m_empty;
    QListView* m_view;
    QTimer m_timer;
    bool m_shown = false; ///< scrolled to its end once
};

} // namespace yardstick::ui
