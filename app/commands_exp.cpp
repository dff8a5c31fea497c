// `yardstick exp …`
#include "app/commands.h"
#include "app/json_views.h"

#include "core/actions.h"
#include "core/base/params.h"
#include "core/export/tables.h"
#include "core/outcomes.h"
#include "core/schedule/scheduler.h"
#include "core/spec_edit.h"

#include <QProcess>

#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

namespace yardstick::app {
namespace {

using nlohmann::json;

/// What is expected there; empty where it cannot be told, which is no reason not to queue it.
std::string lineBefore(Context& c, const Experiment& e, QueueId queue)
{
    const auto reader = c.reader();
    const auto line = reader ? estimateLineFor(**reader, e.spec, queue, e.id) : Result<std::string>(std::string());
    return line ? *line : std::string();
}

/// Runs one store transaction and prints the experiment afterwards.
template <typename Fn>
int change(Context& c, const std::vector<std::string>& names, const Fn& fn, const std::string& said, std::optional<QueueId> estimated = {})
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    auto targets = c.experiments(names);
    if (!targets) {
        return c.fail(targets.error());
    }
    json done = json::array();
    int code = 0;
    for (const Experiment& target : *targets) {
        const auto line = estimated && !c.json ? lineBefore(c, target, *estimated) : std::string(); // of the queue without it
        const Result<> result = (*store)->run([&](StoreWriter& w) { return fn(w, target.id); });
        if (!result) {
            code = c.fail(result.error());
            continue;
        }
        auto reader = c.reader();
        auto now = reader ? (*reader)->experiment(target.id) : Result<Experiment>(std::unexpected(reader.error()));
        done.push_back(now ? view(*now) : json{{"id", target.id.value}});
        c.say("#" + std::to_string(target.id.value) + " " + target.spec.name + ": " + said);
        if (!line.empty()) {
            c.say("  " + line);
        }
    }
    if (c.json && code == 0) {
        c.print(done);
    }
    return code;
}

Result<QueueId> queueId(Context& c, const std::string& name)
{
    auto reader = c.reader();
    if (!reader) {
        return std::unexpected(reader.error());
    }
    if (auto ready = c.ensureQueues(); !ready) {
        return std::unexpected(ready.error());
    }
    auto queue = (*reader)->queueByName(name);
    if (!queue) {
        return std::unexpected(queue.error());
    }
    return queue->id;
}

/// A data set that is changed is looked at now, not when it is queued or, worse, when it runs.
Result<> checkChangedData(const Experiment& e, const json& changes)
{
    ExperimentSpec next = e.spec;
    if (auto applied = applyChanges(next, changes); !applied) {
        return applied;
    }
    return next.data != e.spec.data ? checkDataPresent(next) : Result<>{};
}

int printOne(Context& c, ExperimentId id, const std::string& said, std::optional<QueueId> estimated = {})
{
    auto reader = c.reader();
    auto e = reader ? (*reader)->experiment(id) : Result<Experiment>(std::unexpected(reader.error()));
    if (!e) {
        return c.fail(e.error());
    }
    if (c.json) {
        c.print(view(*e));
    } else {
        c.say("#" + std::to_string(id.value) + " " + e->spec.name + ": " + said);
        if (const auto line = estimated ? lineBefore(c, *e, *estimated) : std::string(); !line.empty()) {
            c.say("  " + line);
        }
    }
    return 0;
}

/// The newest attempt's run directory, and a file in it.
Result<std::filesystem::path> newestRunDirectory(Context& c, ExperimentId id)
{
    auto reader = c.reader();
    if (!reader) {
        return std::unexpected(reader.error());
    }
    auto attempts = (*reader)->attempts(id);
    if (!attempts) {
        return std::unexpected(attempts.error());
    }
    if (attempts->empty()) {
        return fail(ErrorCode::NotFound, "Experiment #{0} has not run yet.", id.value);
    }
    return std::filesystem::path(attempts->back().runDirectory);
}

Result<std::filesystem::path> weightsOf(Context& c, ExperimentId id, const std::string& which)
{
    if (!which.empty() && which != "best" && which != "last") {
        return std::filesystem::path(which);
    }
    auto reader = c.reader();
    if (!reader) {
        return std::unexpected(reader.error());
    }
    auto attempts = (*reader)->attempts(id);
    if (!attempts) {
        return std::unexpected(attempts.error());
    }
    const std::string name = (which.empty() ? "best" : which) + ".ckpt";
    for (auto it = attempts->rbegin(); it != attempts->rend(); ++it) {
        const auto file = std::filesystem::path(it->runDirectory) / run_files::kWeights / name;
        if (std::filesystem::exists(file)) {
            return file;
        }
    }
    return fail(ErrorCode::NotFound, "Experiment #{0} has no weights {1} yet.", id.value, name);
}

/// Runs the worker in the foreground with our streams; its exit code is ours.
int runWorker(Context& c, const std::vector<std::string>& arguments)
{
    auto worker = findWorker();
    if (!worker) {
        return c.fail(worker.error());
    }
    QStringList list;
    for (const std::string& argument : arguments) {
        list << QString::fromStdString(argument);
    }
    if (c.json) {
        list << QStringLiteral("--json");
    }
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QString::fromStdString(worker->string()), list);
    if (!process.waitForStarted(-1)) {
        return c.fail(Error{ErrorCode::WorkerMissing, "The worker {0} cannot be started.", {worker->string()}, {}});
    }
    process.waitForFinished(-1);
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 1;
}

