// window_shots: pictures of every page and dialog, for a designer's eye and for docs/. Usage:
//   window_shots FOLDER [STORE] [--lang zh_CN] [--dark] [--width 1280] [--height 800]
// Without STORE it makes one: the reference benchmark, experiments in every status, two with a log as a worker writes it.
#include "core/actions.h"
#include "core/compare.h"
#include "core/store/store.h"
#include "tests/support/event_log.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"
#include "ui/app_services.h"
#include "ui/details/details_pane.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/window/main_window.h"
#include "ui/window/window_host.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

#include <cstdio>

namespace {

using namespace yardstick;
using namespace yardstick::test;

class ShotServices final : public ui::AppServices
{
public:
    explicit ShotServices(Store& store) : m_store(store) {}
    QString version() const override { return QStringLiteral("0.1.0"); }
    SchedulerHolder schedulerHolder() const override { return {true, 1, "window", nowUtcMs(), true}; }
    Result<> takeScheduler() override { return {}; }
    Result<> handOverToServe() override { return {}; }
    Result<std::filesystem::path> findWorker() const override { return yardstick::findWorker(); }
    void startDemo(QObject*, Progress, std::function<void(Result<std::vector<ExperimentId>>)>) override {}
    void cancelDemo() override {}
    Result<> openUrl(const QUrl&) override { return {}; }
    QString commandLine(const QString& subcommand) const override
    {
        return QStringLiteral("yardstick %1 --store %2").arg(subcommand, QString::fromStdString(m_store.info().file.string()));
    }

private:
    Store& m_store;
};

ExperimentId addRun(StoreWriter& w, const TempDir& folder, const Queue& queue, int number, ExperimentStatus status, ExperimentId parent)
{
    Experiment e;
    e.spec.modelVariant = number % 3 ? "yolov8n" : "yolov8s";
    e.spec.params = {{"imgsz", number % 2 ? 640 : 320}, {"batch", 8 << (number % 3)}, {"epochs", 20}};
    e.spec.name = std::string(number % 3 ? "v8n" : "v8s") + (number % 2 ? "-640" : "-320") + "-b" + std::to_string(8 << (number % 3));
    e.spec.data = "/data/shapes/data.yaml";
    e.spec.tags = number % 4 == 0 ? std::vector<std::string>{"best"} : std::vector<std::string>{};
    e.status = status;
    e.clonedFrom = parent;
    e.queueId = status == ExperimentStatus::Draft ? QueueId() : queue.id;
    e.queuePosition = number;
    if (status == ExperimentStatus::Queued) {
        e.reason = "Waits for its turn.";
    } else if (status == ExperimentStatus::Failed) {
        e.reason = "The data set file /data/shapes/data.yaml does not exist.";
    }
    const ExperimentId id = must(w.insertExperiment(e));
    const bool ran = status != ExperimentStatus::Draft && status != ExperimentStatus::Queued;
    if (ran) {
        Attempt a;
        a.experimentId = id;
        a.queueId = queue.id;
        a.machineId = queue.machineId;
        a.hostId = queue.hostId;
        a.token = "shot-" + std::to_string(number);
        a.runDirectory = (folder / std::to_string(number)).string();
        a.createdMs = 1'789'999'000'000;
        must(w.insertAttempt(a));
    }
    return id;
}

void fill(Store& store, const TempDir& folder)
{
    using enum ExperimentStatus;
    must(store.run([](StoreWriter& w) { return actions::ensureLocalHost(w); }));
    must(store.runFor<int>([](StoreWriter& w) { return importReference(w); }));
    const Queue queue = must(must(store.reader()).queueByName("all cores"));
    const std::vector<ExperimentStatus> statuses{Completed, Completed, Failed, Stopped, Interrupted, Completed, Running, Queued, Queued, Draft};
    std::vector<ExperimentId> ids;
    for (size_t i = 0; i < statuses.size(); ++i) {
        ids.push_back(must(store.runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
            return addRun(w, folder, queue, static_cast<int>(i) + 1, statuses[i], i > 0 ? ids[i - 1] : ExperimentId());
        })));
    }
    for (size_t i = 0; i < ids.size(); ++i) {
        for (const Attempt& a : must(must(store.reader()).attempts(ids[i]))) {
            LogOptions options;
            options.epochs = statuses[i] == Completed ? 20 : 7;
            options.stepsPerEpoch = 13;
            options.faults = i == 5;
            options.seed = static_cast<unsigned>(i + 1);
            options.epochSeconds = 2 + static_cast<double>(i % 4);
            writeLog(folder.path(), static_cast<int>(i) + 1, logOfRun(options));
            ingestAll(store, a.id);
        }
        must(store.run([&](StoreWriter& w) -> Result<> {
            Experiment e = must(w.read().experiment(ids[i]));
            e.status = statuses[i];
            return w.updateExperiment(e);
        }));
    }
}

void settle(int milliseconds = 700)
{
    QTest::qWait(milliseconds);
}

class Shooter
{
public:
    Shooter(ui::MainWindow& window, const QString& folder, const QString& suffix) : m_window(window), m_folder(folder), m_suffix(suffix) {}

