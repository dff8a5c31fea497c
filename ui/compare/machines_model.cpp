#include "ui/compare/machines_model.h"

#include "ui/compare/chart_words.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardstick::ui {
namespace {

/// Of the figure; the code of a currency may stand behind it.
int decimalsOf(const QString& text)
{
    const QString figure = text.section(QLatin1Char(' '), 0, 0);
    const auto point = figure.lastIndexOf(QLatin1Char('.'));
    return point < 0 ? 0 : static_cast<int>(figure.size() - point - 1);
}

QString basisText(Basis basis)
{
    switch (basis) {
    case Basis::Measured:
        return MachinesModel::tr("measured");
    case Basis::Derived:
        return MachinesModel::tr("derived");
    case Basis::Insufficient:
        return MachinesModel::tr("insufficient");
    case Basis::Similar:
        return MachinesModel::tr("similar");
    case Basis::Guess:
        return MachinesModel::tr("guess");
    }
    return {};
}

/// Why the interval behind ± may be too narrow; empty: it is not.
QString doubtText(Doubt doubt)
{
    switch (doubt) {
    case Doubt::None:
        return {};
    case Doubt::LastEpoch:
        return MachinesModel::tr("Interval unreliable: the last epoch is out of line. It holds both a stall and a new level; one more epoch tells.");
    case Doubt::RecentChange:
        return MachinesModel::tr("Interval unreliable: the epoch time changed fewer than %n epoch(s) ago. Let it run on.", nullptr, kReliableEpochs);
    case Doubt::FewEpochs:
        return MachinesModel::tr("Interval unreliable: fewer than %n epoch(s) were timed. Let it run on.", nullptr, kReliableEpochs);
    case Doubt::LikeNeighbours:
        return MachinesModel::tr("Interval unreliable: each epoch is so like the one before that they say little. Let it run on.");
    }
    return {};
}

double half(const std::optional<Money>& low, const std::optional<Money>& high)
{
    return low && high ? (high->toDouble() - low->toDouble()) / 2 : 0;
}

} // namespace

void MachinesModel::setComparison(const Comparison& comparison)
{
    const auto same = [&] {
        if (comparison.rows.size() != m_comparison.rows.size()) {
            return false;
        }
        for (size_t i = 0; i < comparison.rows.size(); ++i) {
            if (comparison.rows[i].machineId != m_comparison.rows[i].machineId || comparison.rows[i].market != m_comparison.rows[i].market) {
                return false;
            }
        }
        return true;
    };
    if (same()) {
        m_comparison = comparison;
        measure();
        sort(m_sortColumn, m_sortOrder);
        if (rowCount() > 0) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        return;
    }
    beginResetModel();
    m_comparison = comparison;
    measure();
    order();
    endResetModel();
}

void MachinesModel::measure()
{
    m_oneCurrency = std::all_of(m_comparison.rows.begin(), m_comparison.rows.end(), [this](const MachineRow& row) {
        return !row.price || row.price->perHour.currency() == m_comparison.options.currency;
    });
    for (int column = 0; column < ColumnCount; ++column) {
        m_decimals[column] = 0;
        m_widestError[column].clear();
        for (const MachineRow& row : m_comparison.rows) {
            m_decimals[column] = std::max(m_decimals[column], decimalsOf(text(row, column)));
            const QString error = errorText(row, column);
            m_widestError[column] = error.size() > m_widestError[column].size() ? error : m_widestError[column];
        }
    }
}

void MachinesModel::order()
{
    m_order.resize(m_comparison.rows.size());
    for (size_t i = 0; i < m_order.size(); ++i) {
        m_order[i] = i;
    }
    if (m_sortColumn < 0) {
        return;
    }
    std::stable_sort(m_order.begin(), m_order.end(), [this](size_t a, size_t b) {
        const QVariant x = raw(m_comparison.rows[a], m_sortColumn);
        const QVariant y = raw(m_comparison.rows[b], m_sortColumn);
        if (x.isValid() != y.isValid()) {
            return x.isValid(); // what is missing stands last, whichever way
        }
        const bool less = x.userType() == QMetaType::QString ? QString::localeAwareCompare(x.toString(), y.toString()) < 0
                                                             : x.toDouble() < y.toDouble();
        const bool more = x.userType() == QMetaType::QString ? QString::localeAwareCompare(x.toString(), y.toString()) > 0
                                                             : x.toDouble() > y.toDouble();
        return m_sortOrder == Qt::AscendingOrder ? less : more;
    });
}

