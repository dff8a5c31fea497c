// StoreWatcher: tells the window what changed in the store, whoever wrote it. Polls PRAGMA data_version, reads the rows of
// `changes` after the last known seq, and emits one coalesced set of ids per kind. It reads no data and keeps none.
// Owner thread: GUI. Lifetime: at least as long as the widgets that connect to it.
#pragma once

#include "core/store/store_reader.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <optional>

namespace yardstick::ui {

/// What one poll found. `reload`: the change rows were trimmed meanwhile, so everything may have changed.
struct StoreChanges
{
    bool reload = false;
    QSet<qint64> experiments, attempts, queues, machines, quotes, hosts, requests;
    bool settings = false;

    [[nodiscard]] bool empty() const;
    /// Whether the experiment's own row or (through `reload`) possibly anything of it changed.
    [[nodiscard]] bool touches(ExperimentId id) const { return reload || experiments.contains(id.value); }
    [[nodiscard]] bool touches(AttemptId id) const { return reload || attempts.contains(id.value); }
};

class StoreWatcher : public QObject
{
    Q_OBJECT
public:
    /// Starts at the store's present state: what was written before is not reported.
    explicit StoreWatcher(StoreReader reader, QObject* parent = nullptr);

    void start(int intervalMs = 200);
    void stop() { m_timer.stop(); }
    /// Looks now (after a write of our own, or in a test); emits at most once.
    void poll();
    /// For quick reads on the GUI thread; large reads go through StoreQuery.
    [[nodiscard]] const StoreReader& reader() const { return m_reader; }

Q_SIGNALS:
    void changed(const yardstick::ui::StoreChanges& changes);
    // The same by kind, for those who need one; not emitted when that set is empty. On reload all are emitted, empty.
    void experimentsChanged(const QSet<qint64>& ids);
    void attemptsChanged(const QSet<qint64>& ids);
    void queuesChanged(const QSet<qint64>& ids);
    void machinesChanged(const QSet<qint64>& ids); ///< machines and their quotes' ids are separate
    void quotesChanged(const QSet<qint64>& ids);
    void hostsChanged(const QSet<qint64>& ids);
    void requestsChanged(const QSet<qint64>& ids);
    void settingsChanged();
    void reloadNeeded();
    void failed(const QString& message); ///< once per run of failures; polling goes on
    void recovered();

private:
    bool readChanges();
    void publish(const StoreChanges& changes);
    void report(const Error& error);

    StoreReader m_reader;
    QTimer m_timer;
    std::optional<std::int64_t> m_version;
    std::int64_t m_seq = 0;
    bool m_failing = false;
};

} // namespace yardstick::ui

Q_DECLARE_METATYPE(yardstick::ui::StoreChanges)
