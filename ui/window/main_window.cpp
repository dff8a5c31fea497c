#include "ui/window/main_window.h"

#include "core/actions.h"
#include "core/store/store.h"
#include "ui/app_services.h"
#include "ui/experiments/experiments_page.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/window/command_palette.h"
#include "ui/window/error_presenter.h"
#include "ui/window/make_pages.h"
#include "ui/window/page.h"
#include "ui/window/side_bar.h"
#include "ui/window/status_line.h"

#include <QAction>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

constexpr int kFirstWidth = 1280, kFirstHeight = 800;
constexpr int kSmallestWidth = 760, kSmallestHeight = 480;
constexpr int kFoldBelow = 1000; ///< narrower: the side bar shows icons only
constexpr int kSchedulerMs = 1000;
constexpr int kStatusMs = 250;
const QString kGeometry = QStringLiteral("geometry");
const QString kLastPage = QStringLiteral("page");

} // namespace

/// Owned by the window, referred to by WindowContext.
struct MainWindow::Parts
{
    Parts(Store& store, AppServices& services, Settings& settings, StoreReader reader)
        : watcher(std::move(reader))
        , query(store.info().file)
        , errors(new ErrorPresenter)
        , context{store, services, settings, watcher, query, *errors, undo}
    {
    }
    StoreWatcher watcher;
    StoreQuery query;
    QUndoStack undo;
    ErrorPresenter* errors; ///< the layout's, from buildFrame() on
    WindowContext context;
};

Result<std::unique_ptr<MainWindow>> MainWindow::make(Store& store, AppServices& services, Settings& settings)
{
    auto reader = store.reader();
    if (!reader) {
        return fail(reader.error());
    }
    auto parts = std::make_unique<Parts>(store, services, settings, std::move(*reader));
    return std::unique_ptr<MainWindow>(new MainWindow(std::move(parts)));
}

MainWindow::MainWindow(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)), m_context(m_parts->context)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Yardstick"));
    setMinimumSize(kSmallestWidth, kSmallestHeight);
    buildFrame();
    if (!restoreGeometry(m_context.settings.bytes(kGeometry))) {
        const QSize available = screen() ? screen()->availableSize() : QSize(kFirstWidth, kFirstHeight);
        resize(QSize(kFirstWidth, kFirstHeight).boundedTo(available));
    }
    buildPages();
    buildActions();
    showPage(m_context.settings.text(kLastPage, QStringLiteral("experiments")));

    StoreWatcher& watcher = m_context.watcher;
    connect(&watcher, &StoreWatcher::changed, this, [this] { m_statusTimer.start(); });
    connect(&watcher, &StoreWatcher::failed, this, &MainWindow::showWarning);
    watcher.start();
    m_statusTimer.setSingleShot(true);
    m_statusTimer.setInterval(kStatusMs);
    connect(&m_statusTimer, &QTimer::timeout, this, &MainWindow::refreshStatus);
    connect(&m_schedulerTimer, &QTimer::timeout, this, &MainWindow::refreshScheduler);
    m_schedulerTimer.start(kSchedulerMs);
    // The queues of this host, where they are missing; a store of an own making may have none.
    m_context.store.post([](StoreWriter& w) { return actions::ensureLocalHost(w); }, this, [this](Result<> made) {
        if (!made) {
            m_context.errors.showError(made.error());
        }
    });
    refreshStatus();
    refreshScheduler();
    refreshAlerts();
    if (!m_context.store.info().wal) {
        showWarning(tr("The store lies on a network file system: it works, but more slowly, and jobs are not scheduled from here."));
    }
    if (m_context.store.info().migrated) {
        m_context.errors.showNote(tr("The store was brought up to date. A copy of the old one is at %1.")
                                      .arg(fromUtf8(m_context.store.info().backup.string())));
    }
}

MainWindow::~MainWindow()
{
    m_context.watcher.stop();
    // Pages refer to the context: they go before it does.
    delete takeCentralWidget();
}

