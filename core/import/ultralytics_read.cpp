#include "core/import/ultralytics.h"

#include "core/base/params.h"
#include "core/base/platform.h"
#include "core/base/ultralytics_files.h"
#include "core/export/cell_text.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace yardstick::imports {
namespace {

namespace fs = std::filesystem;

/// Reads the lines of results.csv one after the other.
class ResultsReader
{
public:
    ResultsReader(UltralyticsRun& run, const fs::path& file) : m_run(run), m_file(file.string()), m_lines(m_file) {}

    void line(std::string_view text)
    {
        auto line = m_lines.next(text);
        if (!line) {
            m_skipped = true;
            if (++m_unusable <= kMostProblems) {
                m_run.problems.push_back(line.error());
            }
        } else if (line->kind == UltralyticsLine::Kind::Header) {
            m_begins = true; // a second header: another run wrote into the same folder
        } else if (line->kind == UltralyticsLine::Kind::Epoch) {
            m_fromZero = m_fromZero || line->epoch == 0;
            UltralyticsEpoch e;
            e.epoch = line->epoch;
            e.values = std::move(line->values);
            append(std::move(e), line->time);
        }
    }

    /// Epochs count from 0 in old versions.
    void finish()
    {
        if (m_unusable > kMostProblems) {
            m_run.problems.push_back({ErrorCode::BadFile, "{0}: {1} more lines cannot be used.", {m_file, std::to_string(m_unusable - kMostProblems)}, {}});
        }
        for (auto& segment : m_run.segments) {
            for (UltralyticsEpoch& e : segment) {
                e.epoch += m_fromZero ? 1 : 0;
            }
        }
    }

private:
    /// A new process begins where the clock or the epoch goes back. Its first time counts from its own start.
    void append(UltralyticsEpoch e, std::optional<double> time)
    {
        const bool backInTime = time && m_lastTime && *time < *m_lastTime;
        if (m_begins || backInTime || e.epoch <= m_lastEpoch) {
            m_run.segments.emplace_back();
            m_lastTime.reset();
        }
        m_begins = false;
        if (time && std::isfinite(*time)) {
            const double seconds = m_lastTime ? *time - *m_lastTime : *time;
            // Epochs without a line (a restart after NaN) are in the next difference: it is no time of one epoch.
            const bool oneEpoch = m_lastTime ? e.epoch == m_lastEpoch + 1 : !m_skipped;
            if (oneEpoch && seconds > 0) {
                e.seconds = seconds;
            }
            e.sinceStart = *time;
            m_lastTime = *time;
        }
        m_lastEpoch = e.epoch;
        m_skipped = false;
        m_run.segments.back().push_back(std::move(e));
    }

