#include "ui/charts/plot_view.h"

#include "ui/charts/chart_accessible.h"
#include "ui/charts/chart_export.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGraphicsScene>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace yardstick::ui {

PlotView::PlotView(QWidget* parent) : QGraphicsView(parent)
{
    installChartAccessibility();
    setScene(new QGraphicsScene(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &PlotView::redraw);
}

const Tokens& PlotView::look() const
{
    return tokens(isDark(palette()));
}

void PlotView::applyLook()
{
    setPlotLook(isDark(palette()), font());
    setBackgroundBrush(look().base);
    updateGeometry();
    schedule();
}

void PlotView::schedule()
{
    if (m_current && *m_current >= itemCount()) {
        setCurrentItem(std::nullopt);
    }
    m_dirty = true;
    if (isVisible() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void PlotView::flush()
{
    if (m_dirty) {
        m_timer.stop();
        redraw();
    }
}

void PlotView::redraw()
{
    m_dirty = false;
    setSceneRect(QRectF(QPointF(), QSizeF(viewport()->size())));
    drawPlot(viewport()->size());
}

void PlotView::setCurrentItem(std::optional<int> item)
{
    if (item == m_current) {
        return;
    }
    m_current = item;
    markItem(item);
    Q_EMIT currentItemChanged(item);
    if (hasFocus() && QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(this, readout());
        QAccessible::updateAccessibility(&event);
    }
}

QString PlotView::toolTipAt(const QPointF& pixel) const
{
    const auto item = itemAt(pixel);
    return item ? itemText(*item) : QString();
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    schedule();
}

void PlotView::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    flush();
}

void PlotView::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        applyLook();
    }
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    QGraphicsView::mousePressEvent(event);
    setCurrentItem(itemAt(event->position()));
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    QGraphicsView::mouseMoveEvent(event);
    const QString text = toolTipAt(event->position());
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(event->globalPosition().toPoint(), text, this);
    }
}

void PlotView::leaveEvent(QEvent* event)
{
    QGraphicsView::leaveEvent(event);
    QToolTip::hideText();
}

void PlotView::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // the page scrolls
}

void PlotView::keyPressEvent(QKeyEvent* event)
{
    const int count = itemCount();
    if (event->matches(QKeySequence::Copy)) {
        copyImage();
        return;
    }
    if (count > 0) {
        switch (event->key()) {
        case Qt::Key_Down:
            setCurrentItem(m_current ? std::min(*m_current + 1, count - 1) : 0);
            return;
        case Qt::Key_Up:
            setCurrentItem(m_current ? std::max(*m_current - 1, 0) : count - 1);
            return;
        case Qt::Key_Home:
            setCurrentItem(0);
            return;
        case Qt::Key_End:
            setCurrentItem(count - 1);
            return;
        default:
            break;
        }
    }
    event->ignore();
}

void PlotView::fillMenu(QMenu& menu)
{
    QAction* copy = menu.addAction(tr("Copy picture"));
    connect(copy, &QAction::triggered, this, &PlotView::copyImage);
    for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")}) {
        QAction* action = menu.addAction(tr("Export %1…").arg(suffix.toUpper()));
        connect(action, &QAction::triggered, this, [this, suffix] { exportAs(suffix); });
    }
}

void PlotView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("chartMenu"));
    fillMenu(menu);
    menu.exec(event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : mapToGlobal(rect().center()));
}

void PlotView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    viewport()->update();
}

void PlotView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    viewport()->update();
}

void PlotView::drawForeground(QPainter* painter, const QRectF& rect)
{
    QGraphicsView::drawForeground(painter, rect);
    if (hasFocus()) {
        painter->setPen(QPen(look().focus, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void PlotView::copyImage()
{
    flush();
    QApplication::clipboard()->setImage(grab().toImage());
}

void PlotView::exportImage(const QString& file)
{
    flush();
    const auto done = saveScene(*scene(), QRectF(QPointF(), QSizeF(viewport()->size())), file);
    if (!done) {
        Q_EMIT failed(errorText(done.error()));
    }
}

void PlotView::exportAs(const QString& suffix)
{
    const QString file = askChartFile(this, chartTitle(), suffix);
    if (file.isEmpty()) {
        return;
    }
    if (suffix == QStringLiteral("csv")) {
        exportCsv(file);
    } else {
        exportImage(file);
    }
}

void PlotView::exportCsv(const QString& file)
{
    const auto done = saveBytes(csv(), file);
    if (!done) {
        Q_EMIT failed(errorText(done.error()));
    }
}

} // namespace yardstick::ui
