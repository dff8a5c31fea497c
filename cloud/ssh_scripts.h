// What is run on a host: fixed texts for a POSIX /bin/sh, with parameters as strictly quoted assignments before them.
// Job folder protocol: <root>/jobs/<token>/ is the run directory. `started` (a folder made by mkdir, which succeeds
// once) is the lock; `pid` holds "PID START BOOT": process id, start time in clock ticks (/proc/PID/stat field 22) and
// boot id, so that a reused pid is never mistaken; exit.json comes last, from the worker.
#pragma once

#include <QByteArray>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace yardstick {

/// A word of /bin/sh that stands for exactly this text.
std::string shellQuoted(const std::string& text);
using ScriptParameters = std::vector<std::pair<std::string, std::string>>; ///< name (of ours) and value

namespace scripts {
/// root, worker, token, mode → "root PATH", "worker PATH" when it can be run, "tool NAME" for each program that is
/// there, "started" when the job's lock is taken; "have KEY" for each of `wanted` that is on the host whole.
QByteArray prepare(const ScriptParameters& parameters, const std::vector<std::string>& wanted);
/// root, worker, token, mode, job (base64) → "pid PID START BOOT", or "waiting" when it has not begun yet.
QByteArray start(const ScriptParameters& parameters);
/// root, token → "life EXIT ALIVE RESTARTED AGE": 0/1, 0/1, 0/1, seconds since exit.json, or since the lock where no
/// process is known. "gone": the job's folder is not there.
QByteArray state(const ScriptParameters& parameters);
/// root, token, events, log (offsets in bytes), limit (bytes a file) → "file NAME INODE SIZE COUNT" and COUNT bytes each.
QByteArray tail(const ScriptParameters& parameters);
/// root, token, hard (0/1): the stop file and SIGTERM, or SIGKILL, to the process group.
QByteArray stop(const ScriptParameters& parameters);
/// root, then paths relative to it → one line each: sha256 of the file, or "-".
QByteArray digests(const std::string& root, const std::vector<std::string>& files);
/// root, name, bytes: sha256 of the first bytes of the job's file → one line.
QByteArray prefixDigest(const ScriptParameters& parameters);
/// root, key, text (base64): writes data.yaml and marks the data set `key` as whole.
QByteArray sealData(const ScriptParameters& parameters);
/// root, token, text (base64): notes in `fetched` what has arrived here, verified.
QByteArray acknowledge(const ScriptParameters& parameters);
/// root, worker, ultralytics (empty: not asked for) → lines "KEY VALUE" of the machine (ssh_check.h).
QByteArray inspect(const ScriptParameters& parameters);
} // namespace scripts

struct ScriptOutput
{
    QByteArray text;    ///< between our first and last line; a shell's greetings before them are left out
    bool whole = false; ///< the last line came: the script ran to its end
};
ScriptOutput betweenMarks(const QByteArray& out);
/// The value of the first line "KEY value"; nullopt: no such line.
std::optional<std::string> lineOf(const QByteArray& text, const std::string& key);

} // namespace yardstick
