// ValueView: a table view for ValueTableModel with the window's manners: rows, no grid, keyboard, copying with Ctrl+C, the
// current row kept by id over a reset. Owner thread: GUI.
#pragma once

#include <QTableView>

namespace yardstick::ui {

class ValueTableModel;

class ValueView : public QTableView
{
    Q_OBJECT
public:
    ValueView(const QString& objectName, const QString& accessibleName, ValueTableModel* model, QWidget* parent = nullptr);
    [[nodiscard]] qint64 currentId() const; ///< 0: none
    void setCurrentId(qint64 id);

Q_SIGNALS:
    void currentIdChanged(qint64 id);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    ValueTableModel* m_model;
    qint64 m_current = 0;
};

} // namespace yardstick::ui
