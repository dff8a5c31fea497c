#include "cloud/background.h"

#include <QThread>

namespace yardstick {

void runInBackground(QObject* context, std::function<void()> work, std::function<void()> done)
{
    QThread* thread = QThread::create(std::move(work)); // no parent: it may outlive `context`
    thread->setObjectName(QStringLiteral("files"));
    QObject::connect(thread, &QThread::finished, context, std::move(done));
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

} // namespace yardstick
