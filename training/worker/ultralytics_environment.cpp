#include "training/worker/ultralytics_environment.h"

#include "core/base/platform.h"
#include "core/base/time.h"
#include "training/worker/child_process.h"
#include "training/worker/terminal_text.h"
#include "training/worker/ultralytics_results.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;

constexpr double kAnswerSeconds = 180; ///< loading torch from a cold network disk takes a minute
constexpr std::size_t kMostQuotedBytes = 300;
constexpr const char* kMark = "YARDSTICK ";

/// What a console script of the package does; it needs no `yolo` file.
constexpr const char* kEntry = R"(import sys
try:
    from importlib import metadata
    load = [e for e in metadata.distribution('ultralytics').entry_points if e.name == 'yolo'][0].load
except Exception:
    def load():
        from ultralytics.cfg import entrypoint
        return entrypoint
sys.argv[0] = 'yolo'
sys.exit(load()())
)";

/// Versions, GPUs and argument names. Loads torch only: that is quicker, and a broken package shows when it trains.
constexpr const char* kProbe = R"(import json, os, platform, re
from importlib import metadata, util
def version(name):
    try:
        return metadata.version(name)
    except Exception:
        return ''
def text(path):
    try:
        with open(path, encoding='utf-8') as file:
            return file.read()
    except OSError:
        return ''
out = {'python': platform.python_version(), 'version': version('ultralytics'), 'torch': '', 'gpus': [], 'parameters': [], 'problem': ''}
spec = util.find_spec('ultralytics')
out['found'] = spec is not None and spec.origin is not None
for place in (spec.submodule_search_locations if out['found'] else []):
    for part in ('cfg', 'yolo/cfg'):
        out['parameters'] = out['parameters'] or re.findall(r'(?m)^(\w+):', text(os.path.join(place, part, 'default.yaml')))
    found = re.search(r'(?m)^__version__\s*=\s*["\']([^"\']+)', text(os.path.join(place, '__init__.py')))
    out['version'] = found.group(1) if found else out['version']
try:
    import torch
    out['torch'] = str(torch.__version__)
    out['gpus'] = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
except Exception as error:
    out['problem'] = type(error).__name__ + ': ' + str(error).split('\n')[0]
print('\nYARDSTICK ' + json.dumps(out))
)";

std::optional<std::string> interpreterOf(const fs::path& script)
{
    const auto text = platform::readFile(script, 64u << 20);
    if (!text || !text->starts_with("#!")) {
        return std::nullopt;
    }
    const auto firstQuoted = [](std::string_view line) {
        const std::size_t begin = line.find('"');
        const std::size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
        return end == std::string_view::npos ? std::string_view() : line.substr(begin + 1, end - begin - 1);
    };
    const std::size_t newline = std::min(text->find('\n'), text->size());
    std::string_view first = std::string_view(*text).substr(2, newline - 2);
    first = first.substr(std::min(first.find_first_not_of(' '), first.size()));
    std::string_view program = first.substr(0, first.find_first_of(" \r"));
    if (program.ends_with("/env")) { // "#!/usr/bin/env python3"
        const std::size_t last = first.find_last_of(' ');
        program = last == std::string_view::npos ? std::string_view() : first.substr(last + 1);
    } else if (program == "/bin/sh") { // a path too long for a first line: '''exec' "/long/path/python" "$0" "$@"
        const std::string_view rest = std::string_view(*text).substr(std::min(newline + 1, text->size()));
        const std::string_view second = rest.substr(0, rest.find('\n'));
        program = firstQuoted(second);
        if (program.empty() && second.starts_with("'''exec' ")) {
            const std::string_view words = second.substr(9);
            program = words.substr(0, words.find(' '));
        }
    }
    if (fs::path(program).filename().string().find("py") == std::string::npos) {
        return std::nullopt;
    }
    return findProgram(std::string(program));
}

bool isInterpreter(const fs::path& program)
{
    const std::string name = program.filename().string();
    return name.starts_with("python") || name.starts_with("pypy");
}

bool runnable(const fs::path& file)
{
    std::error_code ec;
    const auto status = fs::status(file, ec);
    return fs::is_regular_file(status) && (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
}

bool namesAnError(const std::string& line)
{
    const std::size_t end = std::min(line.find(':'), line.size());
    const std::string_view word = std::string_view(line).substr(0, end);
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
    });
    return plain && (word.ends_with("Error") || word.ends_with("Exception") || word == "KeyboardInterrupt");
}

std::vector<std::string> stringsOf(const nlohmann::json& answer, const char* key)
{
    std::vector<std::string> out;
    for (const auto& item : answer.value(key, nlohmann::json::array())) {
        if (item.is_string()) {
            out.push_back(item.get<std::string>());
        }
    }
    return out;
}

} // namespace

