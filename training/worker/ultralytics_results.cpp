#include "training/worker/ultralytics_results.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

namespace yardstick::training {

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
    : m_file(std::move(file)), m_lines(m_file.string()), m_strictOnly(versionAtLeast(version, "8.3.198"))
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
        m_lines = UltralyticsLines(m_file.string());
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
    auto line = m_lines.next(text);
    if (!line) {
        m_problems.push_back(line.error());
        return;
    }
    if (line->kind != UltralyticsLine::Kind::Epoch) {
        return;
    }
    m_firstNumber = m_firstNumber < 0 ? line->epoch : m_firstNumber;
    UltralyticsRow row;
    row.epoch = line->epoch + (m_firstNumber == 0 ? 1 : 0);
    if (row.epoch <= m_lastEpoch) {
        return;
    }
    row.time = line->time.value_or(std::numeric_limits<double>::quiet_NaN());
    row.values = std::move(line->values);
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

} // namespace yardstick::training
