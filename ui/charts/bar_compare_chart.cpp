#include "ui/charts/bar_compare_chart.h"

#include "ui/charts/bar_plot.h"
#include "ui/charts/chart_accessible.h"
#include "ui/charts/chart_export.h"
#include "ui/format.h"

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
#include <cmath>

namespace yardstick::ui {

BarCompareChart::BarCompareChart(QWidget* parent) : QGraphicsView(parent), m_plot(new BarPlot)
{
    installChartAccessibility();
    auto* canvas = new QGraphicsScene(this);
    canvas->addItem(m_plot);
    setScene(canvas);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &BarCompareChart::redraw);
    m_plot->setEmptyText(tr("Nothing to compare yet."));
    applyLook();
}

BarCompareChart::~BarCompareChart() = default;

void BarCompareChart::setChart(const BarChart& chart)
{
    m_plot->setChart(chart);
    if (!chart.title.empty()) {
        setAccessibleName(fromUtf8(chart.title));
    }
    if (m_current && *m_current >= static_cast<int>(chart.groups.size())) {
        setCurrentGroup(std::nullopt);
    }
    updateGeometry();
    schedule();
}

const BarChart& BarCompareChart::chart() const
{
    return m_plot->chart();
}

void BarCompareChart::setEmptyText(const QString& text)
{
    m_plot->setEmptyText(text);
    schedule();
}

void BarCompareChart::schedule()
{
    m_dirty = true;
    if (isVisible() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void BarCompareChart::flush()
{
    if (m_dirty) {
        m_timer.stop();
        redraw();
    }
}

void BarCompareChart::redraw()
{
    m_dirty = false;
    setSceneRect(QRectF(QPointF(), QSizeF(viewport()->size())));
    m_plot->draw(viewport()->size());
}

void BarCompareChart::applyLook()
{
    m_plot->setLook(isDark(palette()), font());
    setBackgroundBrush(m_plot->look().base);
    updateGeometry();
    schedule();
}

int BarCompareChart::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(m_plot->wantedHeight(width)));
}

QSize BarCompareChart::sizeHint() const
{
    return {360, heightForWidth(std::max(width(), 360))};
}

QString BarCompareChart::groupText(int group) const
{
    const BarChart& c = chart();
    if (group < 0 || group >= static_cast<int>(c.groups.size())) {
        return {};
    }
    const BarGroup& g = c.groups[static_cast<size_t>(group)];
    QStringList parts;
    for (size_t s = 0; s < c.sets.size() && s < g.values.size(); ++s) {
        QString value = std::isfinite(g.values[s]) ? barText(g, s) : tr("no value");
        if (std::isfinite(g.values[s]) && s < g.errors.size() && g.errors[s] > 0) {
            value += QStringLiteral(" ± ") + formatNumber(g.errors[s], 2);
        }
        if (std::isfinite(g.values[s]) && s < c.units.size()) {
            value += QLatin1Char(' ') + fromUtf8(c.units[s]);
        }
        parts << fromUtf8(c.sets[s]) + QLatin1Char(' ') + value;
    }
    const QString name = g.greyed ? tr("%1 (not ranked)").arg(fromUtf8(g.label)) : fromUtf8(g.label);
    return name + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

QString BarCompareChart::readout() const
{
    return m_current ? groupText(*m_current) : QString();
}

void BarCompareChart::setCurrentGroup(std::optional<int> group)
{
    if (group == m_current) {
        return;
    }
    m_current = group;
    m_plot->setCurrentGroup(group);
    Q_EMIT currentGroupChanged(group);
    if (hasFocus() && QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(this, readout());
        QAccessible::updateAccessibility(&event);
    }
}

void BarCompareChart::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    schedule();
}

void BarCompareChart::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    flush();
}

void BarCompareChart::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        applyLook();
    }
}

void BarCompareChart::mousePressEvent(QMouseEvent* event)
{
    QGraphicsView::mousePressEvent(event);
    setCurrentGroup(m_plot->groupAt(event->position()));
}

void BarCompareChart::mouseMoveEvent(QMouseEvent* event)
{
    QGraphicsView::mouseMoveEvent(event);
    const auto group = m_plot->groupAt(event->position());
    if (group) {
        QToolTip::showText(event->globalPosition().toPoint(), groupText(*group), this);
    } else {
        QToolTip::hideText();
    }
}

void BarCompareChart::leaveEvent(QEvent* event)
{
    QGraphicsView::leaveEvent(event);
    QToolTip::hideText();
}

void BarCompareChart::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // the page scrolls
}

void BarCompareChart::keyPressEvent(QKeyEvent* event)
{
    const auto count = static_cast<int>(chart().groups.size());
    if (event->matches(QKeySequence::Copy)) {
        copyImage();
        return;
    }
    if (count > 0) {
        switch (event->key()) {
        case Qt::Key_Down:
            setCurrentGroup(m_current ? std::min(*m_current + 1, count - 1) : 0);
            return;
        case Qt::Key_Up:
            setCurrentGroup(m_current ? std::max(*m_current - 1, 0) : count - 1);
            return;
        case Qt::Key_Home:
            setCurrentGroup(0);
            return;
        case Qt::Key_End:
            setCurrentGroup(count - 1);
            return;
        default:
            break;
        }
    }
    event->ignore();
}

void BarCompareChart::fillMenu(QMenu& menu)
{
    QAction* copy = menu.addAction(tr("Copy picture"));
    connect(copy, &QAction::triggered, this, &BarCompareChart::copyImage);
    for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")}) {
        QAction* action = menu.addAction(tr("Export %1…").arg(suffix.toUpper()));
        connect(action, &QAction::triggered, this, [this, suffix] { exportAs(suffix); });
    }
}

void BarCompareChart::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("chartMenu"));
    fillMenu(menu);
    menu.exec(event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : mapToGlobal(rect().center()));
}

void BarCompareChart::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    viewport()->update();
}

void BarCompareChart::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    viewport()->update();
}

void BarCompareChart::drawForeground(QPainter* painter, const QRectF& rect)
{
    QGraphicsView::drawForeground(painter, rect);
    if (hasFocus()) {
        painter->setPen(QPen(m_plot->look().focus, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void BarCompareChart::copyImage()
{
    flush();
    QApplication::clipboard()->setImage(grab().toImage());
}

void BarCompareChart::exportImage(const QString& file)
{
    flush();
    const auto done = saveScene(*scene(), QRectF(QPointF(), QSizeF(viewport()->size())), file);
    if (!done) {
        Q_EMIT failed(errorText(done.error()));
    }
}

void BarCompareChart::exportAs(const QString& suffix)
{
    const QString file = askChartFile(this, fromUtf8(chart().title), suffix);
    if (file.isEmpty()) {
        return;
    }
    if (suffix == QStringLiteral("csv")) {
        exportCsv(file);
    } else {
        exportImage(file);
    }
}

void BarCompareChart::exportCsv(const QString& file)
{
    const auto done = saveCsv(chart(), file);
    if (!done) {
        Q_EMIT failed(errorText(done.error()));
    }
}

} // namespace yardstick::ui
