// Context of one command line call: the store, the output form, and how results and errors leave the program.
// Every subcommand prints either text for people or, with --json, one JSON value with stable English keys on stdout.
// Errors are one sentence on stderr; exit codes: 0 done, 1 failed, 2 usage, 3 not found. Main thread only.
#pragma once

#include "core/base/result.h"
#include "core/export/table.h"
#include "core/store/store.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::app {

class Context
{
public:
    std::filesystem::path storeFile; ///< from --store; empty: the default
    bool json = false;
    bool quiet = false;

    [[nodiscard]] std::filesystem::path file() const; ///< of the store
    [[nodiscard]] bool isWritable() const { return m_store != nullptr; } ///< once store() or reader() has opened it
    /// Opens the store at the first call (and makes it when it is missing).
    Result<Store*> store();
    Result<StoreReader*> reader();
    /// Makes this computer's host and queues when the store has no queue yet.
    Result<> ensureQueues();

    void print(const nlohmann::json& value) const;        ///< with --json
    void print(const exports::Table& table) const;        ///< aligned columns for people
    void say(const std::string& line) const;              ///< a line for people; nothing with --json or --quiet
    /// Prints the error and returns its exit code.
    int fail(const Error& error) const;

    Result<Experiment> experiment(const std::string& nameOrId);
    Result<std::vector<Experiment>> experiments(const std::vector<std::string>& namesOrIds);

private:
    Result<StoreReader> readOnly(const Error& why) const;

    std::unique_ptr<Store> m_store;
    std::unique_ptr<StoreReader> m_reader;
};

/// "k=v" pairs into typed parameter changes (ParamSchema). InvalidArgument names the pair.
Result<nlohmann::json> parseAssignments(const std::vector<std::string>& pairs);

/// "1 row", "2 rows".
std::string counted(std::int64_t n, std::string_view noun);

/// At most `width` columns (displayWidth), the last of them "…" where something was cut off.
std::string elided(const std::string& utf8, std::size_t width);

/// Text width that counts CJK characters as two columns and leaves UTF-8 whole.
std::size_t displayWidth(std::string_view utf8);

} // namespace yardstick::app
