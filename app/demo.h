// The demo: a small detection data set that the worker draws, and three draft experiments of resources/demo.json.
// Used by `yardstick demo` and by the window's "Try the demo" card. Idempotent.
#pragma once

#include "core/base/result.h"
#include "core/store/store.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace yardstick::app {

struct DemoExperiment
{
    ExperimentId id;
    std::string queue; ///< the queue's name
};

/// Where the data set is drawn: <data folder>/demo-dataset beside the store.
std::filesystem::path demoDataFolder(const std::filesystem::path& storeFile);

/// Starts the worker's `data demo` as a child process; `done` gets the data set's YAML. Cancelled when the object is destroyed.
class DemoDataJob : public QObject
{
    Q_OBJECT
public:
    using DoneFn = std::function<void(Result<std::filesystem::path>)>;
    DemoDataJob(std::filesystem::path worker, std::filesystem::path folder, QObject* parent);
    ~DemoDataJob() override;
    void start(DoneFn done);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Makes this host's queues and the three drafts, or gives back those that are there (tag "demo", project "Demo").
Result<std::vector<DemoExperiment>> makeDemoExperiments(StoreWriter& store, const std::filesystem::path& dataYaml);

} // namespace yardstick::app
