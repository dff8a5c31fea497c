#include "ui/queues/queue_dialog.h"

#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

constexpr int kQueueDialogWidth = 420;
constexpr int kMostJobs = 64;

/// Empty text: no limit.
Result<std::optional<Money>> limitOf(const QLineEdit& edit, const QString& currency)
{
    const QString text = edit.text().trimmed();
    if (text.isEmpty()) {
        return std::optional<Money>();
    }
    const auto code = Currency::parse(toUtf8(currency));
    if (!code) {
        return fail(code.error());
    }
    const auto money = Money::parse(toUtf8(text), *code);
    return money ? Result<std::optional<Money>>(*money) : fail(money.error());
}

} // namespace

QueueDialog::QueueDialog(const Queue& queue, const std::vector<Host>& hosts, const QString& currency, QWidget* parent)
    : QDialog(parent)
    , m_queue(queue)
    , m_hosts(hosts)
    , m_currency(currency)
{
    setObjectName(QStringLiteral("queueDialog"));
    setWindowTitle(queue.id.valid() ? tr("Edit queue %1").arg(fromUtf8(queue.name)) : tr("New queue"));
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    m_name = new QLineEdit(fromUtf8(queue.name), this);
    limitToName(*m_name);
    m_name->setObjectName(QStringLiteral("queueName"));
    m_name->setAccessibleName(tr("Name"));
    form->addRow(tr("&Name"), m_name);
    m_host = new QComboBox(this);
    m_host->setObjectName(QStringLiteral("queueHost"));
    m_host->setAccessibleName(tr("Host"));
    for (const Host& h : m_hosts) {
        m_host->addItem(fromUtf8(h.name), QVariant::fromValue<qint64>(h.id.value));
    }
    m_host->setCurrentIndex(std::max(0, m_host->findData(QVariant::fromValue<qint64>(queue.hostId.value))));
    form->addRow(tr("&Host"), m_host);
    const auto spin = [&](const QString& label, const char* name, int low, int high, int value) {
        auto* box = new QSpinBox(this);
        box->setObjectName(QString::fromLatin1(name));
        box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        box->setRange(low, high);
        box->setValue(value);
        form->addRow(label, box);
        return box;
    };
    m_threads = spin(tr("CPU &threads per job"), "queueThreads", 0, 1, 0);
    m_threads->setSpecialValueText(tr("all of the host"));
    m_jobs = spin(tr("&Jobs at once"), "queueJobs", 1, kMostJobs, queue.limits.maxJobs);
    m_perDay = addMoney(form, tr("&Money per day [%1]").arg(currency), "queuePerDay", queue.limits.moneyPerDay);
    m_inAll = addMoney(form, tr("Money in &all [%1]").arg(currency), "queueInAll", queue.limits.moneyInAll);
    m_fault = new QLabel(this);
    m_fault->setObjectName(QStringLiteral("queueFault"));
    m_fault->setWordWrap(true);
    QPalette p = m_fault->palette();
    p.setColor(QPalette::WindowText, tokensFor(*this).bad);
    m_fault->setPalette(p);
    layout->addWidget(m_fault);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("queueCancel"));
    m_accept = new QPushButton(queue.id.valid() ? tr("Save") : tr("Add the queue"), this);
    m_accept->setObjectName(QStringLiteral("queueAccept"));
    m_accept->setDefault(true);
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    for (QPushButton* button : {cancel, m_accept}) {
        button->setAccessibleName(button->text());
        line->addWidget(button);
    }
    layout->addLayout(line);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_name, &QLineEdit::textChanged, this, &QueueDialog::refresh);
    connect(m_host, &QComboBox::currentIndexChanged, this, &QueueDialog::hostChanged);
    hostChanged();
    m_threads->setValue(queue.threads);
    resize(kQueueDialogWidth, sizeHint().height());
}

QLineEdit* QueueDialog::addMoney(QFormLayout* form, const QString& label, const char* name, const std::optional<Money>& value)
{
    auto* edit = new QLineEdit(value ? fromUtf8(value->toDecimal(2)) : QString(), this);
    edit->setObjectName(QString::fromLatin1(name));
    edit->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    edit->setPlaceholderText(tr("no limit"));
    edit->setAlignment(Qt::AlignRight);
    form->addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, &QueueDialog::refresh);
    return edit;
}

Host QueueDialog::host() const
{
    const int row = m_host->currentIndex();
    return row >= 0 ? m_hosts[static_cast<size_t>(row)] : Host{};
}

void QueueDialog::hostChanged()
{
    m_threads->setMaximum(std::max(1, host().cpuThreads));
    refresh();
}

void QueueDialog::refresh()
{
    if (!m_accept) {
        return; // still being built
    }
    QString fault;
    for (const QLineEdit* edit : {m_perDay, m_inAll}) {
        if (const auto limit = limitOf(*edit, m_currency); !limit) {
            fault = errorText(limit.error());
        }
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    m_accept->setEnabled(fault.isEmpty() && !m_name->text().trimmed().isEmpty() && m_host->currentIndex() >= 0);
}

Queue QueueDialog::queue() const
{
    Queue queue = m_queue;
    queue.name = toUtf8(m_name->text().trimmed());
    const Host chosen = host();
    queue.hostId = chosen.id;
    queue.launcher = chosen.kind;
    queue.threads = m_threads->value();
    queue.limits.maxJobs = m_jobs->value();
    queue.limits.moneyPerDay = limitOf(*m_perDay, m_currency).value_or(std::nullopt);
    queue.limits.moneyInAll = limitOf(*m_inAll, m_currency).value_or(std::nullopt);
    queue.example = false;
    return queue;
}

} // namespace yardstick::ui
