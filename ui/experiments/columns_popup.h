// ColumnsPopup: which columns the table shows: a list to tick with a search field (built-in columns, then every parameter
// of the schema), and the two helpers "hide empty" and "hide constant". Owner thread: GUI.
#pragma once

#include <QFrame>
#include <QStringList>

class QLineEdit;
class QListWidget;

namespace yardstick::ui {

class ColumnsPopup : public QFrame
{
    Q_OBJECT
public:
    explicit ColumnsPopup(QWidget* parent = nullptr);

    void setShown(const QStringList& ids);
    void openUnder(QWidget* button);

Q_SIGNALS:
    void columnToggled(const QString& id, bool shown);
    void hideEmptyRequested();
    void hideConstantRequested();

private:
    void fill();
    void search(const QString& text);

    QLineEdit* m_search = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace yardstick::ui