/// Read from the end, in one block of bounded size; the file then stands at its end.
std::string lastLines(std::ifstream& file, int lines)
{
    file.seekg(0, std::ios::end);
    const auto size = static_cast<std::int64_t>(file.tellg());
    const std::int64_t block = std::min<std::int64_t>(size, 400LL * lines + 4096);
    file.seekg(size - block);
    std::string tail(static_cast<std::size_t>(block), '\0');
    file.read(tail.data(), block);
    std::size_t at = tail.size();
    for (int n = 0; at > 0; --at) {
        if (tail[at - 1] == '\n' && at != tail.size() && ++n == lines) {
            break;
        }
    }
    return tail.substr(at);
}

} // namespace

int expList(Context& c, const std::string& project, bool trash, const std::vector<std::string>& columns)
{
    auto reader = c.reader();
    if (!reader) {
        return c.fail(reader.error());
    }
    ExperimentFilter filter;
    filter.trash = trash;
    if (!project.empty()) {
        filter.project = project;
    }
    auto rows = (*reader)->experiments(filter);
    if (!rows) {
        return c.fail(rows.error());
    }
    for (const std::string& column : columns) { // a wrong one is wrong however the list is printed
        if (const auto known = exports::experimentsTable(**reader, {}, {column}); !known) {
            return c.fail(known.error());
        }
    }
    if (c.json) {
        c.print(viewAll(*rows));
        return 0;
    }
    if (rows->empty()) {
        c.say(trash ? "The trash is empty."
              : !project.empty() ? "The project \"" + project + "\" has no experiments."
                                 : "No experiments yet. Try: yardstick demo --run");
        return 0;
    }
    std::vector<ExperimentId> ids;
    for (const Experiment& e : *rows) {
        ids.push_back(e.id);
    }
    auto table = exports::experimentsTable(**reader, ids,
                                           columns.empty() ? std::vector<std::string>{"id", "name", "status", "machine", "epochs", "map50", "map50_95",
                                                                                      "epoch_seconds", "price_per_hour", "cost_per_epoch", "cost_total"}
                                                           : columns);
    if (!table) {
        return c.fail(table.error());
    }
    c.print(*table);
    return 0;
}

