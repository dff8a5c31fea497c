#include "ui/machines/machines_page.h"

#include "core/alerts.h"
#include "core/compare.h"
#include "core/outcomes.h"
#include "core/store/store.h"
#include "ui/compare/chart_words.h"
#include "ui/format.h"
#include "ui/machines/price_actions.h"
#include "ui/machines/value_table_model.h"
#include "ui/machines/value_view.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>

namespace yardstick::ui {
namespace {

constexpr std::ptrdiff_t kSinceColumn = 8; ///< of the price

ValueCell textCell(const std::string& text)
{
    return {fromUtf8(text), {}, {}, false, false};
}

ValueCell numberCell(double value, int decimals)
{
    return value > 0 ? ValueCell{formatFixed(value, decimals), value, {}, false, false} : ValueCell{};
}

QString marketWord(const std::string& market)
{
    if (market == "owned") {
        return MachinesPage::tr("owned");
    }
    return market == "spot" ? MachinesPage::tr("spot") : market == "on-demand" ? MachinesPage::tr("on demand") : fromUtf8(market);
}

QString hostKindWord(const std::string& kind)
{
    return kind == "local" ? MachinesPage::tr("this computer") : fromUtf8(kind);
}

ValueRow machineRow(const Machine& m, const Quote* quote)
{
    ValueRow row{m.id.value, {}};
    row.cells = {textCell(m.name), {m.provider == "owned" ? marketWord(m.provider) : fromUtf8(m.provider), {}, {}, false, false}, {marketWord(m.market), {}, {}, false, false}, textCell(m.gpu), numberCell(m.vramGb, 0),
                 numberCell(m.vcpu, 0), numberCell(m.ramGb, 1)};
    if (quote) {
        ValueCell price{formatPriceWithCode(quote->price.perHour), quote->price.perHour.toDouble(), {}, quote->example, false};
        if (quote->example) {
            price.text = MachinesPage::tr("%1 (example)").arg(price.text);
        }
        row.cells.push_back(price);
        row.cells.push_back({formatTime(quote->validFromMs), static_cast<double>(quote->validFromMs), {}, false, false});
        row.cells.push_back({priceSourceText(quote->source), {}, {}, false, false});
    } else {
        row.cells.push_back({MachinesPage::tr("no price"), {}, {}, true, false});
        row.cells.insert(row.cells.end(), 2, ValueCell{});
    }
    return row;
}

/// How far off the estimates for the machine have been: "+3.1 % (±4.0 %), 5 runs".
ValueCell calibrationCell(const std::vector<MachineCalibration>& all, MachineId id)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const MachineCalibration& c) { return c.machineId == id; });
    if (found == all.end()) {
        return {MachinesPage::tr("no finished estimate"), {}, MachinesPage::tr("An estimate is kept when an experiment is queued, and held against what it took."), true, false};
    }
    const QString sign = found->time.median < 0 ? QStringLiteral("−") : QStringLiteral("+");
    return {MachinesPage::tr("%1 %, %n runs", nullptr, found->time.n).arg(sign + formatFixed(std::abs(found->time.median), 1)), found->time.median,
            MachinesPage::tr("Median error %1 %, half of them within ±%2 %; %3 of %4 took as long as the interval said.")
                .arg(sign + formatFixed(std::abs(found->time.median), 1), formatFixed(found->time.medianAbsolute, 1))
                .arg(found->inside)
                .arg(found->time.n),
            false, false};
}

/// A price that should be looked at is marked where it stands.
void markOldPrice(ValueRow& row, const std::vector<Alert>& alerts, MachineId id)
{
    for (const Alert& alert : alerts) {
        if (alert.kind == AlertKind::OldPrice && alert.machineId == id) {
            ValueCell& since = row.cells[static_cast<size_t>(kSinceColumn)];
            since.text = MachinesPage::tr("%1, old").arg(since.text);
            since.toolTip = errorText(alert.sentence);
            since.bad = true;
        }
    }
}

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(sized(label->font(), TextSize::Normal, true));
    label->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace1);
    return label;
}

} // namespace

