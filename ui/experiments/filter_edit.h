// FilterEdit: the search field: says at once whether its text is a filter, shows the fault's sentence under the field, and
// completes columns, parameters, tags and statuses. Owner thread: GUI.
#pragma once

#include "ui/experiments/filter.h"

#include <QTimer>
#include <QWidget>

class QCompleter;
class QLabel;
class QLineEdit;
class QStringListModel;

namespace yardstick::ui {

class FilterEdit : public QWidget
{
    Q_OBJECT
public:
    explicit FilterEdit(QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QString text() const;
    void setText(const QString& text);
    void setKnown(const QStringList& tags, const QStringList& models); ///< for completion
    [[nodiscard]] QString fault() const; ///< empty: the text is a filter

Q_SIGNALS:
    void filterChanged(const yardstick::ui::Filter& filter); ///< not while the text is faulty: the last good one stays

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void parse();
    void apply();
    void complete();
    void insert(const QString& candidate);
    void placeFault();

    QLineEdit* m_field = nullptr;
    QLabel* m_fault = nullptr;
    QCompleter* m_completer = nullptr;
    QStringListModel* m_candidates = nullptr;
    QTimer m_pause; ///< a word that may become and, or, not is no filter before the user pauses
    QStringList m_tags, m_models;
    int m_start = 0;
};

} // namespace yardstick::ui
