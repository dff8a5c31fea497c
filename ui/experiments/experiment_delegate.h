// ExperimentDelegate: paints the experiments table: colour swatch before the name, status pill, tabular right-aligned
// numbers, tags, and the thin progress line under a running row. Edits name, tags and notes in place.
// Owner thread: GUI.
#pragma once

#include <QStyledItemDelegate>

namespace yardstick::ui {

class ExperimentDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ExperimentDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    static constexpr int kSwatch = 10;
};

} // namespace yardstick::ui
