#include "ui/charts/bar_plot.h"

#include "ui/charts/bar_compare_chart.h"
#include "ui/charts/ticks.h"
#include "ui/format.h"

#include <QBarSet>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QHorizontalBarSeries>
#include <QHorizontalStackedBarSeries>
#include <QLegend>
#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

constexpr double kGroupShare = 0.76; ///< of a group's height that its bars take
constexpr double kLongestLabel = 0.42; ///< of the width
constexpr double kTallestPile = 72;  ///< px of a group
constexpr double kWhisker = 3; ///< half height of a whisker's end, px
constexpr double kPale = 0.3;  ///< of the set's colour in a bar that is not ranked

bool isThere(const BarGroup& group, size_t set)
{
    return set < group.values.size() && std::isfinite(group.values[set]);
}

/// At most one value in each group, though there are several sets: no bars stand side by side.
bool hasSingleBars(const BarChart& chart)
{
    return chart.sets.size() > 1 && std::all_of(chart.groups.begin(), chart.groups.end(), [&](const BarGroup& group) {
        int there = 0;
        for (size_t s = 0; s < chart.sets.size(); ++s) {
            there += isThere(group, s) ? 1 : 0;
        }
        return there <= 1;
    });
}

} // namespace

double stackedSum(const BarGroup& group)
{
    double sum = 0;
    for (size_t s = 0; s < group.values.size(); ++s) {
        sum += isThere(group, s) ? group.values[s] : 0;
    }
    return sum;
}

QString barValueText(double value)
{
    QString text = formatNumber(value, 4);
    if (text.contains(QLatin1Char('.')) && !text.contains(QLatin1Char('e'))) {
        while (text.endsWith(QLatin1Char('0'))) {
            text.chop(1);
        }
        if (text.endsWith(QLatin1Char('.'))) {
            text.chop(1);
        }
    }
    return text;
}

QString barText(const BarGroup& group, size_t set)
{
    const bool printed = set < group.texts.size() && !group.texts[set].empty();
    return printed ? fromUtf8(group.texts[set]) : barValueText(set < group.values.size() ? group.values[set] : std::nan(""));
}

void BarOverlay::set(const QRectF& area, std::vector<BarMark> marks, const Tokens& tokens, const QFont& font)
{
    prepareGeometryChange();
    m_area = area;
    m_marks = std::move(marks);
    m_tokens = tokens;
    m_font = font;
    update();
}

void BarOverlay::setCurrent(const std::optional<QRectF>& row)
{
    m_current = row;
    update();
}

void BarOverlay::setLegend(std::vector<BarLegendEntry> entries)
{
    m_legend = std::move(entries);
    update();
}

void BarOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->save();
    painter->setFont(m_font);
    if (m_current) {
        QColor ground = m_tokens.accent;
        ground.setAlphaF(0.10F);
        painter->fillRect(*m_current, ground);
    }
    const QFontMetricsF metrics(m_font);
    const auto outlined = [painter](const QRectF& box, const QColor& colour) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(colour, 1));
        painter->drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    };
    for (const BarLegendEntry& entry : m_legend) {
        painter->fillRect(entry.square, entry.fill);
        if (entry.outline.isValid()) {
            outlined(entry.square, entry.outline);
        }
        painter->setPen(m_tokens.text);
        const QRectF words(entry.square.right() + kSpace1, entry.square.center().y() - metrics.height() / 2,
                           metrics.horizontalAdvance(entry.name) + 2, metrics.height());
        painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft, entry.name);
    }
    for (const BarMark& mark : m_marks) {
        if (mark.outline.isValid() && mark.bar.width() > 1) {
            painter->fillRect(mark.bar, mark.pale);
            outlined(mark.bar, mark.outline);
        }
        const double y = mark.bar.center().y();
        if (mark.whiskerHigh > mark.whiskerLow) {
            painter->setPen(QPen(mark.greyed ? m_tokens.secondary : m_tokens.text, 1));
            painter->drawLine(QPointF(mark.whiskerLow, y), QPointF(mark.whiskerHigh, y));
            for (const double x : {mark.whiskerLow, mark.whiskerHigh}) {
                painter->drawLine(QPointF(x, y - kWhisker), QPointF(x, y + kWhisker));
            }
        }
        painter->setPen(mark.greyed ? m_tokens.secondary : m_tokens.text);
        const double left = std::max(mark.bar.right(), mark.whiskerHigh) + kSpace1;
        painter->drawText(QRectF(left, y - metrics.height() / 2, metrics.horizontalAdvance(mark.text) + 2, metrics.height()),
                          Qt::AlignVCenter | Qt::AlignLeft, mark.text);
    }
    painter->restore();
}

