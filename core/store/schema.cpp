#include "core/store/schema.h"

#include "core/base/fault_point.h"
#include "core/base/platform.h"
#include "core/base/time.h"
#include "core/store/schema_v1.h"
#include "core/store/schema_v2.h"
#include "core/store/schema_v3.h"
#include "core/store/store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

namespace yardstick::schema {
namespace {

namespace fs = std::filesystem;
using sql::Database;
using sql::Query;

constexpr std::array<Step, 3> kSteps{{{1, applyV1}, {2, applyV2}, {3, applyV3}}};

int newestOf(std::span<const Step> steps)
{
    return steps.empty() ? 0 : steps.back().version;
}

/// The version of the file (0: new), or why it cannot be used. Reads only.
Result<int> checkIdentity(Database& database, int newest)
{
    const std::int64_t application = database.integer("PRAGMA application_id");
    const std::int64_t version = database.integer("PRAGMA user_version");
    if (application != kApplicationId) {
        const bool empty =
            application == 0 && version == 0 && database.integer("SELECT count(*) FROM sqlite_schema") == 0;
        if (!empty) {
            return fail(ErrorCode::NotADatabase,
                        "{0} is a database of another program, not a Yardstick store.",
                        database.file().string());
        }
        return 0;
    }
    if (version > newest) {
        return fail(
            ErrorCode::NewerVersion,
            "The store {0} has version {1}, written by a newer Yardstick; this one reads up to version {2}.",
            database.file().string(), version, newest);
    }
    return static_cast<int>(version);
}

/// True when the store is in WAL mode afterwards. WAL needs memory that all processes share: not on a
/// network.
Result<bool> setJournal(Database& database, bool network)
{
    const std::string wanted = network ? "delete" : "wal";
    const double deadline = monotonicSeconds() + sql::kBusyTimeoutMs / 1e3;
    for (;;) {
        try {
            const std::string mode = database.text("PRAGMA journal_mode = " + wanted);
            database.exec("PRAGMA journal_size_limit = 67108864");
            return mode == "wal";
        } catch (const SQLite::Exception& e) {
            // Another process is switching the same file; SQLite does not wait here by itself.
            if ((e.getErrorCode() & 0xff) != SQLITE_BUSY || monotonicSeconds() > deadline) {
                throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

/// Removes the rows of writers of this computer that are gone; true when there was one.
bool forgetDeadWriters(Database& database)
{
    const std::string host = platform::hostInfo().hostName;
    std::vector<std::string> dead;
    {
        Query q(database, "SELECT token, boot_id, pid, start_ticks FROM writers WHERE host = ?", host);
        while (q.next()) {
            const platform::ProcessId process{q.integer(2), static_cast<std::uint64_t>(q.integer(3)),
                                              q.text(1)};
            if (!platform::isAlive(process)) {
                dead.push_back(q.text(0));
            }
        }
    }
    for (const std::string& token : dead) {
        Query(database, "DELETE FROM writers WHERE token = ?", token).exec();
    }
    return !dead.empty();
}

Result<> checkAfterUncleanExit(Database& database, StoreInfo& info)
{
    database.exec("BEGIN IMMEDIATE");
    info.uncleanBefore = forgetDeadWriters(database);
    if (info.uncleanBefore) {
        if (const auto found = faults(database); !found.empty()) {
            database.exec("ROLLBACK"); // the next opening checks again
            std::string detail;
            for (const std::string& fault : found) {
                detail += fault + "\n";
            }
            Error error{ErrorCode::BadFile,
                        "The store {0} is damaged.",
                        {database.file().string()},
                        std::move(detail)};
            return fail(std::move(error));
        }
    }
    database.exec("COMMIT");
    return {};
}

fs::path backupName(const fs::path& file, int version)
{
    std::string stamp = formatUtc(nowUtcMs());
    std::erase_if(stamp, [](char c) { return c == ':' || c == '-' || c == '.'; });
    const std::string base = file.string() + ".v" + std::to_string(version) + "-" + stamp;
    fs::path name = base + ".backup";
    for (int i = 2; fs::exists(name); ++i) {
        name = base + "-" + std::to_string(i) + ".backup";
    }
    return name;
}

void applyStep(Database& database, const Step& step)
{
    database.exec("BEGIN IMMEDIATE");
    try {
        if (database.integer("PRAGMA user_version") < step.version) { // else another process was first
            step.apply(database);
            database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
            database.exec("PRAGMA user_version = " + std::to_string(step.version));
            Query broken(database, "PRAGMA foreign_key_check");
            if (broken.next()) {
                throw SQLite::Exception("the migration left a row without its parent", SQLITE_CONSTRAINT);
            }
        }
        faultPoint("during_migration");
        database.exec("COMMIT");
    } catch (...) {
        (void)database.raw().tryExec("ROLLBACK");
        throw;
    }
}

Result<> migrate(Database& database, int version, const Options& options, StoreInfo& info)
{
    const int newest = newestOf(options.steps);
    if (version >= 1 && version < newest) {
        info.backup = backupName(database.file(), version);
        if (auto copied = copyTo(database, info.backup); !copied) {
            return copied;
        }
        info.migrated = true;
        faultPoint("during_migration");
    }
    // A step may rebuild tables; references are checked as a whole before its commit.
    database.exec("PRAGMA foreign_keys = OFF");
    for (const Step& step : options.steps) {
        if (step.version > version) {
            applyStep(database, step);
        }
    }
    database.exec("PRAGMA foreign_keys = ON");
    info.schemaVersion = newest;
    return {};
}

std::string registerWriter(Database& database)
{
    const platform::ProcessId self = platform::self();
    std::string token = platform::randomToken();
    Query(database,
          "INSERT INTO writers (token, host, boot_id, pid, start_ticks, opened_ms) VALUES (?, ?, ?, ?, ?, ?)",
          token, platform::hostInfo().hostName, self.bootId, self.pid,
          static_cast<std::int64_t>(self.startTicks), nowUtcMs())
        .exec();
    return token;
}

Result<> prepareFolder(const fs::path& file)
{
    std::error_code ec;
    if (fs::is_directory(file, ec)) {
        return fail(ErrorCode::NotADatabase, "{0} is a folder, not a Yardstick store.", file.string());
    }
    if (file.has_parent_path()) {
        fs::create_directories(file.parent_path(), ec);
        if (ec) {
            return fail(platform::ioError(ec.value(), "create", file.parent_path()));
        }
    }
    // SQLite would only say that a file beside it cannot be opened.
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const bool there = fs::exists(file, ec);
    if (there && (::access(file.c_str(), W_OK) != 0 || ::access(folder.c_str(), W_OK) != 0)) {
        return fail(ErrorCode::Io, "The store {0} cannot be written: it is read-only.", file.string());
    }
    return {};
}

} // namespace

std::span<const Step> steps()
{
    return kSteps;
}

std::vector<std::string> faults(Database& database)
{
    std::vector<std::string> found;
    Query integrity(database, "PRAGMA integrity_check(100)");
    while (integrity.next()) {
        if (std::string line = integrity.text(0); line != "ok") {
            found.push_back(std::move(line));
        }
    }
    Query references(database, "PRAGMA foreign_key_check");
    while (references.next()) {
        found.push_back("row " + references.text(1) + " of " + references.text(0) + " has no parent in " +
                        references.text(2));
    }
    return found;
}

Result<> copyTo(Database& database, const fs::path& target)
{
    std::error_code ec;
    if (fs::exists(target, ec)) {
        return fail(ErrorCode::AlreadyExists, "{0} exists already.", target.string());
    }
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, ec)) {
        return fail(ErrorCode::NotFound, "{0} cannot be written: the folder {1} does not exist.", target.string(), folder.string());
    }
    const fs::path partial = target.string() + ".partial";
    fs::remove(partial, ec);
    auto copied = sql::guarded(target, [&]() -> Result<> {
        Query(database, "VACUUM INTO ?", partial.string()).exec();
        Database copy(partial, Database::Mode::ReadWrite);
        if (copy.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'writers'") > 0) {
            copy.exec("DELETE FROM writers");
        }
        return {};
    });
    if (!copied) {
        fs::remove(partial, ec);
        return copied;
    }
    const int fd = ::open(partial.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = fd >= 0 && ::fsync(fd) == 0;
    const int syncError = errno;
    if (fd >= 0) {
        ::close(fd);
    }
    if (!synced) {
        fs::remove(partial, ec);
        return fail(platform::ioError(syncError, "write", target));
    }
    fs::rename(partial, target, ec);
    if (ec) {
        return fail(platform::ioError(ec.value(), "write", target));
    }
    return {};
}

Result<std::unique_ptr<Database>> openForWriting(const fs::path& file, const Options& options,
                                                 StoreInfo& info, std::string& writerToken)
{
    if (const auto ready = prepareFolder(file); !ready) {
        return fail(ready.error());
    }
    return sql::guarded(file, [&]() -> Result<std::unique_ptr<Database>> {
        auto database = std::make_unique<Database>(file, Database::Mode::ReadWriteCreate);
        info.file = file;
        const auto version = checkIdentity(*database, newestOf(options.steps));
        if (!version) {
            return fail(version.error());
        }
        if (sqlite3_db_readonly(database->raw().getHandle(), "main") == 1) {
            return fail(ErrorCode::Io, "The store {0} cannot be written: it is read-only.", file.string());
        }
        const auto wal =
            setJournal(*database, options.networkFileSystem.value_or(platform::onNetworkFileSystem(file)));
        if (!wal) {
            return fail(wal.error());
        }
        info.wal = *wal;
        if (*version >= 1) {
            if (const auto sound = checkAfterUncleanExit(*database, info); !sound) {
                return fail(sound.error());
            }
        }
        if (const auto migrated = migrate(*database, *version, options, info); !migrated) {
            return fail(migrated.error());
        }
        writerToken = registerWriter(*database);
        return database;
    });
}

Result<> closeWriter(Database& database, const std::string& writerToken)
{
    return sql::guarded(database, [&]() -> Result<> {
        Query(database, "DELETE FROM writers WHERE token = ?", writerToken).exec();
        return {};
    });
}

namespace {

/// Whether a write-ahead log waits to be taken over.
bool hasLog(const fs::path& file)
{
    std::error_code ec;
    const auto bytes = fs::file_size(file.string() + "-wal", ec);
    return !ec && bytes > 0;
}

} // namespace

Result<std::unique_ptr<Database>> openForReading(const fs::path& file)
{
    std::error_code ec;
    if (!fs::exists(file, ec)) {
        return fail(ErrorCode::NotFound, "There is no store at {0}.", file.string());
    }
    const auto open = [&](Database::Mode mode) {
        return sql::guarded(file, [&]() -> Result<std::unique_ptr<Database>> {
            auto database = std::make_unique<Database>(file, mode);
            const auto version = checkIdentity(*database, newestOf(kSteps));
            if (!version) {
                return fail(version.error());
            }
            if (*version == 0) {
                return fail(ErrorCode::NotADatabase, "{0} is not a Yardstick store.", file.string());
            }
            return database;
        });
    };
    auto opened = open(Database::Mode::ReadOnly);
    const bool noRoomBeside = !opened && (opened.error().code == ErrorCode::DiskFull || opened.error().code == ErrorCode::Io);
    if (noRoomBeside && !hasLog(file)) {
        // On a read-only or full disk the log's index cannot be made; a store that was closed well needs none.
        if (auto frozen = open(Database::Mode::Frozen)) {
            return frozen;
        }
    }
    return opened;
}

Result<std::unique_ptr<Database>> openAsItIs(const fs::path& file)
{
    auto opened = openForReading(file);
    if (!opened) {
        return opened;
    }
    const auto version = sql::guarded(**opened, [&]() -> Result<std::int64_t> { return (*opened)->integer("PRAGMA user_version"); });
    if (!version || *version != newestOf(kSteps)) {
        return fail(!version ? version.error()
                             : Error{ErrorCode::NewerVersion, "The store {0} must be brought to version {1} first, which needs a writable file.",
                                     {file.string(), std::to_string(newestOf(kSteps))}, {}});
    }
    return opened;
}

} // namespace yardstick::schema
