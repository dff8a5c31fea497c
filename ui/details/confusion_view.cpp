#include "ui/details/confusion_view.h"

#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kLargestCell = 160;
constexpr double kWidestCell = 2.2;      ///< width over height
constexpr int kManyClasses = 12;         ///< above, empty classes are left out
constexpr double kNameShareWide = 0.3;   ///< of the width that names take at most
constexpr double kNameShareHigh = 0.24;  ///< of the height

} // namespace

ConfusionView::ConfusionView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Confusion matrix"));
    setMinimumSize(200, 180);
}

void ConfusionView::setData(const nlohmann::json& plot)
{
    m_names.clear();
    m_matrix.clear();
    m_columnSums.clear();
    if (plot.is_object() && plot.contains("matrix") && plot["matrix"].is_array()) {
        for (const auto& row : plot["matrix"]) {
            std::vector<double> values;
            for (const auto& v : row) {
                values.push_back(v.is_number() ? v.get<double>() : 0.0);
            }
            m_matrix.push_back(std::move(values));
        }
    }
    const size_t n = m_matrix.size();
    const bool square = std::all_of(m_matrix.begin(), m_matrix.end(), [n](const auto& row) { return row.size() == n; });
    if (!square) {
        m_matrix.clear();
    }
    const auto names = plot.is_object() && plot.contains("names") ? plot["names"] : nlohmann::json::array();
    for (size_t i = 0; i < m_matrix.size(); ++i) {
        m_names << (i < names.size() && names[i].is_string() ? fromUtf8(names[i].get<std::string>()) : QString::number(i));
        double sum = 0;
        for (const auto& row : m_matrix) {
            sum += row[i];
        }
        m_columnSums.push_back(sum);
    }
    leaveOutEmpty();
    if (m_current && (m_current->x() >= classes() || m_current->y() >= classes())) {
        m_current.reset();
    }
    update();
}

void ConfusionView::leaveOutEmpty()
{
    m_leftOut = 0;
    const size_t n = m_matrix.size();
    if (n <= kManyClasses) {
        return;
    }
    std::vector<size_t> kept;
    for (size_t i = 0; i < n; ++i) {
        const bool predicted = std::any_of(m_matrix[i].begin(), m_matrix[i].end(), [](double v) { return v != 0; });
        if (predicted || m_columnSums[i] != 0) {
            kept.push_back(i);
        }
    }
    if (kept.empty()) {
        return;
    }
    m_leftOut = static_cast<int>(n - kept.size());
    QStringList names;
    std::vector<std::vector<double>> matrix;
    std::vector<double> sums;
    for (const size_t row : kept) {
        names << m_names[static_cast<qsizetype>(row)];
        sums.push_back(m_columnSums[row]);
        std::vector<double>& values = matrix.emplace_back();
        for (const size_t column : kept) {
            values.push_back(m_matrix[row][column]);
        }
    }
    m_names = names;
    m_matrix = std::move(matrix);
    m_columnSums = std::move(sums);
}

QString ConfusionView::leftOutText() const
{
    return m_leftOut > 0 ? tr("%n classes without objects are left out", nullptr, m_leftOut) : QString();
}

void ConfusionView::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
    if (!m_matrix.empty()) {
        Q_EMIT enlargeRequested();
    }
}

void ConfusionView::setNormalised(bool normalised)
{
    m_normalised = normalised;
    update();
}

double ConfusionView::share(int row, int column) const
{
    const double sum = m_columnSums[static_cast<size_t>(column)];
    return sum > 0 ? m_matrix[static_cast<size_t>(row)][static_cast<size_t>(column)] / sum : 0;
}

QString ConfusionView::cellText(int row, int column) const
{
    if (row < 0 || column < 0 || row >= classes() || column >= classes()) {
        return {};
    }
    return tr("predicted %1, true %2: %3 (%4 of %2)")
        .arg(m_names[row], m_names[column],
             QString::number(m_matrix[static_cast<size_t>(row)][static_cast<size_t>(column)], 'f', 0), QString::number(share(row, column), 'f', 2));
}