    UltralyticsRun& m_run;
    std::string m_file;
    UltralyticsLines m_lines;
    int m_unusable = 0;
    bool m_skipped = false; ///< since the last row: the clock of a first row may then hold more than its epoch
    bool m_begins = true;
    bool m_fromZero = false;
    int m_lastEpoch = -1;
    std::optional<double> m_lastTime;
};

std::string yamlText(const YAML::Node& node)
{
    if (node.IsNull()) {
        return "None";
    }
    if (node.IsScalar()) {
        return node.Scalar();
    }
    if (!node.IsSequence()) { // no argument of ours is a table
        return "{}";
    }
    std::string text = "[";
    for (const auto& item : node) {
        text += (text.size() > 1 ? ", " : "") + (item.IsScalar() ? item.Scalar() : std::string());
    }
    return text + "]";
}

std::string variantOf(const std::string& model)
{
    const std::string stem = fs::path(model).stem().string();
    return taskOfVariant(stem) ? stem : std::string();
}

void argument(UltralyticsRun& run, const std::string& name, const std::string& text, int line, const fs::path& file)
{
    const bool given = text != "None";
    if (name == "task") {
        run.task = given ? text : run.task;
    } else if (name == "data") {
        run.data = given ? text : std::string();
    } else if (name == "name") {
        // A second run of the name "cells" lies in the folder "cells2": then only the folder tells them apart.
        run.name = given && !run.name.starts_with(text) ? text : run.name;
    } else if (name == "model_variant" && given) { // our own worker's files
        run.modelVariant = variantOf(text);
    } else if (name == "model" && given) {
        run.modelVariant = variantOf(text);
        if (run.modelVariant.empty()) {
            run.params["model"] = text;
        }
    } else if (name == "resume") { // how this process was started: a path in newer versions, and no parameter of the run
    } else if (const ParamSpec* spec = ParamSchema::get().find(name); spec != nullptr && !spec->ownField) {
        if (auto value = ParamSchema::get().parse(name, text)) {
            run.params[name] = *value;
        } else if (given) { // None of what is always a number here (workspace in 8.3) is the default
            run.problems.push_back({ErrorCode::BadFile, "{0}, line {1}: {2}", {file.string(), std::to_string(line), value.error().message()}, {}});
        }
    }
}

void readArguments(UltralyticsRun& run)
{
    const fs::path file = run.folder / "args.yaml";
    const auto bytes = platform::readFile(file, 1 << 20);
    if (!bytes) {
        run.problems.push_back(bytes.error());
        return;
    }
    try {
        const YAML::Node root = YAML::Load(*bytes);
        if (!root.IsMap()) {
            run.problems.push_back({ErrorCode::BadFile, "{0} holds no arguments.", {file.string()}, {}});
            return;
        }
        for (const auto& entry : root) {
            argument(run, entry.first.Scalar(), yamlText(entry.second), entry.first.Mark().line + 1, file);
        }
    } catch (const YAML::Exception& e) {
        run.problems.push_back({ErrorCode::BadFile, "{0}, line {1}: {2}.", {file.string(), std::to_string(e.mark.line + 1), e.msg}, {}});
    }
    run.params = ParamSchema::get().withoutDefaults(run.params, run.task);
    const nlohmann::json planned = ParamSchema::get().value(run.params, "epochs", run.task);
    run.epochsPlanned = planned.is_number_integer() ? planned.get<int>() : 0;
}

void readLines(UltralyticsRun& run, const fs::path& file, std::string_view rest, LastLine last)
{
    ResultsReader reader(run, file);
    while (!rest.empty()) {
        const size_t newline = rest.find('\n');
        const bool open = newline == std::string_view::npos;
        if (open && last == LastLine::LeaveIfOpen) {
            break;
        }
        const size_t end = open ? rest.size() : newline;
        reader.line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    reader.finish();
}

/// facts of results.csv: segment has a mask loss, pose one of key points, classify accuracies.
std::string taskOfColumns(const std::map<std::string, double>& values)
{
    return values.contains("train/seg_loss")            ? "segment"
           : values.contains("train/pose_loss")         ? "pose"
           : values.contains("metrics/accuracy_top1") ? "classify"
                                                        : "detect";
}

} // namespace

Result<UltralyticsRun> readUltralyticsRun(const fs::path& folder, LastLine last)
{
    UltralyticsRun run;
    run.folder = folder;
    run.name = folder.filename().string();
    const fs::path file = folder / "results.csv";
    const auto bytes = platform::readFile(file, 1 << 28);
    if (!bytes) {
        return fail(bytes.error());
    }
    readLines(run, file, *bytes, last);
    const std::vector<Error> lines = std::exchange(run.problems, {});
    if (!run.segments.empty()) {
        run.task = taskOfColumns(run.segments.front().front().values);
    }
    readArguments(run);
    run.problems.insert(run.problems.end(), lines.begin(), lines.end());
    if (run.segments.empty()) {
        Error none{ErrorCode::BadFile, "{0} holds no epoch.", {file.string()}, {}};
        for (const Error& problem : lines) {
            none.detail += (none.detail.empty() ? "" : "\n") + problem.message();
        }
        return fail(std::move(none));
    }
    std::error_code error;
    const auto written = fs::last_write_time(file, error);
    if (!error) {
        const auto system = std::chrono::file_clock::to_sys(written);
        run.writtenMs = std::chrono::duration_cast<std::chrono::milliseconds>(system.time_since_epoch()).count();
    }
    return run;
}

Result<std::vector<fs::path>> findUltralyticsRuns(const fs::path& root)
{
    std::error_code error;
    std::vector<fs::path> folders;
    if (!fs::is_directory(root, error)) {
        return fail(ErrorCode::NotFound, "The folder {0} does not exist.", root.string());
    }
    if (fs::is_regular_file(root / "results.csv", error)) {
        folders.push_back(root);
    }
    const auto options = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator i(root, options, error), end; !error && i != end; i.increment(error)) {
        if (i->path().filename() == "results.csv" && i->path().parent_path() != root) {
            folders.push_back(i->path().parent_path());
        }
    }
    if (error) {
        return fail(ErrorCode::Io, "The folder {0} cannot be read: {1}.", root.string(), error.message());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

} // namespace yardstick::imports
