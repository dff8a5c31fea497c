// Files, digests and locks of core/base/platform.h, on Linux.
#include "core/base/platform.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace yardstick::platform {
namespace {

class Fd
{
public:
    explicit Fd(int fd)
        : m_fd(fd)
    {}
    ~Fd() { close(); }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    [[nodiscard]] int get() const { return m_fd; }
    /// False when close(2) reports a late write error.
    bool close()
    {
        const int fd = std::exchange(m_fd, -1);
        return fd < 0 || ::close(fd) == 0;
    }

private:
    int m_fd;
};

Result<> writeAll(int fd, std::string_view bytes, const fs::path& path)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return fail(ioError(n < 0 ? errno : EIO, "write", path));
        }
        bytes.remove_prefix(static_cast<size_t>(n));
    }
    return {};
}

/// The path itself, or its nearest parent that exists.
fs::path existingAncestor(const fs::path& path)
{
    std::error_code ec;
    fs::path p = fs::absolute(path, ec);
    while (!p.empty() && !fs::exists(p, ec) && p != p.root_path()) {
        p = p.parent_path();
    }
    return p;
}

/// SHA-256 (FIPS 180-4) by libcrypto.
class Sha256
{
public:
    Sha256()
        : m_context(EVP_MD_CTX_new())
    {
        m_good = m_context != nullptr && EVP_DigestInit_ex(m_context, EVP_sha256(), nullptr) == 1;
    }
    ~Sha256() { EVP_MD_CTX_free(m_context); }
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(const void* data, size_t size)
    {
        m_good = m_good && EVP_DigestUpdate(m_context, data, size) == 1;
    }
    /// Lower-case hex; empty when libcrypto failed.
    std::string hex()
    {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        if (!m_good || EVP_DigestFinal_ex(m_context, digest.data(), &size) != 1) {
            return {};
        }
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::string out;
        for (unsigned int i = 0; i < size; ++i) {
            out += kDigits[digest[i] >> 4];
            out += kDigits[digest[i] & 15];
        }
        return out;
    }

private:
    EVP_MD_CTX* m_context;
    bool m_good = false;
};

} // namespace

Error ioError(int err, std::string_view verb, const fs::path& path)
{
    const std::string reason = std::generic_category().message(err);
    const std::string name = path.string();
    if (err == ENOSPC || err == EDQUOT) {
        return {ErrorCode::DiskFull, "The disk is full: {0} cannot be written.", {name}, reason};
    }
    if (err == ENOENT) {
        return {ErrorCode::NotFound, "{0} does not exist.", {name}, reason};
    }
    std::string text = "{0} cannot be used: {1}.";
    if (verb == "read") {
        text = "{0} cannot be read: {1}.";
    } else if (verb == "write") {
        text = "{0} cannot be written: {1}.";
    } else if (verb == "create") {
        text = "{0} cannot be created: {1}.";
    } else if (verb == "lock") {
        text = "{0} cannot be locked: {1}.";
    } else if (verb == "run") {
        text = "{0} cannot be run: {1}.";
    }
    return {ErrorCode::Io, text, {name, reason}, std::string(verb)};
}

Result<std::string> readFile(const fs::path& path, std::uint64_t maxBytes)
{
    const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) {
        return fail(ioError(errno, "read", path));
    }
    struct stat st{};
    if (::fstat(fd.get(), &st) != 0) {
        return fail(ioError(errno, "read", path));
    }
    std::string text;
    // Files of /proc say that they are empty, and a log may grow meanwhile: read until the end is met.
    size_t room = std::min<std::uint64_t>(static_cast<std::uint64_t>(st.st_size), maxBytes) + 1;
    size_t used = 0;
    for (;;) {
        text.resize(std::max(room, used + 4096));
        const ssize_t n = ::read(fd.get(), text.data() + used, text.size() - used);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return fail(ioError(errno, "read", path));
        }
        used += static_cast<size_t>(n);
        if (used > maxBytes) {
            return fail(ErrorCode::BadFile, "{0} is larger than the {1} bytes that are expected at most.",
                        path.string(), maxBytes);
        }
        if (n == 0) {
            text.resize(used);
            return text;
        }
        room = used + used / 2;
    }
}