BarPlot::BarPlot(QGraphicsItem* parent)
    : QChart(parent), m_groups(new QBarCategoryAxis(this)), m_first(new QCategoryAxis(this)), m_second(new QCategoryAxis(this)), m_overlay(new BarOverlay(this)),
      m_title(new QGraphicsSimpleTextItem(this)), m_empty(new QGraphicsSimpleTextItem(this)),
      m_footnote(new QGraphicsTextItem(this))
{
    setAnimationOptions(QChart::NoAnimation);
    setBackgroundRoundness(0);
    setMargins({0, 0, 0, 0});
    layout()->setContentsMargins(0, 0, 0, 0);
    addAxis(m_groups, Qt::AlignLeft);
    addAxis(m_first, Qt::AlignBottom);
    addAxis(m_second, Qt::AlignTop);
    for (QCategoryAxis* axis : {m_first, m_second}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setRange(0, 1);
    }
    makeSeries();
    m_second->setVisible(false);
    m_second->setGridLineVisible(false);
    m_groups->setGridLineVisible(false);
    m_overlay->setZValue(20);
    legend()->setVisible(false);
}

void BarPlot::setLook(bool dark, const QFont& font)
{
    m_dark = dark;
    m_baseFont = font;
    m_font = sized(font, TextSize::Small);
    const Tokens& t = look();
    setBackgroundBrush(t.base);
    setBackgroundPen(Qt::NoPen);
    m_title->setFont(sized(font, TextSize::Normal, true));
    m_title->setBrush(t.text);
    m_empty->setFont(font);
    m_empty->setBrush(t.secondary);
    m_footnote->setFont(m_font);
    m_footnote->setDefaultTextColor(t.secondary);
    for (QAbstractAxis* axis : QList<QAbstractAxis*>{m_groups, m_first, m_second}) {
        axis->setLabelsFont(m_font);
        axis->setTitleFont(m_font);
        axis->setLabelsColor(axis == m_groups ? t.text : t.secondary);
        axis->setTitleBrush(t.secondary);
        axis->setGridLinePen(QPen(t.line, 1));
        axis->setLinePen(QPen(mixed(t.secondary, t.base, 0.5), 1));
    }
    styleSets();
}

void BarPlot::setChart(const BarChart& chart)
{
    m_chart = chart;
    m_units.clear();
    for (const std::string& unit : m_chart.units) {
        if (std::find(m_units.begin(), m_units.end(), unit) == m_units.end() && m_units.size() < 2) {
            m_units.push_back(unit);
        }
    }
    m_title->setText(fromUtf8(chart.title));
    m_footnote->setPlainText(fromUtf8(chart.footnote));
    rebuild();
}

int BarPlot::unitOf(size_t set) const
{
    return m_units.size() > 1 && set < m_chart.units.size() && m_chart.units[set] == m_units[1] ? 1 : 0;
}

void BarPlot::makeSeries()
{
    if (m_series != nullptr) {
        removeSeries(m_series); // a series must not end while a chart has it
        delete m_series;
    }
    if (m_piled) {
        m_series = new QHorizontalStackedBarSeries(this);
    } else {
        m_series = new QHorizontalBarSeries(this);
    }
    addSeries(m_series);
    m_series->attachAxis(m_groups);
    m_series->attachAxis(m_first);
    m_series->setBarWidth(kGroupShare);
}

