#include "app/demo.h"

#include "core/actions.h"
#include "core/base/resources.h"

#include <QProcess>

#include <algorithm>

#include <unistd.h>

namespace yardstick::app {

namespace fs = std::filesystem;

fs::path demoDataFolder(const fs::path& storeFile) { return storeFile.parent_path() / "demo-dataset"; }

struct DemoDataJob::Impl
{
    fs::path worker;
    fs::path folder;
    QProcess process;
    DoneFn done;
    void finish(Result<fs::path> result)
    {
        if (done) {
            const DoneFn call = std::move(done);
            done = {};
            call(std::move(result));
        }
    }
};

DemoDataJob::DemoDataJob(fs::path worker, fs::path folder, QObject* parent) : QObject(parent), m_impl(std::make_unique<Impl>())
{
    m_impl->worker = std::move(worker);
    m_impl->folder = std::move(folder);
}

DemoDataJob::~DemoDataJob()
{
    m_impl->done = {};
    if (m_impl->process.state() != QProcess::NotRunning) {
        m_impl->process.kill();
        m_impl->process.waitForFinished(2000);
    }
}

void DemoDataJob::start(DoneFn done)
{
    m_impl->done = std::move(done);
    QProcess& process = m_impl->process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    // Ctrl+C reaches the whole group of the terminal; the worker is ended by us (~DemoDataJob), so that nobody takes it for a fault.
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    QObject::connect(&process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_impl->finish(fail(ErrorCode::WorkerMissing, "The worker {0} cannot be started.", m_impl->worker.string()));
        }
    });
    QObject::connect(&process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        if (status != QProcess::NormalExit || code != 0) {
            Error error{ErrorCode::WorkerFailed, "The demo data set could not be drawn in {0}.", {m_impl->folder.string()}, {}};
            error.detail = m_impl->process.readAll().trimmed().toStdString();
            m_impl->finish(std::unexpected(error));
            return;
        }
        m_impl->finish(m_impl->folder / "data.yaml");
    });
    const auto text = [](const fs::path& path) { return QString::fromStdString(path.string()); };
    process.start(text(m_impl->worker), {QStringLiteral("data"), QStringLiteral("demo"), text(m_impl->folder)});
}

namespace {

/// The window's "Run the demo" asks a draft where it goes.
Result<> rememberQueue(StoreWriter& store, ExperimentId id, const std::string& name)
{
    const auto queue = store.read().queueByName(name);
    auto e = store.read().experiment(id);
    if (!queue || !e) {
        return !e ? Result<>(std::unexpected(e.error())) : Result<>{}; // renamed or removed: the first one is taken
    }
    e->queueId = queue->id;
    return store.updateExperiment(*e);
}

} // namespace

Result<std::vector<DemoExperiment>> makeDemoExperiments(StoreWriter& store, const fs::path& dataYaml)
{
    if (auto made = actions::ensureLocalHost(store); !made) {
        return std::unexpected(made.error());
    }
    const auto recipe = nlohmann::json::parse(resource("demo.json"), nullptr, false);
    if (recipe.is_discarded() || !recipe.contains("experiments")) {
        return fail(ErrorCode::Internal, "The built-in demo description is damaged.");
    }
    ExperimentFilter filter;
    filter.project = "Demo";
    auto present = store.read().experiments(filter);
    if (!present) {
        return std::unexpected(present.error());
    }
    std::vector<DemoExperiment> result;
    for (const auto& entry : recipe["experiments"]) {
        const std::string name = entry.value("name", "demo");
        const std::string queue = entry.value("queue", "all cores");
        const auto found = std::find_if(present->begin(), present->end(), [&](const Experiment& e) {
            return e.spec.name == name && !e.clonedFrom.valid() &&
                   std::find(e.spec.tags.begin(), e.spec.tags.end(), "demo") != e.spec.tags.end();
        });
        if (found != present->end()) {
            result.push_back({found->id, queue});
            continue;
        }
        ExperimentSpec spec;
        spec.name = name;
        spec.project = "Demo";
        spec.data = dataYaml.string();
        spec.modelVariant = entry.value("model_variant", "yolov8n");
        spec.params = entry.value("params", nlohmann::json::object());
        spec.tags = {"demo"};
        spec.notes = entry.value("notes", "");
        auto id = actions::create(store, std::move(spec));
        if (!id) {
            return std::unexpected(id.error());
        }
        if (auto known = rememberQueue(store, *id, queue); !known) {
            return std::unexpected(known.error());
        }
        result.push_back({*id, queue});
    }
    return result;
}

} // namespace yardstick::app
