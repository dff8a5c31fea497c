#include "cloud/ssh_errors.h"

#include <QList>

namespace yardstick {
namespace {

std::string lastLineOf(const QByteArray& text)
{
    const auto lines = text.split('\n');
    for (auto it = lines.rbegin(); it != lines.rend(); ++it) {
        if (const QByteArray line = it->trimmed(); !line.isEmpty()) {
            return line.left(200).toStdString();
        }
    }
    return {};
}

Error made(ErrorCode code, const char* text, std::vector<std::string> args, const QByteArray& said)
{
    return {code, text, std::move(args), said.trimmed().toStdString()};
}

} // namespace

Error sshError(const std::string& name, const QByteArray& said)
{
    if (said.contains("IDENTIFICATION HAS CHANGED") || said.contains("Host key verification failed")) {
        return made(ErrorCode::Auth,
                    "The host key of {0} is not the one that was pinned, so nothing is sent there: if the machine was "
                    "installed anew, run yardstick machine check \"{0}\" --new-key once.",
                    {name}, said);
    }
    if (said.contains("Permission denied") || said.contains("Too many authentication failures")) {
        return made(ErrorCode::Auth,
                    "{0} refuses the login: put your public key into its ~/.ssh/authorized_keys, or name the key with "
                    "--identity.",
                    {name}, said);
    }
    const std::string reason = lastLineOf(said);
    if (reason.empty() || said.contains("mux_client") || said.contains("Connection closed by")) {
        return made(ErrorCode::Network, "The connection to {0} was lost.", {name}, said);
    }
    return made(ErrorCode::Network, "{0} cannot be reached: {1}", {name, reason}, said);
}

Error rsyncError(const std::string& name, const QByteArray& said)
{
    if (said.contains("No space left") || said.contains("Disk quota exceeded")) {
        return made(ErrorCode::DiskFull, "The disk is full while files are copied from or to {0}.", {name}, said);
    }
    if (said.contains("rsync: command not found") || said.contains("rsync: not found")) {
        return made(ErrorCode::Unsupported, "rsync is not installed on {0}; it copies data sets and results.", {name},
                    said);
    }
    if (said.contains("Host key verification failed") || (said.contains("Permission denied (") && !said.contains("denied (13)"))) {
        return sshError(name, said);
    }
    return made(ErrorCode::Network, "Copying files from or to {0} broke off: {1}", {name, lastLineOf(said)}, said);
}

Error sshTimeout(const std::string& name)
{
    return {ErrorCode::Timeout, "{0} does not answer.", {name}, {}};
}

Error programMissing(const std::string& program)
{
    return {ErrorCode::Unsupported, "The program {0} is not installed on this computer.", {program}, {}};
}

} // namespace yardstick