void BarPlot::rebuild()
{
    m_single = hasSingleBars(m_chart) && !m_chart.stacked;
    if (const bool piled = m_single || m_chart.stacked; piled != m_piled) {
        m_piled = piled;
        makeSeries();
    } else {
        m_series->clear();
    }
    // A horizontal chart counts from the bottom: last group and last set first. Stacked sets count from the left.
    for (size_t place = 0; place < m_chart.sets.size(); ++place) {
        auto* set = new QBarSet(fromUtf8(m_chart.sets[setPlace(place)]), m_series);
        for (size_t g = m_chart.groups.size(); g-- > 0;) {
            set->append(0);
        }
        m_series->append(set);
    }
    styleSets();
}

void BarPlot::styleSets()
{
    const QList<QBarSet*> sets = m_series->barSets();
    for (int i = 0; i < sets.size(); ++i) {
        const QColor colour = seriesColour(static_cast<int>(setPlace(static_cast<size_t>(i))), m_dark);
        sets[i]->setColor(colour);
        sets[i]->setBorderColor(Qt::transparent);
    }
}

size_t BarPlot::setPlace(size_t set) const
{
    return m_chart.stacked ? set : m_chart.sets.size() - 1 - set;
}

QColor BarPlot::paleColour(int set) const
{
    return mixed(seriesColour(set, m_dark), look().base, kPale);
}

bool BarPlot::anyGreyed() const
{
    return std::any_of(m_chart.groups.begin(), m_chart.groups.end(), [](const BarGroup& group) { return group.greyed; });
}

int BarPlot::slotCount() const
{
    return m_piled ? 1 : std::max(1, static_cast<int>(m_chart.sets.size()));
}

std::vector<BarLegendEntry> BarPlot::legendEntries(const QPointF& at, double width) const
{
    std::vector<BarLegendEntry> entries;
    const bool greyed = anyGreyed();
    if (m_chart.sets.size() < 2 && !greyed) {
        return entries;
    }
    for (size_t s = 0; s < m_chart.sets.size(); ++s) {
        entries.push_back({{}, seriesColour(static_cast<int>(s), m_dark), {}, fromUtf8(m_chart.sets[s])});
    }
    if (greyed) {
        entries.push_back({{}, mixed(look().secondary, look().base, kPale), look().secondary, tr("not ranked")});
    }
    const QFontMetricsF metrics(m_font);
    const double side = std::round(metrics.ascent() * 0.7);
    double x = at.x();
    double y = at.y();
    for (BarLegendEntry& entry : entries) {
        const double whole = side + kSpace1 + metrics.horizontalAdvance(entry.name) + 2;
        if (x > at.x() && x + whole > at.x() + width) {
            x = at.x();
            y += metrics.height();
        }
        entry.square = QRectF(x, std::round(y + (metrics.height() - side) / 2), side, side);
        x += whole + kSpace4;
    }
    return entries;
}

double BarPlot::legendHeight(double width) const
{
    const auto entries = legendEntries({0, 0}, width - 2 * kSpace2);
    return entries.empty() ? 0 : std::floor(entries.back().square.bottom() / QFontMetricsF(m_font).height() + 1) * QFontMetricsF(m_font).height() + kSpace2;
}

double BarPlot::axisTop(int unit, double width) const
{
    const QFontMetricsF metrics(m_font);
    double top = 0;
    for (const BarGroup& group : m_chart.groups) {
        if (m_chart.stacked) {
            const double label = metrics.horizontalAdvance(barValueText(stackedSum(group))) + 3 * kSpace1;
            top = std::max(top, stackedSum(group) / std::max(0.2, 1 - label / std::max(width, 1.0)));
            continue;
        }
        for (size_t s = 0; s < group.values.size(); ++s) {
            const double value = group.values[s];
            if (unitOf(s) != unit || !std::isfinite(value)) {
                continue;
            }
            const double error = s < group.errors.size() && std::isfinite(group.errors[s]) ? group.errors[s] : 0;
            // Room for the label behind the longest bar.
            const double label = metrics.horizontalAdvance(barText(group, s)) + 3 * kSpace1;
            top = std::max(top, (value + error) / std::max(0.2, 1 - label / std::max(width, 1.0)));
        }
    }
    return top > 0 ? top : 1;
}