void MainWindow::buildFrame()
{
    auto* central = new QWidget(this);
    auto* line = new QHBoxLayout(central);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    m_side = new SideBar(central);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    m_stack = new QStackedWidget(central);
    right->addWidget(&m_context.errors);
    right->addWidget(m_stack, 1);
    buildAlerts(*right);
    line->addWidget(m_side);
    line->addLayout(right, 1);
    setCentralWidget(central);
    m_status = new StatusLine(this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(0, 0, 0, 0);
    m_palette = new CommandPalette(this);
    connect(m_side, &SideBar::activated, this, [this](int index) { showPage(m_pages[static_cast<size_t>(index)]->id()); });
    connect(m_status, &StatusLine::takeRequested, this, [this] {
        m_takeFailed = false;
        refreshScheduler();
    });
    connect(m_status, &StatusLine::alertsClicked, this, &MainWindow::toggleAlerts);
    connect(&m_context.errors, &ErrorPresenter::alertsChanged, m_status, &StatusLine::setAlerts);
}

void MainWindow::buildPages()
{
    const MadePages made = makePages(m_context, *this);
    m_experiments = made.experiments;
    for (Page* page : made.pages) {
        addPage(page);
    }
}

void MainWindow::addPage(Page* page)
{
    page->setAccessibleName(page->title());
    m_pages.push_back(page);
    m_stack->addWidget(page);
    m_side->addEntry(page->id(), page->title(), page->iconName());
}

Page* MainWindow::page(const QString& id) const
{
    const auto it = std::find_if(m_pages.begin(), m_pages.end(), [&](const Page* p) { return p->id() == id; });
    return it == m_pages.end() ? nullptr : *it;
}

void MainWindow::showPage(const QString& id)
{
    Page* wanted = page(id);
    if (!wanted) {
        wanted = m_pages.front();
    }
    m_stack->setCurrentWidget(wanted);
    m_side->setCurrent(m_stack->indexOf(wanted));
    m_context.settings.setText(kLastPage, wanted->id());
    wanted->activate();
}

void MainWindow::buildActions()
{
    const auto add = [this](const QString& text, const char* name, const QKeySequence& key, auto&& act) {
        auto* action = new QAction(text, this);
        action->setObjectName(QString::fromLatin1(name));
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        m_actions << action;
        return action;
    };
    for (size_t i = 0; i < m_pages.size(); ++i) {
        const QKeySequence key(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)));
        QAction* action = add(tr("Go to %1").arg(m_pages[i]->title()), "goTo", key, [this, i] { showPage(m_pages[i]->id()); });
        action->setObjectName(QStringLiteral("goTo_") + m_pages[i]->id());
    }
    const auto shown = [this] { return static_cast<Page*>(m_stack->currentWidget()); };
    add(tr("Filter"), "goFilter", QKeySequence(QKeySequence::Find), [shown] { shown()->focusFilter(); });
    add(tr("Refresh"), "refresh", QKeySequence(Qt::Key_F5), [this, shown] {
        m_context.watcher.poll();
        shown()->refresh();
    });
    add(tr("Commands"), "palette", QKeySequence(Qt::CTRL | Qt::Key_K), [this] { openPalette(); });
    add(tr("Show the alerts"), "showAlerts", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), [this] { toggleAlerts(); });
    add(tr("Quit"), "quit", QKeySequence(QKeySequence::Quit), [this] { close(); });
    for (auto [action, name, text, iconName, keys] :
         {std::tuple(m_context.undo.createUndoAction(this, tr("Undo")), "undo", tr("Undo"), "undo", QKeySequence::Undo),
          std::tuple(m_context.undo.createRedoAction(this, tr("Redo")), "redo", tr("Redo"), "redo", QKeySequence::Redo)}) {
        action->setObjectName(QString::fromLatin1(name));
        action->setIcon(icon(QString::fromLatin1(iconName)));
        QList<QKeySequence> shortcuts = QKeySequence::keyBindings(keys);
        if (keys == QKeySequence::Redo && !shortcuts.contains(QKeySequence(Qt::CTRL | Qt::Key_Y))) {
            shortcuts << QKeySequence(Qt::CTRL | Qt::Key_Y);
        }
        action->setShortcuts(shortcuts);
        addAction(action);
        m_actions << action;
    }
    // What concerns a selection works only where one sees it.
    addActions(m_experiments->windowActions());
}

void MainWindow::openPalette()
{
    QList<QAction*> all = m_actions;
    const auto* shown = static_cast<Page*>(m_stack->currentWidget());
    all << shown->pageActions();
    if (shown != m_experiments) {
        all << m_experiments->windowActions();
    }
    m_palette->open(all);
}

void MainWindow::refreshStatus()
{
    const StoreReader& reader = m_context.watcher.reader();
    ExperimentFilter filter;
    filter.statuses = {ExperimentStatus::Queued, ExperimentStatus::Starting, ExperimentStatus::Running, ExperimentStatus::Interrupted};
    if (const auto busy = reader.experiments(filter)) {
        m_running = static_cast<int>(std::count_if(busy->begin(), busy->end(), [](const Experiment& e) {
            return e.status == ExperimentStatus::Running || e.status == ExperimentStatus::Starting;
        }));
        m_waiting = static_cast<int>(busy->size()) - m_running;
        m_status->setJobs(m_running, m_waiting);
    }
    if (const auto spent = reader.spentOnDay(nowUtcMs())) {
        m_side->setSpentToday(*spent);
    }
    m_context.query.run<StoreReader::Counts>([](const StoreReader& r) { return r.counts(); }, this, [this](Result<StoreReader::Counts> counts) {
        if (counts) {
            m_status->setStore(fromUtf8(m_context.store.info().file.string()), counts->bytes, counts->experiments);
        }
    });
}

void MainWindow::refreshScheduler()
{
    SchedulerHolder holder = m_context.services.schedulerHolder();
    if (!holder.held && !m_takeFailed && m_context.store.info().wal) {
        if (const Result<> taken = m_context.services.takeScheduler(); !taken) {
            m_takeFailed = true;
            if (taken.error().code != ErrorCode::Busy) {
                m_context.errors.showError(taken.error());
            }
        }
        holder = m_context.services.schedulerHolder();
    }
    m_takeFailed = m_takeFailed && !holder.held;
    m_status->setScheduler(holder);
}

void MainWindow::showWarning(const QString& sentence)
{
    m_context.errors.showWarning(sentence);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_side->setFolded(event->size().width() < kFoldBelow);
}

void MainWindow::saveState()
{
    m_context.settings.setBytes(kGeometry, saveGeometry());
    for (Page* page : m_pages) {
        page->saveState();
    }
}

} // namespace yardstick::ui
