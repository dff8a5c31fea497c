#include "training/worker/ultralytics_results.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>

namespace yardstick::training {
namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r");
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) {
            return fields;
        }
        line.remove_prefix(comma + 1);
    }
}

std::optional<double> numberOf(std::string_view text)
{
    double value = 0; // from_chars reads "nan", "inf" and "-inf" too
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || read.ptr != text.data() + text.size() || read.ec == std::errc::invalid_argument) {
        return std::nullopt;
    }
    return read.ec == std::errc::result_out_of_range ? std::numeric_limits<double>::quiet_NaN() : value;
}

} // namespace

bool versionAtLeast(std::string_view a, std::string_view b)
{
    while (!a.empty() || !b.empty()) {
        int left = 0, right = 0;
        std::from_chars(a.data(), a.data() + a.size(), left);
        std::from_chars(b.data(), b.data() + b.size(), right);
        if (left != right) {
            return left > right;
        }
        for (std::string_view* version : {&a, &b}) {
            const std::size_t dot = version->find('.');
            *version = dot == std::string_view::npos ? std::string_view() : version->substr(dot + 1);
        }
    }
    return true;
}

UltralyticsResults::UltralyticsResults(std::filesystem::path file, std::string_view version)
    : m_file(std::move(file)), m_strictOnly(versionAtLeast(version, "8.3.198"))
{
}

std::vector<UltralyticsRow> UltralyticsResults::poll(bool last)
{
    std::vector<UltralyticsRow> rows;
    std::error_code ec;
    const auto size = std::filesystem::file_size(m_file, ec);
    if (!ec && size < m_read) { // begun anew
        m_read = 0;
        m_rest.clear();
        m_names.clear();
        m_lineNumber = 0;
        m_firstNumber = -1;
    }
    if (!ec && size > m_read) {
        std::ifstream in(m_file, std::ios::binary);
        in.seekg(static_cast<std::streamoff>(m_read));
        const std::string fresh{std::istreambuf_iterator<char>(in), {}};
        m_read += fresh.size();
        m_rest += fresh;
    }
    while (true) {
        const std::size_t end = m_rest.find('\n');
        if (end == std::string::npos) {
            break;
        }
        line(std::string_view(m_rest).substr(0, end), rows);
        m_rest.erase(0, end + 1);
    }
    if (last && !m_rest.empty()) {
        line(std::exchange(m_rest, {}), rows);
    }
    return rows;
}

void UltralyticsResults::line(std::string_view text, std::vector<UltralyticsRow>& out)
{
    ++m_lineNumber;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    if (trimmed(text).empty()) {
        return;
    }
    const std::vector<std::string_view> fields = fieldsOf(text);
    if (std::find(fields.begin(), fields.end(), "epoch") != fields.end()) {
        m_names.assign(fields.begin(), fields.end());
    } else if (m_names.empty()) {
        problem("{0}, line {1}: values come before the header.");
    } else if (fields.size() < m_names.size()) {
        problem("{0}, line {1}: a value is missing.");
    } else {
        values(fields, out);
    }
}

void UltralyticsResults::values(const std::vector<std::string_view>& fields, std::vector<UltralyticsRow>& out)
{
    UltralyticsRow row;
    row.time = std::numeric_limits<double>::quiet_NaN();
    std::optional<int> number;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const auto value = numberOf(fields[i]);
        if (!value) {
            problem("{0}, line {1}: a value is no number.");
            return;
        }
        if (m_names[i] == "epoch") {
            if (std::isfinite(*value) && *value >= 0 && *value < 1e9) {
                number = static_cast<int>(std::lround(*value));
            }
        } else if (m_names[i] == "time") {
            row.time = *value;
        } else {
            row.values[m_names[i]] = *value;
        }
    }
    if (!number) {
        problem("{0}, line {1}: the epoch is no whole number.");
        return;
    }
    m_firstNumber = m_firstNumber < 0 ? *number : m_firstNumber;
    row.epoch = *number + (m_firstNumber == 0 ? 1 : 0);
    if (row.epoch <= m_lastEpoch) {
        return;
    }
    m_lastEpoch = row.epoch;
    judge(row);
    out.push_back(std::move(row));
}

/// Fitness: 0.1·mAP50 + 0.9·mAP50-95, from 8.3.198 mAP50-95 alone; of boxes and masks the sum; of classes the mean of top 1
/// and top 5. A row as good as the best one takes its place.
void UltralyticsResults::judge(const UltralyticsRow& row)
{
    double fitness = 0;
    bool known = false;
    const auto add = [&](const char* name, double weight) {
        const auto it = row.values.find(name);
        if (it != row.values.end() && std::isfinite(it->second)) {
            fitness += weight * it->second;
            known = true;
        }
    };
    for (const char* kind : {"(B)", "(M)"}) {
        add((std::string("metrics/mAP50") + kind).c_str(), m_strictOnly ? 0 : 0.1);
        add((std::string("metrics/mAP50-95") + kind).c_str(), m_strictOnly ? 1 : 0.9);
    }
    add("metrics/accuracy_top1", 0.5);
    add("metrics/accuracy_top5", 0.5);
    if (!known || fitness < m_bestFitness) {
        return;
    }
    m_bestFitness = fitness;
    m_bestEpoch = row.epoch;
    m_bestMetrics.clear();
    for (const auto& [name, value] : row.values) {
        if (name.starts_with("metrics/")) {
            m_bestMetrics[name] = value;
        }
    }
    m_bestMetrics["fitness"] = fitness;
    m_bestMetrics["best_epoch"] = row.epoch;
}

void UltralyticsResults::problem(std::string text)
{
    m_problems.push_back({ErrorCode::BadFile, std::move(text), {m_file.string(), std::to_string(m_lineNumber)}, {}});
}

} // namespace yardstick::training
