#include "ui/store_query.h"

#include <atomic>
#include <optional>

namespace yardstick::ui {

/// Lives on the reader thread. The connection is opened by the first read and again after a failed opening.
struct StoreQuery::Side : QObject
{
    std::filesystem::path file;
    std::optional<Result<StoreReader>> reader;
    std::atomic<bool> closing = false;
};

StoreQuery::StoreQuery(std::filesystem::path storeFile, QObject* parent)
    : QObject(parent), m_side(std::make_unique<Side>())
{
    m_side->file = std::move(storeFile);
    m_thread.setObjectName(QStringLiteral("store reader"));
    m_side->moveToThread(&m_thread);
    m_thread.start();
}

StoreQuery::~StoreQuery()
{
    m_side->closing = true;
    // The connection is closed on the thread that opened it.
    QMetaObject::invokeMethod(
        m_side.get(), [side = m_side.get()] { side->reader.reset(); }, Qt::QueuedConnection);
    QMetaObject::invokeMethod(m_side.get(), [thread = &m_thread] { thread->quit(); }, Qt::QueuedConnection);
    m_thread.wait();
}

void StoreQuery::post(Work work, QObject* context, std::function<void()> done)
{
    QPointer<QObject> alive(context);
    QMetaObject::invokeMethod(
        m_side.get(),
        [side = m_side.get(), self = this, alive, work = std::move(work), done = std::move(done)] {
            if (side->closing) {
                return;
            }
            if (!side->reader || !*side->reader) {
                side->reader = StoreReader::open(side->file);
            }
            work(*side->reader);
            QMetaObject::invokeMethod(
                self,
                [alive, done] {
                    if (alive) {
                        done();
                    }
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

} // namespace yardstick::ui
