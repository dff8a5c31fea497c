// Copying with rsync over a connection of its own. A copy that breaks off is gone on with at the next try. The names of
// what is copied go through rsync's standard input, never through a command line.
#pragma once

#include "cloud/ssh_connection.h"

namespace yardstick {

struct CopyOrder
{
    bool up = true;               ///< to the host
    std::filesystem::path local;  ///< folder here
    std::string remote;           ///< folder there, absolute; made when missing (its parent exists)
    std::vector<std::string> items; ///< below the folder: files, or folders with all that is in them
};

/// What rsync's --info=progress2 said last: 0 to 100; nullopt: nothing yet.
std::optional<int> percentOf(const QByteArray& output);

/// `done` with Network, DiskFull, Timeout (nothing moved for two minutes) or Unsupported (no rsync). `deadline` 0: none.
TimedProcess* startCopy(SshConnection& connection, const CopyOrder& order, Deadline deadline, QObject* parent,
                        std::function<void(Result<>)> done);

} // namespace yardstick
