#include "cloud/ssh_pool.h"

#include "core/base/platform.h"

#include <algorithm>
#include <cstdlib>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
constexpr size_t kMaxRuntimePath = 60; ///< a socket's path has room for 107 bytes, and ssh adds 17 while it makes one

bool isPlainPath(const std::string& path)
{
    return !path.empty() && path.front() == '/' && path.size() <= kMaxRuntimePath &&
           std::all_of(path.begin(), path.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '_' || c == '-' || c == '.';
           });
}

/// A private folder for sockets, in the session's runtime folder where there is one.
fs::path makeSocketFolder()
{
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    for (const std::string& base : {std::string(runtime != nullptr ? runtime : ""), std::string("/tmp")}) {
        std::string name = base + "/yardstick-XXXXXX";
        if (isPlainPath(base) && ::mkdtemp(name.data()) != nullptr) { // mode 0700
            return name;
        }
    }
    return fs::path("/tmp") / ("yardstick-" + platform::randomToken(8)); // ssh says that it cannot bind there
}

} // namespace

SshPool::SshPool(fs::path folder)
    : m_folder(std::move(folder))
    , m_sockets(makeSocketFolder())
{}

SshPool::~SshPool()
{
    for (const auto& [id, connection] : m_connections) {
        delete connection;
    }
    std::error_code ec;
    fs::remove_all(m_sockets, ec);
}

fs::path SshPool::folderOf(HostId host) const
{
    return m_folder / std::to_string(host.value);
}

fs::path knownHostsFile(const fs::path& folder, HostId host)
{
    return folder / std::to_string(host.value) / "known_hosts";
}

Result<SshConnection*> SshPool::connection(const Host& host)
{
    const auto address = sshAddressFromJson(host.address);
    if (!address) {
        return fail(address.error());
    }
    SshConnection*& known = m_connections[host.id];
    if (known == nullptr) {
        known = new SshConnection(host.name, *address, folderOf(host.id), m_sockets, this);
    } else {
        known->setAddress(host.name, *address);
    }
    return known;
}

} // namespace yardstick
