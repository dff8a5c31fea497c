#include "cloud/ssh_launcher.h"

#include "cloud/background.h"
#include "cloud/run_mirror.h"
#include "cloud/ssh_errors.h"
#include "cloud/ssh_fetch.h"
#include "cloud/ssh_placement.h"
#include "cloud/ssh_pool.h"
#include "cloud/ssh_scripts.h"

#include "core/base/platform.h"
#include "core/base/time.h"
#include "core/vanished_note.h"

#include <algorithm>
#include <sstream>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
constexpr std::int64_t kTailLimit = 4 << 20;  ///< bytes of a file in one answer
constexpr std::int64_t kExitGraceSeconds = 10; ///< a worker that wrote exit.json but hangs at its end
constexpr std::int64_t kStartGraceSeconds = 60; ///< between taking the lock and the process id

template <typename T> Done<T> guarded(QObject* context, Done<T> done)
{
    return [alive = QPointer<QObject>(context), done = std::move(done)](Result<T> result) {
        if (alive) {
            done(std::move(result));
        }
    };
}

template <typename T> void answerLater(QObject* context, Done<T> done, Result<T> result)
{
    QMetaObject::invokeMethod(
        context, [done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); },
        Qt::QueuedConnection);
}

std::string rootOf(const Attempt& attempt)
{
    if (!attempt.handle.is_object()) {
        return {};
    }
    const auto it = attempt.handle.find("root");
    return it != attempt.handle.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// What is kept for the verdict when a job has gone without exit.json.
JobState vanished(const Attempt& attempt, bool restarted, std::string reason)
{
    (void)writeVanishedNote(attempt.runDirectory, {restarted, reason});
    return {JobLife::Vanished, std::move(reason)};
}

/// The answer to scripts::state.
JobState stateFrom(const QByteArray& said, const Attempt& attempt, const std::string& machine)
{
    if (lineOf(said, "gone")) {
        return vanished(attempt, false, formatTemplate("The job's folder is gone from {0}.", {machine}));
    }
    std::istringstream words(lineOf(said, "life").value_or(""));
    int ended = 0, alive = 0, restarted = 0;
    std::int64_t since = 0;
    if (!(words >> ended >> alive >> restarted >> since)) {
        return {JobLife::Unknown, formatTemplate("The folder of jobs is not there on {0} now.", {machine})};
    }
    if (ended == 1) {
        return {alive == 0 || since > kExitGraceSeconds ? JobLife::Ended : JobLife::Alive, {}};
    }
    if (alive == 1) {
        return {JobLife::Alive, {}};
    }
    if (restarted == 1) {
        return vanished(attempt, true, formatTemplate("{0} was restarted while it ran.", {machine}));
    }
    const bool begun = attempt.handle.value("pid", std::int64_t(0)) > 0;
    if (!begun && since < kStartGraceSeconds) {
        return {JobLife::Waiting, formatTemplate("The worker is being started on {0}.", {machine})};
    }
    return vanished(attempt, false, {});
}

/// One mirror() call, over as many answers as it takes.
struct MirrorRun
{
    MirrorRun(SshConnection& c, const Attempt& attempt, Deadline deadline, Done<void> told)
        : connection(&c)
        , mirror(attempt.runDirectory)
        , root(rootOf(attempt))
        , token(attempt.token)
        , run(attempt.runDirectory)
        , until(monotonicSeconds() + static_cast<double>(deadline.count()) / 1000)
        , done(std::move(told))
    {}
    [[nodiscard]] Deadline left() const
    {
        return Deadline(std::max(1, static_cast<int>((until - monotonicSeconds()) * 1000)));
    }

    QPointer<SshConnection> connection;
    RunMirror mirror;
    std::string root, token;
    fs::path run;
    double until;
    Done<void> done;
};
using MirrorPtr = std::shared_ptr<MirrorRun>;

void tailOnce(const MirrorPtr& m);

/// A log with another inode: the same content in another place (a restored disk), or another log.
void compareBeginning(const MirrorPtr& m, const MirroredFile& file)
{
    m->connection->run(
        scripts::prefixDigest({{"root", m->root},
                               {"token", m->token},
                               {"name", file.name},
                               {"bytes", std::to_string(m->mirror.offset(file.name))}}),
        m->left(), [m, file](const RemoteReply& reply) {
            const auto sum = lineOf(reply.out, "sum");
            const auto here = m->mirror.digest(file.name);
            if (reply.error || !sum || !here) {
                m->done(fail(reply.error.value_or(sshTimeout(m->connection->name()))));
            } else if (*sum == *here && file.size >= m->mirror.offset(file.name)) {
                m->mirror.accept(file);
                tailOnce(m);
            } else if (file.name == run_files::kLog) {
                const auto again = m->mirror.restart(file.name); // only printed text: it is copied anew
                again ? tailOnce(m) : m->done(again);
            } else {
                m->done(fail(ErrorCode::BadFile, "The event log on {0} was replaced by another one.",
                             m->connection->name()));
            }
        });
}

void handleTail(const MirrorPtr& m, const RemoteReply& reply)
{
    if (!reply.error && lineOf(reply.out, "gone") && !reply.out.startsWith("file ")) {
        m->done({}); // state() tells it
        return;
    }
    bool whole = !reply.error;
    for (const MirroredFile& file : parseTail(reply.out)) {
        if (file.name == run_files::kExit) {
            if (whole && file.whole) { // last, when the logs are complete
                m->done(platform::writeFileAtomic(m->run / run_files::kExit, file.bytes.toStdString()));
                return;
            }
            continue;
        }
        if (m->mirror.isReplaced(file)) {
            reply.error ? m->done(fail(*reply.error)) : compareBeginning(m, file);
            return;
        }
        if (const auto added = m->mirror.append(file); !added) {
            m->done(added);
            return;
        }
        whole = whole && file.whole && m->mirror.offset(file.name) >= file.size;
    }
    if (reply.error) {
        m->done(fail(*reply.error)); // what came is kept
    } else if (whole) {
        m->done({});
    } else {
        tailOnce(m);
    }
}

void tailOnce(const MirrorPtr& m)
{
    if (!m->connection) {
        return;
    }
    m->connection->run(scripts::tail({{"root", m->root},
                                      {"token", m->token},
                                      {"events", std::to_string(m->mirror.offset(run_files::kEvents))},
                                      {"log", std::to_string(m->mirror.offset(run_files::kLog))},
                                      {"limit", std::to_string(kTailLimit)}}),
                       m->left(), [m](const RemoteReply& reply) { handleTail(m, reply); });
}

} // namespace

