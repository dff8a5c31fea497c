// SshPool: the connections of this process, one per host, and the folders that they need here:
// <folder>/<host id>/known_hosts (the pinned key) and a private folder for sockets, which goes with the pool.
// Owner thread: the one that made it.
#pragma once

#include "cloud/ssh_connection.h"

#include <map>

namespace yardstick {

class SshPool final : public QObject
{
public:
    /// `folder`: machines/ beside the store.
    explicit SshPool(std::filesystem::path folder);
    ~SshPool() override;
    /// InvalidArgument when the host's address cannot be used.
    Result<SshConnection*> connection(const Host& host);
    [[nodiscard]] std::filesystem::path folderOf(HostId host) const;

private:
    std::filesystem::path m_folder;
    std::filesystem::path m_sockets;
    std::map<HostId, SshConnection*> m_connections; ///< children
};

/// The file that pins a host's key; `folder` as of SshPool.
std::filesystem::path knownHostsFile(const std::filesystem::path& folder, HostId host);

} // namespace yardstick