ConfusionView::Layout ConfusionView::layOut() const
{
    const QFontMetricsF metrics(sized(font(), TextSize::Small));
    double label = 0;
    for (const QString& name : m_names) {
        label = std::max(label, metrics.horizontalAdvance(name));
    }
    const double left = std::min(label + kSpace2, width() * kNameShareWide) + metrics.height() + kSpace2;
    const double n = std::max(1, classes());
    const auto cellFor = [n](double room) { return std::clamp(std::floor(room / n), 2.0, kLargestCell); };
    Layout layout;
    layout.cellWidth = cellFor(width() - left - kSpace2);
    layout.upright = label + kSpace1 > layout.cellWidth;
    layout.below = layout.upright ? std::min(label + kSpace2, height() * kNameShareHigh) : metrics.height();
    layout.cellHeight = cellFor(height() - layout.below - metrics.height() - 3 * kSpace2);
    // Wider than high where there is room, so that numbers and names are legible; never a long strip.
    layout.cellWidth = std::min(layout.cellWidth, std::max(layout.cellHeight * kWidestCell, layout.upright ? 0 : label + kSpace1));
    layout.cellHeight = std::min(layout.cellHeight, layout.cellWidth);
    layout.grid = QRectF(left, kSpace2, layout.cellWidth * n, layout.cellHeight * n);
    return layout;
}

void ConfusionView::paintCells(QPainter& painter, const Layout& layout) const
{
    const Tokens& t = tokensFor(*this);
    const QColor full = seriesColour(0, t.dark);
    const QFontMetricsF metrics(painter.font());
    for (int row = 0; row < classes(); ++row) {
        for (int column = 0; column < classes(); ++column) {
            const QRectF cell(layout.grid.left() + column * layout.cellWidth, layout.grid.top() + row * layout.cellHeight,
                              layout.cellWidth, layout.cellHeight);
            const double part = share(row, column);
            // The square root keeps small confusions visible.
            const QColor ground = mixed(full, t.base, std::sqrt(part));
            painter.fillRect(cell, ground);
            const double count = m_matrix[static_cast<size_t>(row)][static_cast<size_t>(column)];
            const QString text = m_normalised ? QString::number(part, 'f', 2) : QString::number(count, 'f', 0);
            if (count > 0 && metrics.horizontalAdvance(text) + 2 <= layout.cellWidth && metrics.ascent() <= layout.cellHeight) {
                painter.setPen(contrast(Qt::white, ground) >= contrast(Qt::black, ground) ? Qt::white : Qt::black);
                painter.drawText(cell, Qt::AlignCenter, text);
            }
        }
    }
    painter.setPen(QPen(t.line, 1));
    for (int i = 0; i <= classes(); ++i) {
        const double x = layout.grid.left() + i * layout.cellWidth;
        const double y = layout.grid.top() + i * layout.cellHeight;
        painter.drawLine(QPointF(x, layout.grid.top()), QPointF(x, layout.grid.bottom()));
        painter.drawLine(QPointF(layout.grid.left(), y), QPointF(layout.grid.right(), y));
    }
    if (m_current && hasFocus()) {
        painter.setPen(QPen(t.focus, 2));
        painter.drawRect(QRectF(layout.grid.left() + m_current->x() * layout.cellWidth,
                                layout.grid.top() + m_current->y() * layout.cellHeight, layout.cellWidth, layout.cellHeight));
    }
}

