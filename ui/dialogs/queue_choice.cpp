#include "ui/dialogs/queue_choice.h"

#include "core/store/store.h"
#include "ui/dialogs/estimate_words.h"
#include "ui/format.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

enum Column { QueueColumn, WorkColumn, CostColumn, FinishColumn, FirstColumn, ColumnCount }; ///< the last may be a whole sentence
constexpr int kShownRows = 5;
constexpr int kWidest = 720; ///< pixels; beyond it the table scrolls

} // namespace

QueueChoice::QueueChoice(WindowContext& context, QWidget* parent) : QWidget(parent), m_context(context)
{
    m_table = new QTableWidget(0, ColumnCount, this);
    m_table->setObjectName(QStringLiteral("queueChoice"));
    m_table->setAccessibleName(tr("Queue"));
    m_table->setHorizontalHeaderLabels({tr("queue"), tr("est. time"), tr("est. cost"), tr("est. finish"), tr("starts")});
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("queueSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumHeight(3 * m_sentence->fontMetrics().lineSpacing()); // the dialog does not grow when the answer comes
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_warning = new QLabel(this);
    m_warning->setObjectName(QStringLiteral("queueWarning"));
    m_warning->setWordWrap(true);
    m_warning->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    layout->addWidget(m_sentence);
    layout->addWidget(m_warning);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, [this] {
        showWarning();
        showSentence();
        Q_EMIT changed();
    });
    connect(m_table, &QTableWidget::itemDoubleClicked, this, &QueueChoice::activated);
    load();
}

void QueueChoice::load()
{
    const auto queues = m_context.watcher.reader().queues();
    if (!queues) {
        m_context.errors.showError(queues.error());
        return;
    }
    m_queues = *queues;
    m_table->setRowCount(count());
    for (int row = 0; row < count(); ++row) {
        const Queue& queue = m_queues[static_cast<size_t>(row)];
        m_table->setItem(row, QueueColumn, new QTableWidgetItem(fromUtf8(queue.name)));
        for (int column = WorkColumn; column < ColumnCount; ++column) {
            m_table->setItem(row, column, new QTableWidgetItem(QStringLiteral("…")));
        }
    }
    const int rows = std::clamp(count(), 2, kShownRows);
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() + rows * kRowHeight + 2 * m_table->frameWidth());
    if (count() > 0) {
        m_table->selectRow(0);
    }
    showWarning();
}

void QueueChoice::setSpec(const ExperimentSpec& spec, ExperimentId self)
{
    m_spec = spec;
    m_self = self;
    ask();
}

void QueueChoice::ask()
{
    const int number = ++m_asked;
    m_context.query.run<std::vector<QueueEstimate>>(
        [spec = m_spec, self = m_self, now = nowUtcMs()](const StoreReader& reader) { return estimateQueues(reader, spec, now, self); }, this,
        [this, number](Result<std::vector<QueueEstimate>> estimates) {
            if (number != m_asked) {
                return;
            }
            if (estimates) {
                show(*estimates);
            } else {
                m_context.errors.showError(estimates.error());
            }
        });
}

void QueueChoice::show(const std::vector<QueueEstimate>& estimates)
{
    m_estimates = estimates;
    const Tokens& t = tokensFor(*this);
    const UtcMs now = nowUtcMs();
    for (int row = 0; row < count(); ++row) {
        const Queue& queue = m_queues[static_cast<size_t>(row)];
        const auto e = std::find_if(estimates.begin(), estimates.end(), [&](const QueueEstimate& x) { return x.queue == queue.id; });
        if (e == estimates.end()) {
            continue;
        }
        const auto put = [&](int column, const QString& text, bool known) {
            m_table->item(row, column)->setText(text);
            m_table->item(row, column)->setForeground(known ? t.text : t.secondary);
        };
        put(WorkColumn, estimateWork(*e), e->work.has_value());
        put(CostColumn, estimateCost(*e), e->cost.has_value());
        put(FirstColumn, estimateStart(*e, false), e->wait.has_value());
        put(FinishColumn, estimateFinish(*e, now, false), true);
        for (int column = QueueColumn; column < ColumnCount; ++column) {
            m_table->item(row, column)->setToolTip(estimateSentence(*e, now));
        }
    }
    fitWidth();
    showWarning();
    showSentence();
}

/// An amount or an interval that is cut tells nothing: the dialog grows to its widest row.
void QueueChoice::fitWidth()
{
    const QAbstractItemView& contents = *m_table;
    int width = 2 * m_table->frameWidth() + kSpace4;
    for (int column = QueueColumn; column < ColumnCount; ++column) {
        width += std::max(m_table->horizontalHeader()->sectionSizeHint(column), contents.sizeHintForColumn(column));
    }
    m_table->setMinimumWidth(std::min(width, kWidest));
}

void QueueChoice::showSentence()
{
    const auto queue = selected();
    const auto e = std::find_if(m_estimates.begin(), m_estimates.end(), [&](const QueueEstimate& x) { return queue && x.queue == *queue; });
    m_sentence->setText(e == m_estimates.end() ? QString() : estimateSentence(*e, nowUtcMs()));
}

void QueueChoice::showWarning()
{
    const auto queue = selected();
    QString text;
    if (m_queues.empty()) {
        text = tr("There is no queue yet. Add one on the page Queues.");
    }
    for (const Queue& q : m_queues) {
        if (queue && q.id == *queue && q.limits.moneyPerDay) {
            text = tr("Queue %1 may spend %2 a day.").arg(fromUtf8(q.name), formatMoneyWithCode(*q.limits.moneyPerDay, 2));
        }
        if (queue && q.id == *queue && q.paused) {
            text = tr("Queue %1 is paused: nothing starts until it goes on.").arg(fromUtf8(q.name));
        }
    }
    m_warning->setText(text);
    m_warning->setVisible(!text.isEmpty());
}

void QueueChoice::select(QueueId queue)
{
    for (int row = 0; row < count(); ++row) {
        if (m_queues[static_cast<size_t>(row)].id == queue) {
            m_table->selectRow(row);
        }
    }
}

std::optional<QueueId> QueueChoice::selected() const
{
    const int row = m_table->currentRow();
    return row >= 0 && row < count() ? std::optional(m_queues[static_cast<size_t>(row)].id) : std::nullopt;
}

} // namespace yardstick::ui
