// runStoreJob: one of the store's long calls (check, backup, compact), which wait for their answer, on a thread of Qt's
// pool; the answer comes to the GUI thread, and not at all when `context` has died. The store outlives the window.
#pragma once

#include "core/base/result.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <functional>

namespace yardstick::ui {

template <typename T> void runStoreJob(std::function<Result<T>()> job, QObject* context, std::function<void(const Result<T>&)> done)
{
    QThreadPool::globalInstance()->start([job = std::move(job), guard = QPointer<QObject>(context), done = std::move(done)] {
        auto answer = std::make_shared<Result<T>>(job());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [answer, guard, done] {
                if (guard) {
                    done(*answer);
                }
            },
            Qt::QueuedConnection);
    });
}

} // namespace yardstick::ui
