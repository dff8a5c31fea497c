#include "core/base/ultralytics_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace yardstick {
namespace {

std::string_view trimmed(std::string_view text)
{
    const size_t begin = text.find_first_not_of(" \t\r");
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Without the quotes that a spreadsheet has put around it; no name and no number holds one.
std::string_view unquoted(std::string_view text)
{
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? trimmed(text.substr(1, text.size() - 2)) : text;
}

std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    while (true) {
        const size_t comma = line.find(',');
        fields.push_back(unquoted(trimmed(line.substr(0, comma))));
        if (comma == std::string_view::npos) {
            return fields;
        }
        line.remove_prefix(comma + 1);
    }
}

/// "nan", "inf", "-inf" and numbers; from_chars takes them all.
std::optional<double> numberOf(std::string_view text)
{
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || read.ptr != text.data() + text.size() || read.ec == std::errc::invalid_argument) {
        return std::nullopt;
    }
    return read.ec == std::errc::result_out_of_range ? std::numeric_limits<double>::quiet_NaN() : value;
}

} // namespace

Result<UltralyticsLine> UltralyticsLines::next(std::string_view text)
{
    ++m_number;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    if (trimmed(text).empty()) {
        return UltralyticsLine{};
    }
    const std::vector<std::string_view> fields = fieldsOf(text);
    if (std::ranges::find(fields, "epoch") != fields.end()) {
        m_names.assign(fields.begin(), fields.end());
        return UltralyticsLine{UltralyticsLine::Kind::Header, 0, {}, {}};
    }
    if (m_names.empty()) {
        return fail(ErrorCode::BadFile, "{0}, line {1}: values come before the header.", m_file, m_number);
    }
    if (fields.size() < m_names.size()) {
        return fail(ErrorCode::BadFile, "{0}, line {1}: a value is missing.", m_file, m_number);
    }
    return epoch(fields);
}

Result<UltralyticsLine> UltralyticsLines::epoch(const std::vector<std::string_view>& fields) const
{
    UltralyticsLine line;
    bool known = false;
    for (size_t i = 0; i < m_names.size(); ++i) {
        const auto value = numberOf(fields[i]);
        if (!value) {
            return fail(ErrorCode::BadFile, "{0}, line {1}: a value is no number.", m_file, m_number);
        }
        if (m_names[i] == "epoch") {
            known = *value >= 0 && *value < 1e9 && *value == std::floor(*value); // NaN is neither
            line.epoch = known ? static_cast<int>(std::lround(*value)) : 0;
        } else if (m_names[i] == "time") {
            line.time = *value;
        } else {
            line.values[m_names[i]] = *value;
        }
    }
    if (!known) {
        return fail(ErrorCode::BadFile, "{0}, line {1}: the epoch is no whole number.", m_file, m_number);
    }
    line.kind = UltralyticsLine::Kind::Epoch;
    return line;
}

} // namespace yardstick
