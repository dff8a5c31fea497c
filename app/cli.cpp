#include "app/cli.h"

#include "app/commands.h"
#include "app/gui.h"

#include "core/base/platform.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <iostream>
#include <string_view>

namespace yardstick::app {
namespace {

/// What CLI11 fills in, and the function that runs afterwards. One object for the whole parse.
struct Call
{
    Context context;
    std::function<int()> work;          ///< runs with a QCoreApplication
    std::function<int(const Renderers&)> drawing; ///< runs with the offscreen platform instead
    std::string id, name, queue, source, split = "val", weights, out, project, currency = "USD", from, target;
    std::vector<std::string> ids, set, tags, columns;
    int epochs = 0, lines = 0;
    bool trash = false, follow = false, flag = false, flag2 = false;
    NewExperiment fresh;
    QueueOptions queueOptions;
    SshMachineOptions machine;
    ImportArguments import;
    CompareArguments compare;
    ExportArguments exports;
    ChartArguments chart;
    ReportArguments report;
};

void addExperiments(CLI::App& root, Call& call)
{
    CLI::App* exp = root.add_subcommand("exp", "Experiments: list, make, clone, enqueue, watch …");
    exp->require_subcommand(1);
    Context& c = call.context;

    auto* list = exp->add_subcommand("list", "List experiments");
    list->add_option("--project", call.project, "Only this project");
    list->add_flag("--trash", call.trash, "Only deleted ones");
    list->add_option("--columns", call.columns, "Columns, comma separated; any parameter is one")->delimiter(',');
    list->callback([&] { call.work = [&] { return expList(c, call.project, call.trash, call.columns); }; });

    auto* show = exp->add_subcommand("show", "Show one experiment whole");
    show->add_option("experiment", call.id, "Number or name")->required();
    show->callback([&] { call.work = [&] { return expShow(c, call.id); }; });

    auto* fresh = exp->add_subcommand("new", "Make a draft (and enqueue it with --queue)");
    fresh->add_option("--name", call.fresh.name, "Name; made from the parameters when missing");
    fresh->add_option("--data", call.fresh.data, "Data set YAML, or folder for classify")->required();
    fresh->add_option("--model", call.fresh.model, "Model variant, e.g. yolov8n")->capture_default_str();
    fresh->add_option("--task", call.fresh.task, "detect, segment or classify; follows from the model when missing");
    fresh->add_option("--project", call.fresh.project, "Project")->capture_default_str();
    fresh->add_option("--set", call.fresh.set, "Parameters: name=value …");
    fresh->add_option("--tag", call.fresh.tags, "Tags")->delimiter(',');
    fresh->add_option("--notes", call.fresh.notes, "Notes");
    fresh->add_option("--queue", call.fresh.queue, "Enqueue it there at once");
    fresh->add_option("--backend", call.fresh.backend, "Trainer: native, or ultralytics in a Python environment of yours")->capture_default_str();
    fresh->add_option("--image", call.fresh.image, "Container image to run in");
    fresh->add_option("--image-argument", call.fresh.imageArguments, "Argument of the container, e.g. --ipc=host")->allow_extra_args(false);
    fresh->add_option("--setup-script", call.fresh.setupScript, "Shell text run before the worker");
    fresh->callback([&] { call.work = [&] { return expNew(c, call.fresh); }; });

    auto* clone = exp->add_subcommand("clone", "Clone, change parameters, enqueue");
    clone->add_option("experiment", call.id, "Number or name")->required();
    clone->add_option("--set", call.set, "Changes: name=value …");
    clone->add_option("--name", call.name, "Name of the clone");
    clone->add_option("--queue,--enqueue", call.queue, "Enqueue it there at once");
    clone->callback([&] { call.work = [&] { return expClone(c, call.id, call.set, call.name, call.queue); }; });

    auto* set = exp->add_subcommand("set", "Change parameters of a draft");
    set->add_option("experiment", call.id, "Number or name")->required();
    set->add_option("assignments,--set", call.set, "name=value …")->required();
    set->callback([&] { call.work = [&] { return expSet(c, call.id, call.set); }; });

    auto* enqueue = exp->add_subcommand("enqueue", "Send experiments to a queue");
    enqueue->add_option("experiments", call.ids, "Numbers or names")->required();
    enqueue->add_option("--queue", call.queue, "Queue")->required();
    enqueue->callback([&] { call.work = [&] { return expEnqueue(c, call.ids, call.queue); }; });

    const std::vector<std::pair<std::string, std::string>> verbs{
        {"dequeue", "Take a waiting experiment off its queue"}, {"stop", "Stop: checkpoint, then end"}, {"kill", "End at once; unsaved progress is lost"},
        {"retry", "Queue again, from the start"},               {"resume", "Queue again, from the last checkpoint"},
        {"reset", "Back to draft; its cost stays in the totals"}, {"archive", "Archive"}, {"unarchive", "Undo archive"},
        {"publish", "Publish: results are final"},               {"unpublish", "Undo publish"}, {"delete", "Move to the trash"}, {"restore", "Bring back from the trash"}};
    for (const auto& [verb, help] : verbs) {
        auto* sub = exp->add_subcommand(verb, help);
        sub->add_option("experiments", call.ids, "Numbers or names")->required();
        sub->callback([&, verb = verb] { call.work = [&, verb] { return expAction(c, verb, call.ids); }; });
    }

    auto* more = exp->add_subcommand("continue", "Go on with a completed run to more epochs");
    more->add_option("experiment", call.id, "Number or name")->required();
    more->add_option("--epochs", call.epochs, "Epochs in all")->required();
    more->callback([&] { call.work = [&] { return expContinue(c, call.id, call.epochs); }; });

    auto* rename = exp->add_subcommand("rename", "Rename");
    rename->add_option("experiment", call.id, "Number or name")->required();
    rename->add_option("name", call.name, "New name")->required();
    rename->callback([&] { call.work = [&] { return expRename(c, call.id, call.name); }; });

    auto* tag = exp->add_subcommand("tag", "Set the tags (none: clear them)");
    tag->add_option("experiment", call.id, "Number or name")->required();
    tag->add_option("tags", call.tags, "Tags; a comma separates two")->delimiter(',');
    tag->callback([&] { call.work = [&] { return expTag(c, call.id, call.tags); }; });

    auto* log = exp->add_subcommand("log", "Print the log of the newest attempt");
    log->add_option("experiment", call.id, "Number or name")->required();
    log->add_flag("-f,--follow", call.follow, "Go on until the run ends");
    log->add_option("-n,--lines", call.lines, "Only the last lines");
    log->callback([&] { call.work = [&] { return expLog(c, call.id, call.follow, call.lines); }; });

    auto* watch = exp->add_subcommand("watch", "Follow a run: one line per epoch");
    watch->add_option("experiment", call.id, "Number or name")->required();
    watch->callback([&] { call.work = [&] { return expWatch(c, call.id); }; });

    auto* val = exp->add_subcommand("val", "Validate the weights of a run");
    val->add_option("experiment", call.id, "Number or name")->required();
    val->add_option("--split", call.split, "val, train or test")->capture_default_str();
    val->add_option("--weights", call.weights, "best, last or a file");
    val->callback([&] { call.work = [&] { return expValidate(c, call.id, call.split, call.weights); }; });

    auto* predict = exp->add_subcommand("predict", "Predict images with the weights of a run");
    predict->add_option("experiment", call.id, "Number or name")->required();
    predict->add_option("--source", call.source, "Image or folder")->required();
    predict->add_option("--out", call.out, "Folder for the results")->required();
    predict->add_option("--weights", call.weights, "best, last or a file");
    predict->callback([&] { call.work = [&] { return expPredict(c, call.id, call.source, call.out, call.weights); }; });
}

void addQueues(CLI::App& root, Call& call)
{
    Context& c = call.context;
    CLI::App* queue = root.add_subcommand("queue", "Queues: list, add, set, remove");
    queue->require_subcommand(1);
    queue->add_subcommand("list", "List queues, what waits and why")->callback([&] { call.work = [&] { return queueList(c); }; });
    const auto options = [&](CLI::App* sub) {
        sub->add_option("name", call.queueOptions.name, "Queue")->required();
        sub->add_option("--threads", call.queueOptions.threads, "CPU threads per job; 0: all")->check(CLI::Range(0, 4096));
        sub->add_option("--max-jobs", call.queueOptions.maxJobs, "Jobs at once")->check(CLI::Range(1, 10000));
        sub->add_option("--gpus", call.queueOptions.gpus, "GPU indices, comma separated")->delimiter(',');
        sub->add_option("--machine", call.queueOptions.machine, "Machine that runs its jobs; a rented one only gives them its price");
        sub->add_option("--price", call.queueOptions.price, "New price per hour of its machine");
        sub->add_flag("--shared-price", call.queueOptions.sharedPrice, "--price may change the price of other queues of that machine, too");
        sub->add_option("--currency", call.queueOptions.currency, "Currency of --price and of the budgets")->capture_default_str();
        sub->add_option("--budget", call.queueOptions.budget, "Money that its jobs may cost in all, e.g. 20; none: no limit");
        sub->add_option("--budget-per-day", call.queueOptions.budgetPerDay, "Money that they may cost each UTC day, e.g. 5; none: no limit");
    };
    auto* add = queue->add_subcommand("add", "Add a queue: on this computer, or on the machine that --machine names");
    options(add);
    add->callback([&] { call.work = [&] { return queueAdd(c, call.queueOptions); }; });
    auto* set = queue->add_subcommand("set", "Change a queue");
    options(set);
    set->add_option("--rename", call.queueOptions.newName, "New name");
    set->add_flag_callback("--pause", [&] { call.queueOptions.paused = true; }, "Start nothing new");
    set->add_flag_callback("--unpause", [&] { call.queueOptions.paused = false; }, "Start again");
    set->callback([&] { call.work = [&] { return queueSet(c, call.queueOptions); }; });
    auto* remove = queue->add_subcommand("remove", "Remove an empty queue");
    remove->add_option("name", call.name, "Queue")->required();
    remove->callback([&] { call.work = [&] { return queueRemove(c, call.name); }; });

    CLI::App* machine = root.add_subcommand("machine", "Machines and their prices");
    machine->require_subcommand(1);
    machine->add_subcommand("list", "List machines with the price in force")->callback([&] { call.work = [&] { return machineList(c); }; });
    const auto machineOptions = [&](CLI::App* sub) {
        sub->add_option("name", call.machine.name, "Machine")->required();
        sub->add_option("--identity", call.machine.identity, "File of the private key; none: agent and SSH configuration");
        sub->add_option("--worker", call.machine.worker, "Path of yardstick-worker there; none: in its PATH");
        sub->add_option("--folder", call.machine.folder, "Folder for jobs and data there; none: ~/.yardstick");
        sub->add_option("--ultralytics", call.machine.ultralytics,
                        "Python environment there for the backend ultralytics: folder of a virtual environment, python or yolo program; \"\": none");
        sub->add_option("--cores", call.machine.cores, "CPU threads that jobs may use; none: as found there")->check(CLI::Range(1, 4096));
        sub->add_option("--currency", call.machine.currency, "Currency of --price")->capture_default_str();
        return sub;
    };
    auto* addMachine = machineOptions(machine->add_subcommand("add", "Add a machine of yours that is reached over SSH"));
    addMachine->add_option("--ssh", call.machine.target, "[user@]host[:port], or a name of your SSH configuration")->required();
    addMachine->add_option("--price", call.machine.price, "Price per hour, e.g. 0.12")->required();
    addMachine->callback([&] { call.work = [&] { return machineAdd(c, call.machine); }; });
    auto* setMachine = machineOptions(machine->add_subcommand("set", "Change a machine that is reached over SSH; of this computer: --ultralytics"));
    setMachine->add_option("--ssh", call.machine.target, "[user@]host[:port], or a name of your SSH configuration");
    setMachine->add_option("--price", call.machine.price, "New price per hour");
    setMachine->callback([&] { call.work = [&] { return machineSet(c, call.machine); }; });
    auto* check = machine->add_subcommand("check", "Look at a machine: worker, ultralytics; over SSH also host key, disk, cores, clock");
    check->add_option("machine", call.id, "Number or name")->required();
    check->add_flag("--new-key", call.flag, "Accept and pin the host key that it shows now");
    check->callback([&] { call.work = [&] { return machineCheck(c, call.id, call.flag); }; });
    auto* price = machine->add_subcommand("price", "Show the price history, or set a new price (the old one is kept)");
    price->add_option("machine", call.id, "Number or name")->required();
    price->add_option("--set", call.target, "Price per hour, e.g. 0.36");
    price->add_option("--currency", call.currency, "Currency")->capture_default_str();
    price->add_option("--from", call.from, "Valid from (UTC), e.g. 2026-11-30");
    price->add_option("--source", call.source, "Where it is from");
    price->callback([&] { call.work = [&] { return machinePrice(c, call.id, call.target, call.currency, call.from, call.source); }; });
}

void addForethought(CLI::App& root, Call& call)
{
    Context& c = call.context;
    auto* estimate = root.add_subcommand("estimate", "What a run would take, cost and when it would be done, on each queue");
    estimate->add_option("experiments", call.ids, "Numbers or names")->required();
    estimate->add_option("--queue", call.queue, "Only on this queue");
    estimate->callback([&] { call.work = [&] { return estimateCommand(c, call.ids, call.queue); }; });
    auto* alerts = root.add_subcommand("alerts", "Slow runs, budgets that are passed, old prices");
    alerts->add_option("--dismiss", call.tags, "Keys, as they are shown in brackets");
    alerts->add_flag("--dismiss-all", call.flag, "Dismiss what there is now");
    alerts->add_flag("--all", call.flag2, "Show dismissed ones, too");
    alerts->callback([&] { call.work = [&] { return alertsCommand(c, call.tags, call.flag, call.flag2); }; });
}

void addExchange(CLI::App& root, Call& call)
{
    Context& c = call.context;
    CLI::App* fx = root.add_subcommand("fx", "Exchange rates that you enter: set, list; never fetched");
    fx->require_subcommand(1);
    auto* set = fx->add_subcommand("set", "Enter a rate, e.g.  fx set EUR USD 1.08  (those entered before are kept)");
    set->add_option("from", call.id, "Currency, e.g. EUR")->required();
    set->add_option("to", call.target, "Currency, e.g. USD")->required();
    set->add_option("rate", call.name, "How much of it one of the first is worth, e.g. 1.08")->required();
    set->add_option("--date", call.from, "Valid from (UTC), e.g. 2026-11-01; today when missing");
    set->add_option("--source", call.source, "Where it is from");
    set->callback([&] { call.work = [&] { return fxSet(c, call.id, call.target, call.name, call.from, call.source); }; });
    fx->add_subcommand("list", "List the rates, superseded ones too")->callback([&] { call.work = [&] { return fxList(c); }; });
}

void addCompare(CLI::App* sub, CompareArguments& a)
{
    sub->add_option("--machines", a.machines, "Only these machines")->delimiter(',');
    sub->add_option("--provider", a.provider, "Only providers with this text in the name, e.g. AWS");
    sub->add_option("--job", a.job, "Number or name of a run: its kind of work is compared; none: the kind timed on most machines");
    sub->add_option("--epochs", a.epochs, "Epochs of the all-in figures")->capture_default_str();
    sub->add_option("--currency", a.currency, "Currency of the comparison")->capture_default_str();
    sub->add_option("--reach", a.reach, "Also time and cost of each run until its first epoch with mAP50-95 of at least this, e.g. 0.5");
    sub->add_option("--deadline", a.deadline, "Which machine is cheapest of those that finish in time with 95 % certainty, e.g. 6h, 90min, 1d12h");
    sub->add_option("--value-of-time", a.valueOfTime, "What an hour of waiting costs you, e.g. 20: which machine is best with that");
    sub->add_flag("--spot", a.spot, "Also machine types at their spot price; what interruptions cost is counted");
    sub->add_option("--interruptions", a.interruptions, "With --spot: interruptions in 100 h, assumed until own history weighs more (5)");
    sub->add_flag("--per-image", a.perImage, "Compare runs that differ only in their data too, by seconds per image");
    sub->add_flag("!--no-extrapolation", a.extrapolate, "Only machines that were timed, none extrapolated from the same GPU");
    sub->add_flag("!--no-setup", a.setup, "Leave set-up out of the all-in figures");
}

void addShape(CLI::App* sub, ExportArguments& a)
{
    sub->add_option("--project", a.project, "All experiments of this project");
    sub->add_option("--digits", a.shape.digits, "Decimals of every figure in Markdown, LaTeX, HTML and XLSX (CSV, TSV and JSON are exact)");
    sub->add_option("--caption", a.shape.caption, "Caption in Markdown, LaTeX, HTML and JSON");
    sub->add_option("--label", a.shape.label, "Label in LaTeX and JSON, and the name of an XLSX sheet");
    sub->add_flag("!--no-bold", a.shape.bestInBold, "The best is not in bold");
    sub->add_flag("!--no-plus-minus", a.shape.plusMinus, "Leave out what follows ±");
    auto* longForm = sub->add_flag("--long", a.longForm, "One line per value (scalars are so already)");
    sub->add_flag("--wide", a.wideForm, "Scalars: one line per step, one column per scalar")->excludes(longForm);
    sub->add_flag("--bom", a.bom, "UTF-8 mark for spreadsheets");
}

void addData(CLI::App& root, Call& call)
{
    Context& c = call.context;
    CLI::App* import = root.add_subcommand("import", "Import results");
    import->require_subcommand(1);
    import->add_subcommand("reference", "The built-in reference benchmark (12 machines)")->callback([&] { call.work = [&] { return importReferenceCommand(c); }; });
    auto* runs = import->add_subcommand("ultralytics", "Run folders of Ultralytics YOLO (results.csv, args.yaml); safe to repeat");
    runs->add_option("folder", call.import.folder, "A run folder, or a folder of many")->required();
    runs->add_option("--machine", call.import.machine, "The machine that they ran on, so that their epochs have a price");
    runs->add_option("--project", call.import.project, "Project of those that are new")->capture_default_str();
    runs->add_flag("--watch", call.import.watch, "Go on until Ctrl+C: new epochs appear as they are written");
    runs->callback([&] { call.work = [&] { return importUltralyticsCommand(c, call.import); }; });

    for (const bool isJson : {false, true}) {
        auto* table = import->add_subcommand(isJson ? "json" : "csv", "Experiments or epochs that yardstick export wrote; safe to repeat");
        table->add_option("file", call.target, "The file")->required();
        table->callback([&, isJson] { call.work = [&, isJson] { return importTableCommand(c, call.target, isJson); }; });
    }

    auto* compare = root.add_subcommand("compare", "Compare machines: epoch time, price, cost per epoch");
    addCompare(compare, call.compare);
    compare->add_option("--experiments", call.compare.experiments, "Only these experiments")->delimiter(',');
    compare->callback([&] { call.work = [&] { return compareCommand(c, call.compare); }; });

    auto* exported = root.add_subcommand("export", "Export a table: experiments, machines, epochs, scalars, diff, bill, reference");
    exported->add_option("kind", call.exports.kind, "What")->required();
    exported->add_option("experiments", call.exports.experiments, "Experiments; none: all");
    exported->add_option("--format", call.exports.format, "csv, tsv, md, tex, html, json or xlsx; follows from the file's ending when missing");
    exported->add_option("-o,--output", call.exports.output, "File; none: standard output");
    exported->add_option("--columns", call.exports.columns, "Columns, comma separated")->delimiter(',');
    exported->add_option("--names", call.exports.names, "Scalars, comma separated")->delimiter(',');
    addShape(exported, call.exports);
    addCompare(exported, call.exports.compare);
    exported->callback([&] { call.work = [&] { return exportCommand(c, call.exports); }; });

    auto* chart = root.add_subcommand("chart", "Draw a chart to a file: of a comparison of machines, or lines of scalars over epochs");
    chart->add_option("kind", call.chart.kind, "epoch-time, cost, spot, pareto, break-even, epoch-times, breakdown, or lines")->required();
    chart->add_option("--names", call.chart.names, "lines: scalars, comma separated, e.g. metrics/mAP50(B),train/box_loss")->delimiter(',');
    chart->add_option("-o,--output", call.chart.output, "FILE.png, FILE.svg or FILE.pdf")->required();
    chart->add_option("--width", call.chart.width, "Pixels of the file (of a PNG an even number); none: 2400 of a PNG, else 1200");
    chart->add_option("--height", call.chart.height, "Pixels of the file, more where the machines need it; none: 1400 of a PNG, else 700");
    chart->add_flag("--time", call.chart.time, "breakdown: where the time goes, in place of the money");
    chart->add_flag("--dark", call.chart.dark, "Dark colours");
    addCompare(chart, call.chart.compare);
    chart->add_option("--experiments", call.chart.compare.experiments, "Only these experiments")->delimiter(',');
    chart->callback([&] { call.drawing = [&](const Renderers& with) { return chartCommand(c, call.chart, with.charts); }; });

    auto* report = root.add_subcommand("report", "Write a report with tables, charts and where the figures are from: one HTML or PDF file");
    report->add_option("experiments", call.report.experiments, "Experiments; none: all");
    report->add_option("--experiments", call.report.experiments, "The same, comma separated")->delimiter(',');
    report->add_option("--project", call.report.project, "All experiments of this project");
    report->add_option("--title", call.report.title, "Title; none: the project");
    report->add_option("-o,--output", call.report.output, "FILE.html or FILE.pdf")->required();
    addCompare(report, call.report.compare);
    report->callback([&] { call.drawing = [&](const Renderers& with) { return reportCommand(c, call.report, with); }; });

    CLI::App* store = root.add_subcommand("store", "The store file: check, backup, compact, path");
    store->require_subcommand(1);
    store->add_subcommand("check", "Check that it is sound")->callback([&] { call.work = [&] { return storeCheck(c); }; });
    auto* backup = store->add_subcommand("backup", "Copy it while it is in use");
    backup->add_option("file", call.target, "Target file")->required();
    backup->callback([&] { call.work = [&] { return storeBackup(c, call.target); }; });
    store->add_subcommand("compact", "Give space back")->callback([&] { call.work = [&] { return storeCompact(c); }; });
    store->add_subcommand("path", "Where it is")->callback([&] { call.work = [&] { return storePath(c); }; });

    auto* params = root.add_subcommand("params", "The training parameters with defaults, ranges and meaning");
    params->add_flag("--markdown", call.flag, "As a Markdown table");
    params->callback([&] { call.work = [&] { return paramsCommand(c, call.flag); }; });
}

void addRunning(CLI::App& root, Call& call)
{
    Context& c = call.context;
    auto* demoCommand = root.add_subcommand("demo", "Sample data set and three experiments");
    demoCommand->add_flag("--run", call.flag, "Work the local queues until idle, with progress");
    demoCommand->add_flag("--enqueue", call.flag2, "Only enqueue them");
    demoCommand->callback([&] { call.work = [&] { return demo(c, call.flag, call.flag2); }; });

    auto* run = root.add_subcommand("run", "Schedule until every queue is empty");
    run->add_flag("--until-idle", call.flag, "End when nothing waits or runs (the default)");
    run->callback([&] { call.work = [&] { return runUntilIdle(c, false); }; });

    root.add_subcommand("serve", "Schedule without a window until told to end")->callback([&] { call.work = [&] { return serve(c); }; });
    root.add_subcommand("status", "Who schedules this store, and the alerts")->callback([&] { call.work = [&] { return schedulerStatus(c); }; });
}

/// --help and --version end here too: 0. A wrong command line: 2, in the shape of every other error. Whether --json was given is
/// looked up by hand, for the parse ended where it went wrong.
int refused(Context& context, const CLI::App& root, const CLI::ParseError& error, const std::vector<std::string_view>& arguments)
{
    if (error.get_exit_code() == 0) {
        return root.exit(error);
    }
    context.json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    std::string help = "yardstick";
    const CLI::App* app = &root;
    for (; !app->get_subcommands().empty(); app = app->get_subcommands().front()) {
        help += app == &root ? "" : " " + app->get_name();
    }
    help += app == &root ? "" : " " + app->get_name();
    // A wrong word where a subcommand must stand: say that, rather than that one is missing.
    const auto word = std::find(arguments.begin() + 1, arguments.end(), app->get_name());
    const bool unknown = !app->get_subcommands([](const CLI::App*) { return true; }).empty() && app != &root && word != arguments.end() &&
                         word + 1 != arguments.end() && !(word + 1)->starts_with("-");
    const std::string text = unknown ? "There is no \"" + std::string(*(word + 1)) + "\" in " + help + "." : error.what();
    return context.fail(Error{ErrorCode::Usage, "{0}", {text}, "See  " + help + " --help"});
}

} // namespace

int runProgram(int argc, char** argv)
{
    Call call;
    CLI::App root{"Yardstick: train YOLOv8, and know what each epoch costs. Without a subcommand it opens the window."};
    root.name("yardstick");
    root.set_version_flag("--version", YARDSTICK_VERSION);
    root.fallthrough();
    std::string storeText;
    bool resetUi = false;
    root.add_option("--store", storeText, "Store file (default: YARDSTICK_STORE, else the data folder)");
    root.add_flag("--json", call.context.json, "Print JSON with stable English keys");
    root.add_flag("-q,--quiet", call.context.quiet, "Print only results and errors");
    root.add_flag("--reset-ui", resetUi, "Open the window with its first layout");
    root.require_subcommand(0, 1);
    addExperiments(root, call);
    addQueues(root, call);
    addForethought(root, call);
    addExchange(root, call);
    addRunning(root, call);
    addData(root, call);
    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return refused(call.context, root, error, std::vector<std::string_view>(argv, argv + argc));
    }
    call.context.storeFile = storeText;
    if (call.drawing) {
        const auto code = withRenderers(argc, argv, call.drawing);
        return code ? *code : call.context.fail(code.error());
    }
    if (!call.work) {
        return runWindow(argc, argv, call.context.storeFile, resetUi);
    }
    QCoreApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Yardstick"));
    QCoreApplication::setApplicationName(QStringLiteral("yardstick"));
    return call.work();
}

} // namespace yardstick::app