void MachinesModel::sort(int column, Qt::SortOrder sortOrder)
{
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<size_t> rows;
    for (const QModelIndex& index : before) {
        rows.push_back(m_order[static_cast<size_t>(index.row())]);
    }
    m_sortColumn = column;
    m_sortOrder = sortOrder;
    order();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto at = std::find(m_order.begin(), m_order.end(), rows[static_cast<size_t>(i)]);
        after << index(static_cast<int>(at - m_order.begin()), before[i].column());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

bool MachinesModel::isEmptyColumn(int column) const
{
    return std::all_of(m_comparison.rows.begin(), m_comparison.rows.end(),
                       [&](const MachineRow& row) { return text(row, column).isEmpty(); });
}

int MachinesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int MachinesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MachinesModel::raw(const MachineRow& row, int column) const
{
    const auto number = [](double v) { return v > 0 ? QVariant(v) : QVariant(); };
    const auto money = [](const std::optional<Money>& m) { return m ? QVariant(m->toDouble()) : QVariant(); };
    switch (column) {
    case Rank:
        return row.rank > 0 ? QVariant(row.rank) : QVariant();
    case Machine:
        return fromUtf8(row.label);
    case EpochTime:
        return number(row.epochSeconds);
    case Price:
        return row.price ? QVariant(row.price->perHour.toDouble()) : QVariant();
    case CostPerEpoch:
        return money(row.costPerEpoch);
    case AllIn:
        return money(row.allIn);
    case AllInPerEpoch:
        return money(row.allInPerEpoch);
    case Total:
        return number(row.totalSeconds);
    case Delta:
        return row.deltaPercent ? QVariant(*row.deltaPercent) : QVariant();
    case Epochs:
        return row.n;
    case BasisColumn:
        return row.doubt == Doubt::None ? basisText(row.basis) : tr("%1, interval unreliable").arg(basisText(row.basis));
    case Batch:
        return row.batch.empty() ? QVariant() : QVariant(fromUtf8(row.batch));
    case Threads:
        return row.threads > 0 ? QVariant(row.threads) : QVariant();
    case Finish:
        return row.meetsDeadline && row.finishMs > 0 ? QVariant(static_cast<double>(row.finishMs)) : QVariant();
    case Interruptions:
        return row.interruptionsPer100h ? QVariant(*row.interruptionsPer100h) : QVariant();
    case PerImage:
        return m_comparison.options.perImage && row.secondsPerImage ? QVariant(*row.secondsPerImage * 1e3) : QVariant();
    case LastMeasured:
        return row.lastMeasuredMs > 0 && row.basis != Basis::Derived ? QVariant(static_cast<double>(row.lastMeasuredMs)) : QVariant();
    case Reason:
        return row.reason.empty() ? QVariant() : QVariant(fromUtf8(row.reason));
    default:
        return {};
    }
}

QString MachinesModel::text(const MachineRow& row, int column) const
{
    const auto cost = [](const std::optional<Money>& m) { return m ? formatCost(*m) : QString(); };
    switch (column) {
    case Rank:
        return row.rank > 0 ? QString::number(row.rank) : QString();
    case EpochTime:
        return row.epochSeconds > 0 ? formatEpochSeconds(row.epochSeconds) : QString();
    case Price:
        // Where not every price is in the currency of the comparison the head has no unit: each says its own.
        return !row.price ? QString() : m_oneCurrency ? formatPrice(row.price->perHour) : formatPriceWithCode(row.price->perHour);
    case CostPerEpoch:
        return cost(row.costPerEpoch);
    case AllIn:
        return cost(row.allIn);
    case AllInPerEpoch:
        return cost(row.allInPerEpoch);
    case Total:
        return row.totalSeconds > 0 ? formatDuration(row.totalSeconds) : QString();
    case Delta:
        if (!row.deltaPercent) {
            return {};
        }
        return *row.deltaPercent == 0 ? QStringLiteral("—") : QStringLiteral("%1%2").arg(*row.deltaPercent > 0 ? QStringLiteral("+") : QString(), formatFixed(*row.deltaPercent, 0));
    case Epochs:
        return QString::number(row.n);
    case Finish:
        return raw(row, column).isValid() ? formatTime(row.finishMs) + (*row.meetsDeadline ? QString() : tr(" (late)")) : QString();
    case Interruptions:
        return row.interruptionsPer100h ? formatFixed(*row.interruptionsPer100h, 1) : QString();
    case PerImage:
        return raw(row, column).isValid() ? formatNumber(*row.secondsPerImage * 1e3, 3) : QString();
    case LastMeasured:
        return raw(row, column).isValid() ? formatTime(row.lastMeasuredMs) : QString();
    case Reason:
        return row.why ? ui::errorText(*row.why) : fromUtf8(row.reason);
    default:
        return raw(row, column).toString();
    }
}

QString MachinesModel::errorText(const MachineRow& row, int column) const
{
    const QString mark = row.doubt == Doubt::None ? QString() : QStringLiteral("?");
    const auto plusMinus = [&](double error) {
        return error > 0 ? QStringLiteral("±") + formatFixed(error, decimalsOf(text(row, column))) + mark : QString();
    };
    if (row.basis != Basis::Measured) {
        return {};
    }
    if (column == EpochTime) {
        return plusMinus((row.epochHigh - row.epochLow) / 2);
    }
    if (column == CostPerEpoch) {
        return plusMinus(half(row.costPerEpochLow, row.costPerEpochHigh));
    }
    if (column == AllIn) {
        return plusMinus(half(row.allInLow, row.allInHigh));
    }
    if (column == Total && row.totalSecondsHigh > row.totalSecondsLow) {
        return QStringLiteral("±") + formatDuration((row.totalSecondsHigh - row.totalSecondsLow) / 2) + mark;
    }
    return {};
}

QString MachinesModel::timeToolTip(const MachineRow& row)
{
    if (row.epochSeconds <= 0) {
        return {};
    }
    QStringList lines{tr("mean %1 s, median %2 s, 95 % between %3 and %4 s")
                          .arg(formatNumber(row.epochSeconds, 6), formatNumber(row.epochMedian, 6), formatNumber(row.epochLow, 6),
                               formatNumber(row.epochHigh, 6))};
    if (row.stalls > 0) {
        lines << tr("%n epoch(s) stood out and are not in the mean: +%1 % of all time", nullptr, row.stalls).arg(formatNumber(row.stallShare * 100, 2));
    }
    lines << doubtText(row.doubt);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString MachinesModel::toolTip(const MachineRow& row, int column) const
{
    switch (column) {
    case Machine: {
        QStringList parts{fromUtf8(row.machine), fromUtf8(row.provider), fromUtf8(row.market), fromUtf8(row.gpu)};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }
    case EpochTime:
        return timeToolTip(row);
    case Price: {
        if (!row.price) {
            return {};
        }
        const QString source = priceSourceText(row.priceSource);
        const QString since = tr("since %1, from: %2").arg(formatTime(row.priceSinceMs), source);
        if (row.rate && row.quotedPrice) {
            const QString quoted = tr("quoted as %1 %2/h").arg(fromUtf8(row.quotedPrice->perHour.toDecimal()), fromUtf8(row.quotedPrice->perHour.currency().code()));
            return since + QLatin1Char('\n') + quoted + QLatin1Char('\n') + tr("converted with %1, from: %2").arg(rateText(*row.rate), fromUtf8(row.rate->source));
        }
        return row.priceExample ? since + QLatin1Char('\n') + tr("An example price, made up for the demo.") : since;
    }
    case Total:
        return row.totalSeconds > 0 ? tr("started now, it would end at %1")
                                          .arg(formatTime(nowUtcMs() + static_cast<UtcMs>(row.totalSeconds * 1000)))
                                    : QString();
    case AllIn:
    case AllInPerEpoch:
        return row.setupKnown ? tr("with %1 of set-up").arg(formatDuration(row.setupSeconds)) : tr("set-up not measured: counted as 0");
    case Interruptions:
        return !row.interruptionsPer100h ? QString()
               : row.interruptionsMeasured ? tr("from your own spot runs there") : tr("assumed: your own spot runs say too little yet");
    case BasisColumn:
        if (!row.basisFrom.empty()) {
            return tr("from the times of %1").arg(fromUtf8(row.basisFrom));
        }
        return row.basis == Basis::Derived ? tr("Published figure: 3600 × cost per epoch / price per hour") : doubtText(row.doubt);
    default:
        return text(row, column);
    }
}

QVariant MachinesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const MachineRow& r = row(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(r, column);
    case ErrorTextRole:
        return errorText(r, column);
    case WidestErrorRole:
        return m_widestError[column];
    case MissingDecimalsRole: {
        const QString shown = text(r, column);
        return shown.isEmpty() ? 0 : m_decimals[column] - decimalsOf(shown);
    }
    case RawRole:
        return raw(r, column);
    case Qt::ToolTipRole:
        return toolTip(r, column);
    case Qt::TextAlignmentRole: {
        const bool left = column == Machine || column == BasisColumn || column == Reason;
        return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    case Qt::FontRole: {
        QFont font = tabular(QApplication::font());
        font.setItalic(column == Price && r.priceExample); // made up: marked so
        return font;
    }
    case Qt::ForegroundRole: {
        const Tokens& t = tokens(isDark(QGuiApplication::palette()));
        return r.rank == 0 || (column == Price && r.priceExample) ? QVariant(QBrush(t.secondary)) : QVariant();
    }
    default:
        return {};
    }
}

QVariant MachinesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::TextAlignmentRole)) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    if (role == Qt::TextAlignmentRole) {
        const bool left = section == Machine || section == BasisColumn || section == Reason;
        return QVariant((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    const QString money = fromUtf8(m_comparison.options.currency.code());
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Rank:
        return tip ? tr("by cost per epoch; ties share a rank") : QStringLiteral("#");
    case Machine:
        return tr("machine");
    case EpochTime:
        return tip ? tr("mean of steady epochs: train, validate and save; ± half of the 95 % interval; ? unreliable") : tr("epoch time [s]");
    case Price:
        return m_oneCurrency ? tr("price [%1/h]").arg(money) : tr("price per hour");
    case CostPerEpoch:
        return tip ? tr("price per hour × epoch time") : tr("cost/epoch [%1]").arg(money);
    case AllIn:
        return tip ? tr("the whole job of so many epochs, with its set-up") : tr("all-in (%1) [%2]").arg(m_comparison.options.epochs).arg(money);
    case AllInPerEpoch:
        return tip ? tr("all-in cost / epochs") : tr("all-in/epoch [%1]").arg(money);
    case Total:
        return tip ? tr("how long so many epochs take, with the set-up") : tr("time (%1)").arg(m_comparison.options.epochs);
    case Delta:
        return tip ? tr("dearer than the cheapest, by cost per epoch") : tr("Δ [%]");
    case Epochs:
        return tip ? tr("epochs that entered the mean") : QStringLiteral("n");
    case BasisColumn:
        return tr("basis");
    case Batch:
        return tr("batch");
    case Threads:
        return tr("threads");
    case Finish:
        return tip ? tr("when so many epochs are done, if they began now; late: not with 95 % before the deadline") : tr("finish");
    case Interruptions:
        return tip ? tr("how often the spot market takes the machine away") : tr("interruptions/100 h");
    case PerImage:
        return tip ? tr("mean epoch time / images of the data that was timed") : tr("time/image [ms]");
    case LastMeasured:
        return tip ? tr("when the newest epoch that was timed there ended") : tr("last measured");
    case Reason:
        return tr("why not ranked");
    default:
        return {};
    }
}

QString rateText(const FxRate& rate)
{
    return MachinesModel::tr("1 %1 = %2 %3 since %4")
        .arg(fromUtf8(rate.from.code()), fromUtf8(rate.decimal()), fromUtf8(rate.to.code()), fromUtf8(formatUtc(rate.validFromMs).substr(0, 10)));
}

namespace {

/// Every row reserves the width of the widest error, so that values align; nothing where no row has one.
int errorWidthOf(const QFontMetrics& metrics, const QModelIndex& index)
{
    const QString widest = index.data(MachinesModel::WidestErrorRole).toString();
    return widest.isEmpty() ? 0 : metrics.horizontalAdvance(widest) + kSpace1;
}

/// What a value with fewer decimals than others of its column leaves free at its right.
int missingWidthOf(const QFontMetrics& metrics, const QModelIndex& index)
{
    return index.data(MachinesModel::MissingDecimalsRole).toInt() * metrics.horizontalAdvance(QLatin1Char('0'));
}

} // namespace

void ValueErrorDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString value = ground.text;
    ground.text.clear();
    const QWidget* widget = option.widget;
    QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, widget);
    painter->save();
    painter->setFont(ground.font);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor ink = ground.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    const QFontMetrics metrics(ground.font);
    const int errorWidth = errorWidthOf(metrics, index);
    const QRect box = option.rect.adjusted(kSpace1, 0, -kSpace1, 0);
    painter->setPen(ink);
    painter->drawText(box.adjusted(0, 0, -errorWidth - missingWidthOf(metrics, index), 0), Qt::AlignRight | Qt::AlignVCenter, value);
    painter->setPen(selected ? ink : tokens(isDark(option.palette)).secondary);
    painter->drawText(QRect(box.right() - errorWidth + kSpace1, box.top(), errorWidth + 1, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data(MachinesModel::ErrorTextRole).toString());
    painter->restore();
}

QSize ValueErrorDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const QFontMetrics metrics(index.data(Qt::FontRole).value<QFont>());
    size.rwidth() += errorWidthOf(metrics, index) + missingWidthOf(metrics, index) + kSpace1;
    return size;
}

} // namespace yardstick::ui
