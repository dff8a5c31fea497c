// What ssh and rsync say on standard error, as one sentence of ours.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <string>

namespace yardstick {

/// `name`: of the machine, as the user knows it. `said`: ssh's standard error (LC_ALL=C, LogLevel=ERROR).
/// Auth: the host key changed, or the login is refused; else Network.
Error sshError(const std::string& name, const QByteArray& said);
/// DiskFull, NotFound, Network …
Error rsyncError(const std::string& name, const QByteArray& said);
Error sshTimeout(const std::string& name);
Error programMissing(const std::string& program);

} // namespace yardstick
