#include "cloud/run_mirror.h"

#include "core/base/json_fields.h"
#include "core/base/platform.h"

#include <QList>

#include <fcntl.h>
#include <unistd.h>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
constexpr const char* kMirrorNote = "mirror.json";

} // namespace

std::vector<MirroredFile> parseTail(const QByteArray& answer)
{
    std::vector<MirroredFile> out;
    for (qsizetype at = 0; answer.mid(at, 5) == "file ";) {
        const qsizetype newline = answer.indexOf('\n', at);
        const auto words = answer.mid(at, newline < 0 ? 0 : newline - at).split(' ');
        if (words.size() != 5) {
            break;
        }
        MirroredFile file;
        file.name = words[1].toStdString();
        file.inode = words[2].toULongLong();
        file.size = words[3].toLongLong();
        const qsizetype count = words[4].toLongLong();
        file.bytes = answer.mid(newline + 1, count);
        file.whole = file.bytes.size() == count;
        at = newline + 1 + count;
        out.push_back(std::move(file));
    }
    return out;
}

RunMirror::RunMirror(fs::path run)
    : m_run(std::move(run))
{
    const json note = json::parse(platform::readFile(m_run / kMirrorNote, 1u << 16).value_or(""), nullptr, false);
    if (note.is_object()) {
        for (const auto& [name, inode] : note.items()) {
            if (inode.is_number_unsigned()) {
                m_inodes[name] = inode.get<std::uint64_t>();
            }
        }
    }
}

std::int64_t RunMirror::offset(const std::string& name) const
{
    std::error_code ec;
    const auto size = fs::file_size(m_run / name, ec);
    return ec ? 0 : static_cast<std::int64_t>(size);
}

bool RunMirror::isReplaced(const MirroredFile& file) const
{
    const std::int64_t here = offset(file.name);
    if (here == 0) {
        return false;
    }
    const auto known = m_inodes.find(file.name);
    return file.size < here || known == m_inodes.end() || known->second != file.inode;
}

Result<std::string> RunMirror::digest(const std::string& name) const
{
    return platform::sha256File(m_run / name);
}

Result<> RunMirror::append(const MirroredFile& file)
{
    accept(file);
    if (file.bytes.isEmpty()) {
        return {};
    }
    const fs::path path = m_run / file.name;
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (fd < 0) {
        return fail(platform::ioError(errno, "write", path));
    }
    int err = 0;
    for (qsizetype at = 0; err == 0 && at < file.bytes.size();) {
        const ssize_t n = ::write(fd, file.bytes.constData() + at, static_cast<size_t>(file.bytes.size() - at));
        if (n > 0) {
            at += n;
        } else if (n == 0 || errno != EINTR) {
            err = n == 0 ? EIO : errno;
        }
    }
    if (err == 0 && ::fdatasync(fd) != 0) {
        err = errno;
    }
    ::close(fd);
    return err == 0 ? Result<>{} : fail(platform::ioError(err, "write", path));
}

void RunMirror::accept(const MirroredFile& file)
{
    if (auto& inode = m_inodes[file.name]; inode != file.inode) {
        inode = file.inode;
        (void)save(); // lost: the beginning is compared once more
    }
}

Result<> RunMirror::restart(const std::string& name)
{
    std::error_code ec;
    fs::remove(m_run / name, ec);
    m_inodes.erase(name);
    return ec ? fail(platform::ioError(ec.value(), "replace", m_run / name)) : Result<>{};
}

Result<> RunMirror::save() const
{
    json note = json::object();
    for (const auto& [name, inode] : m_inodes) {
        note[name] = inode;
    }
    return platform::writeFileAtomic(m_run / kMirrorNote, dumpJson(note) + "\n");
}

} // namespace yardstick
