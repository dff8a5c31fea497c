#include "ui/datasets/data_checker.h"

#include "ui/format.h"

namespace yardstick::ui {
namespace {
constexpr int kDeadlineMs = 10 * 60 * 1000; ///< a large data set on a slow disk
constexpr int kKillWaitMs = 2000;

/// The worker's own sentence: what follows "error: " in the last such line of its standard error; empty: it said none.
std::string sentenceOf(const QByteArray& said)
{
    static const QByteArray mark("error: ");
    QByteArray sentence;
    for (const QByteArray& line : said.split('\n')) {
        if (line.startsWith(mark)) {
            sentence = line.mid(mark.size()).trimmed();
        }
    }
    return sentence.toStdString();
}

} // namespace

DataChecker::DataChecker(FindWorker findWorker, QObject* parent) : QObject(parent), m_findWorker(std::move(findWorker))
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(kDeadlineMs);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        m_timedOut = true;
        m_process.kill();
    });
    connect(&m_process, &QProcess::finished, this, &DataChecker::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            fail(Error{ErrorCode::WorkerMissing, "The worker cannot be started: {0}", {toUtf8(m_process.errorString())}, {}});
        }
    });
}

DataChecker::~DataChecker()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kKillWaitMs);
    }
}

void DataChecker::check(const QString& path)
{
    if (path != m_current && !m_waiting.contains(path)) {
        m_waiting.enqueue(path);
        next();
    }
}

void DataChecker::next()
{
    if (busy() || m_waiting.isEmpty()) {
        return;
    }
    m_current = m_waiting.dequeue();
    m_timedOut = false;
    const auto worker = m_findWorker();
    if (!worker) {
        fail(worker.error());
        return;
    }
    Q_EMIT started(m_current);
    m_deadline.start();
    m_process.start(fromUtf8(worker->string()), {QStringLiteral("data"), QStringLiteral("check"), m_current, QStringLiteral("--json")});
}

void DataChecker::fail(const Error& error)
{
    m_deadline.stop();
    const QString path = std::exchange(m_current, {});
    Q_EMIT failed(path, error);
    next();
}

void DataChecker::finish()
{
    if (!busy()) {
        return;
    }
    m_deadline.stop();
    const QByteArray out = m_process.readAllStandardOutput();
    const QByteArray said = m_process.readAllStandardError();
    // A data set with faults is reported with exit code 1 and a report all the same.
    const nlohmann::json report = nlohmann::json::parse(out.constData(), out.constData() + out.size(), nullptr, false);
    if (!m_timedOut && report.is_object()) {
        const QString path = std::exchange(m_current, {});
        Q_EMIT checked(path, report);
        next();
        return;
    }
    const std::string why = sentenceOf(said);
    Error error = m_timedOut      ? Error{ErrorCode::Timeout, "The check of the data set took too long and was ended.", {}, {}}
                  : why.empty()   ? Error{ErrorCode::WorkerFailed, "The worker could not check the data set.", {}, {}}
                                  : Error{ErrorCode::BadData, "{0}", {why}, {}};
    error.detail = said.toStdString();
    fail(error);
}

} // namespace yardstick::ui
