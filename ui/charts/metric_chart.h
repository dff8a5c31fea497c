// MetricChart: a line chart that obeys: keeps the user's zoom on live data, keeps every spike, shows NaN and infinities as
// marks, reads values off at a cursor (mouse or keys), zooms (wheel, box, +/−), pans, copies and exports. Input is plain
// ChartSeries from core. Owner thread: GUI. Changes are drawn at most 25 times a second and not while hidden.
#pragma once

#include "core/chart_model.h"
#include "ui/charts/line_data.h"
#include "ui/charts/ticks.h"
#include "ui/charts/view_range.h"

#include <QElapsedTimer>
#include <QGraphicsView>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

class QMenu;

namespace yardstick::ui {

class LinePlot;

class MetricChart : public QGraphicsView
{
    Q_OBJECT
public:
    explicit MetricChart(QWidget* parent = nullptr);
    ~MetricChart() override;

    // What is shown.
    void setTitle(const QString& title); ///< with the unit: "epoch time [s]"; also the accessible name
    void setXAxis(AxisKind kind, const QString& title); ///< another kind resets the x zoom
    void setYTitle(const QString& title);
    void setSeries(std::vector<ChartSeries> series); ///< visibility is kept by id
    /// Named places, e.g. crossings; what they say in words becomes the accessible description.
    void setMarks(std::vector<ChartMark> marks);
    [[nodiscard]] const std::vector<ChartMark>& marks() const;
    void setEmptyText(const QString& text);
    void setCompact(bool compact); ///< no legend, no axis titles, newest value beside the title
    void setUnit(const QString& unit); ///< behind values in the read-out
    /// How a value reads, without its unit; none: 4 significant digits.
    void setValueFormat(std::function<QString(double)> format);
    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] const std::vector<LineData>& lines() const { return m_lines; }

    // How.
    void setSmoothing(double weight); ///< 0…<1
    void setLogY(bool log);
    void setFollow(bool follow);      ///< a zoomed chart slides with new data
    void setSeriesVisible(const std::string& id, bool visible);
    [[nodiscard]] double smoothing() const { return m_smoothing; }
    [[nodiscard]] bool logY() const { return m_log; }
    [[nodiscard]] bool follow() const { return m_follow; }

    // View. x in axis units, y in axis units (log10 on a log axis).
    [[nodiscard]] const ViewRange& xRange() const { return m_x; }
    [[nodiscard]] const ViewRange& yRange() const { return m_y; }
    void setXView(double low, double high);
    void resetXView();
    void panBy(double pixels); ///< as a drag does
    void resetView(); ///< both axes; Home, double-click
    void setCursorX(std::optional<double> x);
    [[nodiscard]] std::optional<double> cursorX() const { return m_cursor; }
    /// "epoch 12: mAP50 0.612, mAP50-95 0.411": the cursor in words; empty without one. For screen readers and tests.
    [[nodiscard]] QString readout() const;

    // Output.
    [[nodiscard]] LineChart toLineChart() const; ///< what is visible, for the renderer
    void copyImage();
    void exportImage(const QString& file); ///< .png .svg .pdf by ending; failures through failed()
    void exportCsv(const QString& file);
    void exportAs(const QString& suffix); ///< asks for the file
    void showTable();
    void fillMenu(QMenu& menu); ///< everything that keys can do, and series on and off

    /// Draws now what is pending; tests and the benchmark use it.
    void flush();
    [[nodiscard]] QSize sizeHint() const override { return {420, 240}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }
    [[nodiscard]] QRectF plotArea() const;

Q_SIGNALS:
    void xViewChanged(bool fixed, double low, double high); ///< by the user
    void cursorMoved(std::optional<double> x);              ///< by the user
    void seriesToggled(const QString& id, bool visible);
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override; ///< the focus ring

private:
    enum class Drag { None, Box, Pan };

    void schedule();      ///< data changed: within 40 ms
    void scheduleNow();   ///< the user acts: at the next turn of the event loop
    void redraw();
    void applyLook();
    void updateCursor();
    void moveCursor(int points);
    void zoomAround(double factor, QPointF pixel, bool y);
    void panPixels(QPointF by);
    void finishBox(const QRectF& box);
    void userChangedX();
    void goFast();        ///< thin lines while the user drags; smooth ones again shortly after
    [[nodiscard]] bool wheelZooms(Qt::KeyboardModifiers modifiers) const;
    [[nodiscard]] QString xText(double x) const;
    [[nodiscard]] const LineData* keyboardLine() const;

    LinePlot* m_plot; ///< owned by the scene
    std::vector<LineData> m_lines;
    [[nodiscard]] QString valueText(double value) const; ///< with its unit

    std::function<QString(double)> m_format;
    QString m_title, m_xTitle, m_yTitle, m_unit, m_emptyText;
    AxisKind m_xKind = AxisKind::Number;
    ViewRange m_x, m_y;
    double m_smoothing = 0;
    bool m_log = false, m_follow = true, m_compact = false;
    std::optional<double> m_cursor;
    QTimer m_timer, m_refine;
    QElapsedTimer m_sinceDrawn;
    bool m_dirty = true;
    bool m_announced = false;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom, m_dragLast;
};

} // namespace yardstick::ui
