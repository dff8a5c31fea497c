#include "core/vanished_note.h"

#include "core/base/json_fields.h"
#include "core/base/platform.h"

namespace yardstick {

namespace {
constexpr const char* kVanishedFile = "vanished.json";
} // namespace

Result<> writeVanishedNote(const std::filesystem::path& run, const VanishedNote& note)
{
    const nlohmann::json j{{"restarted", note.restarted}, {"reason", note.reason}};
    return platform::writeFileAtomic(run / kVanishedFile, dumpJson(j) + "\n");
}

std::optional<VanishedNote> readVanishedNote(const std::filesystem::path& run)
{
    const auto text = platform::readFile(run / kVanishedFile, 1u << 16);
    const auto j = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (!j.is_object()) {
        return std::nullopt;
    }
    VanishedNote note;
    JsonFields f(j, ErrorCode::BadFile);
    f.get("restarted", note.restarted);
    f.get("reason", note.reason);
    return f.error() ? std::nullopt : std::optional(note);
}

} // namespace yardstick