MachinesPage::MachinesPage(WindowContext& context, QWidget* parent) : Page(context, QStringLiteral("machines"), parent)
{
    build();
    connect(&context.watcher, &StoreWatcher::changed, this, [this](const StoreChanges& changes) {
        if (changes.reload || !changes.machines.isEmpty() || !changes.quotes.isEmpty() || !changes.hosts.isEmpty()) {
            m_stale = true;
            if (isVisible()) {
                load();
            }
        }
    });
}

QString MachinesPage::title() const
{
    return tr("Machines");
}

QString MachinesPage::iconName() const
{
    return QStringLiteral("machines");
}

void MachinesPage::build()
{
    m_machines = new ValueTableModel({{tr("machine"), false, 170},
                                      {tr("provider"), false, 110},
                                      {tr("market"), false, 80},
                                      {tr("GPU"), false, 110},
                                      {tr("VRAM [GB]"), true, 80},
                                      {tr("CPUs"), true, 60},
                                      {tr("RAM [GB]"), true, 80},
                                      {tr("price per hour"), true, 155},
                                      {tr("since"), false, 130},
                                      {tr("estimates off by"), true, 130},
                                      {tr("source"), false, 160}},
                                     this);
    m_quotes = new ValueTableModel({{tr("valid from"), false, 130},
                                    {tr("price per hour"), true, 140},
                                    {tr("market"), false, 90},
                                    {tr("source"), false, 220},
                                    {tr("entered"), false, 130}},
                                   this);
    m_hosts = new ValueTableModel({{tr("host"), false, 140},
                                   {tr("kind"), false, 80},
                                   {tr("jobs at once"), true, 90},
                                   {tr("CPU threads"), true, 90},
                                   {tr("RAM [GB]"), true, 80},
                                   {tr("CPU"), false, 240},
                                   {tr("GPUs"), false, 160}},
                                  this);
    m_price = new QAction(icon(QStringLiteral("cost")), tr("Change the price…"), this);
    m_price->setObjectName(QStringLiteral("machinePrice"));
    m_price->setToolTip(tr("Enter a new price; the earlier one stays in force for what ran before"));
    m_import = new QAction(icon(QStringLiteral("import")), tr("Import the reference benchmark"), this);
    m_import->setObjectName(QStringLiteral("machineImport"));
    m_import->setToolTip(tr("Twelve rented machines with prices and costs per epoch, published on 2023-03-23"));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
    bar->setSpacing(kSpace2);
    for (QAction* action : {m_price, m_import}) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("tool_") + action->objectName());
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(action->text());
        button->setFocusPolicy(Qt::TabFocus);
        bar->addWidget(button);
    }
    bar->addStretch(1);
    m_machineView = new ValueView(QStringLiteral("machinesTable"), tr("Machines"), m_machines, this);
    auto* quoteView = new ValueView(QStringLiteral("quotesTable"), tr("Prices of the machine"), m_quotes, this);
    auto* hostView = new ValueView(QStringLiteral("hostsTable"), tr("Hosts"), m_hosts, this);
    const auto boxed = [this](QLabel* title, QWidget* view) {
        auto* box = new QWidget(this);
        auto* layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(title);
        layout->addWidget(view, 1);
        return box;
    };
    m_quotesTitle = heading(tr("Prices"), this);
    auto* lower = new QSplitter(Qt::Horizontal, this);
    lower->addWidget(boxed(m_quotesTitle, quoteView));
    lower->addWidget(boxed(heading(tr("Hosts"), this), hostView));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_machineView);
    splitter->addWidget(lower);
    splitter->setSizes({420, 240});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(splitter, 1);
    connect(m_machineView, &ValueView::currentIdChanged, this, &MachinesPage::showQuotes);
    connect(m_price, &QAction::triggered, this, [this] { editPrice(m_context, MachineId(m_machineView->currentId()), this); });
    connect(m_machineView, &QTableView::doubleClicked, m_price, &QAction::trigger);
    connect(m_import, &QAction::triggered, this, &MachinesPage::importReference);
}