int expShow(Context& c, const std::string& id)
{
    auto e = c.experiment(id);
    if (!e) {
        return c.fail(e.error());
    }
    StoreReader& reader = **c.reader();
    auto attempts = reader.attempts(e->id, true);
    auto epochs = reader.joinedEpochs(e->id);
    auto messages = reader.messages(e->id);
    if (!attempts || !epochs || !messages) {
        return c.fail(!attempts ? attempts.error() : !epochs ? epochs.error() : messages.error());
    }
    if (c.json) {
        json out = view(*e);
        out["attempt_list"] = viewAll(*attempts);
        out["epoch_list"] = viewAll(*epochs);
        json notes = json::array();
        for (const MessageRow& m : *messages) {
            notes.push_back({{"error", m.error}, {"code", m.code}, {"message", formatTemplate(m.text, m.args)}, {"time", formatUtc(m.t)}});
        }
        out["messages"] = notes;
        const auto outcomes = outcomesOf(reader, e->id);
        if (!outcomes) {
            return c.fail(outcomes.error());
        }
        out["estimate"] = outcomes->empty() ? json(nullptr) : outcomeView(outcomes->back());
        c.print(out);
        return 0;
    }
    const json shown = view(*e);
    c.say("#" + std::to_string(e->id.value) + " " + e->spec.name + " — " + std::string(toString(e->status)) + (e->reason.empty() ? "" : ": " + e->reason));
    for (const char* key : {"project", "task", "model_variant", "data", "started", "ended", "epochs", "epochs_planned", "epoch_seconds", "price_per_hour", "cost_per_epoch", "cost_total"}) {
        const json& v = shown[key];
        std::string text = v.is_null() ? "—" : v.is_string() ? v.get<std::string>() : v.is_object() ? v["amount"].get<std::string>() + " " + v["currency"].get<std::string>() : v.dump();
        c.say("  " + std::string(key) + ": " + text);
    }
    for (const auto& [name, value] : e->spec.params.items()) {
        c.say("  " + name + " = " + ParamSchema::format(value));
    }
    for (const auto& [name, value] : e->last) {
        c.say("  " + name + ": " + numberToJson(value).dump());
    }
    for (const Attempt& a : *attempts) {
        c.say("  attempt " + std::to_string(a.number) + ": " + std::string(toString(a.outcome)) + (a.message.empty() ? "" : " (" + a.message + ")") + "  " + a.runDirectory);
    }
    for (const MessageRow& m : *messages) {
        c.say(std::string("  ") + (m.error ? "error: " : "warning: ") + formatTemplate(m.text, m.args));
    }
    return 0;
}

int expNew(Context& c, const NewExperiment& n)
{
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    auto params = parseAssignments(n.set);
    if (!params) {
        return c.fail(params.error());
    }
    ExperimentSpec spec;
    spec.name = n.name;
    spec.project = n.project;
    spec.modelVariant = n.model;
    spec.task = !n.task.empty() ? n.task : taskOfVariant(n.model).value_or("detect");
    spec.notes = n.notes;
    spec.tags = n.tags;
    spec.backend = n.backend;
    spec.params = *params;
    spec.container = {n.image, n.imageArguments, n.setupScript};
    std::error_code ignored;
    spec.data = n.data.empty() ? "" : std::filesystem::absolute(n.data, ignored).lexically_normal().generic_string();
    std::optional<QueueId> queue;
    if (!n.queue.empty()) {
        auto found = queueId(c, n.queue);
        if (!found) {
            return c.fail(found.error());
        }
        queue = *found;
    }
    // Told now, not when it is queued or, worse, when it runs.
    auto good = validateSpec(spec);
    good = good ? checkDataPresent(spec) : good;
    if (!good) {
        return c.fail(good.error());
    }
    auto id = (*store)->runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
        auto made = actions::create(w, spec);
        if (made && queue) {
            if (auto queued = actions::enqueue(w, *made, *queue); !queued) {
                return std::unexpected(queued.error());
            }
        }
        return made;
    });
    return id ? printOne(c, *id, queue ? "created and queued" : "created", queue) : c.fail(id.error());
}

int expClone(Context& c, const std::string& source, const std::vector<std::string>& set, const std::string& name, const std::string& queue)
{
    auto e = c.experiment(source);
    if (!e) {
        return c.fail(e.error());
    }
    auto params = parseAssignments(set);
    if (!params) {
        return c.fail(params.error());
    }
    if (auto good = checkChangedData(*e, *params); !good) {
        return c.fail(good.error());
    }
    std::optional<QueueId> target;
    if (!queue.empty()) {
        auto found = queueId(c, queue);
        if (!found) {
            return c.fail(found.error());
        }
        target = *found;
    }
    auto id = (*c.store())->runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
        auto made = actions::clone(w, e->id, *params, name);
        if (made && target) {
            if (auto queued = actions::enqueue(w, *made, *target); !queued) {
                return std::unexpected(queued.error());
            }
        }
        return made;
    });
    return id ? printOne(c, *id, target ? "cloned and queued" : "cloned", target) : c.fail(id.error());
}

