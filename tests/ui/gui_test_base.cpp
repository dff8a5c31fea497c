#include "tests/ui/gui_test_base.h"

#include "core/actions.h"
#include "core/local_launcher.h"
#include "tests/support/store_fixture.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QProcess>

namespace yardstick::test {
namespace {

constexpr int kWidth = 1280, kHeight = 800;

} // namespace

std::filesystem::path workerPath()
{
    const QByteArray chosen = qgetenv("YARDSTICK_WORKER");
    std::filesystem::path path = chosen.isEmpty() ? std::filesystem::path(YARDSTICK_WORKER_PATH) : std::filesystem::path(chosen.toStdString());
    return std::filesystem::exists(path) ? path : std::filesystem::path();
}

bool waitFor(const std::function<bool()>& condition, int timeoutMs)
{
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() > timeoutMs) {
            return false;
        }
        QTest::qWait(5);
    }
    return true;
}

Result<> TestServices::takeScheduler()
{
    if (m_scheduler) {
        return {};
    }
    if (!mayTake) {
        return fail(ErrorCode::Busy, "This test's window is a client.");
    }
    static const SystemClock clock;
    Scheduler::Options options;
    options.worker = workerPath();
    options.tickMs = 50;
    std::map<std::string, std::unique_ptr<Launcher>> launchers;
    launchers.emplace("local", std::make_unique<LocalLauncher>(options.worker));
    auto taken = Scheduler::take(m_store, std::move(launchers), clock, options);
    if (!taken) {
        return fail(taken.error());
    }
    m_scheduler = std::move(*taken);
    m_scheduler->start();
    return {};
}

Result<> TestServices::handOverToServe()
{
    ++handedOver;
    m_scheduler.reset();
    return {};
}

Result<std::filesystem::path> TestServices::findWorker() const
{
    const std::filesystem::path worker = workerPath();
    if (worker.empty()) {
        return fail(ErrorCode::WorkerMissing, "The worker was not built.");
    }
    return worker;
}

void TestServices::startDemo(QObject* context, Progress progress, std::function<void(Result<std::vector<ExperimentId>>)> done)
{
    const auto worker = findWorker();
    if (!worker) {
        done(fail(worker.error()));
        return;
    }
    progress(0, 0, QStringLiteral("drawing"));
    const std::filesystem::path data = m_store.info().file.parent_path() / "demo-data";
    auto* process = new QProcess(context);
    connect(process, &QProcess::finished, context, [this, process, data, done](int code) {
        process->deleteLater();
        if (code != 0) {
            done(fail(ErrorCode::WorkerFailed, "The demo data set could not be drawn."));
            return;
        }
        done(m_store.runFor<std::vector<ExperimentId>>([&](StoreWriter& w) -> Result<std::vector<ExperimentId>> {
            std::vector<ExperimentId> ids;
            for (const int imgsz : {64, 96, 128}) {
                ExperimentSpec spec;
                spec.data = (data / "data.yaml").string();
                spec.tags = {"demo"};
                spec.params = {{"imgsz", imgsz}, {"epochs", 1}, {"batch", 4}, {"pretrained", false}};
                auto id = actions::create(w, spec);
                if (!id) {
                    return fail(id.error());
                }
                ids.push_back(*id);
            }
            return ids;
        }));
    });
    process->start(QString::fromStdString(worker->string()),
                   {QStringLiteral("data"), QStringLiteral("demo"), QString::fromStdString(data.string()), QStringLiteral("--train"),
                    QStringLiteral("8"), QStringLiteral("--val"), QStringLiteral("4"), QStringLiteral("--size"), QStringLiteral("96")});
}

Result<> TestServices::openUrl(const QUrl& url)
{
    opened = url;
    return {};
}

QString TestServices::commandLine(const QString& subcommand) const
{
    return QStringLiteral("yardstick %1 --store %2").arg(subcommand, QString::fromStdString(m_store.info().file.string()));
}

GuiTest::GuiTest() : m_settings(QString::fromStdString((m_folder / "settings.ini").string())) {}

GuiTest::~GuiTest()
{
    m_main.window.reset();
    m_main.services.reset();
}

OpenWindow GuiTest::openAnother(bool scheduler)
{
    OpenWindow open;
    open.store = must(Store::open(storeFile()));
    open.services = std::make_unique<TestServices>(*open.store);
    open.services->mayTake = scheduler;
    open.window = must(ui::MainWindow::make(*open.store, *open.services, m_settings));
    open.window->resize(kWidth, kHeight);
    open.window->show();
    open.window->activateWindow();
    return open;
}

void GuiTest::open(bool scheduler)
{
    m_main = openAnother(scheduler);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_main.window.get()));
    // The queues of this host are written by the window itself; the table is read after it.
    ASSERT_TRUE(waitFor([&] { return must(must(store().reader()).queues()).size() == 2; }));
}

void GuiTest::click(QWidget* widget)
{
    ASSERT_NE(widget, nullptr);
    ASSERT_TRUE(widget->isVisible()) << widget->objectName().toStdString();
    ASSERT_TRUE(widget->isEnabled()) << widget->objectName().toStdString();
    QTest::mouseClick(widget, Qt::LeftButton);
}

void GuiTest::type(QWidget* widget, const QString& text)
{
    ASSERT_NE(widget, nullptr);
    widget->setFocus();
    QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(widget, text);
}

void GuiTest::activate()
{
    window().activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window()));
}

void GuiTest::selectExperiment(ExperimentId id)
{
    ui::ExperimentView& view = window().experiments().view();
    const ui::ExperimentTableModel& model = window().experiments().model();
    ASSERT_TRUE(waitFor([&] { return model.rowOf(id) >= 0; })) << "#" << id.value << " is not in the table";
    const QModelIndex index = model.index(model.rowOf(id), 0);
    view.scrollTo(index);
    activate(); // as a click does where there is a window manager
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
    ASSERT_TRUE(waitFor([&] { return view.currentId() == id; }));
    QTest::qWait(0);
}

Experiment GuiTest::experiment(ExperimentId id)
{
    return must(must(store().reader()).experiment(id));
}

ExperimentId GuiTest::addDraft(const std::string& name, const nlohmann::json& params)
{
    return must(store().runFor<ExperimentId>([&](StoreWriter& w) {
        ExperimentSpec spec;
        spec.name = name;
        spec.params = params;
        spec.data = (m_folder / "data.yaml").string();
        return actions::create(w, spec);
    }));
}

} // namespace yardstick::test