namespace {

/// Writes, syncs and closes a new file at `temp` with the mode of `target` where that exists.
Result<> writeNew(const fs::path& temp, const fs::path& target, std::string_view bytes)
{
    Fd fd(::open(temp.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd.get() < 0) {
        return fail(ioError(errno, "write", target)); // the name that was asked for, not the temporary one
    }
    struct stat st{};
    if (::stat(target.c_str(), &st) == 0) {
        (void)::fchmod(fd.get(), st.st_mode & 07777);
    }
    if (const auto written = writeAll(fd.get(), bytes, target); !written) {
        return written;
    }
    if (::fsync(fd.get()) != 0 || !fd.close()) {
        return fail(ioError(errno, "write", target));
    }
    return {};
}

} // namespace

Result<> writeFileAtomic(const fs::path& path, std::string_view bytes)
{
    std::error_code ec;
    fs::path target = path;
    if (fs::is_symlink(path, ec)) {
        target = fs::weakly_canonical(path, ec);
        if (ec) {
            return fail(ioError(ec.value(), "write", path));
        }
    }
    if (fs::is_directory(target, ec)) {
        return fail(ioError(EISDIR, "write", target));
    }
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (!fs::exists(folder, ec)) {
        return fail(ErrorCode::NotFound, "{0} cannot be written: the folder {1} does not exist.", path.string(), folder.string());
    }
    fs::path temp = target;
    temp += ".tmp-" + randomToken(6);
    if (auto written = writeNew(temp, target, bytes); !written) {
        ::unlink(temp.c_str());
        return written;
    }
    if (::rename(temp.c_str(), target.c_str()) != 0) {
        const int err = errno;
        ::unlink(temp.c_str());
        return fail(ioError(err, "write", target));
    }
    const Fd dir(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Some file systems cannot sync a folder (EINVAL); the file itself is safe then.
    if (dir.get() >= 0 && ::fsync(dir.get()) != 0 && errno != EINVAL && errno != EROFS) {
        return fail(ioError(errno, "write", folder));
    }
    return {};
}

Result<std::string> sha256File(const fs::path& path)
{
    const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) {
        return fail(ioError(errno, "read", path));
    }
    Sha256 digest;
    std::string block(1u << 18, '\0');
    for (;;) {
        const ssize_t n = ::read(fd.get(), block.data(), block.size());
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return fail(ioError(errno, "read", path));
        }
        if (n == 0) {
            break;
        }
        digest.add(block.data(), static_cast<size_t>(n));
    }
    std::string hex = digest.hex();
    if (hex.empty()) {
        return fail(ErrorCode::Internal, "The digest of {0} cannot be computed.", path.string());
    }
    return hex;
}

std::string sha256(std::string_view bytes)
{
    Sha256 digest;
    digest.add(bytes.data(), bytes.size());
    return digest.hex();
}

std::optional<std::uint64_t> freeDiskBytes(const fs::path& path)
{
    struct statvfs st{};
    if (::statvfs(existingAncestor(path).c_str(), &st) != 0) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(st.f_bavail) * st.f_frsize;
}

bool leadsUpwards(const fs::directory_entry& entry)
{
    std::error_code error;
    if (!entry.is_symlink(error) || !entry.is_directory(error)) {
        return false;
    }
    const fs::path target = fs::canonical(entry.path(), error);
    const fs::path here = error ? fs::path() : fs::canonical(entry.path().parent_path(), error);
    return !error && std::mismatch(target.begin(), target.end(), here.begin(), here.end()).first == target.end();
}

bool onNetworkFileSystem(const fs::path& path)
{
    // f_type of statfs(2): NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS, Coda, Ceph, Lustre, GPFS, BeeGFS, OCFS2,
    // GFS2.
    constexpr std::array<std::uint32_t, 14> kTypes{0x6969,     0x517B,     0xFF534D42, 0xFE534D42, 0x65735546,
                                                   0x01021997, 0x5346414F, 0x73757245, 0x00C36400, 0x0BD00BD0,
                                                   0x47504653, 0x19830326, 0x7461636F, 0x01161970};
    struct statfs st{};
    if (::statfs(existingAncestor(path).c_str(), &st) != 0) {
        return false;
    }
    return std::find(kTypes.begin(), kTypes.end(), static_cast<std::uint32_t>(st.f_type)) != kTypes.end();
}

FileLock::~FileLock()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

FileLock::FileLock(FileLock&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
{}

FileLock& FileLock::operator=(FileLock&& other) noexcept
{
    if (this != &other) {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
        m_fd = std::exchange(other.m_fd, -1);
    }
    return *this;
}

Result<FileLock> FileLock::tryLock(const fs::path& file)
{
    FileLock lock;
    lock.m_fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (lock.m_fd < 0) {
        return fail(ioError(errno, "lock", file));
    }
    // isLocked() holds a shared lock for an instant. Where a shared lock can be had, nobody owns the
    // exclusive one.
    for (int attempt = 0; attempt < 500; ++attempt) {
        if (::flock(lock.m_fd, LOCK_EX | LOCK_NB) == 0) {
            return lock;
        }
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return fail(ioError(errno, "lock", file));
        }
        if (::flock(lock.m_fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            break;
        }
        ::flock(lock.m_fd, LOCK_UN);
        ::usleep(1000);
    }
    return fail(ErrorCode::Busy, "{0} is locked by another process.", file.string());
}

bool FileLock::isLocked(const fs::path& file)
{
    const Fd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    return fd.get() >= 0 && ::flock(fd.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Result<> FileLock::writeContent(std::string_view text)
{
    if (m_fd < 0) {
        return fail(ErrorCode::Internal, "The lock is not held.");
    }
    if (::ftruncate(m_fd, 0) != 0 || ::lseek(m_fd, 0, SEEK_SET) != 0) {
        return fail(ioError(errno, "write", "lock"));
    }
    return writeAll(m_fd, text, "lock");
}

} // namespace yardstick::platform
