// SshConnection: one host, reached by the user's own OpenSSH (configuration, agent and keys just work). One master
// process carries all short calls (ControlMaster); it is a child of ours, so that its process id is known when it has
// to be ended. Every call is a fixed script on the standard input of /bin/sh there: no text of a user is part of a
// command line. The host key is pinned in a known_hosts file of this host alone; checking is never switched off.
// Owner thread: the one that made it. Answers that are open when it dies are not given.
#pragma once

#include "cloud/ssh_address.h"
#include "cloud/timed_process.h"

#include <QPointer>

#include <deque>
#include <memory>
#include <optional>

namespace yardstick {

/// What a script said between its first and its last line. On a fault `out` holds what had come until then.
struct RemoteReply
{
    QByteArray out;
    std::optional<Error> error; ///< Network, Timeout, Auth: the script may or may not have run
};

class SshConnection final : public QObject
{
    Q_OBJECT
public:
    /// `folder`: private folder of this host here, for known_hosts. `sockets`: private folder with a short plain path.
    SshConnection(std::string name, SshAddress address, std::filesystem::path folder, std::filesystem::path sockets,
                  QObject* parent);
    ~SshConnection() override;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const SshAddress& address() const { return m_address; }
    /// The host's row was edited: the next call goes to the new place.
    void setAddress(const std::string& name, const SshAddress& address);

    /// `script`: from ssh_scripts.h. The deadline covers waiting for the connection as well.
    void run(QByteArray script, Deadline deadline, std::function<void(RemoteReply)> answer);

    /// The command after rsync's -e: a connection of its own, so that a long copy is in nobody's way.
    [[nodiscard]] std::string remoteShell() const;
    /// "[user@]host:" as rsync wants it.
    [[nodiscard]] std::string rsyncPrefix() const;
    /// Working folder of ssh and rsync: options name files relative to it.
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] bool pinned() const;
    [[nodiscard]] std::int64_t masterPid() const { return m_master ? m_master->pid() : 0; }

private:
    struct Call;
    std::vector<std::string> options(bool shared) const;
    void pump();
    void startMaster();
    void lookForSocket();
    void handleMasterEnd(const ProcessEnd& end);
    void dropMaster();
    void start(const std::shared_ptr<Call>& call);
    void handleEnd(const std::shared_ptr<Call>& call, ProcessEnd end);
    void answer(const std::shared_ptr<Call>& call, RemoteReply reply);
    void failWaiting(const Error& error);

    std::string m_name;
    SshAddress m_address;
    std::filesystem::path m_folder;
    std::filesystem::path m_socket;
    QPointer<TimedProcess> m_master;
    bool m_ready = false;
    std::deque<std::shared_ptr<Call>> m_waiting;
    int m_running = 0;
    int m_failures = 0;           ///< connections in a row that did not come about
    double m_notBefore = 0;       ///< monotonic seconds; until then the last fault is the answer
    double m_connectUntil = 0;    ///< monotonic seconds
    Error m_lastError;
    QTimer m_poll;                ///< looks for the master's socket
    QTimer m_idle;                ///< nothing asked for a while: the master ends
};

} // namespace yardstick
