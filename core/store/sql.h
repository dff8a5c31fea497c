// One SQLite connection with cached statements, inside core/store only. Throws SQLite::Exception; guarded()
// turns that into an Error at the edge of the .cpp that called. A connection is used by one thread at a time.
#pragma once

#include "core/base/ids.h"
#include "core/base/money.h"
#include "core/base/result.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include <concepts>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace yardstick::sql {

inline constexpr int kBusyTimeoutMs = 5000;

class Database
{
public:
    /// Frozen: read-only without locks and without a file beside it; only where nobody can write and no log waits.
    enum class Mode { ReadOnly, ReadWrite, ReadWriteCreate, Frozen };
    Database(const std::filesystem::path& file, Mode mode);

    void exec(const std::string& sql) { m_connection.exec(sql); }
    /// First column of the first row; throws when there is none.
    std::int64_t integer(const std::string& sql);
    std::string text(const std::string& sql);
    [[nodiscard]] SQLite::Database& raw() { return m_connection; }
    [[nodiscard]] std::int64_t lastInsertId() const { return m_connection.getLastInsertRowid(); }
    [[nodiscard]] int changes() const { return m_connection.getChanges(); }
    [[nodiscard]] std::int64_t totalChanges() const { return m_connection.getTotalChanges(); }
    [[nodiscard]] bool inTransaction();
    [[nodiscard]] int systemError(); ///< errno behind the newest fault
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

private:
    friend class Query;
    std::unique_ptr<SQLite::Statement> take(std::string_view sql);
    void giveBack(std::unique_ptr<SQLite::Statement> statement) noexcept;

    std::filesystem::path m_file;
    SQLite::Database m_connection;
    std::unordered_multimap<std::string, std::unique_ptr<SQLite::Statement>> m_idle;
};

/// A prepared statement on loan from the connection's cache; reset and given back at the end of its life.
class Query
{
public:
    template <typename... Args>
    explicit Query(Database& database, std::string_view sql, const Args&... args)
        : m_database(database)
        , m_statement(database.take(sql))
    {
        bindAll(args...);
    }
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    /// Binds the parameters from the first on (again, after reset()).
    template <typename... Args> void bindAll(const Args&... args)
    {
        m_next = 1;
        (bind(args), ...);
    }
    template <typename T> Query& bind(const T& value)
    {
        set(m_next++, value);
        return *this;
    }
    void null() { m_statement->bind(m_next++); }
    bool next() { return m_statement->executeStep(); }
    void exec() { m_statement->exec(); }
    void reset() { m_statement->reset(); }

    // Columns, counted from 0. Text of NULL is empty, a number of NULL is 0; real() gives NaN for NULL.
    [[nodiscard]] bool isNull(int column) const { return m_statement->isColumnNull(column); }
    [[nodiscard]] std::int64_t integer(int column) const { return m_statement->getColumn(column).getInt64(); }
    [[nodiscard]] int int32(int column) const { return m_statement->getColumn(column).getInt(); }
    [[nodiscard]] bool flag(int column) const { return int32(column) != 0; }
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] nlohmann::json json(int column) const; ///< null when empty or damaged
    template <typename IdType> [[nodiscard]] IdType id(int column) const { return IdType(integer(column)); }

private:
    template <std::integral T> void set(int i, T value)
    {
        m_statement->bind(i, static_cast<std::int64_t>(value));
    }
    void set(int i, double value) { m_statement->bind(i, value); } ///< NaN becomes NULL
    void set(int i, const std::string& value) { m_statement->bind(i, value); }
    void set(int i, std::string_view value) { m_statement->bind(i, std::string(value)); }
    void set(int i, const char* value) { m_statement->bind(i, value); }
    void set(int i, const nlohmann::json& value);
    template <typename Tag> void set(int i, Id<Tag> id) ///< none becomes NULL
    {
        if (id.valid()) {
            m_statement->bind(i, id.value);
        } else {
            m_statement->bind(i);
        }
    }

    Database& m_database;
    std::unique_ptr<SQLite::Statement> m_statement;
    int m_next = 1;
};

/// Binds micro-units and currency, or two NULLs; reads them back from columns `column` and `column + 1`.
void bindMoney(Query& query, const std::optional<Money>& money);
std::optional<Money> money(const Query& query, int column);

/// The Error of a fault of SQLite: DiskFull, Busy, NotADatabase, BadFile (damaged), Io, Internal.
/// `systemError`: errno of the failed call, 0 when unknown; a quota is a full disk too.
Error errorOf(const SQLite::Exception& fault, const std::filesystem::path& file, int systemError = 0);

/// Runs `work` (returns a Result); what it throws becomes an Error. `database`: the connection that is used,
/// if any.
template <typename Work>
auto guarded(const std::filesystem::path& file, Database* database, Work&& work) -> decltype(work())
{
    try {
        return work();
    } catch (const SQLite::Exception& e) {
        return std::unexpected(errorOf(e, file, database != nullptr ? database->systemError() : 0));
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{
            ErrorCode::OutOfMemory, "There is not enough memory to use the store {0}.", {file.string()}, {}});
    } catch (const std::exception& e) {
        return std::unexpected(
            Error{ErrorCode::Internal, "The store {0} could not be used.", {file.string()}, e.what()});
    }
}

template <typename Work> auto guarded(const std::filesystem::path& file, Work&& work) -> decltype(work())
{
    return guarded(file, nullptr, std::forward<Work>(work));
}
template <typename Work> auto guarded(Database& database, Work&& work) -> decltype(work())
{
    return guarded(database.file(), &database, std::forward<Work>(work));
}

/// A read transaction for one call, so that its queries see one state; nothing when one is open already.
class ReadScope
{
public:
    explicit ReadScope(Database& database);
    ~ReadScope();
    ReadScope(const ReadScope&) = delete;
    ReadScope& operator=(const ReadScope&) = delete;

private:
    Database& m_database;
    bool m_mine;
};

} // namespace yardstick::sql
