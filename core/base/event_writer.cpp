#include "core/base/event_writer.h"

#include "core/base/platform.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>

namespace yardstick {
namespace {

/// What an existing log ends with.
struct Tail
{
    std::int64_t lastSeq = 0; ///< of the last line that is an event, closed or not; 0: none
    bool open = false;        ///< the last byte is no newline
};

/// Reads blocks backwards until a line is an event. Only the end of a log is read, however long it is.
Result<Tail> readTail(int fd, const std::filesystem::path& file)
{
    constexpr off_t kBlock = 64 * 1024;
    struct stat st{};
    if (::fstat(fd, &st) != 0) {
        return fail(platform::ioError(errno, "read", file));
    }
    Tail tail;
    std::string text; // the end of the file, from `at` on
    off_t at = st.st_size;
    size_t lineEnd = 0; // end in `text` of the line looked at next
    while (at > 0) {
        const off_t take = std::min(at, kBlock);
        std::string block(static_cast<size_t>(take), '\0');
        const ssize_t n = ::pread(fd, block.data(), block.size(), at - take);
        if (n != take) {
            return fail(platform::ioError(n < 0 ? errno : EIO, "read", file));
        }
        if (at == st.st_size) {
            tail.open = block.back() != '\n';
        }
        text.insert(0, block);
        lineEnd += block.size();
        at -= take;
        while (lineEnd > 0) {
            const size_t newline = text.rfind('\n', lineEnd - 1);
            if (newline == std::string::npos && at > 0) {
                break; // the line begins in the block before
            }
            const size_t begin = newline == std::string::npos ? 0 : newline + 1;
            if (const auto event = eventFromLine(std::string_view(text).substr(begin, lineEnd - begin))) {
                tail.lastSeq = event->seq;
                return tail;
            }
            lineEnd = newline == std::string::npos ? 0 : newline;
        }
    }
    return tail;
}

} // namespace

struct EventWriter::Impl
{
    std::filesystem::path file;
    int fd = -1;
    std::mutex mutex;
    std::int64_t lastSeq = 0;
    bool open = false; ///< the file does not end with a newline

    ~Impl()
    {
        if (fd >= 0) {
            if (open) {
                (void)append("\n");
            }
            ::close(fd);
        }
    }

    /// Appends all of `bytes` if it can; `done` counts what got there.
    Result<> append(std::string_view bytes, size_t* done = nullptr)
    {
        size_t at = 0;
        while (at < bytes.size()) {
            const ssize_t n = ::write(fd, bytes.data() + at, bytes.size() - at);
            if (n < 0 && errno == EINTR) {
                continue;
            }
            if (n <= 0) {
                const int err = n < 0 ? errno : EIO;
                if (done != nullptr) {
                    *done = at;
                }
                return fail(platform::ioError(err, "write", file));
            }
            at += static_cast<size_t>(n);
        }
        if (done != nullptr) {
            *done = at;
        }
        return {};
    }
};

EventWriter::EventWriter(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{}
EventWriter::~EventWriter() = default;

Result<std::unique_ptr<EventWriter>> EventWriter::open(const std::filesystem::path& file)
{
    auto impl = std::make_unique<Impl>();
    impl->file = file;
    impl->fd = ::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (impl->fd < 0) {
        return fail(platform::ioError(errno, "write", file));
    }
    const Result<Tail> tail = readTail(impl->fd, file);
    if (!tail) {
        return fail(tail.error());
    }
    impl->lastSeq = tail->lastSeq;
    if (tail->open) {
        if (const auto closed = impl->append("\n"); !closed) {
            return fail(closed.error());
        }
    }
    return std::unique_ptr<EventWriter>(new EventWriter(std::move(impl)));
}

Result<> EventWriter::write(EventBody body)
{
    const std::lock_guard lock(m_impl->mutex);
    Event event;
    event.seq = m_impl->lastSeq + 1;
    event.t = nowUtcMs();
    event.body = std::move(body);
    std::string line;
    try {
        line = (m_impl->open ? "\n" : "") + toLine(event) + "\n";
    } catch (const std::exception& e) {
        return fail(Error{ErrorCode::Internal, "The event cannot be written.", {}, e.what()});
    }
    // Bytes in the file are never taken back: a mirror may have copied them. A line cut short stays as one
    // malformed line, and its seq is used again; a line that lacks only its newline counts as written.
    const size_t head = m_impl->open ? 1 : 0;
    size_t done = 0;
    const Result<> written = m_impl->append(line, &done);
    if (done == 0) {
        return written;
    }
    m_impl->open = done > head && done < line.size();
    if (done + 1 >= line.size()) {
        m_impl->lastSeq = event.seq;
        return {};
    }
    return written;
}

Result<> EventWriter::sync()
{
    const std::lock_guard lock(m_impl->mutex);
    if (::fdatasync(m_impl->fd) != 0) {
        return fail(platform::ioError(errno, "write", m_impl->file));
    }
    return {};
}

} // namespace yardstick