int expSet(Context& c, const std::string& id, const std::vector<std::string>& set)
{
    auto params = parseAssignments(set);
    if (!params) {
        return c.fail(params.error());
    }
    auto e = c.experiment(id);
    auto good = e ? checkChangedData(*e, *params) : Result<>(std::unexpected(e.error()));
    if (!good) {
        return c.fail(good.error());
    }
    return change(c, {id}, [&](StoreWriter& w, ExperimentId draft) { return actions::setParams(w, draft, *params); }, "changed");
}

int expEnqueue(Context& c, const std::vector<std::string>& ids, const std::string& queue)
{
    auto target = queueId(c, queue);
    if (!target) {
        return c.fail(target.error());
    }
    return change(c, ids, [&](StoreWriter& w, ExperimentId e) { return actions::enqueue(w, e, *target); }, "queued on " + queue, *target);
}

int expAction(Context& c, const std::string& verb, const std::vector<std::string>& ids)
{
    using Fn = std::function<Result<>(StoreWriter&, ExperimentId)>;
    const std::map<std::string, std::pair<Fn, std::string>> table{
        {"dequeue", {[](StoreWriter& w, ExperimentId e) { return actions::dequeue(w, e); }, "back to draft"}},
        {"stop", {[](StoreWriter& w, ExperimentId e) { return actions::stop(w, e, false); }, "asked to stop"}},
        {"kill", {[](StoreWriter& w, ExperimentId e) { return actions::stop(w, e, true); }, "asked to end at once"}},
        {"retry", {[](StoreWriter& w, ExperimentId e) { return actions::retry(w, e); }, "queued again, from the start"}},
        {"resume", {[](StoreWriter& w, ExperimentId e) { return actions::resume(w, e); }, "queued again, from its last checkpoint"}},
        {"reset", {[](StoreWriter& w, ExperimentId e) { return actions::reset(w, e); }, "reset to draft"}},
        {"archive", {[](StoreWriter& w, ExperimentId e) { return actions::archive(w, e, true); }, "archived"}},
        {"unarchive", {[](StoreWriter& w, ExperimentId e) { return actions::archive(w, e, false); }, "no longer archived"}},
        {"publish", {[](StoreWriter& w, ExperimentId e) { return actions::publish(w, e, true); }, "published"}},
        {"unpublish", {[](StoreWriter& w, ExperimentId e) { return actions::publish(w, e, false); }, "no longer published"}},
        {"delete", {[](StoreWriter& w, ExperimentId e) { return actions::moveToTrash(w, e); }, "moved to the trash"}},
        {"restore", {[](StoreWriter& w, ExperimentId e) { return actions::restore(w, e); }, "restored"}},
    };
    const auto& [fn, said] = table.at(verb);
    return change(c, ids, fn, said);
}

int expContinue(Context& c, const std::string& id, int epochs)
{
    return change(c, {id}, [&](StoreWriter& w, ExperimentId e) { return actions::continueWith(w, e, epochs); },
                  "queued again, to " + counted(epochs, "epoch"));
}

int expRename(Context& c, const std::string& id, const std::string& name)
{
    const auto clean = cleanName(name);
    if (clean && clean->empty()) {
        return c.fail(Error{ErrorCode::Usage, "A name cannot be empty; give the new one, such as \"v8n, longer\".", {}, {}});
    }
    return change(c, {id}, [&](StoreWriter& w, ExperimentId e) { return actions::rename(w, e, name); }, "renamed to " + clean.value_or(name));
}

int expTag(Context& c, const std::string& id, const std::vector<std::string>& tags)
{
    return change(c, {id}, [&](StoreWriter& w, ExperimentId e) { return actions::setTags(w, e, tags); }, "tagged");
}

