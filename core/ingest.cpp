#include "core/ingest.h"

#include "core/base/fault_point.h"
#include "core/base/platform.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace yardstick {
namespace {

constexpr std::int64_t kLongestLine = 64 << 20; ///< bytes; what is longer is kept aside in pieces

/// What is new of a log, up to a whole line where there is one.
struct Chunk
{
    std::string bytes;     ///< whole lines; the torn rest too when it was asked for
    bool more = false;     ///< the file holds whole lines beyond
    bool tornTail = false; ///< a rest without newline was left out
};

class LogFile
{
public:
    explicit LogFile(const std::filesystem::path& path)
        : m_path(path)
        , m_fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
        , m_error(errno)
    {}
    ~LogFile()
    {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
    }
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    [[nodiscard]] bool missing() const { return m_fd < 0 && (m_error == ENOENT || m_error == ENOTDIR); }

    /// `final`: the rest without newline belongs to the chunk.
    Result<Chunk> read(std::int64_t offset, std::int64_t maxBytes, bool final)
    {
        if (m_fd < 0) {
            return fail(platform::ioError(m_error, "read", m_path));
        }
        struct stat st{};
        if (::fstat(m_fd, &st) != 0) {
            return fail(platform::ioError(errno, "read", m_path));
        }
        if (st.st_size < offset) {
            return fail(ErrorCode::BadFile, "The event log {0} has become shorter: it was replaced.",
                        m_path.string());
        }
        for (std::int64_t most = std::max<std::int64_t>(maxBytes, 1);; most *= 2) {
            const std::int64_t size = std::min<std::int64_t>(st.st_size - offset, most);
            Chunk chunk;
            if (auto got = readBytes(offset, size, chunk.bytes); !got) {
                return fail(got.error());
            }
            const bool toTheEnd = size == st.st_size - offset;
            const size_t newline = chunk.bytes.rfind('\n');
            if (newline == std::string::npos && !toTheEnd && most < kLongestLine) {
                continue; // one line longer than the limit
            }
            const bool rest =
                newline == std::string::npos ? !chunk.bytes.empty() : newline + 1 < chunk.bytes.size();
            const bool tooLong = newline == std::string::npos && most >= kLongestLine;
            if (rest && !tooLong && !(final && toTheEnd)) {
                chunk.bytes.resize(newline == std::string::npos ? 0 : newline + 1);
                chunk.tornTail = toTheEnd;
            }
            chunk.more = !toTheEnd;
            return chunk;
        }
    }

private:
    Result<> readBytes(std::int64_t offset, std::int64_t size, std::string& out)
    {
        out.resize(static_cast<size_t>(size));
        size_t used = 0;
        while (used < out.size()) {
            const ssize_t n =
                ::pread(m_fd, out.data() + used, out.size() - used, offset + static_cast<off_t>(used));
            if (n < 0 && errno == EINTR) {
                continue;
            }
            if (n < 0) {
                return fail(platform::ioError(errno, "read", m_path));
            }
            if (n == 0) {
                break; // cut short meanwhile: the next call sees it
            }
            used += static_cast<size_t>(n);
        }
        out.resize(used);
        return {};
    }

    std::filesystem::path m_path;
    int m_fd;
    int m_error;
};

struct Lines
{
    std::vector<Event> events;
    std::vector<StoreWriter::BadLine> bad;
};

Lines parse(std::string_view bytes, std::int64_t offset)
{
    Lines lines;
    while (!bytes.empty()) {
        const size_t newline = bytes.find('\n');
        const std::string_view line = bytes.substr(0, newline);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            if (auto event = eventFromLine(line)) {
                lines.events.push_back(std::move(*event));
            } else {
                lines.bad.push_back({offset, std::string(line.substr(0, 4096)), event.error().message()});
            }
        }
        const size_t used = newline == std::string_view::npos ? bytes.size() : newline + 1;
        bytes.remove_prefix(used);
        offset += static_cast<std::int64_t>(used);
    }
    return lines;
}

} // namespace

Result<IngestResult> ingestOnce(Store& store, AttemptId id, bool final, std::int64_t maxBytes)
{
    const auto reader = store.reader();
    if (!reader) {
        return fail(reader.error());
    }
    const auto attempt = reader->attempt(id);
    if (!attempt) {
        return fail(attempt.error());
    }
    IngestResult result;
    result.newOffset = attempt->logOffset;
    LogFile log(std::filesystem::path(attempt->runDirectory) / run_files::kEvents);
    if (log.missing() && attempt->logOffset == 0) {
        return result;
    }
    auto chunk = log.read(attempt->logOffset, maxBytes, final);
    if (!chunk) {
        return fail(chunk.error());
    }
    result.more = chunk->more;
    result.tornTail = chunk->tornTail;
    if (chunk->bytes.empty()) {
        return result;
    }
    faultPoint("after_read");
    const Lines lines = parse(chunk->bytes, attempt->logOffset);
    const std::int64_t newOffset = attempt->logOffset + static_cast<std::int64_t>(chunk->bytes.size());
    bool overtaken = false;
    const auto written = store.run(
        [&](StoreWriter& writer) -> Result<> {
            const auto now = writer.read().attempt(id);
            if (!now) {
                return fail(now.error());
            }
            overtaken = now->logOffset != attempt->logOffset; // somebody else ingested these bytes meanwhile
            return overtaken ? Result<>{} : writer.ingest(id, lines.events, lines.bad, newOffset);
        },
        Store::Durability::Process);
    if (!written) {
        return fail(written.error());
    }
    if (overtaken) {
        result.more = true;
        return result;
    }
    result.events = static_cast<std::int64_t>(lines.events.size());
    result.badLines = static_cast<std::int64_t>(lines.bad.size());
    result.newOffset = newOffset;
    return result;
}

} // namespace yardstick
