#include "ui/details/details_pane.h"

#include "ui/app_services.h"
#include "ui/details/artifacts_tab.h"
#include "ui/details/attempts_tab.h"
#include "ui/details/cost_tab.h"
#include "ui/details/details_header.h"
#include "ui/details/images_tab.h"
#include "ui/details/log_tab.h"
#include "ui/details/plots_tab.h"
#include "ui/details/scalars_tab.h"
#include "ui/settings/settings.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/window/error_presenter.h"

#include <QLabel>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

constexpr int kDetailsCoalesceMs = 100;
const char* const kTabProperty = "detailsTab";

} // namespace

DetailsPane::DetailsPane(WindowContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_header(new DetailsHeader), m_tabs(new QTabWidget),
      m_empty(new QLabel(tr("Select an experiment to see it from close by."), this)), m_body(new QWidget(this))
{
    setObjectName(QStringLiteral("detailsPane"));
    m_tabs->setObjectName(QStringLiteral("detailsTabs"));
    m_tabs->setAccessibleName(tr("Details of the experiment"));
    m_tabs->setDocumentMode(true);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_header);
    body->addWidget(m_tabs, 1);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_empty, 1);
    box->addWidget(m_body, 1);
    m_body->hide();
    const auto scalars = [this]() -> DetailsTab* {
        auto* tab = new ScalarsTab;
        tab->setSmoothing(m_context.settings.smoothing());
        connect(&m_context.settings, &Settings::smoothingChanged, tab, &ScalarsTab::setSmoothing);
        return tab;
    };
    addTab(Tab::Scalars, scalars, tr("Scalars"), QStringLiteral("chart"));
    addTab(Tab::Plots, [] { return new PlotsTab; }, tr("Plots"), QStringLiteral("bars"));
    addTab(Tab::Images, [] { return new ImagesTab; }, tr("Images"), QStringLiteral("image"));
    addTab(Tab::Log, [] { return new LogTab; }, tr("Log"), QStringLiteral("log"));
    addTab(Tab::Cost, [] { return new CostTab; }, tr("Cost"), QStringLiteral("cost"));
    addTab(Tab::Attempts, [] { return new AttemptsTab; }, tr("Attempts"), QStringLiteral("attempts"));
    addTab(Tab::Artifacts, [] { return new ArtifactsTab; }, tr("Artifacts"), QStringLiteral("artifact"));
    connect(m_header, &DetailsHeader::parentActivated, this, &DetailsPane::parentActivated);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int) { load(); });
    connect(&context.watcher, &StoreWatcher::changed, this, &DetailsPane::storeChanged);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDetailsCoalesceMs);
    connect(&m_timer, &QTimer::timeout, this, &DetailsPane::load);
}

DetailsPane::~DetailsPane() = default;

void DetailsPane::addTab(Tab tab, std::function<DetailsTab*()> make, const QString& title, const QString& iconName)
{
    auto* page = new QWidget;
    auto* box = new QVBoxLayout(page);
    box->setContentsMargins(0, 0, 0, 0);
    page->setProperty(kTabProperty, static_cast<int>(tab));
    m_makers.emplace(page, std::move(make));
    m_tabs->addTab(page, icon(iconName), title);
}

DetailsTab* DetailsPane::builtTab()
{
    QWidget* page = m_tabs->currentWidget();
    const auto maker = m_makers.find(page);
    if (maker == m_makers.end()) {
        return page->findChild<DetailsTab*>(QString(), Qt::FindDirectChildrenOnly);
    }
    DetailsTab* widget = maker->second();
    m_makers.erase(maker);
    page->layout()->addWidget(widget);
    connect(widget, &DetailsTab::wantsChanged, this, &DetailsPane::load);
    connect(widget, &DetailsTab::failed, this, [this](const QString& text) { m_context.errors.showWarning(text); });
    connect(widget, &DetailsTab::openFolderRequested, this, [this](const QString& folder) {
        if (const auto opened = m_context.services.openUrl(QUrl::fromLocalFile(folder)); !opened) {
            m_context.errors.showError(opened.error());
        }
    });
    return widget;
}

void DetailsPane::setParametersWidget(QWidget* editor)
{
    editor->setProperty(kTabProperty, static_cast<int>(Tab::Parameters));
    const QSignalBlocker blocker(m_tabs);
    m_tabs->insertTab(0, editor, icon(QStringLiteral("parameters")), tr("Parameters"));
}

void DetailsPane::showTab(Tab tab)
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->widget(i)->property(kTabProperty).toInt() == static_cast<int>(tab)) {
            m_tabs->setCurrentIndex(i);
        }
    }
}

DetailsPane::Tab DetailsPane::currentTab() const
{
    return static_cast<Tab>(m_tabs->currentWidget()->property(kTabProperty).toInt());
}

void DetailsPane::setExperiment(ExperimentId id)
{
    if (id == m_id) {
        return;
    }
    m_id = id;
    if (!id.valid()) {
        m_data.reset();
        m_body->hide();
        m_empty->show();
        return;
    }
    load();
}

void DetailsPane::storeChanged(const StoreChanges& changes)
{
    if (!m_id.valid()) {
        return;
    }
    bool ours = changes.touches(m_id) || !changes.quotes.isEmpty() || !changes.machines.isEmpty() || !changes.queues.isEmpty();
    if (m_data) {
        for (const Attempt& attempt : m_data->attempts) {
            ours = ours || changes.touches(attempt.id);
        }
        ours = ours || (m_data->parent && changes.touches(m_data->parent->id));
    }
    if (ours) {
        schedule();
    }
}

void DetailsPane::schedule()
{
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void DetailsPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    load();
}

void DetailsPane::load()
{
    if (!m_id.valid() || !isVisible()) {
        return; // showEvent() catches up
    }
    if (m_reading) {
        m_again = true;
        return;
    }
    m_reading = true;
    const DetailsTab* tab = builtTab();
    const DetailsWants wants = tab != nullptr ? tab->wants() : DetailsWants{};
    using Data = std::shared_ptr<const DetailsData>;
    m_context.query.run<Data>([id = m_id, wants](const StoreReader& store) { return readDetails(store, id, wants); }, this,
                              [this, id = m_id, tab](Result<Data> data) {
                                  m_reading = false;
                                  const bool current = id == m_id && tab == builtTab();
                                  if (!data) {
                                      m_context.errors.showError(data.error(), tr("Read the experiment"));
                                  } else if (current) {
                                      present(std::move(*data));
                                  }
                                  if (m_again || !current) {
                                      m_again = false;
                                      load();
                                  }
                              });
}

void DetailsPane::present(std::shared_ptr<const DetailsData> shown)
{
    if (!shown->has) { // deleted meanwhile
        setExperiment({});
        return;
    }
    m_data = std::move(shown);
    m_empty->hide();
    m_body->show();
    m_header->setData(*m_data);
    if (DetailsTab* tab = builtTab()) {
        const QVariant before = tab->property("shownExperiment");
        tab->setProperty("shownExperiment", static_cast<qlonglong>(m_id.value));
        tab->setData(*m_data, before.toLongLong() == m_id.value);
    }
    Q_EMIT loaded();
}

} // namespace yardstick::ui
