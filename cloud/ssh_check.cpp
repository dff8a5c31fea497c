#include "cloud/ssh_check.h"

#include "cloud/ssh_pool.h"
#include "cloud/ssh_scripts.h"

#include "core/base/platform.h"
#include "core/base/time.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
constexpr double kMaxSkewSeconds = 5;
constexpr std::int64_t kLowDiskBytes = 5'000'000'000;

std::string fixed(double value, int digits)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

/// One look that is under way; goes with its last answer.
struct Look
{
    Look(const fs::path& folder, const Host& h)
        : pool(folder)
        , host(h)
    {}
    SshPool pool;
    Host host;
    MachineCheck check;
    double asked = 0; ///< UTC seconds
    std::function<void(MachineCheck)> done;
};

double utcSeconds()
{
    return static_cast<double>(nowUtcMs()) / 1000;
}

void add(MachineCheck& check, std::string id, std::string value, CheckVerdict verdict = CheckVerdict::Good,
         std::string advice = {})
{
    check.rows.push_back({std::move(id), std::move(value), verdict, std::move(advice)});
}

std::int64_t numberIn(const QByteArray& said, const std::string& key, std::int64_t missing)
{
    const std::string text = lineOf(said, key).value_or("");
    char* end = nullptr;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    return end == text.c_str() ? missing : value;
}

void addWorker(MachineCheck& check, const QByteArray& said)
{
    check.worker = lineOf(said, "worker").value_or("");
    check.workerVersion = lineOf(said, "version").value_or("");
    if (check.worker.empty()) {
        add(check, "worker", lineOf(said, "missing").value_or("") + " is missing", CheckVerdict::Bad,
            "Install yardstick-worker there, or say where it is with --worker.");
    } else if (!check.workerVersion.starts_with("yardstick-worker ")) {
        add(check, "worker", check.worker + " does not run: " + check.workerVersion, CheckVerdict::Bad,
            "Install what it lacks there, or name another with --worker.");
    } else {
        add(check, "worker", check.workerVersion + " at " + check.worker);
    }
}

/// What the worker there says of the user's own trainer, when one is named: versions and device, or what is missing.
void addUltralytics(MachineCheck& check, const QByteArray& said, const std::string& named)
{
    if (named.empty() || check.worker.empty()) {
        return;
    }
    std::string told = lineOf(said, "ultralytics").value_or("");
    if (told.starts_with("ultralytics ")) {
        add(check, "ultralytics", told);
        return;
    }
    const size_t sentence = told.find("error: ");
    told = sentence == std::string::npos ? told : told.substr(sentence + 7);
    add(check, "ultralytics", told.empty() ? "the worker there gave no answer" : told, CheckVerdict::Bad,
        "Name another environment with  yardstick machine set NAME --ultralytics PATH.");
}

void addTools(MachineCheck& check, const QByteArray& said)
{
    const std::string rsync = lineOf(said, "rsync").value_or("");
    if (rsync.empty()) {
        add(check, "rsync", "missing", CheckVerdict::Bad, "Install rsync there; it copies data sets and results.");
    } else {
        add(check, "rsync", rsync);
    }
    std::string missing;
    for (const char* tool : {"sha256sum", "base64", "setsid", "stat"}) {
        if (!said.contains("tool " + QByteArray(tool) + "\n")) {
            missing += (missing.empty() ? "" : ", ") + std::string(tool);
        }
    }
    if (!missing.empty()) {
        add(check, "tools", missing + " missing", CheckVerdict::Bad, "Install coreutils and util-linux there.");
    }
}

void addResources(MachineCheck& check, const QByteArray& said)
{
    const std::string root = lineOf(said, "root").value_or("");
    check.freeBytes = numberIn(said, "free", -1);
    if (root.empty() || !lineOf(said, "writable")) {
        add(check, "disk", "the folder for jobs cannot be written", CheckVerdict::Bad,
            "Name a folder of yours there with --folder.");
    } else {
        const bool low = check.freeBytes >= 0 && check.freeBytes < kLowDiskBytes;
        add(check, "disk", fixed(static_cast<double>(check.freeBytes) / 1e9, 1) + " GB free in " + root,
            low ? CheckVerdict::Note : CheckVerdict::Good, low ? "Little is left for data sets and weights." : "");
    }
    check.cores = static_cast<int>(numberIn(said, "cores", 0));
    check.ramBytes = numberIn(said, "memory", 0);
    check.cpu = lineOf(said, "cpu").value_or("");
    add(check, "cores", std::to_string(check.cores) + (check.cpu.empty() ? "" : ", " + check.cpu));
    add(check, "memory", fixed(static_cast<double>(check.ramBytes) / 1e9, 1) + " GB");
    for (const QByteArray& line : said.split('\n')) {
        if (line.startsWith("gpu ")) {
            check.gpus.push_back(line.mid(4).trimmed().toStdString());
        }
    }
    std::string gpus;
    for (const std::string& gpu : check.gpus) {
        gpus += (gpus.empty() ? "" : ", ") + gpu;
    }
    add(check, "gpu", gpus.empty() ? "none" : gpus);
    add(check, "system", lineOf(said, "system").value_or("") + ", " + lineOf(said, "libc").value_or(""));
}

