// ParameterDelegate: edits a value in place, with a list where the schema has one, else as text that is checked with every
// key; marks what differs and shows faults in the row. Owner thread: GUI.
#pragma once

#include <QStyledItemDelegate>

namespace yardstick::ui {

class ParameterDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ParameterDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

Q_SIGNALS:
    void typed(const QModelIndex& index, const QString& text) const;
    void abandoned(const QModelIndex& index) const; ///< the editor closed without handing in

protected:
    /// Enter and Tab do not leave a text that is no value.
    bool eventFilter(QObject* editor, QEvent* event) override;
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace yardstick::ui