std::string failureLine(const std::vector<std::string>& lines)
{
    auto line = std::find_if(lines.rbegin(), lines.rend(), namesAnError);
    if (line == lines.rend()) {
        line = std::find_if(lines.rbegin(), lines.rend(), [](const std::string& text) { return !text.empty(); });
    }
    std::string text = line == lines.rend() ? std::string() : *line;
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.size() > kMostQuotedBytes) {
        std::size_t cut = kMostQuotedBytes;
        while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) {
            --cut; // not inside a UTF-8 character
        }
        text = text.substr(0, cut) + "…";
    }
    return text;
}

Result<UltralyticsProgram> findUltralytics(const std::string& setting)
{
    if (setting.empty()) {
        return fail(ErrorCode::Unsupported,
                    "The backend ultralytics needs a Python environment of yours: name it in Settings, with  yardstick machine set NAME "
                    "--ultralytics PATH  or in {0}.",
                    kUltralyticsVariable);
    }
    std::error_code ec;
    const char* home = std::getenv("HOME");
    std::string named = setting.starts_with("~/") && home != nullptr ? home + setting.substr(1) : setting;
    if (fs::is_directory(named, ec)) { // a virtual environment
        named = (fs::path(named) / "bin" / "python").string();
    }
    const auto program = findProgram(named);
    if (!program || !runnable(*program)) {
        return fail(ErrorCode::WorkerMissing, "{0}, the Python environment that is named for ultralytics, has no program that can be run.", named);
    }
    // Not resolved through links: a virtual environment's interpreter is one.
    const std::string path = fs::absolute(*program, ec).lexically_normal().string();
    if (isInterpreter(path)) {
        return UltralyticsProgram{path, {path, "-c", kEntry}};
    }
    if (auto python = interpreterOf(path); python && runnable(*python)) {
        return UltralyticsProgram{*python, {path}};
    }
    return fail(ErrorCode::BadFile, "The Python of {0} cannot be told: name the Python program of the environment for ultralytics.", path);
}

Result<nlohmann::json> askPython(const std::string& python, const std::string& program, const std::vector<std::string>& arguments,
                                 const StopRequest* stop, const std::vector<std::string>& withoutVariables)
{
    ChildProcess::Options options;
    options.argv = {python, "-c", program};
    options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
    options.environment = {{"PYTHONUNBUFFERED", "1"}, {"PYTHONIOENCODING", "utf-8"}};
    options.without = withoutVariables;
    options.workingDirectory = "/";
    auto child = ChildProcess::start(options);
    if (!child) {
        return fail(child.error());
    }
    TerminalText output;
    std::vector<std::string> lines;
    const auto take = [&](const std::string& bytes) {
        for (auto& piece : output.add(bytes)) {
            if (piece.line) {
                lines.push_back(std::move(piece.text));
            }
        }
    };
    const double end = monotonicSeconds() + kAnswerSeconds;
    while (!(*child)->end()) {
        take((*child)->read(0.05));
        if (stop != nullptr && stop->poll() != StopKind::None) {
            return fail(ErrorCode::Cancelled, "The run was asked to stop during set-up.");
        }
        if (monotonicSeconds() > end) {
            return fail(ErrorCode::Timeout, "{0} gave no answer in {1} seconds.", python, kAnswerSeconds);
        }
    }
    for (std::string bytes = (*child)->read(0); !bytes.empty(); bytes = (*child)->read(0)) {
        take(bytes);
    }
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        if (line->starts_with(kMark)) {
            auto answer = nlohmann::json::parse(line->substr(std::string_view(kMark).size()), nullptr, false);
            if (answer.is_object()) {
                return answer;
            }
        }
    }
    return fail(ErrorCode::WorkerFailed, "{0} has failed: {1}", python, failureLine(lines));
}

Result<UltralyticsEnvironment> ultralyticsPreflight(const std::string& setting, const StopRequest* stop,
                                                    const std::vector<std::string>& withoutVariables)
{
    auto program = findUltralytics(setting);
    if (!program) {
        return fail(program.error());
    }
    const auto answer = askPython(program->python, kProbe, {}, stop, withoutVariables);
    if (!answer) {
        return fail(answer.error());
    }
    UltralyticsEnvironment out;
    out.program = std::move(*program);
    out.version = answer->value("version", "");
    out.torch = answer->value("torch", "");
    out.python = answer->value("python", "");
    out.gpus = stringsOf(*answer, "gpus");
    out.parameters = stringsOf(*answer, "parameters");
    if (!answer->value("found", false)) {
        return fail(ErrorCode::WorkerMissing, "The package ultralytics is not installed for {0} (Python {1}).", out.program.python,
                    out.python);
    }
    if (out.torch.empty()) {
        return fail(ErrorCode::WorkerMissing, "The package torch cannot be used with {0}: {1}.", out.program.python,
                    answer->value("problem", ""));
    }
    if (out.parameters.empty() || !versionAtLeast(out.version, "8")) {
        return fail(ErrorCode::Unsupported, "The package ultralytics {0} of {1} is no version that is known here; 8.0 and later are.",
                    out.version, out.program.python);
    }
    return out;
}

} // namespace yardstick::training