void addClock(MachineCheck& check, const QByteArray& said, double asked, double answered)
{
    const double theirs = std::strtod(lineOf(said, "now").value_or("0").c_str(), nullptr);
    check.clockSkewSeconds = theirs - (asked + answered) / 2;
    const bool off = std::abs(check.clockSkewSeconds) > std::max(kMaxSkewSeconds, answered - asked);
    add(check, "clock", fixed(check.clockSkewSeconds, 1) + " s from ours (± " + fixed((answered - asked) / 2, 1) + " s)",
        off ? CheckVerdict::Note : CheckVerdict::Good, off ? "Set its clock: times of its events will be off." : "");
}

void finish(const std::shared_ptr<Look>& look)
{
    if (const auto done = std::exchange(look->done, {})) {
        done(std::move(look->check));
    }
    // The connection that answered is still at work: the look goes when it has returned.
    QMetaObject::invokeMethod(QCoreApplication::instance(), [look] {}, Qt::QueuedConnection);
}

/// The fingerprint of the pinned key, by ssh-keygen.
void askFingerprint(const std::shared_ptr<Look>& look, std::function<void()> next)
{
    ProcessCommand command;
    command.argv = {"ssh-keygen", "-l", "-f", "known_hosts"};
    command.directory = look->pool.folderOf(look->host.id);
    command.deadline = Deadline(5000);
    new TimedProcess(
        std::move(command),
        [look, next = std::move(next)](const ProcessEnd& end) {
            std::istringstream words(end.out.toStdString()); // "256 SHA256:… yardstick (ED25519)"
            std::string bits, print, name, type;
            if (words >> bits >> print >> name >> type) {
                look->check.fingerprint = print + " " + type;
            }
            next();
        },
        &look->pool);
}

void handleInspected(const std::shared_ptr<Look>& look, const RemoteReply& reply, bool wasPinned)
{
    MachineCheck& check = look->check;
    const double answered = utcSeconds();
    if (reply.error) {
        check.error = *reply.error;
        const bool keyProblem = reply.error->message().find("host key") != std::string::npos;
        add(check, keyProblem ? "host_key" : "reachable", reply.error->message(), CheckVerdict::Bad);
        finish(look);
        return;
    }
    add(check, "reachable", "yes, in " + fixed(answered - look->asked, 1) + " s");
    check.newlyPinned = !wasPinned;
    askFingerprint(look, [look, reply, answered] {
        MachineCheck& c = look->check;
        add(c, "host_key", c.fingerprint + (c.newlyPinned ? ", pinned now" : ", as pinned"));
        addWorker(c, reply.out);
        addUltralytics(c, reply.out, ultralyticsOf(look->host));
        addTools(c, reply.out);
        addResources(c, reply.out);
        addClock(c, reply.out, look->asked, answered);
        finish(look);
    });
}

} // namespace

bool MachineCheck::good() const
{
    return !error && std::none_of(rows.begin(), rows.end(), [](const CheckRow& r) { return r.verdict == CheckVerdict::Bad; });
}

void checkSshMachine(const fs::path& folder, const Host& host, Deadline deadline, QObject* context,
                     std::function<void(MachineCheck)> done)
{
    auto look = std::make_shared<Look>(folder, host);
    look->done = [alive = QPointer<QObject>(context), done = std::move(done)](MachineCheck check) {
        if (alive) {
            done(std::move(check));
        }
    };
    const auto connection = look->pool.connection(host);
    if (!connection) {
        look->check.error = connection.error();
        add(look->check, "reachable", connection.error().message(), CheckVerdict::Bad);
        QMetaObject::invokeMethod(context, [look] { finish(look); }, Qt::QueuedConnection);
        return;
    }
    const bool wasPinned = (*connection)->pinned();
    look->asked = utcSeconds();
    (*connection)
        ->run(scripts::inspect({{"root", (*connection)->address().root}, {"worker", (*connection)->address().worker},
                              {"ultralytics", (*connection)->address().ultralytics}}),
              deadline, [look, wasPinned](const RemoteReply& reply) { handleInspected(look, reply, wasPinned); });
}

Result<> forgetHostKey(const fs::path& folder, HostId host)
{
    std::error_code ec;
    const fs::path file = knownHostsFile(folder, host);
    fs::remove(file, ec);
    return ec ? fail(platform::ioError(ec.value(), "remove", file)) : Result<>{};
}

} // namespace yardstick
