// RunMirror: the local copy of a remote run directory's logs, byte for byte. The local size is the offset; the inode of
// the remote file is kept in mirror.json, so that a file that was replaced is noticed. Owner thread: the launcher's.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace yardstick {

struct MirroredFile
{
    std::string name;
    std::uint64_t inode = 0;
    std::int64_t size = 0; ///< there, when it was asked
    QByteArray bytes;      ///< from the offset on; fewer than announced when the answer broke off
    bool whole = true;
};
/// Reads "file NAME INODE SIZE COUNT" and its bytes, one after the other (ssh_scripts.h, tail).
std::vector<MirroredFile> parseTail(const QByteArray& answer);

class RunMirror
{
public:
    explicit RunMirror(std::filesystem::path run);
    [[nodiscard]] std::int64_t offset(const std::string& name) const;
    /// The remote file is another one than before (or shorter): its beginning has to be compared.
    [[nodiscard]] bool isReplaced(const MirroredFile& file) const;
    Result<std::string> digest(const std::string& name) const; ///< of what is here
    Result<> append(const MirroredFile& file);                 ///< on the disk when it returns
    /// The remote file is the same although its inode changed.
    void accept(const MirroredFile& file);
    /// Starts over: the remote log is another one.
    Result<> restart(const std::string& name);

private:
    Result<> save() const;

    std::filesystem::path m_run;
    std::map<std::string, std::uint64_t> m_inodes;
};

} // namespace yardstick
