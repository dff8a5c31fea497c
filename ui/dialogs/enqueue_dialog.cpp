#include "ui/dialogs/enqueue_dialog.h"

#include "ui/dialogs/queue_choice.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kEnqueueWidth = 620;
}

EnqueueDialog::EnqueueDialog(WindowContext& context, const std::vector<Experiment>& experiments, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("enqueueDialog"));
    const bool one = experiments.size() == 1;
    setWindowTitle(one ? tr("Enqueue %1").arg(shortName(experiments.front()))
                       : tr("Enqueue %n experiments", nullptr, static_cast<int>(experiments.size())));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kSpace3);
    if (!one && !experiments.empty()) {
        layout->addWidget(new QLabel(tr("Estimates are for %1.").arg(shortName(experiments.front())), this));
    }
    m_queues = new QueueChoice(context, this);
    layout->addWidget(m_queues);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("enqueueCancel"));
    cancel->setAccessibleName(cancel->text());
    auto* accept = new QPushButton(tr("Enqueue"), this);
    accept->setObjectName(QStringLiteral("enqueueAccept"));
    accept->setAccessibleName(accept->text());
    accept->setDefault(true);
    accept->setEnabled(m_queues->selected().has_value());
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    line->addWidget(cancel);
    line->addWidget(accept);
    layout->addLayout(line);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_queues, &QueueChoice::activated, accept, &QPushButton::click);
    connect(m_queues, &QueueChoice::changed, accept, [this, accept] { accept->setEnabled(m_queues->selected().has_value()); });
    if (!experiments.empty()) {
        m_queues->setSpec(experiments.front().spec, experiments.front().id);
        if (experiments.front().queueId.valid()) {
            m_queues->select(experiments.front().queueId);
        }
    }
    resize(kEnqueueWidth, sizeHint().height());
}

std::optional<QueueId> EnqueueDialog::queue() const
{
    return m_queues->selected();
}

} // namespace yardstick::ui
