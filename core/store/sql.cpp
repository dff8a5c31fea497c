#include "core/store/sql.h"

#include "core/base/json_fields.h"

#include <sqlite3.h>

#include <cerrno>
#include <limits>

namespace yardstick::sql {
namespace {

constexpr size_t kMostIdle = 200;

int flagsOf(Database::Mode mode)
{
    switch (mode) {
    case Database::Mode::ReadOnly:
        return SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX;
    case Database::Mode::Frozen:
        return SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX | SQLite::OPEN_URI;
    case Database::Mode::ReadWrite:
        return SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX;
    case Database::Mode::ReadWriteCreate:
        break;
    }
    return SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX;
}

/// https://www.sqlite.org/uri.html: what would end the path is escaped.
std::string nameOf(const std::filesystem::path& file, Database::Mode mode)
{
    if (mode != Database::Mode::Frozen) {
        return file.string();
    }
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        uri += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
    }
    return uri + "?immutable=1";
}

} // namespace

Database::Database(const std::filesystem::path& file, Mode mode)
    : m_file(file)
    , m_connection(nameOf(file, mode), flagsOf(mode), kBusyTimeoutMs)
{
    m_connection.exec("PRAGMA foreign_keys = ON");
}

std::int64_t Database::integer(const std::string& sql)
{
    return m_connection.execAndGet(sql).getInt64();
}
std::string Database::text(const std::string& sql)
{
    return m_connection.execAndGet(sql).getString();
}
bool Database::inTransaction()
{
    return sqlite3_get_autocommit(m_connection.getHandle()) == 0;
}

int Database::systemError()
{
    return sqlite3_system_errno(m_connection.getHandle());
}

std::unique_ptr<SQLite::Statement> Database::take(std::string_view sql)
{
    const std::string key(sql);
    if (const auto it = m_idle.find(key); it != m_idle.end()) {
        auto statement = std::move(it->second);
        m_idle.erase(it);
        return statement;
    }
    return std::make_unique<SQLite::Statement>(m_connection, key);
}

void Database::giveBack(std::unique_ptr<SQLite::Statement> statement) noexcept
{
    try {
        statement->tryReset(); // a failed step reports its fault again here; it has been thrown already
        statement->clearBindings();
        if (m_idle.size() >= kMostIdle) {
            m_idle.clear(); // queries with lists written out are all different
        }
        m_idle.emplace(statement->getQuery(), std::move(statement));
    } catch (const std::exception&) {
        statement.reset(); // not kept: it is prepared anew the next time
    }
}

Query::~Query()
{
    m_database.giveBack(std::move(m_statement));
}

double Query::real(int column) const
{
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN()
                          : m_statement->getColumn(column).getDouble();
}

std::string Query::text(int column) const
{
    const SQLite::Column value = m_statement->getColumn(column);
    const char* text = value.getText("");
    return {text, static_cast<size_t>(value.getBytes())};
}

nlohmann::json Query::json(int column) const
{
    const std::string value = text(column);
    if (value.empty()) {
        return nullptr;
    }
    if (value == "{}") {
        return nlohmann::json::object();
    }
    nlohmann::json parsed = nlohmann::json::parse(value, nullptr, false);
    return parsed.is_discarded() ? nlohmann::json() : parsed;
}

void Query::set(int i, const nlohmann::json& value)
{
    if (value.is_null()) {
        m_statement->bind(i);
    } else {
        m_statement->bind(i, dumpJson(value));
    }
}

void bindMoney(Query& query, const std::optional<Money>& money)
{
    if (money) {
        query.bind(money->micros()).bind(money->currency().code());
    } else {
        query.null();
        query.null();
    }
}

std::optional<Money> money(const Query& query, int column)
{
    if (query.isNull(column)) {
        return std::nullopt;
    }
    const auto currency = Currency::parse(query.text(column + 1));
    return currency ? std::optional(Money(query.integer(column), *currency)) : std::nullopt;
}

Error errorOf(const SQLite::Exception& fault, const std::filesystem::path& file, int systemError)
{
    const std::string name = file.string();
    std::string detail = "SQLite " + std::to_string(fault.getExtendedErrorCode()) + ": " + fault.what();
    const int code = fault.getErrorCode() & 0xff;
    // SQLite calls only ENOSPC a full disk.
    const bool noRoom = systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG ||
                        fault.getExtendedErrorCode() == SQLITE_IOERR_SHMSIZE; // the shared index could not grow
    switch (code == SQLITE_IOERR && noRoom ? SQLITE_FULL : code) {
    case SQLITE_FULL:
        return {ErrorCode::DiskFull, "The disk is full: {0} cannot be written.", {name}, std::move(detail)};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::Busy,
                "The store {0} is busy: another program is writing to it.",
                {name},
                std::move(detail)};
    case SQLITE_NOTADB:
        return {ErrorCode::NotADatabase, "{0} is not a Yardstick store.", {name}, std::move(detail)};
    case SQLITE_CORRUPT:
        return {ErrorCode::BadFile, "The store {0} is damaged.", {name}, std::move(detail)};
    case SQLITE_CANTOPEN:
        return {ErrorCode::Io, "The store {0} cannot be opened.", {name}, std::move(detail)};
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return {
            ErrorCode::Io, "The store {0} cannot be written: it is read-only.", {name}, std::move(detail)};
    case SQLITE_IOERR:
        return {ErrorCode::Io, "The store {0} could not be read or written.", {name}, std::move(detail)};
    case SQLITE_CONSTRAINT:
        if (fault.getExtendedErrorCode() == SQLITE_CONSTRAINT_FOREIGNKEY) {
            return {ErrorCode::NotFound,
                    "Something that this refers to does not exist in the store.",
                    {},
                    std::move(detail)};
        }
        if (fault.getExtendedErrorCode() == SQLITE_CONSTRAINT_UNIQUE) {
            return {
                ErrorCode::AlreadyExists, "Something of this name exists already.", {}, std::move(detail)};
        }
        return {ErrorCode::Internal, "The store {0} could not be used.", {name}, std::move(detail)};
    case SQLITE_NOMEM:
        return {ErrorCode::OutOfMemory,
                "There is not enough memory to use the store {0}.",
                {name},
                std::move(detail)};
    default:
        return {ErrorCode::Internal, "The store {0} could not be used.", {name}, std::move(detail)};
    }
}

ReadScope::ReadScope(Database& database)
    : m_database(database)
    , m_mine(!database.inTransaction())
{
    if (m_mine) {
        m_database.exec("BEGIN");
    }
}

ReadScope::~ReadScope()
{
    if (m_mine) {
        (void)m_database.raw().tryExec("COMMIT");
    }
}

} // namespace yardstick::sql