QString BarPlot::unitTitle(int unit) const
{
    if (unit >= static_cast<int>(m_units.size())) {
        return {};
    }
    QStringList names;
    for (size_t s = 0; m_chart.axis.empty() && s < m_chart.sets.size(); ++s) {
        if (unitOf(s) == unit) {
            names << fromUtf8(m_chart.sets[s]);
        }
    }
    const QString name = m_chart.axis.empty() ? names.join(QStringLiteral(", ")) : fromUtf8(m_chart.axis);
    return name + QStringLiteral(" [") + fromUtf8(m_units[static_cast<size_t>(unit)]) + QLatin1Char(']');
}

double BarPlot::footHeight(double width) const
{
    if (m_chart.footnote.empty()) {
        return 0;
    }
    m_footnote->setTextWidth(width - 2 * kSpace2);
    return m_footnote->document()->size().height();
}

double BarPlot::wantedHeight(double width) const
{
    const QFontMetricsF small(m_font);
    const QFontMetricsF title(m_title->font());
    const double groups = std::max<double>(1, static_cast<double>(m_chart.groups.size()));
    const double group = slotCount() * std::max(14.0, small.height() * 0.95) / kGroupShare;
    const double axes = (m_units.size() > 1 ? 2 : 1) * (2 * small.height() + kSpace4);
    return groups * group + axes + title.height() + legendHeight(width) + small.height() + kSpace3 + footHeight(width);
}

void BarPlot::setAxes(const QRectF& area)
{
    const QFontMetricsF metrics(m_font);
    const int count = std::clamp(static_cast<int>(area.width() / (metrics.horizontalAdvance(QStringLiteral("0.0000")) + kSpace6)), 2, 8);
    for (int unit = 0; unit < 2; ++unit) {
        QCategoryAxis* axis = unit == 0 ? m_first : m_second;
        const bool used = unit == 0 || m_units.size() > 1;
        axis->setVisible(used);
        if (!used) {
            continue;
        }
        m_tops[unit] = axisTop(unit, area.width());
        for (const QString& label : axis->categoriesLabels()) {
            axis->remove(label);
        }
        axis->setStartValue(-1);
        for (const Tick& tick : makeTicks(0, m_tops[unit], AxisKind::Number, count)) {
            axis->append(tick.label, tick.position);
        }
        axis->setRange(0, m_tops[unit]);
        axis->setTitleText(unitTitle(unit));
    }
}

void BarPlot::draw(const QSizeF& size)
{
    resize(size);
    const QFontMetricsF small(m_font);
    const double title = m_title->text().isEmpty() ? 0 : QFontMetricsF(m_title->font()).height() + kSpace2;
    double label = 0;
    for (const BarGroup& group : m_chart.groups) {
        label = std::max(label, small.horizontalAdvance(fromUtf8(group.label)));
    }
    label = std::min(label, size.width() * kLongestLabel);
    const double axis = 2 * small.height() + kSpace3;
    const double foot = footHeight(size.width());
    const double top = kSpace1 + title + legendHeight(size.width()) + (m_units.size() > 1 ? axis : kSpace2);
    const double left = kSpace2 + label + kSpace3;
    m_area = QRectF(left, top, std::max(20.0, size.width() - left - kSpace4),
                    std::max(20.0, size.height() - top - axis - foot - kSpace1));
    if (m_chart.stacked) { // a few bars do not fill a page
        m_area.setHeight(std::min(m_area.height(), std::max(20.0, static_cast<double>(m_chart.groups.size()) * kTallestPile)));
    }
    setPlotArea(m_area);
    m_title->setPos(kSpace2, kSpace1);
    m_footnote->setVisible(foot > 0);
    m_footnote->setPos(kSpace1, size.height() - foot - 2);
    m_overlay->setLegend(legendEntries({kSpace2, kSpace1 + title}, size.width() - 2 * kSpace2));
    QStringList names;
    for (size_t g = m_chart.groups.size(); g-- > 0;) {
        QString name = small.elidedText(fromUtf8(m_chart.groups[g].label), Qt::ElideMiddle, label + 1);
        while (names.contains(name)) { // Qt Charts drops a category that is there already
            name += QChar(0x200B);
        }
        names << name;
    }
    m_groups->setCategories(names);
    setAxes(m_area);
    placeMarks();
    const bool empty = m_chart.groups.empty();
    m_empty->setVisible(empty);
    const QRectF box = m_empty->boundingRect();
    m_empty->setPos(QPointF(size.width() / 2, size.height() / 2) - QPointF(box.width() / 2, box.height() / 2));
}