int expLog(Context& c, const std::string& id, bool follow, int lines)
{
    auto e = c.experiment(id);
    if (!e) {
        return c.fail(e.error());
    }
    auto directory = newestRunDirectory(c, e->id);
    if (!directory) {
        return c.fail(directory.error());
    }
    std::ifstream file(*directory / run_files::kLog, std::ios::binary);
    if (!file) {
        return c.fail(Error{ErrorCode::NotFound, "Experiment #{0} has no log yet.", {std::to_string(e->id.value)}, {}});
    }
    if (c.json && follow) {
        return c.fail(Error{ErrorCode::Usage, "exp log --json prints what is there; leave out --follow.", {}, {}});
    }
    if (c.json) {
        std::istringstream text(lines > 0 ? lastLines(file, lines) : std::string((std::istreambuf_iterator<char>(file)), {}));
        json all = json::array();
        for (std::string line; std::getline(text, line);) {
            all.push_back(line);
        }
        c.print(json{{"id", e->id.value}, {"file", (*directory / run_files::kLog).string()}, {"lines", std::move(all)}});
        return 0;
    }
    if (lines > 0) {
        std::cout << lastLines(file, lines);
    } else if (file.peek() != std::ifstream::traits_type::eof()) {
        std::cout << file.rdbuf();
    }
    std::cout.flush();
    while (follow) {
        file.clear();
        std::string more((std::istreambuf_iterator<char>(file)), {});
        std::cout << more << std::flush;
        if (more.empty() && std::filesystem::exists(*directory / run_files::kExit)) {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return 0;
}

int expWatch(Context& c, const std::string& id)
{
    auto e = c.experiment(id);
    if (!e) {
        return c.fail(e.error());
    }
    int shownEpochs = -1;
    std::string shownStatus;
    for (;;) {
        auto now = (*c.reader())->experiment(e->id);
        if (!now) {
            return c.fail(now.error());
        }
        const std::string status(toString(now->status));
        if (now->epochsDone != shownEpochs || status != shownStatus) {
            shownEpochs = now->epochsDone;
            shownStatus = status;
            if (c.json) {
                std::cout << view(*now).dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
            } else {
                std::string text = "#" + std::to_string(now->id.value) + " " + status + ", epoch " + std::to_string(now->epochsDone) + "/" + std::to_string(now->epochsPlanned);
                for (const char* metric : {"map50", "map50_95"}) {
                    if (const auto it = now->last.find(metric); it != now->last.end()) {
                        text += std::string(", ") + metric + " " + numberToJson(it->second).dump();
                    }
                }
                if (now->costPerEpoch) {
                    text += ", " + now->costPerEpoch->toDecimal(6) + " " + std::string(now->costPerEpoch->currency().code()) + "/epoch";
                }
                c.say(text + (now->reason.empty() ? "" : " (" + now->reason + ")"));
            }
        }
        const bool over = now->status == ExperimentStatus::Completed || now->status == ExperimentStatus::Failed ||
                          now->status == ExperimentStatus::Stopped || now->status == ExperimentStatus::Draft;
        if (over) {
            return now->status == ExperimentStatus::Failed ? 1 : 0;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

int expValidate(Context& c, const std::string& id, const std::string& split, const std::string& weights)
{
    auto e = c.experiment(id);
    if (!e) {
        return c.fail(e.error());
    }
    auto file = weightsOf(c, e->id, weights);
    if (!file) {
        return c.fail(file.error());
    }
    const json imgsz = ParamSchema::get().value(e->spec.params, "imgsz", e->spec.task);
    return runWorker(c, {"val", "--weights", file->string(), "--data", e->spec.data, "--split", split, "--imgsz", imgsz.dump()});
}

int expPredict(Context& c, const std::string& id, const std::string& source, const std::string& out, const std::string& weights)
{
    auto e = c.experiment(id);
    if (!e) {
        return c.fail(e.error());
    }
    auto file = weightsOf(c, e->id, weights);
    if (!file) {
        return c.fail(file.error());
    }
    return runWorker(c, {"predict", "--weights", file->string(), "--source", source, "--out", out});
}

} // namespace yardstick::app
