#include "cloud/timed_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace yardstick {
namespace {

constexpr qsizetype kMaxErrorBytes = 1 << 16;
constexpr qsizetype kMaxOutputBytes = 256 << 20;

/// In the child, between fork and exec: only async-signal-safe calls.
void becomeLeader()
{
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

} // namespace

TimedProcess::TimedProcess(ProcessCommand command, Ended ended, QObject* parent)
    : QObject(parent)
    , m_command(std::move(command))
    , m_ended(std::move(ended))
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    environment.insert(QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("never"));
    m_process.setProcessEnvironment(environment);
    m_process.setWorkingDirectory(QString::fromStdString(m_command.directory.string()));
    m_process.setChildProcessModifier(becomeLeader);
    connect(&m_process, &QProcess::finished, this, [this] { finish(); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_end.started = false;
            finish();
        }
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] {
        m_end.out += m_process.readAllStandardOutput();
        if (m_silence.isActive()) {
            m_silence.start();
        }
        if (m_end.out.size() > kMaxOutputBytes) {
            timeOut();
        }
    });
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] {
        m_end.err = (m_end.err + m_process.readAllStandardError()).right(kMaxErrorBytes);
    });
    for (auto [timer, time] : {std::pair(&m_deadline, m_command.deadline), std::pair(&m_silence, m_command.silence)}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &TimedProcess::timeOut);
        if (time.count() > 0) {
            timer->start(time);
        }
    }
    QStringList arguments;
    for (size_t i = 1; i < m_command.argv.size(); ++i) {
        arguments += QString::fromStdString(m_command.argv[i]);
    }
    m_process.start(QString::fromStdString(m_command.argv.at(0)), arguments);
    m_process.write(m_command.input);
    m_process.closeWriteChannel();
}

TimedProcess::~TimedProcess()
{
    m_process.disconnect(this);
    kill();
    if (m_process.state() != QProcess::NotRunning) {
        m_process.waitForFinished(1000); // killed: it only has to be reaped
    }
}

void TimedProcess::kill()
{
    if (const qint64 pid = m_process.processId(); pid > 1) {
        ::kill(static_cast<pid_t>(-pid), SIGKILL);
        m_process.kill();
    }
}

void TimedProcess::timeOut()
{
    m_end.timedOut = true;
    kill(); // finished() follows
}

void TimedProcess::finish()
{
    if (!m_ended) {
        return;
    }
    m_deadline.stop();
    m_silence.stop();
    m_end.out += m_process.readAllStandardOutput();
    m_end.err = (m_end.err + m_process.readAllStandardError()).right(kMaxErrorBytes);
    if (m_process.exitStatus() == QProcess::NormalExit && m_end.started) {
        m_end.exitCode = m_process.exitCode();
    }
    deleteLater();
    const Ended ended = std::exchange(m_ended, {});
    ended(std::move(m_end));
}

} // namespace yardstick
