// The subcommands, one function each; app/cli.cpp gives them to CLI11. Each returns the program's exit code.
#pragma once

#include "app/context.h"

#include "core/chart_model.h"
#include "core/compare.h"
#include "core/export/shape.h"
#include "core/estimate.h"
#include "core/outcomes.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick::app {

// exp
struct NewExperiment
{
    std::string backend = "native"; ///< native | ultralytics
    std::string name, project = "Default", task, model = "yolov8n", data, notes;
    std::vector<std::string> set, tags;
    std::string queue; ///< enqueue at once
    std::string image, setupScript;
    std::vector<std::string> imageArguments;
};
int expList(Context& c, const std::string& project, bool trash, const std::vector<std::string>& columns);
int expShow(Context& c, const std::string& id);
int expNew(Context& c, const NewExperiment& spec);
int expClone(Context& c, const std::string& id, const std::vector<std::string>& set, const std::string& name, const std::string& queue);
int expSet(Context& c, const std::string& id, const std::vector<std::string>& set);
int expEnqueue(Context& c, const std::vector<std::string>& ids, const std::string& queue);
/// dequeue, stop, kill, retry, resume, reset, archive, unarchive, publish, unpublish, delete, restore
int expAction(Context& c, const std::string& verb, const std::vector<std::string>& ids);
int expContinue(Context& c, const std::string& id, int epochs);
int expRename(Context& c, const std::string& id, const std::string& name);
int expTag(Context& c, const std::string& id, const std::vector<std::string>& tags);
int expLog(Context& c, const std::string& id, bool follow, int lines);
int expWatch(Context& c, const std::string& id);
int expValidate(Context& c, const std::string& id, const std::string& split, const std::string& weights);
int expPredict(Context& c, const std::string& id, const std::string& source, const std::string& out, const std::string& weights);

// queue, machine
struct QueueOptions
{
    std::string name, newName, machine, price, currency = "USD";
    std::string budget, budgetPerDay; ///< money in all, and of each UTC day; "none" takes the limit away; empty: as it is
    std::optional<int> threads, maxJobs;
    std::optional<bool> paused;
    std::vector<int> gpus;
    bool sharedPrice = false; ///< the price of other queues of the machine may change with it
};
int queueList(Context& c);
int queueAdd(Context& c, const QueueOptions& options);
int queueSet(Context& c, const QueueOptions& options);
int queueRemove(Context& c, const std::string& name);
int machineList(Context& c);
/// By number or name; of the same name on two markets the one that is not spot. NotFound, InvalidArgument.
Result<Machine> machineByName(StoreReader& reader, const std::string& nameOrId);
struct SshMachineOptions
{
    std::string name, target, identity, worker, folder, price, currency = "USD";
    std::optional<int> cores;
    std::optional<std::string> ultralytics; ///< environment of the backend ultralytics there; "": none
};
int machineAdd(Context& c, const SshMachineOptions& options);
int machineSet(Context& c, const SshMachineOptions& options); ///< of this computer only `ultralytics`
/// `newKey`: pins whatever host key it shows now.
int machineCheck(Context& c, const std::string& name, bool newKey);
int machinePrice(Context& c, const std::string& machine, const std::string& set, const std::string& currency, const std::string& from,
                 const std::string& source);

// before, after, alarms
/// One line per queue (or of `queue` alone) and experiment.
int estimateCommand(Context& c, const std::vector<std::string>& experiments, const std::string& queue);
/// "On all cores: ≈ 2 h 10 min (1 h 55 min – 2 h 30 min), ≈ 0.92 USD (0.85 – 1.02); waits 40 min …"
std::string estimateLine(const QueueEstimate& estimate, UtcMs now);
Result<std::string> estimateLineFor(const StoreReader& reader, const ExperimentSpec& spec, QueueId queue, ExperimentId self = {});
/// Estimate against actual; figures that are not known are null.
nlohmann::json outcomeView(const EstimateOutcome& outcome);
/// Lists the alerts; dismisses those with the given keys, or all, before.
int alertsCommand(Context& c, const std::vector<std::string>& dismissed, bool dismissAll, bool showAll);
Result<nlohmann::json> alertsView(const StoreReader& reader);

// fx
int fxSet(Context& c, const std::string& from, const std::string& to, const std::string& rate, const std::string& date, const std::string& source);
int fxList(Context& c);
/// "1 EUR = 1.08 USD since 2026-11-01 (ECB)"
std::string rateSentence(const FxRate& rate);

// run, serve, demo
int runUntilIdle(Context& c, bool wait);
int serve(Context& c);
int demo(Context& c, bool run, bool enqueueOnly);
int schedulerStatus(Context& c);

// import, compare, export, chart, store
int importReferenceCommand(Context& c);
struct ImportArguments
{
    std::string folder, machine, project = "Ultralytics";
    bool watch = false;
};
/// Run folders of Ultralytics YOLO at or below `folder`; `machine` (number or name, empty: none) gives them a price. `watch`: goes
/// on until Ctrl+C; new epochs appear as results.csv grows.
int importUltralyticsCommand(Context& c, const ImportArguments& arguments);
/// Experiments and epochs that Yardstick exported as CSV (TSV by its ending) or JSON.
int importTableCommand(Context& c, const std::string& file, bool isJson);
struct CompareArguments
{
    std::vector<std::string> machines, experiments;
    std::string provider, currency = "USD";
    std::string job; ///< the experiment whose work the others must equal; empty: the work timed on most machines
    int epochs = 50;
    bool setup = true;
    std::optional<double> reach; ///< mAP50-95
    std::string deadline;        ///< "6h"; empty: none
    std::string valueOfTime;     ///< money an hour; empty: none
    bool spot = false, perImage = false, extrapolate = true;
    std::optional<double> interruptions; ///< assumed per 100 h; given: spot
};
int compareCommand(Context& c, const CompareArguments& arguments);
struct ExportArguments
{
    std::string kind, format, output;
    std::string project; ///< instead of experiments: all of it
    std::vector<std::string> experiments, columns, names;
    CompareArguments compare;
    exports::Shape shape; ///< its columns and form are set from `columns`, `longForm` and `wideForm`
    bool longForm = false, wideForm = false, bom = false;
};
int exportCommand(Context& c, const ExportArguments& arguments);
/// The experiments named, or those of the project, or (neither) none: all. NotFound for a project without any.
Result<std::vector<ExperimentId>> chosenExperiments(Context& c, const std::vector<std::string>& named, const std::string& project);
struct ChartArguments
{
    std::string kind, output;
    std::vector<std::string> names; ///< of lines: scalars
    CompareArguments compare;
    std::optional<int> width, height; ///< pixels of the file
    bool dark = false;
    bool time = false; ///< of breakdown: time in place of money
};
int chartCommand(Context& c, const ChartArguments& arguments, ChartRenderer& renderer);
struct ReportArguments
{
    std::string output, title, project;
    std::vector<std::string> experiments;
    CompareArguments compare;
};
int reportCommand(Context& c, const ReportArguments& arguments, const struct Renderers& with);
/// The options of core behind the arguments. NotFound names a machine, an experiment; InvalidArgument.
Result<CompareOptions> compareOptions(Context& c, const CompareArguments& arguments);
Result<Comparison> comparisonFor(Context& c, const CompareArguments& arguments);
int storeCheck(Context& c);
int storeBackup(Context& c, const std::string& target);
int storeCompact(Context& c);
int storePath(Context& c);
int paramsCommand(Context& c, bool markdown);

} // namespace yardstick::app
