// Result<T>: what can go wrong is returned, never thrown across a layer.
// An Error is one English sentence made from a template and its arguments: the window translates the
// template (context "Error"), so every sentence exists once, beside the code that knows what happened.
#pragma once

#include <expected>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yardstick {

enum class ErrorCode {
    InvalidArgument, ///< a value the user gave is out of range or unknown
    Usage,           ///< the command line itself is off (exit code 2)
    NotFound,        ///< a named thing does not exist (exit code 3)
    AlreadyExists,
    NotAllowed,    ///< the action is not allowed in this status
    BadData,       ///< a data set, label, image or YAML that cannot be used
    BadFile,       ///< a file of ours that is damaged or foreign
    NotADatabase,  ///< the store file is no Yardstick store
    NewerVersion,  ///< written by a newer Yardstick
    Io,            ///< reading or writing failed
    DiskFull,
    Busy,          ///< somebody else holds the lock, or the database stayed busy
    WorkerMissing, ///< the worker binary was not found
    WorkerFailed,  ///< the worker ended without saying why
    OutOfMemory,
    Diverged,      ///< losses became NaN or infinite
    Cancelled,
    Timeout,
    Network,
    Auth,
    Quota,
    Capacity,
    Unsupported,   ///< known, but this build or machine cannot do it
    Internal,      ///< a fault of ours
};

/// Stable lower-case identifier ("not_found"), used in events, exit.json and --json output.
std::string_view toString(ErrorCode code);
ErrorCode errorCodeFromString(std::string_view text); ///< Internal when unknown
/// 1 failed, 2 usage, 3 not found.
int exitCode(ErrorCode code);

struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string text;              ///< template with {0} {1} …; English, one sentence; the translation key
    std::vector<std::string> args; ///< what replaces {0} {1} …
    std::string detail;            ///< for the log and the "details" fold; never a secret

    [[nodiscard]] std::string message() const; ///< text with args filled in
};

/// Fills {0} {1} … in `text`.
std::string formatTemplate(std::string_view text, const std::vector<std::string>& args);

template <typename T = void> using Result = std::expected<T, Error>;

namespace detail {
template <typename T> std::string toText(const T& value)
{
    if constexpr (std::is_convertible_v<T, std::string_view>) {
        return std::string(std::string_view(value));
    } else {
        std::ostringstream out;
        out << value;
        return out.str();
    }
}
} // namespace detail

/// `return fail(ErrorCode::NotFound, "The data set file {0} does not exist.", path);`
template <typename... Args> [[nodiscard]] std::unexpected<Error> fail(ErrorCode code, std::string_view text, const Args&... args)
{
    return std::unexpected(Error{code, std::string(text), {detail::toText(args)...}, {}});
}
[[nodiscard]] inline std::unexpected<Error> fail(Error error) { return std::unexpected(std::move(error)); }

} // namespace yardstick