    void window(const QString& name)
    {
        settle();
        save(m_window, name);
    }
    template <typename Open> void dialog(const QString& name, Open&& open)
    {
        open();
        settle();
        if (auto* shown = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            save(*shown, name);
            shown->reject();
            settle(100);
        }
    }

private:
    void save(QWidget& widget, const QString& name) const { widget.grab().save(m_folder + QLatin1Char('/') + name + m_suffix + QStringLiteral(".png")); }
    ui::MainWindow& m_window;
    QString m_folder, m_suffix;
};

void shootAll(ui::MainWindow& window, Shooter& shoot)
{
    auto& page = window.experiments();
    QElapsedTimer timer;
    timer.start();
    while (page.model().rowCount() == 0 && timer.elapsed() < 5000) {
        settle(20);
    }
    ExperimentId done;
    for (int row = 0; row < page.model().rowCount(); ++row) {
        if (page.model().at(row).status == ExperimentStatus::Completed && page.model().at(row).attempts > 0 && !done.valid()) {
            done = page.model().at(row).id;
        }
    }
    page.select({done});
    auto* details = window.findChild<ui::DetailsPane*>();
    for (const auto& [tab, name] : {std::pair(ui::DetailsPane::Tab::Parameters, "parameters"), std::pair(ui::DetailsPane::Tab::Scalars, "scalars"),
                                    std::pair(ui::DetailsPane::Tab::Plots, "plots"), std::pair(ui::DetailsPane::Tab::Images, "images"),
                                    std::pair(ui::DetailsPane::Tab::Log, "log"), std::pair(ui::DetailsPane::Tab::Cost, "cost"),
                                    std::pair(ui::DetailsPane::Tab::Attempts, "attempts"), std::pair(ui::DetailsPane::Tab::Artifacts, "artifacts")}) {
        details->showTab(tab);
        shoot.window(QStringLiteral("experiments-") + QString::fromLatin1(name));
    }
    shoot.dialog(QStringLiteral("dialog-clone"), [&] { page.openClone(done); });
    shoot.dialog(QStringLiteral("dialog-new"), [&] { page.openNew(); });
    shoot.dialog(QStringLiteral("dialog-new-faults"), [&] {
        page.openNew();
        settle();
        for (QWidget* in : QApplication::activeModalWidget()->findChildren<QWidget*>(QRegularExpression(QStringLiteral("^new(Imgsz|Batch|Data)$")))) {
            qobject_cast<QLineEdit*>(in)->setText(QStringLiteral("as many as there are in the whole of the world and some more"));
        }
    });
    page.setFilterText(QStringLiteral("nothing-has-this-name"));
    shoot.window(QStringLiteral("experiments-no-match"));
    page.setFilterText({});
    page.select({done});
    shoot.dialog(QStringLiteral("dialog-export"), [&] { page.openExport(); });
    for (const char* id : {"queues", "machines", "compare", "datasets", "settings"}) {
        window.showPage(QString::fromLatin1(id));
        shoot.window(QString::fromLatin1(id));
        if (qstrcmp(id, "machines") == 0) {
            shoot.dialog(QStringLiteral("dialog-price"), [&] { window.findChild<QAction*>(QStringLiteral("machinePrice"))->trigger(); });
        } else if (qstrcmp(id, "queues") == 0) {
            shoot.dialog(QStringLiteral("dialog-queue"), [&] { window.findChild<QAction*>(QStringLiteral("queueEdit"))->trigger(); });
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("where the pictures go"));
    parser.addPositionalArgument(QStringLiteral("store"), QStringLiteral("a store that is there already"));
    parser.addOptions({{QStringLiteral("lang"), QStringLiteral("language"), QStringLiteral("code"), QStringLiteral("en")},
                       {QStringLiteral("dark"), QStringLiteral("dark theme")},
                       {QStringLiteral("empty"), QStringLiteral("an empty store")},
                       {QStringLiteral("width"), QStringLiteral("pixels"), QStringLiteral("n"), QStringLiteral("1280")},
                       {QStringLiteral("height"), QStringLiteral("pixels"), QStringLiteral("n"), QStringLiteral("800")}});
    parser.process(app);
    const QStringList places = parser.positionalArguments();
    if (places.isEmpty()) {
        std::fputs("window_shots FOLDER [STORE]\n", stderr);
        return 2;
    }
    QDir().mkpath(places[0]);
    const TempDir folder;
    const bool own = places.size() < 2;
    auto store = must(Store::open(own ? folder / "store.db" : std::filesystem::path(places[1].toStdString())));
    if (own && !parser.isSet(QStringLiteral("empty"))) {
        fill(*store, folder);
    }
    const QString settingsFile = QString::fromStdString((folder / "settings.ini").string());
    {
        ui::Settings settings(settingsFile);
        settings.setLanguage(parser.value(QStringLiteral("lang")));
        settings.setTheme(parser.isSet(QStringLiteral("dark")) ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
    }
    ShotServices services(*store);
    ui::WindowHost host(app, *store, services, settingsFile);
    must(host.open());
    host.window()->resize(parser.value(QStringLiteral("width")).toInt(), parser.value(QStringLiteral("height")).toInt());
    Shooter shoot(*host.window(), places[0], parser.isSet(QStringLiteral("dark")) ? QStringLiteral("-dark") : QString());
    if (parser.isSet(QStringLiteral("empty"))) {
        shoot.window(QStringLiteral("empty"));
        return 0;
    }
    shootAll(*host.window(), shoot);
    return 0;
}
