// How MetricChart answers mouse, keys and menu.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/line_plot.h"
#include "ui/charts/metric_chart.h"
#include "ui/format.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kWheelStep = 0.8; ///< per 15°
constexpr double kKeyZoom = 0.7;
constexpr double kSmallestBox = 6; ///< px; a shorter drag is a click

} // namespace

void MetricChart::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    scheduleNow();
}

void MetricChart::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    if (m_dirty) {
        redraw();
    }
}

void MetricChart::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        applyLook();
    }
}

void MetricChart::mousePressEvent(QMouseEvent* event)
{
    QGraphicsView::mousePressEvent(event); // the legend's markers
    if (!m_plot->map().area.contains(event->position())) {
        return;
    }
    const bool pan = event->button() == Qt::MiddleButton
                     || (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
    if (pan || event->button() == Qt::LeftButton) {
        m_drag = pan ? Drag::Pan : Drag::Box;
        m_dragFrom = m_dragLast = event->position();
        if (pan) {
            viewport()->setCursor(Qt::ClosedHandCursor);
        }
        event->accept();
    }
}

void MetricChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    const PlotMap& map = m_plot->map();
    if (m_drag == Drag::Pan) {
        panPixels(at - m_dragLast);
        m_dragLast = at;
        return;
    }
    if (m_drag == Drag::Box) {
        QRectF box = QRectF(m_dragFrom, at).normalized() & map.area;
        // A flat box zooms x only: it is drawn over the full height.
        if (box.height() < 2 * kSmallestBox) {
            box = QRectF(box.left(), map.area.top(), box.width(), map.area.height());
        }
        m_plot->band().set(box, m_plot->look().accent);
        return;
    }
    QGraphicsView::mouseMoveEvent(event);
    const std::optional<double> x = map.area.contains(at) ? std::optional(map.xValue(at.x())) : std::nullopt;
    if (x != m_cursor) {
        setCursorX(x);
        Q_EMIT cursorMoved(x);
    }
}

void MetricChart::mouseReleaseEvent(QMouseEvent* event)
{
    QGraphicsView::mouseReleaseEvent(event);
    if (m_drag == Drag::Box) {
        const QRectF box = m_plot->band().rect();
        const bool dragged = m_plot->band().isVisible();
        m_plot->band().set({}, {});
        if (dragged && box.width() >= kSmallestBox) {
            finishBox(box);
        }
    }
    if (m_drag == Drag::Pan) {
        viewport()->unsetCursor();
    }
    m_drag = Drag::None;
}

void MetricChart::finishBox(const QRectF& box)
{
    const PlotMap& map = m_plot->map();
    if (box.height() < map.area.height() - 1) {
        m_y.fix(map.yAxisValue(box.bottom()), map.yAxisValue(box.top()));
    }
    m_x.fix(map.xValue(box.left()), map.xValue(box.right()));
    userChangedX();
}

void MetricChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_drag = Drag::None;
    m_plot->band().set({}, {});
    if (event->button() == Qt::LeftButton && m_plot->map().area.contains(event->position())) {
        resetView();
    }
}

bool MetricChart::wheelZooms(Qt::KeyboardModifiers modifiers) const
{
    if (hasFocus() || modifiers.testFlag(Qt::ControlModifier)) {
        return true;
    }
    // Inside a page that scrolls, the wheel scrolls the page until the chart was clicked.
    for (const QWidget* w = parentWidget(); w != nullptr; w = w->parentWidget()) {
        const auto* area = qobject_cast<const QScrollArea*>(w);
        if (area != nullptr && area->verticalScrollBar()->maximum() > 0) {
            return false;
        }
    }
    return true;
}

void MetricChart::wheelEvent(QWheelEvent* event)
{
    if (!m_plot->map().area.contains(event->position()) || !wheelZooms(event->modifiers())) {
        event->ignore();
        return;
    }
    const QPoint angle = event->angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y())) {
        panPixels(QPointF(angle.x() / 4.0, 0));
    } else if (angle.y() != 0) {
        const bool y = event->modifiers().testFlag(Qt::ShiftModifier);
        zoomAround(std::pow(kWheelStep, angle.y() / 120.0), event->position(), y);
    }
    event->accept();
}

void MetricChart::zoomAround(double factor, QPointF pixel, bool y)
{
    const PlotMap& map = m_plot->map();
    if (y) {
        m_y.zoom(factor, map.yAxisValue(pixel.y()));
        goFast();
        scheduleNow();
        return;
    }
    m_x.zoom(factor, map.xValue(pixel.x()));
    goFast();
    userChangedX();
}

void MetricChart::panBy(double pixels)
{
    panPixels({pixels, 0});
}

void MetricChart::panPixels(QPointF by)
{
    const PlotMap& map = m_plot->map();
    if (m_y.fixed()) {
        m_y.pan(by.y() / map.area.height() * (m_y.high() - m_y.low()));
    }
    m_x.pan(-by.x() / map.area.width() * (m_x.high() - m_x.low()));
    goFast();
    userChangedX();
}

void MetricChart::goFast()
{
    size_t points = 0;
    for (const LineData& line : m_lines) {
        points += line.visible ? line.raw().size() : 0;
    }
    if (points > 20'000) {
        m_plot->linesItem().setFast(true);
        m_refine.start();
    }
}

