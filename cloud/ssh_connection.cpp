#include "cloud/ssh_connection.h"

#include "cloud/ssh_errors.h"
#include "cloud/ssh_scripts.h"

#include "core/base/platform.h"
#include "core/base/time.h"

#include <sys/stat.h>

#include <algorithm>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
constexpr const char* kKnownHosts = "known_hosts"; ///< relative: paths with spaces or '%' are no concern of ssh's
constexpr double kConnectSeconds = 20;
constexpr Deadline kLookForSocket{20};
constexpr Deadline kIdle{60'000};
constexpr int kMaxSessions = 8; ///< sshd allows 10 in a connection
constexpr double kMaxBackOffSeconds = 30;

/// rsync takes -e apart at spaces; in quotes a doubled quote stands for one.
std::string quotedForRsync(const std::string& text)
{
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? "''" : std::string(1, c);
    }
    return out + "'";
}

} // namespace

struct SshConnection::Call
{
    QByteArray script;
    std::function<void(RemoteReply)> answer; ///< empty: answered
    QPointer<TimedProcess> process;
    QTimer deadline;
    double until = 0; ///< monotonic seconds
};

SshConnection::SshConnection(std::string name, SshAddress address, fs::path folder, fs::path sockets, QObject* parent)
    : QObject(parent)
    , m_name(std::move(name))
    , m_address(std::move(address))
    , m_folder(std::move(folder))
    , m_socket(sockets / ("m" + platform::randomToken(4)))
{
    std::error_code ec;
    fs::create_directories(m_folder, ec);
    ::chmod(m_folder.c_str(), 0700);
    m_poll.setInterval(kLookForSocket);
    connect(&m_poll, &QTimer::timeout, this, &SshConnection::lookForSocket);
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdle);
    connect(&m_idle, &QTimer::timeout, this, [this] {
        if (m_running == 0 && m_waiting.empty()) {
            dropMaster();
        }
    });
}

SshConnection::~SshConnection()
{
    dropMaster();
}

void SshConnection::setAddress(const std::string& name, const SshAddress& address)
{
    m_name = name;
    if (address != m_address) {
        m_address = address;
        m_notBefore = 0;
        dropMaster();
    }
}

bool SshConnection::pinned() const
{
    std::error_code ec;
    return fs::file_size(m_folder / kKnownHosts, ec) > 0 && !ec;
}

std::vector<std::string> SshConnection::options(bool shared) const
{
    std::vector<std::string> out;
    const auto set = [&](const std::string& option) {
        out.emplace_back("-o");
        out.push_back(option);
    };
    for (const char* option :
         {"BatchMode=yes", "LogLevel=ERROR", "ConnectTimeout=10", "ConnectionAttempts=1", "ServerAliveInterval=15",
          "ServerAliveCountMax=3", "GlobalKnownHostsFile=/dev/null", "HostKeyAlias=yardstick", "HashKnownHosts=no",
          "UpdateHostKeys=no", "CheckHostIP=no", "VerifyHostKeyDNS=no", "ForwardAgent=no", "ForwardX11=no",
          "ClearAllForwardings=yes", "PermitLocalCommand=no", "RemoteCommand=none", "RequestTTY=no"}) {
        set(option);
    }
    set(std::string("UserKnownHostsFile=") + kKnownHosts);
    // The first key is accepted and pinned; from then on it must be that one.
    set(std::string("StrictHostKeyChecking=") + (pinned() ? "yes" : "accept-new"));
    if (shared) {
        set("ControlPath=" + m_socket.string());
    } else {
        set("ControlMaster=no");
        set("ControlPath=none");
    }
    if (m_address.port > 0) {
        out.insert(out.end(), {"-p", std::to_string(m_address.port)});
    }
    if (!m_address.identity.empty()) {
        set("IdentitiesOnly=yes");
        out.insert(out.end(), {"-i", m_address.identity});
    }
    return out;
}

std::string SshConnection::remoteShell() const
{
    std::string text = "ssh";
    for (const std::string& option : options(false)) {
        text += " " + quotedForRsync(option);
    }
    return text;
}

std::string SshConnection::rsyncPrefix() const
{
    const std::string& d = m_address.destination;
    const size_t at = d.rfind('@') == std::string::npos ? 0 : d.rfind('@') + 1;
    const bool v6 = d.find(':', at) != std::string::npos;
    return v6 ? d.substr(0, at) + "[" + d.substr(at) + "]:" : d + ":";
}

void SshConnection::run(QByteArray script, Deadline deadline, std::function<void(RemoteReply)> answer)
{
    auto call = std::make_shared<Call>();
    call->script = std::move(script);
    call->answer = std::move(answer);
    call->until = monotonicSeconds() + static_cast<double>(deadline.count()) / 1000;
    call->deadline.setSingleShot(true);
    connect(&call->deadline, &QTimer::timeout, this, [this, weak = std::weak_ptr(call)] {
        if (const auto late = weak.lock(); late && !late->process) {
            std::erase(m_waiting, late);
            this->answer(late, {{}, sshTimeout(m_name)});
        }
    });
    call->deadline.start(deadline);
    m_waiting.push_back(std::move(call));
    m_idle.start();
    QTimer::singleShot(0, this, &SshConnection::pump); // an answer never comes before this call returns
}

