// Store: one SQLite file. One store thread per process owns the only writing connection; readers have
// read-only connections of their own (StoreReader). Every answer is a value on the caller's thread. Schema,
// pragmas and migrations: core/store/schema.h. Nothing outside core/store knows SQL.
#pragma once

#include "core/base/result.h"
#include "core/records.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>

namespace yardstick {

namespace schema {
struct Options;
}

struct StoreInfo
{
    std::filesystem::path file;
    int schemaVersion = 0;
    bool wal = false;      ///< false on a network file system (rollback journal); the window says so
    bool migrated = false; ///< a backup lies beside the file
    std::filesystem::path backup;
    bool uncleanBefore = false; ///< the last owner did not close; the integrity check passed
};

class Store : public QObject
{
    Q_OBJECT
public:
    /// Opens or makes the file (folders too), checks application_id, version and (after an unclean exit)
    /// integrity, migrates after a backup. NotADatabase, NewerVersion, BadFile, Busy, Io, DiskFull.
    static Result<std::unique_ptr<Store>> open(const std::filesystem::path& file);
    /// The same with other migrations or another kind of file system; for tests of the store itself.
    static Result<std::unique_ptr<Store>> open(const std::filesystem::path& file,
                                               const schema::Options& options);
    ~Store() override; ///< finishes what was posted; an answer that has not been delivered by then is not

    [[nodiscard]] const StoreInfo& info() const { return m_info; }
    /// Default location: YARDSTICK_STORE, else <XDG data>/yardstick/yardstick.db.
    static std::filesystem::path defaultFile();

    using Work = std::function<Result<>(StoreWriter&)>;
    /// Whether a commit must survive a power cut (it always survives the death of the process). What can be
    /// read from a log again need not.
    enum class Durability { PowerCut, Process };
    /// Runs `work` in one transaction (BEGIN IMMEDIATE) on the store thread; commits when it returns a value,
    /// else rolls back. `done` runs on `context`'s thread, and not at all when `context` has died. Work
    /// posted within 250 ms may share one commit (savepoints keep a failing one apart; when the commit itself
    /// fails, each of them is told). `context` lives on the calling thread; without one, `done` runs on the
    /// thread that opened the store.
    void post(Work work, QObject* context = nullptr, std::function<void(Result<>)> done = {});
    /// The same with a value.
    template <typename T>
    void postFor(std::function<Result<T>(StoreWriter&)> work, QObject* context,
                 std::function<void(Result<T>)> done)
    {
        auto box = std::make_shared<Result<T>>(std::unexpected(Error{}));
        post(
            [work = std::move(work), box](StoreWriter& w) -> Result<> {
                *box = work(w);
                return *box ? Result<>{} : Result<>(std::unexpected(box->error()));
            },
            context,
            [box, done = std::move(done)](Result<> r) {
                done(r ? std::move(*box) : Result<T>(std::unexpected(r.error())));
            });
    }
    /// Waits for the commit. For the command line, the executor and tests; never from the GUI thread.
    Result<> run(Work work, Durability durability = Durability::PowerCut);
    template <typename T> Result<T> runFor(const std::function<Result<T>(StoreWriter&)>& work)
    {
        Result<T> value = std::unexpected(Error{});
        const Result<> r = run([&](StoreWriter& w) -> Result<> {
            value = work(w);
            return value ? Result<>{} : Result<>(std::unexpected(value.error()));
        });
        return r ? std::move(value) : Result<T>(std::unexpected(r.error()));
    }
    /// A reader for the calling thread.
    [[nodiscard]] Result<StoreReader> reader() const;

    Result<std::filesystem::path> backup(const std::filesystem::path& target); ///< online backup
    /// The same of a store that cannot be opened for writing (full disk, read-only folder).
    static Result<std::filesystem::path> backup(const std::filesystem::path& file, const std::filesystem::path& target);
    Result<> compact();                                                        ///< VACUUM
    Result<std::vector<std::string>> check(); ///< integrity and foreign keys; empty: sound
    static Result<std::vector<std::string>> check(const std::filesystem::path& file); ///< the same, without writing

private:
    struct Impl;
    explicit Store(std::unique_ptr<Impl> impl, StoreInfo info);
    std::unique_ptr<Impl> m_impl;
    StoreInfo m_info;
};

} // namespace yardstick
