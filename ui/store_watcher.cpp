#include "ui/store_watcher.h"

namespace yardstick::ui {

bool StoreChanges::empty() const
{
    return !reload && !settings && experiments.isEmpty() && attempts.isEmpty() && queues.isEmpty() && machines.isEmpty()
           && quotes.isEmpty() && hosts.isEmpty() && requests.isEmpty();
}

StoreWatcher::StoreWatcher(StoreReader reader, QObject* parent) : QObject(parent), m_reader(std::move(reader))
{
    qRegisterMetaType<StoreChanges>();
    // The version is read before the sequence: a write between the two is then seen by the first poll.
    const auto version = m_reader.dataVersion();
    const auto seq = m_reader.lastChangeSeq();
    if (version && seq) {
        m_version = *version;
        m_seq = *seq;
    }
    connect(&m_timer, &QTimer::timeout, this, &StoreWatcher::poll);
}

void StoreWatcher::start(int intervalMs)
{
    m_timer.start(intervalMs);
}

void StoreWatcher::poll()
{
    const auto version = m_reader.dataVersion();
    if (!version) {
        report(version.error());
        return;
    }
    if (m_failing) {
        m_failing = false;
        Q_EMIT recovered();
    }
    if (m_version == *version) {
        return;
    }
    // Remembered only once the changes were read, so that a failed read is tried again.
    if (readChanges()) {
        m_version = *version;
    }
}

bool StoreWatcher::readChanges()
{
    StoreChanges found;
    const auto rows = m_reader.changesSince(m_seq);
    if (!rows) {
        if (rows.error().code != ErrorCode::NotFound) {
            report(rows.error());
            return false;
        }
        const auto seq = m_reader.lastChangeSeq();
        if (!seq) {
            report(seq.error());
            return false;
        }
        m_seq = *seq;
        found.reload = true;
    } else {
        for (const Change& change : *rows) {
            m_seq = std::max(m_seq, change.seq);
            if (change.kind == "experiment") {
                found.experiments.insert(change.id);
            } else if (change.kind == "attempt") {
                found.attempts.insert(change.id);
            } else if (change.kind == "queue") {
                found.queues.insert(change.id);
            } else if (change.kind == "machine") {
                found.machines.insert(change.id);
            } else if (change.kind == "quote") {
                found.quotes.insert(change.id);
            } else if (change.kind == "host") {
                found.hosts.insert(change.id);
            } else if (change.kind == "request") {
                found.requests.insert(change.id);
            } else if (change.kind == "settings") {
                found.settings = true;
            } else {
                found.reload = true; // a kind that a newer program writes
            }
        }
    }
    if (!found.empty()) {
        publish(found);
    }
    return true;
}

void StoreWatcher::publish(const StoreChanges& changes)
{
    const auto wanted = [&](const QSet<qint64>& ids) { return changes.reload || !ids.isEmpty(); };
    if (changes.reload) {
        Q_EMIT reloadNeeded();
    }
    Q_EMIT changed(changes);
    if (wanted(changes.experiments)) {
        Q_EMIT experimentsChanged(changes.experiments);
    }
    if (wanted(changes.attempts)) {
        Q_EMIT attemptsChanged(changes.attempts);
    }
    if (wanted(changes.queues)) {
        Q_EMIT queuesChanged(changes.queues);
    }
    if (wanted(changes.machines)) {
        Q_EMIT machinesChanged(changes.machines);
    }
    if (wanted(changes.quotes)) {
        Q_EMIT quotesChanged(changes.quotes);
    }
    if (wanted(changes.hosts)) {
        Q_EMIT hostsChanged(changes.hosts);
    }
    if (wanted(changes.requests)) {
        Q_EMIT requestsChanged(changes.requests);
    }
    if (changes.reload || changes.settings) {
        Q_EMIT settingsChanged();
    }
}

void StoreWatcher::report(const Error& error)
{
    if (!m_failing) {
        m_failing = true;
        Q_EMIT failed(QString::fromStdString(error.message()));
    }
}

} // namespace yardstick::ui
