// `yardstick import ultralytics`: once, or watched until Ctrl+C.
#include "app/commands.h"
#include "app/interrupt_watch.h"

#include "core/import/ultralytics_import.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>

namespace yardstick::app {
namespace {

using nlohmann::json;
using imports::LastLine;
using imports::UltralyticsReport;
constexpr int kLookEveryMs = 1000;

Result<MachineId> machineNamed(Context& c, const std::string& name)
{
    if (name.empty()) {
        return MachineId();
    }
    auto reader = c.reader();
    auto machines = reader ? (*reader)->machines() : Result<std::vector<Machine>>(std::unexpected(reader.error()));
    if (!machines) {
        return std::unexpected(machines.error());
    }
    MachineId id;
    for (const Machine& m : *machines) {
        const bool named = m.name == name && (!id.valid() || m.market != "spot"); // on demand, where there are both
        if (named || std::to_string(m.id.value) == name) {
            id = m.id;
        }
    }
    return id.valid() ? Result<MachineId>(id) : fail(ErrorCode::NotFound, "There is no machine \"{0}\"; see yardstick machine list.", name);
}

/// A problem with what stands behind it, one line each.
std::vector<std::string> linesOf(const Error& problem)
{
    std::vector<std::string> lines{problem.message()};
    for (std::size_t begin = 0; begin < problem.detail.size();) {
        const std::size_t end = std::min(problem.detail.find('\n', begin), problem.detail.size());
        lines.push_back("  " + problem.detail.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

json viewOf(const UltralyticsReport& report)
{
    json ids = json::array(), problems = json::array();
    for (const ExperimentId e : report.experiments) {
        ids.push_back(e.value);
    }
    for (const Error& problem : report.problems) {
        for (const std::string& line : linesOf(problem)) {
            problems.push_back(line);
        }
    }
    return {{"added", report.added},       {"grown", report.grown},        {"unchanged", report.unchanged}, {"assigned", report.assigned},
            {"replaced", report.replaced}, {"in_trash", report.inTrash}, {"experiments", ids},            {"problems", problems}};
}

std::string counts(const UltralyticsReport& report)
{
    std::string said;
    const auto part = [&](int n, const char* what) {
        if (n > 0) {
            said += (said.empty() ? "" : ", ") + std::to_string(n) + " " + what;
        }
    };
    part(report.added, "new");
    part(report.grown, "with new epochs");
    part(report.unchanged, "unchanged");
    part(report.inTrash, "in the trash (yardstick exp list --trash)");
    return said;
}

void tell(const Context& c, const UltralyticsReport& report, const ImportArguments& a)
{
    for (const Error& problem : report.problems) {
        for (const std::string& line : linesOf(problem)) {
            c.say(line);
        }
    }
    c.say(counted(std::ssize(report.experiments), "run folder") + ": " + counts(report) + "; see them with  yardstick exp list");
    if (report.replaced > 0) {
        c.say(counted(report.replaced, "run folder") + (report.replaced == 1 ? " holds" : " hold") +
              " other figures than before (trained again in place): the earlier run is kept, the new one stands beside it.");
    }
    if (report.assigned > 0) {
        c.say(counted(report.assigned, "run") + (report.assigned == 1 ? " has" : " have") + " now the machine \"" + a.machine + "\".");
    }
}

bool isNews(const UltralyticsReport& report)
{
    return report.added > 0 || report.grown > 0 || report.replaced > 0 || !report.problems.empty();
}

/// Looks once a second until Ctrl+C, then once more, for a last line without an end. A folder that is away for a moment (a
/// network disk) is told once and looked for again.
int watchFolder(Context& c, imports::UltralyticsImport& import, const ImportArguments& a)
{
    QEventLoop loop;
    const InterruptWatch interrupted([&] { loop.quit(); });
    std::string lastFault;
    const auto look = [&](LastLine last) {
        auto report = import.look(last);
        if (!report) {
            if (report.error().message() != lastFault) {
                lastFault = report.error().message();
                c.fail(report.error());
            }
            return;
        }
        lastFault.clear();
        if (isNews(*report) && c.json) {
            c.print(viewOf(*report)); // one value for each look that has found something
        } else if (isNews(*report)) {
            tell(c, *report, a);
        }
    };
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] { look(LastLine::LeaveIfOpen); });
    look(LastLine::LeaveIfOpen);
    c.say("Watching " + a.folder + "; Ctrl+C ends it.");
    timer.start(kLookEveryMs);
    loop.exec();
    timer.stop();
    look(LastLine::Take);
    return 0;
}

} // namespace

int importUltralyticsCommand(Context& c, const ImportArguments& a)
{
    const auto machine = machineNamed(c, a.machine);
    if (!machine) {
        return c.fail(machine.error());
    }
    auto store = c.store();
    if (!store) {
        return c.fail(store.error());
    }
    const std::filesystem::path root = std::filesystem::absolute(a.folder);
    imports::UltralyticsImport import(**store, {root, *machine, a.project.empty() ? "Ultralytics" : a.project});
    if (a.watch) {
        if (const auto there = imports::findUltralyticsRuns(root); !there) {
            return c.fail(there.error());
        }
        return watchFolder(c, import, a);
    }
    auto report = import.look(LastLine::Take);
    if (!report) {
        return c.fail(report.error());
    }
    if (import.folders() == 0) {
        return c.fail(Error{ErrorCode::NotFound, "There is no results.csv in {0} or below.", {root.string()}, {}});
    }
    if (report->experiments.empty()) {
        return c.fail(imports::noneUsable(root, *report));
    }
    if (c.json) {
        c.print(viewOf(*report));
    }
    tell(c, *report, a);
    return 0;
}

} // namespace yardstick::app
