// A real sshd on loopback for tests: a free port, its own host key and user key, its own configuration; it and all that
// it started end with the object. Skipped, peer missing, where openssh-server is not installed.
#pragma once

#include "core/base/platform.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QTest>

#include <arpa/inet.h>
#include <csignal>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace yardstick::test {

class Sshd
{
public:
    static constexpr const char* kProgram = "/usr/sbin/sshd";
    static bool installed()
    {
        const bool there = std::filesystem::exists(kProgram);
        if (const char* file = std::getenv("YARDSTICK_PEERS_FILE")) {
            std::ofstream(file, std::ios::app) << (there ? "ran" : "skipped") << " sshd\n";
        }
        return there;
    }

    explicit Sshd(const std::filesystem::path& folder)
        : m_folder(folder)
    {
        std::filesystem::create_directories(m_folder);
        ::chmod(m_folder.c_str(), 0700);
        if (::geteuid() == 0) { // sshd insists on its empty folder when it is root
            std::filesystem::create_directories("/run/sshd");
        }
        makeKey("user_key");
        makeKey("host_key");
        std::filesystem::copy_file(m_folder / "user_key.pub", m_folder / "authorized_keys",
                                   std::filesystem::copy_options::overwrite_existing);
        m_port = freePort();
        start();
    }
    ~Sshd() { stop(); }
    Sshd(const Sshd&) = delete;
    Sshd& operator=(const Sshd&) = delete;

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] std::string identity() const { return (m_folder / "user_key").string(); }
    [[nodiscard]] static std::string user()
    {
        return run("id", {QStringLiteral("-un")}).trimmed().toStdString();
    }

    void start()
    {
        m_process = std::make_unique<QProcess>();
        m_process->setProcessChannelMode(QProcess::MergedChannels);
        m_process->setWorkingDirectory(QString::fromStdString(m_folder.string())); // options take no path with spaces
        m_process->setStandardOutputFile(QString::fromStdString((m_folder / "sshd.log").string()));
        QStringList arguments{QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), QStringLiteral("/dev/null"),
                              QStringLiteral("-p"), QString::number(m_port)};
        const std::string folder = m_folder.string();
        for (const std::string& option :
             {std::string("ListenAddress=127.0.0.1"), "HostKey=" + folder + "/host_key",
              "AuthorizedKeysFile=" + folder + "/authorized_keys", std::string("StrictModes=no"), std::string("UsePAM=no"),
              std::string("PasswordAuthentication=no"), std::string("PidFile=none"), std::string("PermitRootLogin=yes")}) {
            arguments += {QStringLiteral("-o"), QString::fromStdString(option)};
        }
        m_process->start(QString::fromLatin1(kProgram), arguments);
        ASSERT_TRUE(m_process->waitForStarted());
        ASSERT_TRUE(QTest::qWaitFor([this] { return answers(); }, 10'000)) << log();
    }
    void stop()
    {
        if (m_process && m_process->state() != QProcess::NotRunning) {
            signal(SIGCONT);
            signal(SIGKILL);
            m_process->waitForFinished();
        }
    }
    /// To the listener and every process that serves a connection of it.
    void signal(int number)
    {
        for (const qint64 pid : family()) {
            ::kill(static_cast<pid_t>(pid), number);
        }
    }
    /// Another host key from the next start on.
    void changeHostKey()
    {
        stop();
        std::filesystem::remove(m_folder / "host_key");
        std::filesystem::remove(m_folder / "host_key.pub");
        makeKey("host_key");
        start();
    }
    [[nodiscard]] std::string log() const { return platform::readFile(m_folder / "sshd.log").value_or(""); }

private:
    static QByteArray run(const char* program, const QStringList& arguments)
    {
        QProcess process;
        process.start(QString::fromLatin1(program), arguments);
        process.waitForFinished();
        return process.readAllStandardOutput();
    }
    void makeKey(const std::string& name)
    {
        run("ssh-keygen", {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"), QStringLiteral("-N"),
                           QString(), QStringLiteral("-f"), QString::fromStdString((m_folder / name).string())});
        ASSERT_TRUE(std::filesystem::exists(m_folder / name));
    }
    static int freePort()
    {
        const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(fd, reinterpret_cast<sockaddr*>(&address), size);
        ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
        ::close(fd);
        return ntohs(address.sin_port);
    }
    [[nodiscard]] bool answers() const
    {
        const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(m_port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const bool connected = ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
        ::close(fd);
        return connected;
    }
    /// sshd and its children that are sshd too (not the jobs).
    [[nodiscard]] std::vector<qint64> family() const
    {
        std::vector<qint64> pids{m_process->processId()};
        for (size_t i = 0; i < pids.size(); ++i) {
            const QByteArray children = run("pgrep", {QStringLiteral("-P"), QString::number(pids[i]), QStringLiteral("sshd")});
            for (const QByteArray& pid : children.split('\n')) {
                if (!pid.isEmpty()) {
                    pids.push_back(pid.toLongLong());
                }
            }
        }
        return pids;
    }

    std::filesystem::path m_folder;
    int m_port = 0;
    std::unique_ptr<QProcess> m_process;
};

} // namespace yardstick::test
