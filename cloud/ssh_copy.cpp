#include "cloud/ssh_copy.h"

#include "cloud/ssh_errors.h"

namespace yardstick {

namespace {
constexpr Deadline kCopySilence{120'000};
} // namespace

std::optional<int> percentOf(const QByteArray& output)
{
    const qsizetype sign = output.lastIndexOf('%');
    const qsizetype space = output.lastIndexOf(' ', sign);
    bool whole = false;
    const int percent = sign > 0 && space >= 0 ? output.mid(space + 1, sign - space - 1).toInt(&whole) : 0;
    return whole && percent >= 0 && percent <= 100 ? std::optional(percent) : std::nullopt;
}

TimedProcess* startCopy(SshConnection& connection, const CopyOrder& order, Deadline deadline, QObject* parent,
                        std::function<void(Result<>)> done)
{
    const std::string here = order.local.string() + "/";
    const std::string there = connection.rsyncPrefix() + order.remote + "/";
    ProcessCommand command;
    // -s: the remote path is sent by the protocol, so that no shell reads it. -L: what a link points to.
    command.argv = {"rsync",    "-rtLs",       "--partial-dir=.rsync-partial", "--exclude=*.cache",
                    "--from0",  "--files-from=-", "--info=progress2",          "--outbuf=N",
                    "--timeout=100", "-e", connection.remoteShell(), "--", order.up ? here : there, order.up ? there : here};
    for (const std::string& item : order.items) {
        command.input += QByteArray::fromStdString(item);
        command.input += '\0';
    }
    command.directory = connection.folder();
    command.deadline = deadline;
    command.silence = kCopySilence;
    return new TimedProcess(
        std::move(command),
        [name = connection.name(), done = std::move(done)](const ProcessEnd& end) {
            if (!end.started) {
                done(fail(programMissing("rsync")));
            } else if (end.timedOut) {
                done(fail(sshTimeout(name)));
            } else if (end.exitCode != 0) {
                done(fail(rsyncError(name, end.err)));
            } else {
                done({});
            }
        },
        parent);
}

} // namespace yardstick