void ConfusionView::paintNames(QPainter& painter, const Layout& layout) const
{
    const Tokens& t = tokensFor(*this);
    const QFontMetricsF metrics(painter.font());
    const double label = layout.grid.left() - metrics.height() - kSpace2;
    // Where cells are smaller than the words, every second, third… name is written.
    const auto step = [&](double cell) { return std::max(1, static_cast<int>(std::ceil(metrics.height() / cell))); };
    painter.setPen(t.text);
    for (int i = 0; i < classes(); i += step(layout.cellHeight)) {
        const double y = layout.grid.top() + (i + 0.5) * layout.cellHeight;
        painter.drawText(QRectF(layout.grid.left() - label - kSpace1, y - metrics.height() / 2, label, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(m_names[i], Qt::ElideMiddle, label));
    }
    for (int i = 0; i < classes(); i += layout.upright ? step(layout.cellWidth) : 1) {
        const double x = layout.grid.left() + (i + 0.5) * layout.cellWidth;
        if (!layout.upright) {
            painter.drawText(QRectF(x - layout.cellWidth / 2, layout.grid.bottom() + kSpace1, layout.cellWidth, metrics.height()),
                             Qt::AlignCenter, m_names[i]);
            continue;
        }
        painter.save();
        painter.translate(x - metrics.height() / 2, layout.grid.bottom() + kSpace1);
        painter.rotate(90);
        painter.drawText(QRectF(0, -metrics.height(), layout.below, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_names[i], Qt::ElideMiddle, layout.below));
        painter.restore();
    }
    painter.setPen(t.secondary);
    painter.drawText(QRectF(layout.grid.left(), layout.grid.bottom() + layout.below + kSpace2, layout.grid.width(), metrics.height()),
                     Qt::AlignCenter, tr("true"));
    painter.save();
    painter.translate(0, layout.grid.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, layout.grid.height(), metrics.height()), Qt::AlignCenter, tr("predicted"));
    painter.restore();
}

void ConfusionView::paintEvent(QPaintEvent*)
{
    const Tokens& t = tokensFor(*this);
    QPainter painter(this);
    painter.fillRect(rect(), t.base);
    painter.setFont(tabular(sized(font(), TextSize::Small)));
    if (m_matrix.empty()) {
        painter.setPen(t.secondary);
        painter.drawText(rect(), Qt::AlignCenter, tr("No confusion matrix yet."));
        return;
    }
    const Layout layout = layOut();
    paintCells(painter, layout);
    paintNames(painter, layout);
}

std::optional<QPoint> ConfusionView::cellAt(const QPointF& pixel) const
{
    const Layout layout = layOut();
    if (m_matrix.empty() || !layout.grid.contains(pixel)) {
        return std::nullopt;
    }
    const QPoint cell(static_cast<int>((pixel.x() - layout.grid.left()) / layout.cellWidth),
                      static_cast<int>((pixel.y() - layout.grid.top()) / layout.cellHeight));
    return cell.x() < classes() && cell.y() < classes() ? std::optional(cell) : std::nullopt;
}

bool ConfusionView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto cell = cellAt(help->pos());
        QToolTip::showText(help->globalPos(), cell ? cellText(cell->y(), cell->x()) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void ConfusionView::setCurrent(QPoint cell)
{
    m_current = QPoint(std::clamp(cell.x(), 0, classes() - 1), std::clamp(cell.y(), 0, classes() - 1));
    setAccessibleDescription(cellText(m_current->y(), m_current->x()));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void ConfusionView::keyPressEvent(QKeyEvent* event)
{
    const QPoint at = m_current.value_or(QPoint(-1, -1));
    QPoint step;
    switch (event->key()) {
    case Qt::Key_Left:
        step = {-1, 0};
        break;
    case Qt::Key_Right:
        step = {1, 0};
        break;
    case Qt::Key_Up:
        step = {0, -1};
        break;
    case Qt::Key_Down:
        step = {0, 1};
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_matrix.empty()) {
            Q_EMIT enlargeRequested();
        }
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (!m_matrix.empty()) {
        setCurrent(m_current ? at + step : QPoint(0, 0));
    }
}

void ConfusionView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void ConfusionView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace yardstick::ui