void SshConnection::pump()
{
    if (m_waiting.empty()) {
        return;
    }
    if (!m_ready) {
        if (m_master) {
            return; // connecting
        }
        if (monotonicSeconds() < m_notBefore) {
            failWaiting(m_lastError);
        } else {
            startMaster();
        }
        return;
    }
    while (!m_waiting.empty() && m_running < kMaxSessions) {
        const auto call = m_waiting.front();
        m_waiting.pop_front();
        start(call);
    }
}

void SshConnection::startMaster()
{
    std::error_code ec;
    fs::remove(m_socket, ec);
    ProcessCommand command;
    command.argv = {"ssh", "-M", "-N", "-o", "ControlMaster=yes", "-o", "ControlPersist=no"};
    const auto rest = options(true);
    command.argv.insert(command.argv.end(), rest.begin(), rest.end());
    command.argv.insert(command.argv.end(), {"--", m_address.destination});
    command.directory = m_folder;
    m_connectUntil = monotonicSeconds() + kConnectSeconds;
    m_master = new TimedProcess(std::move(command), [this](const ProcessEnd& end) { handleMasterEnd(end); }, this);
    m_poll.start();
}

/// The socket appears when the login has succeeded.
void SshConnection::lookForSocket()
{
    std::error_code ec;
    if (!m_master) {
        m_poll.stop();
    } else if (fs::exists(m_socket, ec)) {
        m_poll.stop();
        m_ready = true;
        m_failures = 0;
        pump();
    } else if (monotonicSeconds() > m_connectUntil) {
        dropMaster();
        handleMasterEnd({true, true, -1, {}, {}});
    }
}

void SshConnection::handleMasterEnd(const ProcessEnd& end)
{
    const bool wasReady = m_ready;
    m_master = nullptr;
    m_ready = false;
    m_poll.stop();
    if (!wasReady) {
        m_lastError = !end.started ? programMissing("ssh") : end.timedOut ? sshTimeout(m_name) : sshError(m_name, end.err);
        ++m_failures;
        // 1, 2, 4 … 30 s, each shortened by up to a quarter so that many hosts do not come back at once.
        const double wait = std::min(kMaxBackOffSeconds, static_cast<double>(1 << std::min(m_failures - 1, 5)));
        const double jitter = static_cast<double>(std::hash<std::string>{}(platform::randomToken(4)) % 1000) / 1000;
        m_notBefore = monotonicSeconds() + wait * (1 - 0.25 * jitter);
        failWaiting(m_lastError);
    } else if (!m_waiting.empty()) {
        pump();
    }
}

void SshConnection::dropMaster()
{
    m_poll.stop();
    m_ready = false;
    if (m_master) {
        delete m_master.data(); // kills it; its end is told to nobody
    }
    std::error_code ec;
    fs::remove(m_socket, ec);
}

void SshConnection::start(const std::shared_ptr<Call>& call)
{
    ProcessCommand command;
    command.argv = {"ssh", "-o", "ControlMaster=no"};
    const auto rest = options(true);
    command.argv.insert(command.argv.end(), rest.begin(), rest.end());
    command.argv.insert(command.argv.end(), {"--", m_address.destination, "/bin/sh"});
    command.input = call->script;
    command.directory = m_folder;
    const double left = call->until - monotonicSeconds();
    command.deadline = Deadline(std::max(1, static_cast<int>(left * 1000)));
    ++m_running;
    call->deadline.stop();
    call->process =
        new TimedProcess(std::move(command), [this, call](ProcessEnd end) { handleEnd(call, std::move(end)); }, this);
}

void SshConnection::handleEnd(const std::shared_ptr<Call>& call, ProcessEnd end)
{
    --m_running;
    RemoteReply reply;
    const ScriptOutput said = betweenMarks(end.out);
    reply.out = said.text;
    if (!end.started) {
        reply.error = programMissing("ssh");
    } else if (end.timedOut) {
        reply.error = sshTimeout(m_name);
        if (end.out.isEmpty()) { // not slow but silent: a frozen master would hold every later call as well
            dropMaster();
        }
    } else if (!said.whole) {
        reply.error = sshError(m_name, end.err);
    }
    answer(call, std::move(reply));
    pump();
}

void SshConnection::answer(const std::shared_ptr<Call>& call, RemoteReply reply)
{
    call->deadline.stop();
    if (const auto told = std::exchange(call->answer, {})) {
        told(std::move(reply));
    }
}

void SshConnection::failWaiting(const Error& error)
{
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& call : waiting) {
        answer(call, {{}, error});
    }
}

} // namespace yardstick