void MachinesPage::activate()
{
    if (m_stale) {
        load();
    }
}

void MachinesPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    activate();
}

void MachinesPage::load()
{
    const StoreReader& reader = m_context.watcher.reader();
    const auto machines = reader.machines();
    const auto quotes = reader.quotes();
    const auto hosts = reader.hosts();
    const auto calibrated = calibrations(reader);
    const auto alerts = currentAlerts(reader, nowUtcMs());
    if (!machines || !quotes || !hosts || !calibrated || !alerts) {
        m_context.errors.showError(!machines     ? machines.error()
                                   : !quotes     ? quotes.error()
                                   : !hosts      ? hosts.error()
                                   : !calibrated ? calibrated.error()
                                                 : alerts.error(),
                                   tr("Read the machines"));
        return;
    }
    m_stale = false;
    std::map<std::int64_t, const Quote*> inForce;
    for (const Quote& quote : *quotes) {
        if (quote.validFromMs <= nowUtcMs()) {
            inForce[quote.machineId.value] = &quote;
        }
    }
    std::vector<ValueRow> rows;
    for (const Machine& m : *machines) {
        const auto quote = inForce.find(m.id.value);
        rows.push_back(machineRow(m, quote == inForce.end() ? nullptr : quote->second));
        rows.back().cells.insert(rows.back().cells.begin() + kSinceColumn + 1, calibrationCell(*calibrated, m.id));
        markOldPrice(rows.back(), *alerts, m.id);
    }
    m_machines->setRows(std::move(rows));
    std::vector<ValueRow> hostRows;
    for (const Host& h : *hosts) {
        std::string gpus;
        for (const std::string& gpu : h.gpus) {
            gpus += (gpus.empty() ? "" : ", ") + gpu;
        }
        hostRows.push_back({h.id.value,
                            {textCell(h.name), {hostKindWord(h.kind), {}, {}, false, false}, numberCell(h.slots, 0), numberCell(h.cpuThreads, 0),
                             numberCell(static_cast<double>(h.ramBytes) / 1e9, 1), textCell(h.cpu), textCell(gpus)}});
    }
    m_hosts->setRows(std::move(hostRows));
    if (m_machineView->currentId() == 0) {
        m_machineView->setCurrentId(0);
    }
    showQuotes();
}

void MachinesPage::showQuotes()
{
    const qint64 id = m_machineView->currentId();
    m_price->setEnabled(id > 0);
    std::vector<ValueRow> rows;
    if (id > 0) {
        const auto quotes = m_context.watcher.reader().quotes(MachineId(id));
        if (!quotes) {
            m_context.errors.showError(quotes.error());
            return;
        }
        for (auto q = quotes->rbegin(); q != quotes->rend(); ++q) { // the newest first
            ValueCell price{formatPriceWithCode(q->price.perHour), q->price.perHour.toDouble(), {}, q->example, false};
            rows.push_back({q->id.value,
                            {{formatTime(q->validFromMs), static_cast<double>(q->validFromMs), {}, false, false},
                             price,
                             {marketWord(q->market), {}, {}, false, false},
                             {priceSourceText(q->source), {}, {}, false, false},
                             {formatTime(q->createdMs), static_cast<double>(q->createdMs), {}, false, false}}});
        }
        const int row = m_machines->rowOf(id);
        m_quotesTitle->setText(tr("Prices of %1").arg(m_machines->index(row, 0).data().toString()));
    }
    m_quotes->setRows(std::move(rows));
}

void MachinesPage::importReference()
{
    m_context.store.postFor<int>([](StoreWriter& w) { return yardstick::importReference(w); }, this,
                                 [this](const Result<int>& count) {
        if (!count) {
            m_context.errors.showError(count.error(), tr("Import the reference benchmark"));
            return;
        }
        m_context.errors.showNote(tr("%n machines of the reference benchmark are there.", nullptr, *count));
        m_context.watcher.poll();
    });
}

} // namespace yardstick::ui
