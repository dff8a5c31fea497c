// BarCompareChart: machines side by side: grouped bars with values, error bars, two units, greyed machines and a footnote.
// Up and Down walk through the groups and are read out; a tooltip names what is under the mouse in full. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"

#include <QGraphicsView>
#include <QTimer>

#include <optional>

class QMenu;

namespace yardstick::ui {

class BarPlot;

/// Text for the value of one bar: at most 4 significant digits, without trailing zeros.
QString barValueText(double value);
/// The value of a bar as it is printed, else by barValueText.
QString barText(const BarGroup& group, size_t set);

class BarCompareChart : public QGraphicsView
{
    Q_OBJECT
public:
    explicit BarCompareChart(QWidget* parent = nullptr);
    ~BarCompareChart() override;

    void setChart(const BarChart& chart);
    [[nodiscard]] const BarChart& chart() const;
    void setEmptyText(const QString& text);
    void setCurrentGroup(std::optional<int> group);
    [[nodiscard]] std::optional<int> currentGroup() const { return m_current; }
    /// "g5.xlarge: price 1.006 USD/h, cost per epoch 0.0235 ± 0.0004 USD" of one group.
    [[nodiscard]] QString groupText(int group) const;
    [[nodiscard]] QString readout() const;

    void copyImage();
    void exportImage(const QString& file);
    void exportCsv(const QString& file);
    void exportAs(const QString& suffix); ///< asks for the file
    void fillMenu(QMenu& menu);
    void flush(); ///< draws now what is pending
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void currentGroupChanged(std::optional<int> group);
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    void schedule();
    void redraw();
    void applyLook();

    BarPlot* m_plot; ///< owned by the scene
    QTimer m_timer;
    std::optional<int> m_current;
    bool m_dirty = true;
};

} // namespace yardstick::ui
