#include "ui/experiments/experiment_delegate.h"

#include "ui/experiments/experiment_table_model.h"
#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

namespace yardstick::ui {
namespace {

const ExperimentTableModel* modelOf(const QModelIndex& index)
{
    return qobject_cast<const ExperimentTableModel*>(index.model());
}

/// How many decimals fewer than `most` a number has: so that numbers stand under each other at their points. 0 for other text.
int missingDecimals(const QString& text, int most)
{
    const auto point = text.indexOf(QLatin1Char('.'));
    const auto isDigit = [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); };
    if (point < 0 || !std::all_of(text.begin() + point + 1, text.end(), isDigit)) {
        return 0;
    }
    return std::max(0, most - static_cast<int>(text.size() - point - 1));
}

} // namespace

ExperimentDelegate::ExperimentDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void ExperimentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const ExperimentTableModel* model = modelOf(index);
    if (!model) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const ExperimentColumn& column = *model->columnList()[static_cast<size_t>(index.column())];
    const Experiment& e = model->at(index.row());
    QStyleOptionViewItem opt = option;
    initStyleOption(&opt, index);
    const bool selected = opt.state.testFlag(QStyle::State_Selected);
    const Tokens& t = tokens(isDark(opt.palette));
    if (column.numeric() || column.kind == ColumnKind::Time) {
        opt.font = tabular(opt.font);
    }
    const QString text = std::exchange(opt.text, {});
    const QStyle* style = opt.widget ? opt.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &opt, painter, opt.widget); // ground, selection and focus only

    QRect rect = opt.rect.adjusted(kSpace2, 0, -kSpace2, 0);
    painter->save();
    const QColor colour = selected ? opt.palette.color(QPalette::HighlightedText) : e.archived ? t.disabled : t.text;
    if (column.kind == ColumnKind::Status) {
        paintPill(*painter, rect, pillFor(e.status, t), opt.font, t, selected ? colour : QColor());
    } else {
        if (column.kind == ColumnKind::Name) {
            const QRect swatch(rect.left(), rect.center().y() - kSwatch / 2 + 1, kSwatch, kSwatch);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(seriesColour(e.colour, t.dark));
            painter->drawRoundedRect(swatch, 2, 2);
            rect.setLeft(swatch.right() + 1 + kSpace2);
            if (!model->mark(e.id).isEmpty()) {
                const QRect sign(rect.right() - kIconSmall + 1, rect.center().y() - kIconSmall / 2, kIconSmall, kIconSmall);
                icon(QStringLiteral("warning"), selected ? colour : t.warning).paint(painter, sign);
                rect.setRight(sign.left() - kSpace1);
            }
        }
        painter->setFont(opt.font);
        painter->setPen(column.kind == ColumnKind::Tags && !selected ? t.secondary : colour);
        if (column.kind == ColumnKind::Money || column.id == "epoch_seconds") {
            rect.adjust(0, 0, -missingDecimals(text, column.decimals) * QFontMetrics(opt.font).horizontalAdvance(QLatin1Char('0')), 0);
        }
        const QString shown = opt.fontMetrics.elidedText(text, Qt::ElideRight, rect.width());
        painter->drawText(rect, column.numeric() ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter, shown);
    }
    painter->restore();
}

QSize ExperimentDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    const int swatch = index.column() == 0 ? kSwatch + kSpace2 : 0;
    return {option.fontMetrics.horizontalAdvance(text) + swatch + 3 * kSpace2, kRowHeight};
}

QWidget* ExperimentDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* edit = new QLineEdit(parent);
    edit->setObjectName(QStringLiteral("cellEditor"));
    edit->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
    edit->setFrame(false);
    const ExperimentTableModel* model = modelOf(index);
    if (model != nullptr && model->columnList()[static_cast<size_t>(index.column())]->kind == ColumnKind::Name) {
        limitToName(*edit);
    }
    return edit;
}

} // namespace yardstick::ui