void MetricChart::userChangedX()
{
    scheduleNow();
    Q_EMIT xViewChanged(true, m_x.low(), m_x.high());
}

void MetricChart::leaveEvent(QEvent* event)
{
    QGraphicsView::leaveEvent(event);
    if (m_cursor && m_drag == Drag::None) {
        setCursorX(std::nullopt);
        Q_EMIT cursorMoved(std::nullopt);
    }
}

void MetricChart::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool ctrl = event->modifiers().testFlag(Qt::ControlModifier);
    const QPointF centre = m_cursor ? QPointF(m_plot->map().x(*m_cursor), m_plot->map().area.center().y())
                                    : m_plot->map().area.center();
    const double step = m_plot->map().area.width() / 10;
    if (event->matches(QKeySequence::Copy)) {
        copyImage();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int sign = event->key() == Qt::Key_Left ? -1 : 1;
        if (shift) {
            panPixels({-sign * step, 0});
        } else {
            moveCursor(sign * (ctrl ? 10 : 1));
        }
        return;
    }
    case Qt::Key_Up:
    case Qt::Key_Down:
        zoomAround(event->key() == Qt::Key_Up ? kKeyZoom : 1 / kKeyZoom, centre, true);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAround(kKeyZoom, centre, false);
        return;
    case Qt::Key_Minus:
        zoomAround(1 / kKeyZoom, centre, false);
        return;
    case Qt::Key_Home:
    case Qt::Key_0:
        resetView();
        return;
    case Qt::Key_Escape:
        if (m_cursor) {
            setCursorX(std::nullopt);
            Q_EMIT cursorMoved(std::nullopt);
            return;
        }
        if (m_x.fixed() || m_y.fixed()) {
            resetView();
            return;
        }
        break;
    case Qt::Key_L:
        setLogY(!m_log);
        return;
    case Qt::Key_T:
        showTable();
        return;
    default:
        break;
    }
    event->ignore(); // not ours: the window's shortcuts and Tab go on
}

void MetricChart::fillMenu(QMenu& menu)
{
    const auto add = [&](QMenu& to, const QString& text, const QString& keys, auto slot) {
        QAction* action = to.addAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    add(menu, tr("Reset zoom"), tr("Home"), [this] { resetView(); });
    QAction* log = add(menu, tr("Logarithmic y axis"), QStringLiteral("L"), [this] { setLogY(!m_log); });
    log->setCheckable(true);
    log->setChecked(m_log);
    QAction* follow = add(menu, tr("Follow new values"), {}, [this] { setFollow(!m_follow); });
    follow->setCheckable(true);
    follow->setChecked(m_follow);
    if (m_lines.size() > 1) {
        QMenu* series = menu.addMenu(tr("Series"));
        for (const LineData& line : m_lines) {
            const std::string id = line.id();
            const bool visible = line.visible;
            QAction* action = add(*series, line.label(), {}, [this, id, visible] { setSeriesVisible(id, !visible); });
            action->setCheckable(true);
            action->setChecked(visible);
        }
    }
    menu.addSeparator();
    add(menu, tr("View as table…"), QStringLiteral("T"), [this] { showTable(); });
    add(menu, tr("Copy picture"), QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText), [this] { copyImage(); });
    QMenu* exportMenu = menu.addMenu(tr("Export"));
    for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")}) {
        add(*exportMenu, suffix.toUpper() + QStringLiteral("…"), {}, [this, suffix] { exportAs(suffix); });
    }
}

void MetricChart::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("chartMenu"));
    fillMenu(menu);
    const QPoint at = event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : mapToGlobal(rect().center());
    menu.exec(at);
}

void MetricChart::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    viewport()->update();
}

void MetricChart::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    viewport()->update();
}

void MetricChart::drawForeground(QPainter* painter, const QRectF& rect)
{
    QGraphicsView::drawForeground(painter, rect);
    if (hasFocus()) {
        painter->setPen(QPen(m_plot->look().focus, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

LineChart MetricChart::toLineChart() const
{
    LineChart chart;
    chart.title = toUtf8(m_title);
    chart.xLabel = toUtf8(m_xTitle);
    chart.yLabel = toUtf8(m_yTitle);
    for (const LineData& line : m_lines) {
        if (line.visible) {
            chart.series.push_back(line.series());
        }
    }
    chart.marks = marks();
    return chart;
}

void MetricChart::copyImage()
{
    flush();
    QApplication::clipboard()->setImage(grab().toImage());
}

void MetricChart::exportImage(const QString& file)
{
    flush();
    const auto done = saveScene(*scene(), QRectF(QPointF(), viewport()->size()), file);
    if (!done) {
        Q_EMIT failed(errorText(done.error()));
    }
}

void MetricChart::exportAs(const QString& suffix)
{
    const QString file = askChartFile(this, m_title, suffix);
    if (file.isEmpty()) {
        return;
    }
    if (suffix == QStringLiteral("csv")) {
        exportCsv(file);
    } else {
        exportImage(file);
    }
}

void MetricChart::exportCsv(const QString& file)
{
    const auto done = saveCsv(toLineChart(), file);
    if (!done) {
        Q_EMIT failed(errorText(done.error()));
    }
}

void MetricChart::showTable()
{
    auto* dialog = new ChartTableDialog(toLineChart(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace yardstick::ui
