#include "core/store/store.h"

#include "core/store/store_thread.h"

#include <QPointer>
#include <QStandardPaths>
#include <QThread>

#include <cstdlib>

namespace yardstick {

struct Store::Impl
{
    StoreThread thread;
};

Store::Store(std::unique_ptr<Impl> impl, StoreInfo info)
    : m_impl(std::move(impl))
    , m_info(std::move(info))
{}

Store::~Store()
{
    m_impl.reset();
}

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& file)
{
    return open(file, schema::Options{});
}

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& file, const schema::Options& options)
{
    auto impl = std::make_unique<Impl>();
    auto info = impl->thread.open(file, options);
    if (!info) {
        return fail(info.error());
    }
    return std::unique_ptr<Store>(new Store(std::move(impl), std::move(*info)));
}

std::filesystem::path Store::defaultFile()
{
    if (const char* file = std::getenv("YARDSTICK_STORE"); file != nullptr && *file != '\0') {
        return file;
    }
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return std::filesystem::path(folder.toStdString()) / "yardstick" / "yardstick.db";
}

void Store::post(Work work, QObject* context, std::function<void(Result<>)> done)
{
    StoreThread::Job job;
    job.work = std::move(work);
    if (done) {
        // The answer travels through an object whose life we know: the context may die while the answer is on
        // its way.
        const bool here = context == nullptr || context->thread() == thread();
        QObject* receiver = this;
        if (!here) {
            receiver = new QObject;
            receiver->moveToThread(context->thread());
        }
        job.done = [receiver, here, wanted = context != nullptr, guard = QPointer<QObject>(context),
                    done = std::make_shared<std::function<void(Result<>)>>(std::move(done))](
                       Result<> result) mutable {
            QMetaObject::invokeMethod(
                receiver,
                [receiver, here, wanted, guard, done = std::move(done),
                 result = std::move(result)]() mutable {
                    if (!wanted || guard) {
                        (*done)(std::move(result));
                    }
                    if (!here) {
                        receiver->deleteLater();
                    }
                },
                Qt::QueuedConnection);
        };
    }
    m_impl->thread.post(std::move(job));
}

namespace {

/// Posts and waits for the answer.
Result<> wait(StoreThread& thread, StoreThread::Job job)
{
    Q_ASSERT(!thread.isCurrent()); // it would wait for itself
    const auto answered =
        std::make_shared<std::promise<Result<>>>(); // lives until the store thread is done with it too
    auto future = answered->get_future();
    job.urgent = true;
    job.done = [answered](Result<> result) { answered->set_value(std::move(result)); };
    thread.post(std::move(job));
    return future.get();
}

} // namespace

Result<> Store::run(Work work, Durability durability)
{
    StoreThread::Job job;
    job.work = std::move(work);
    job.durability = durability;
    return wait(m_impl->thread, std::move(job));
}

Result<StoreReader> Store::reader() const
{
    return StoreReader::open(m_info.file);
}

Result<std::filesystem::path> Store::backup(const std::filesystem::path& target)
{
    return backup(m_info.file, target);
}

Result<std::filesystem::path> Store::backup(const std::filesystem::path& file, const std::filesystem::path& target)
{
    auto database = schema::openForReading(file);
    if (!database) {
        return fail(database.error());
    }
    return sql::guarded(file, [&]() -> Result<std::filesystem::path> {
        if (auto copied = schema::copyTo(**database, target); !copied) {
            return fail(copied.error());
        }
        return target;
    });
}

Result<> Store::compact()
{
    StoreThread::Job job;
    job.outside = [](sql::Database& database) -> Result<> {
        database.exec("VACUUM");
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        return {};
    };
    return wait(m_impl->thread, std::move(job));
}

Result<std::vector<std::string>> Store::check()
{
    return check(m_info.file);
}

Result<std::vector<std::string>> Store::check(const std::filesystem::path& file)
{
    auto database = schema::openForReading(file);
    if (!database) {
        return fail(database.error());
    }
    return sql::guarded(file, [&]() -> Result<std::vector<std::string>> { return schema::faults(**database); });
}

} // namespace yardstick
