// Every row of a store as text, to compare two stores row by row. Left out: who has it open, the change log.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace yardstick::test {

/// Table → its rows as sorted text; NULL, infinities and every digit of a REAL are kept.
std::map<std::string, std::vector<std::string>> dumpStore(const std::filesystem::path& file);
/// The first rows that differ, or "".
std::string differenceOf(const std::map<std::string, std::vector<std::string>>& a,
                         const std::map<std::string, std::vector<std::string>>& b);

} // namespace yardstick::test
