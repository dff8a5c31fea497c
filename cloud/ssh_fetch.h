// SshFetch: brings files of a remote run directory here. Each is copied beside its place, compared with the digest that
// the host computes, then renamed; a file that was replaced meanwhile is copied again. What arrived whole is noted on the
// host. Owner thread: the launcher's. Deletes itself at its end.
#pragma once

#include "cloud/ssh_connection.h"

#include <map>

namespace yardstick {

class SshFetch final : public QObject
{
    Q_OBJECT
public:
    SshFetch(SshConnection& connection, std::string root, std::string token, std::filesystem::path run,
             std::vector<std::string> files, Deadline deadline, Done<void> done, QObject* parent);

private:
    void askDigests();
    void handleDigests(const RemoteReply& reply);
    void compareHere();
    void copy();
    void takeOver();
    void acknowledge();
    void end(Result<> result);
    [[nodiscard]] Deadline left() const;

    SshConnection& m_connection;
    std::string m_root, m_token;
    std::filesystem::path m_run;
    std::vector<std::string> m_files;           ///< still to be had
    std::map<std::string, std::string> m_sums;  ///< of the host, by path
    std::vector<std::string> m_missing;
    double m_until;                             ///< monotonic seconds
    int m_rounds = 0;
    Done<void> m_done;
};

} // namespace yardstick
