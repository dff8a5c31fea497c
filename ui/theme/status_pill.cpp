#include "ui/theme/status_pill.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace yardstick::ui {

QString statusIcon(ExperimentStatus status)
{
    return QStringLiteral("status-") + fromUtf8(toString(status));
}

QColor statusColour(ExperimentStatus status, const Tokens& t)
{
    switch (status) {
    case ExperimentStatus::Draft:
    case ExperimentStatus::Queued:
        return t.waiting;
    case ExperimentStatus::Starting:
    case ExperimentStatus::Running:
        return t.running;
    case ExperimentStatus::Completed:
        return t.good;
    case ExperimentStatus::Failed:
        return t.bad;
    case ExperimentStatus::Stopped:
    case ExperimentStatus::Interrupted:
        return t.warning;
    }
    return t.text;
}

QString outcomeIcon(AttemptOutcome outcome)
{
    switch (outcome) {
    case AttemptOutcome::None:
        return QStringLiteral("status-running");
    case AttemptOutcome::Lost:
        return QStringLiteral("warning");
    default:
        return QStringLiteral("status-") + fromUtf8(toString(outcome));
    }
}

QString outcomeWord(AttemptOutcome outcome)
{
    switch (outcome) {
    case AttemptOutcome::None:
        return QCoreApplication::translate("Status", "under way");
    case AttemptOutcome::Completed:
        return QCoreApplication::translate("Status", "completed");
    case AttemptOutcome::Failed:
        return QCoreApplication::translate("Status", "failed");
    case AttemptOutcome::Stopped:
        return QCoreApplication::translate("Status", "stopped");
    case AttemptOutcome::Interrupted:
        return QCoreApplication::translate("Status", "interrupted");
    case AttemptOutcome::Lost:
        return QCoreApplication::translate("Status", "lost");
    }
    return {};
}

QColor outcomeColour(AttemptOutcome outcome, const Tokens& t)
{
    switch (outcome) {
    case AttemptOutcome::None:
        return t.running;
    case AttemptOutcome::Completed:
        return t.good;
    case AttemptOutcome::Failed:
    case AttemptOutcome::Lost:
        return t.bad;
    case AttemptOutcome::Stopped:
    case AttemptOutcome::Interrupted:
        return t.warning;
    }
    return t.text;
}

Pill pillFor(ExperimentStatus status, const Tokens& t)
{
    return {statusIcon(status), statusWord(status), statusColour(status, t)};
}

Pill pillFor(AttemptOutcome outcome, const Tokens& t)
{
    return {outcomeIcon(outcome), outcomeWord(outcome), outcomeColour(outcome, t)};
}

QSize pillSize(const Pill& pill, const QFont& font)
{
    const QFontMetrics metrics(font);
    return {kSpace2 + 12 + kSpace1 + metrics.horizontalAdvance(pill.word) + kSpace2, std::max(18, metrics.height() + 2)};
}

void paintPill(QPainter& painter, const QRect& rect, const Pill& pill, const QFont& font, const Tokens& t,
               const QColor& selectedText)
{
    const QFontMetrics metrics(font);
    const QSize wanted = pillSize(pill, font);
    const int width = std::min(wanted.width(), rect.width());
    const QRectF box(rect.left(), rect.center().y() - wanted.height() / 2.0 + 0.5, width, wanted.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool selected = selectedText.isValid();
    const QColor ink = selected ? selectedText : pill.colour;
    QColor ground = ink;
    ground.setAlphaF(selected ? 0.16F : (t.dark ? 0.16F : 0.10F));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    paintIcon(painter, QRectF(box.left() + kSpace2 - 1, box.center().y() - 6, 12, 12), pill.icon, ink);
    // The word is in the text colour: on the tinted ground it keeps 4.5:1 in every status.
    painter.setPen(selected ? selectedText : t.text);
    painter.setFont(font);
    const QRectF words = box.adjusted(kSpace2 + 12 + kSpace1 - 1, 0, -kSpace1, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(pill.word, Qt::ElideRight, static_cast<int>(words.width()) + 1));
    painter.restore();
}

void paintProgressLine(QPainter& painter, const QRect& row, double fraction, const Tokens& t)
{
    const QRect ground(row.left(), row.bottom() - 1, row.width(), 2);
    painter.fillRect(ground, t.line);
    const int done = qRound(ground.width() * std::clamp(fraction, 0.0, 1.0));
    painter.fillRect(QRect(ground.left(), ground.top(), done, ground.height()), t.running);
}

StatusPillDelegate::StatusPillDelegate(int statusRole, int progressRole, Kind kind, QObject* parent)
    : QStyledItemDelegate(parent), m_statusRole(statusRole), m_progressRole(progressRole), m_kind(kind)
{
}

Pill StatusPillDelegate::pill(const QModelIndex& index, const Tokens& t) const
{
    const int value = index.data(m_statusRole).toInt();
    return m_kind == Kind::Status ? pillFor(static_cast<ExperimentStatus>(value), t)
                                  : pillFor(static_cast<AttemptOutcome>(value), t);
}

void StatusPillDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (!index.data(m_statusRole).isValid()) {
        QStyledItemDelegate::paint(painter, option, index); // a row of another kind: in words
        return;
    }
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    ground.icon = {};
    const QWidget* widget = option.widget;
    QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, widget);
    const Tokens& t = tokens(isDark(option.palette));
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    paintPill(*painter, option.rect.adjusted(kSpace1, 0, -kSpace1, 0), pill(index, t), ground.font, t,
              selected ? option.palette.color(QPalette::HighlightedText) : QColor());
    if (m_progressRole >= 0) {
        const QVariant progress = index.data(m_progressRole);
        if (progress.isValid()) {
            paintProgressLine(*painter, option.rect, progress.toDouble(), t);
        }
    }
}

QSize StatusPillDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (!index.data(m_statusRole).isValid()) {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, kRowHeightCompact});
    }
    const QSize size = pillSize(pill(index, tokens(isDark(option.palette))), option.font);
    return {size.width() + 2 * kSpace1, std::max(size.height(), kRowHeightCompact)};
}

} // namespace yardstick::ui