struct SshLauncher::Impl
{
    explicit Impl(Options given)
        : options(std::move(given))
        , pool(options.folder)
    {}

    Result<SshConnection*> connection(HostId id)
    {
        const auto host = options.hostOf(id);
        return host ? pool.connection(*host) : fail(host.error());
    }
    /// How long the next question about an attempt has to wait.
    Deadline pace(const std::string& token)
    {
        const double now = monotonicSeconds();
        double& next = nextAsk[token];
        const double wait = std::max(0.0, next - now);
        next = now + wait + static_cast<double>(options.pollEvery.count()) / 1000;
        return Deadline(static_cast<int>(wait * 1000));
    }
    void askState(SshConnection* connection, const Attempt& attempt, Deadline deadline, Done<JobState> done)
    {
        connection->run(scripts::state({{"root", rootOf(attempt)}, {"token", attempt.token}}), deadline,
                        [this, attempt, name = connection->name(), done = std::move(done)](const RemoteReply& reply) {
                            const JobState state = reply.error ? JobState{JobLife::Unknown, reply.error->message()}
                                                               : stateFrom(reply.out, attempt, name);
                            if (state.life == JobLife::Ended || state.life == JobLife::Vanished) {
                                nextAsk.erase(attempt.token);
                            }
                            done(state);
                        });
    }

    Options options;
    SshPool pool;
    std::map<std::string, double> nextAsk;                       ///< by token; monotonic seconds
    std::map<std::string, QPointer<SshPlacement>> placements;    ///< by token; children of the pool
};

SshLauncher::SshLauncher(Options options)
    : m_impl(std::make_unique<Impl>(std::move(options)))
{}
SshLauncher::~SshLauncher() = default;

