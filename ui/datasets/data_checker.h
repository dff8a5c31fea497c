// DataChecker: runs `yardstick-worker data check PATH --json` for one data set after the other, as a child process with a
// deadline, and hands back what it said. Owner thread: GUI; nothing blocks.
#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QProcess>
#include <QQueue>
#include <QTimer>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>

namespace yardstick::ui {

class DataChecker : public QObject
{
    Q_OBJECT
public:
    using FindWorker = std::function<Result<std::filesystem::path>()>;
    explicit DataChecker(FindWorker findWorker, QObject* parent = nullptr);
    ~DataChecker() override; ///< ends the child

    void check(const QString& path); ///< queued; the same path is asked once at a time
    [[nodiscard]] bool busy() const { return !m_current.isEmpty(); }

Q_SIGNALS:
    void started(const QString& path);
    void checked(const QString& path, const nlohmann::json& report);
    void failed(const QString& path, const yardstick::Error& error);

private:
    void next();
    void finish();
    void fail(const Error& error);

    FindWorker m_findWorker;
    QQueue<QString> m_waiting;
    QString m_current;
    QProcess m_process;
    QTimer m_deadline;
    bool m_timedOut = false;
};

} // namespace yardstick::ui
