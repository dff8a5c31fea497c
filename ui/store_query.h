// StoreQuery: runs reads that may take longer than a frame on a thread of its own ("store reader"), which owns one
// read-only connection. The answer is a value on the GUI thread; a dead context gets none. Not for writes.
#pragma once

#include "core/store/store_reader.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <filesystem>
#include <functional>
#include <memory>

namespace yardstick::ui {

class StoreQuery : public QObject
{
    Q_OBJECT
public:
    explicit StoreQuery(std::filesystem::path storeFile, QObject* parent = nullptr);
    ~StoreQuery() override; ///< waits for the read in progress, drops the rest

    /// Owner thread: GUI. `work` runs on the reader thread, `done` here, in the order of the calls.
    template <typename T>
    void run(std::function<Result<T>(const StoreReader&)> work, QObject* context, std::function<void(Result<T>)> done)
    {
        auto answer = std::make_shared<Result<T>>(std::unexpected(Error{}));
        post(
            [work = std::move(work), answer](const Result<StoreReader>& reader) {
                *answer = reader ? work(*reader) : Result<T>(std::unexpected(reader.error()));
            },
            context, [answer, done = std::move(done)] { done(std::move(*answer)); });
    }

private:
    using Work = std::function<void(const Result<StoreReader>&)>;
    void post(Work work, QObject* context, std::function<void()> done);

    struct Side;
    QThread m_thread;
    std::unique_ptr<Side> m_side; ///< lives on m_thread
};

} // namespace yardstick::ui
