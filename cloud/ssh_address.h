// SshAddress: how a host of the kind "ssh" is reached and where things are on it; Host::address in the store.
#pragma once

#include "core/records.h"

#include <string>
#include <string_view>

namespace yardstick {

struct SshAddress
{
    std::string destination; ///< [user@]host, or a name of the user's ~/.ssh/config
    int port = 0;            ///< 0: as the user's configuration says
    std::string identity;    ///< file of the private key here; empty: agent and configuration
    std::string worker;      ///< yardstick-worker on the host; empty: in the PATH there
    std::string root;        ///< folder for jobs and data on the host; empty: ~/.yardstick
    std::string ultralytics{}; ///< see ultralyticsOf (core/records.h), which reads the same key
    bool operator==(const SshAddress&) const = default;
};

/// "[user@]host[:port]"; an IPv6 address with a port stands in brackets. InvalidArgument.
Result<SshAddress> parseSshTarget(std::string_view text);
/// InvalidArgument: what could be taken for an option or would not survive the way to the host.
Result<> checkSshAddress(const SshAddress& address);
nlohmann::json toJson(const SshAddress& address);
Result<SshAddress> sshAddressFromJson(const nlohmann::json& json);

} // namespace yardstick
