#include "core/schedule/verdict.h"

#include "core/base/json_fields.h"
#include "core/base/platform.h"
#include "core/vanished_note.h"

#include <algorithm>
#include <fstream>

namespace yardstick::schedule {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::int64_t kLogTailBytes = 4096;
constexpr size_t kMaxQuotedBytes = 160;

Verdict failed(ErrorCode code, std::string message)
{
    return {AttemptOutcome::Failed, ExperimentStatus::Failed, std::string(toString(code)), std::move(message),
            0};
}

/// The last line with text in log.txt, for the reason; empty when there is none.
std::string lastLogLine(const fs::path& run)
{
    std::ifstream in(run / run_files::kLog, std::ios::binary);
    if (!in) {
        return {};
    }
    in.seekg(0, std::ios::end);
    const std::int64_t size = in.tellg();
    in.seekg(std::max<std::int64_t>(0, size - kLogTailBytes));
    std::string last;
    for (std::string line; std::getline(in, line);) {
        if (line.find_first_not_of(" \t\r") != std::string::npos) {
            last = line;
        }
    }
    // A progress bar rewrites its line: what follows the last carriage return is what stands there.
    while (!last.empty() && last.back() == '\r') {
        last.pop_back();
    }
    if (const size_t at = last.rfind('\r'); at != std::string::npos) {
        last.erase(0, at + 1);
    }
    if (last.size() > kMaxQuotedBytes) {
        size_t cut = kMaxQuotedBytes;
        while (cut > 0 && (static_cast<unsigned char>(last[cut]) & 0xC0) == 0x80) {
            --cut;
        }
        last = last.substr(0, cut) + "…";
    }
    std::erase_if(last, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    return last;
}

std::int64_t integerOf(const json& object, const char* key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? it->get<std::int64_t>() : -1;
}

Verdict ofVanished(const Attempt& a, bool stopAsked, std::int64_t memoryKills)
{
    std::error_code ec;
    const fs::path run(a.runDirectory);
    if (!fs::exists(run, ec)) {
        return {AttemptOutcome::Lost, ExperimentStatus::Failed, std::string(toString(ErrorCode::NotFound)),
                formatTemplate("The run folder {0} is gone.", {a.runDirectory}), 0};
    }
    if (stopAsked) {
        return {AttemptOutcome::Stopped, ExperimentStatus::Stopped,
                std::string(toString(ErrorCode::Cancelled)),
                "It was ended at once; what followed its last checkpoint is lost.", 0};
    }
    if (const auto note = readVanishedNote(run); note && !note->reason.empty()) {
        if (note->restarted) {
            return {AttemptOutcome::Interrupted, ExperimentStatus::Interrupted,
                    std::string(toString(ErrorCode::WorkerFailed)), note->reason, 0};
        }
        return failed(ErrorCode::WorkerFailed, note->reason);
    }
    if (a.handle.is_object()) {
        const auto boot = a.handle.find("boot_id");
        if (boot != a.handle.end() && boot->is_string() && *boot != platform::bootId()) {
            return {AttemptOutcome::Interrupted, ExperimentStatus::Interrupted,
                    std::string(toString(ErrorCode::WorkerFailed)),
                    "The computer was restarted while it ran.", 0};
        }
    }
    // The worker is no child of ours, so the signal is not known; the kernel's count of such kills is.
    const std::int64_t killsBefore = a.handle.is_object() ? integerOf(a.handle, "oom_kills") : -1;
    if (killsBefore >= 0 && memoryKills > killsBefore) {
        return failed(ErrorCode::OutOfMemory, "The worker ended without a word, and the system has killed a "
                                              "process for want of memory meanwhile: a "
                                              "smaller batch or image size needs less.");
    }
    const std::string line = lastLogLine(run);
    if (line.empty()) {
        return failed(ErrorCode::WorkerFailed,
                      "The worker ended without a word (killed?), for instance for want of memory.");
    }
    return failed(ErrorCode::WorkerFailed,
                  formatTemplate("The worker ended without a word (killed?), for instance for want of "
                                 "memory; its log ends with: {0}",
                                 {line}));
}

Result<ExitRecord> readExit(const fs::path& run)
{
    const auto text = platform::readFile(run / run_files::kExit, 1u << 20);
    if (!text) {
        return fail(text.error());
    }
    const json j = nestsTooDeep(*text) ? json(json::value_t::discarded) : json::parse(*text, nullptr, false);
    if (j.is_discarded()) {
        return fail(ErrorCode::BadFile, "{0} is no JSON.", (run / run_files::kExit).string());
    }
    return exitFromJson(j);
}

} // namespace

Verdict verdictOf(const Attempt& attempt, bool vanished, bool stopAsked, std::int64_t memoryKills)
{
    if (vanished) {
        return ofVanished(attempt, stopAsked, memoryKills);
    }
    const auto record = readExit(attempt.runDirectory);
    if (!record) {
        return failed(record.error().code, record.error().message());
    }
    Verdict v;
    v.endedMs = record->timeMs;
    v.code = record->code;
    v.message = record->message;
    if (record->outcome == "completed") {
        v.outcome = AttemptOutcome::Completed;
        v.status = ExperimentStatus::Completed;
    } else if (record->outcome == "stopped" || (record->outcome == "interrupted" && stopAsked)) {
        v.outcome = AttemptOutcome::Stopped;
        v.status = ExperimentStatus::Stopped;
    } else if (record->outcome == "interrupted") {
        v.outcome = AttemptOutcome::Interrupted;
        v.status = ExperimentStatus::Interrupted;
        if (v.message.empty()) {
            v.message = "The worker was interrupted.";
        }
    } else {
        v.outcome = AttemptOutcome::Failed;
        v.status = ExperimentStatus::Failed;
        if (v.message.empty()) {
            v.message = "The worker failed and gave no reason.";
        }
    }
    return v;
}

} // namespace yardstick::schedule
