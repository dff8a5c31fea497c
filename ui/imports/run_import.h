// RunImport: imports one folder of Ultralytics runs on a thread of its own, once or, watched, until it is ended. Owner thread:
// GUI; lifetime: the window's. Its thread owns the UltralyticsImport and waits for the store; the destructor waits for what is
// being written (a few run folders).
#pragma once

#include "core/import/ultralytics_import.h"

#include <QObject>
#include <QThread>

#include <atomic>
#include <memory>

namespace yardstick::ui {

class RunImport : public QObject
{
    Q_OBJECT
public:
    /// Begins at once.
    RunImport(Store& store, imports::UltralyticsImport::Options options, bool watch, QObject* parent = nullptr);
    ~RunImport() override;

    void cancel() { m_cancelled = true; } ///< what has been imported stays; then looked() is the last
    [[nodiscard]] bool cancelled() const { return m_cancelled; }

Q_SIGNALS:
    void progressed(int done, int total);
    void looked(const yardstick::imports::UltralyticsReport& report); ///< after each look that has found something; after the first one always
    void failed(const yardstick::Error& error);                       ///< the folder cannot be read, or the store not be written

private:
    void look(imports::UltralyticsImport& import, imports::LastLine last, bool first);

    QThread m_thread;
    std::atomic_bool m_cancelled = false;
};

} // namespace yardstick::ui
