// WrapLayout: a row of widgets that goes on in a second line where the width does not suffice, as words do: a bar of buttons
// never makes its window wider than its widest button. Owner thread: GUI.
#pragma once

#include <QLayout>
#include <QList>

namespace yardstick::ui {

class WrapLayout : public QLayout
{
    Q_OBJECT
public:
    explicit WrapLayout(QWidget* parent = nullptr) : QLayout(parent) {}
    ~WrapLayout() override;

    void addGap(int pixels); ///< before the next widget, unless that begins a line

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    [[nodiscard]] QSize sizeHint() const override; ///< all in one line
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    int arrange(const QRect& rect, bool place) const; ///< the height that it takes

    QList<QLayoutItem*> m_items;
    QList<int> m_gaps; ///< before each item
    int m_nextGap = 0;
};

} // namespace yardstick::ui