QRectF BarPlot::groupRect(int group) const
{
    const double height = m_area.height() / std::max<double>(1, static_cast<double>(m_chart.groups.size()));
    return {m_area.left(), m_area.top() + group * height, m_area.width(), height};
}

QRectF BarPlot::barRect(int group, int set, double value) const
{
    const QRectF row = groupRect(group);
    const double height = row.height() * kGroupShare / slotCount();
    const double top = row.top() + row.height() * (1 - kGroupShare) / 2 + (m_piled ? 0 : set) * height;
    const double scale = m_area.width() / m_tops[unitOf(static_cast<size_t>(set))];
    double before = 0;
    for (size_t s = 0; m_chart.stacked && s < static_cast<size_t>(set); ++s) {
        const BarGroup& parts = m_chart.groups[static_cast<size_t>(group)];
        before += isThere(parts, s) ? parts.values[s] : 0;
    }
    return {m_area.left() + before * scale, top, std::max(0.0, value * scale), height};
}

BarMark BarPlot::markOf(int group, size_t set, bool there) const
{
    const BarGroup& g = m_chart.groups[static_cast<size_t>(group)];
    const auto s = static_cast<int>(set);
    const double value = there ? g.values[set] : 0;
    BarMark mark;
    mark.bar = barRect(group, s, value);
    mark.text = there ? barText(g, set) : QStringLiteral("—");
    if (m_chart.stacked) { // the sum, behind the last part
        mark.text = set + 1 == m_chart.sets.size() ? barValueText(stackedSum(g)) : QString();
    }
    mark.greyed = g.greyed;
    if (there && g.greyed) { // painted over the bar: so it stays when data comes again
        mark.pale = paleColour(s);
        mark.outline = seriesColour(s, m_dark);
    }
    const double error = set < g.errors.size() ? g.errors[set] : 0;
    if (there && error > 0 && std::isfinite(error)) {
        mark.whiskerLow = barRect(group, s, std::max(0.0, value - error)).right();
        mark.whiskerHigh = barRect(group, s, value + error).right();
    }
    return mark;
}

void BarPlot::placeMarks()
{
    std::vector<BarMark> marks;
    const QList<QBarSet*> sets = m_series->barSets();
    const auto groups = static_cast<int>(m_chart.groups.size());
    const auto count = static_cast<size_t>(sets.size());
    for (size_t s = 0; s < count; ++s) {
        QBarSet* barSet = sets[static_cast<qsizetype>(setPlace(s))];
        const double scale = m_tops[0] / m_tops[unitOf(s)];
        for (int g = 0; g < groups; ++g) {
            const BarGroup& group = m_chart.groups[static_cast<size_t>(g)];
            const bool there = isThere(group, s);
            barSet->replace(groups - 1 - g, there ? group.values[s] * scale : 0);
            if (there || !m_single) { // else the one bar of the group is another set's
                marks.push_back(markOf(g, s, there));
            }
        }
    }
    m_overlay->set(QRectF(QPointF(), this->size()), std::move(marks), look(), m_font);
    setCurrentGroup(m_current);
}

void BarPlot::setCurrentGroup(std::optional<int> group)
{
    m_current = group && *group < static_cast<int>(m_chart.groups.size()) ? group : std::nullopt;
    m_overlay->setCurrent(m_current ? std::optional(groupRect(*m_current)) : std::nullopt);
}

std::optional<int> BarPlot::groupAt(const QPointF& pixel) const
{
    if (m_chart.groups.empty() || pixel.y() < m_area.top() || pixel.y() >= m_area.bottom()) {
        return std::nullopt;
    }
    return static_cast<int>((pixel.y() - m_area.top()) / m_area.height() * static_cast<double>(m_chart.groups.size()));
}

} // namespace yardstick::ui
