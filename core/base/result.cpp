#include "core/base/result.h"

#include <array>

namespace yardstick {
namespace {
struct Entry
{
    ErrorCode code;
    std::string_view name;
};
constexpr std::array kNames{
    Entry{ErrorCode::InvalidArgument, "invalid_argument"},
    Entry{ErrorCode::Usage, "usage"},
    Entry{ErrorCode::NotFound, "not_found"},
    Entry{ErrorCode::AlreadyExists, "already_exists"},
    Entry{ErrorCode::NotAllowed, "not_allowed"},
    Entry{ErrorCode::BadData, "bad_data"},
    Entry{ErrorCode::BadFile, "bad_file"},
    Entry{ErrorCode::NotADatabase, "not_a_database"},
    Entry{ErrorCode::NewerVersion, "newer_version"},
    Entry{ErrorCode::Io, "io"},
    Entry{ErrorCode::DiskFull, "disk_full"},
    Entry{ErrorCode::Busy, "busy"},
    Entry{ErrorCode::WorkerMissing, "worker_missing"},
    Entry{ErrorCode::WorkerFailed, "worker_failed"},
    Entry{ErrorCode::OutOfMemory, "out_of_memory"},
    Entry{ErrorCode::Diverged, "diverged"},
    Entry{ErrorCode::Cancelled, "cancelled"},
    Entry{ErrorCode::Timeout, "timeout"},
    Entry{ErrorCode::Network, "network"},
    Entry{ErrorCode::Auth, "auth"},
    Entry{ErrorCode::Quota, "quota"},
    Entry{ErrorCode::Capacity, "capacity"},
    Entry{ErrorCode::Unsupported, "unsupported"},
    Entry{ErrorCode::Internal, "internal"},
};
} // namespace

std::string_view toString(ErrorCode code)
{
    for (const Entry& entry : kNames) {
        if (entry.code == code) {
            return entry.name;
        }
    }
    return "internal";
}

ErrorCode errorCodeFromString(std::string_view text)
{
    for (const Entry& entry : kNames) {
        if (entry.name == text) {
            return entry.code;
        }
    }
    return ErrorCode::Internal;
}

int exitCode(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::InvalidArgument:
        return 2;
    case ErrorCode::NotFound:
        return 3;
    default:
        return 1;
    }
}

std::string formatTemplate(std::string_view text, const std::vector<std::string>& args)
{
    std::string out;
    out.reserve(text.size() + 64);
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{' && i + 2 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9' &&
            text[i + 2] == '}') {
            const auto index = static_cast<size_t>(text[i + 1] - '0');
            if (index < args.size()) {
                out += args[index];
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

std::string Error::message() const
{
    return formatTemplate(text, args);
}

} // namespace yardstick