std::int64_t SshLauncher::masterPid(HostId host) const
{
    const auto connection = m_impl->connection(host);
    return connection ? (*connection)->masterPid() : 0;
}

void SshLauncher::place(const PlaceRequest& request, Deadline deadline, QObject* context, Done<json> done)
{
    if (!request.job.container.image.empty() || !request.job.container.setupScript.empty()) {
        answerLater<json>(context, std::move(done),
                          fail(ErrorCode::Unsupported, "Containers and set-up scripts do not run on SSH machines: clear "
                                                       "the image and the script of the experiment."));
        return;
    }
    const auto connection = m_impl->pool.connection(request.host);
    std::error_code ec;
    fs::create_directories(request.runDirectory, ec);
    if (!connection || ec) {
        answerLater<json>(context, std::move(done),
                          fail(connection ? platform::ioError(ec.value(), "create", request.runDirectory)
                                          : connection.error()));
        return;
    }
    QPointer<SshPlacement>& placement = m_impl->placements[request.job.token];
    if (!placement) {
        placement = new SshPlacement(**connection, request, *connection);
    }
    placement->wait(deadline, guarded<json>(context, std::move(done)));
    std::erase_if(m_impl->placements, [](const auto& entry) { return entry.second.isNull(); });
}

void SshLauncher::mirror(const Attempt& attempt, Deadline deadline, QObject* context, Done<void> done)
{
    const auto connection = m_impl->connection(attempt.hostId);
    std::error_code ec;
    fs::create_directories(attempt.runDirectory, ec);
    if (!connection || ec) {
        answerLater<void>(context, std::move(done),
                          fail(connection ? platform::ioError(ec.value(), "create", attempt.runDirectory)
                                          : connection.error()));
        return;
    }
    tailOnce(std::make_shared<MirrorRun>(**connection, attempt, deadline, guarded<void>(context, std::move(done))));
}

void SshLauncher::state(const Attempt& attempt, Deadline deadline, QObject* context, Done<JobState> done)
{
    const auto connection = m_impl->connection(attempt.hostId);
    if (!connection) {
        answerLater<JobState>(context, std::move(done), JobState{JobLife::Unknown, connection.error().message()});
        return;
    }
    QTimer::singleShot(m_impl->pace(attempt.token), *connection,
                       [this, c = *connection, attempt, deadline, told = guarded<JobState>(context, std::move(done))] {
                           m_impl->askState(c, attempt, deadline, told);
                       });
}

void SshLauncher::stop(const Attempt& attempt, bool hard, Deadline deadline, QObject* context, Done<void> done)
{
    const auto connection = m_impl->connection(attempt.hostId);
    if (!connection) {
        answerLater<void>(context, std::move(done), fail(connection.error()));
        return;
    }
    if (const auto placement = m_impl->placements.find(attempt.token); placement != m_impl->placements.end()) {
        delete placement->second.data(); // what is on its way there stays where it is
        m_impl->placements.erase(placement);
    }
    const std::string root = rootOf(attempt).empty() ? (*connection)->address().root : rootOf(attempt);
    (*connection)->run(
        scripts::stop({{"root", root}, {"token", attempt.token}, {"hard", hard ? "1" : "0"}}), deadline,
        [name = (*connection)->name(), told = guarded<void>(context, std::move(done))](const RemoteReply& reply) {
            if (reply.error) {
                told(fail(*reply.error));
            } else if (lineOf(reply.out, "fault")) {
                told(fail(ErrorCode::Io, "The stop file cannot be written on {0}.", name));
            } else {
                told({}); // gone already: that is what was asked for
            }
        });
}

void SshLauncher::fetch(const Attempt& attempt, const std::vector<std::string>& relativePaths, Deadline deadline,
                        QObject* context, Done<void> done)
{
    const auto connection = m_impl->connection(attempt.hostId);
    if (!connection || relativePaths.empty()) {
        answerLater<void>(context, std::move(done), connection ? Result<>{} : fail(connection.error()));
        return;
    }
    new SshFetch(**connection, rootOf(attempt), attempt.token, attempt.runDirectory, relativePaths, deadline,
                 guarded<void>(context, std::move(done)), *connection);
}

} // namespace yardstick
