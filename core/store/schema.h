// Schema of the store: numbered migrations, and the checks and pragmas of every opening. Version = PRAGMA
// user_version. Each step is one transaction, after a backup copy beside the file; a released step is never
// edited, only followed.
#pragma once

#include "core/base/result.h"
#include "core/store/sql.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace yardstick {
struct StoreInfo;
}

namespace yardstick::schema {

inline constexpr std::int32_t kApplicationId = 0x59524453; ///< "YRDS"

struct Step
{
    int version; ///< what user_version is after it
    void (*apply)(sql::Database&);
};
std::span<const Step> steps(); ///< by version, without gaps, from 1

struct Options
{
    std::span<const Step> steps = schema::steps();
    std::optional<bool> networkFileSystem; ///< nullopt: ask the system
};

/// Opens or makes the file, checks it, migrates it and registers this process as a writer. Fills `info`.
Result<std::unique_ptr<sql::Database>> openForWriting(const std::filesystem::path& file,
                                                      const Options& options, StoreInfo& info,
                                                      std::string& writerToken);
/// The writer says goodbye: the next opening need not check the file.
Result<> closeWriter(sql::Database& database, const std::string& writerToken);
/// Read-only; the same refusals. NotFound when the file is missing. Works on a full or read-only disk when the
/// store was closed well.
Result<std::unique_ptr<sql::Database>> openForReading(const std::filesystem::path& file);
/// The same, and refuses an older version: for those who cannot migrate it first.
Result<std::unique_ptr<sql::Database>> openAsItIs(const std::filesystem::path& file);

/// A whole copy of the database at `target`, which must not exist; never half a file. The copy counts as
/// closed well.
Result<> copyTo(sql::Database& database, const std::filesystem::path& target);
/// Faults that integrity_check and foreign_key_check find; empty: sound.
std::vector<std::string> faults(sql::Database& database);

} // namespace yardstick::schema
