#include "app/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace yardstick::app {
namespace {

bool isOpen(ExperimentStatus status)
{
    return status == ExperimentStatus::Queued || status == ExperimentStatus::Starting || status == ExperimentStatus::Running ||
           status == ExperimentStatus::Interrupted;
}

std::string duration(double seconds)
{
    char buffer[64];
    const auto total = static_cast<long long>(std::llround(seconds));
    if (total < 60) {
        std::snprintf(buffer, sizeof buffer, "%lld s", total);
    } else if (total < 3600) {
        std::snprintf(buffer, sizeof buffer, "%lld min %02lld s", total / 60, total % 60);
    } else {
        std::snprintf(buffer, sizeof buffer, "%lld h %02lld min", total / 3600, total % 3600 / 60);
    }
    return buffer;
}

std::string figures(const Experiment& e)
{
    std::string text = "epoch " + std::to_string(e.epochsDone) + "/" + std::to_string(e.epochsPlanned);
    char buffer[64];
    if (const auto map50 = e.last.find("map50"); map50 != e.last.end()) {
        std::snprintf(buffer, sizeof buffer, ", mAP50 %.3f", map50->second);
        text += buffer;
    }
    if (e.epochSeconds > 0) {
        std::snprintf(buffer, sizeof buffer, ", %.2f s/epoch", e.epochSeconds);
        text += buffer;
    }
    if (e.costPerEpoch) {
        text += ", " + e.costPerEpoch->toDecimal(6) + " " + std::string(e.costPerEpoch->currency().code()) + "/epoch";
    }
    return text;
}

std::string bar(const Experiment& e)
{
    constexpr int kWidth = 20;
    const int done = e.epochsPlanned > 0 ? kWidth * e.epochsDone / e.epochsPlanned : 0;
    return "[" + std::string(static_cast<std::size_t>(done), '#') + std::string(static_cast<std::size_t>(kWidth - done), '.') + "] ";
}

} // namespace

ConsoleProgress::ConsoleProgress(Context& context) : m_context(context), m_terminal(isatty(STDOUT_FILENO) == 1) {}

void ConsoleProgress::line(const std::string& text)
{
    if (m_context.json || m_context.quiet) {
        return;
    }
    finish();
    std::cout << text << std::endl;
}

void ConsoleProgress::finish()
{
    if (m_terminal && m_lastWidth > 0) {
        std::cout << '\r' << std::string(m_lastWidth, ' ') << '\r' << std::flush;
        m_lastWidth = 0;
    }
}

Result<int> ConsoleProgress::update()
{
    auto reader = m_context.reader();
    if (!reader) {
        return std::unexpected(reader.error());
    }
    auto experiments = (*reader)->experiments();
    if (!experiments) {
        return std::unexpected(experiments.error());
    }
    int open = 0;
    std::string live;
    for (const Experiment& e : *experiments) {
        const bool isLive = isOpen(e.status);
        open += isLive ? 1 : 0;
        if (isLive) {
            m_worked.insert(e.id.value);
        }
        Seen& seen = m_seen[e.id.value];
        const std::string status(toString(e.status));
        const std::string head = "#" + std::to_string(e.id.value) + " " + e.spec.name;
        const bool known = !m_first || isLive;
        if (known && status != seen.status && !(m_first && e.status == ExperimentStatus::Queued)) {
            if (isLive || !seen.status.empty()) {
                line(head + ": " + status + (e.reason.empty() || isLive ? "" : " (" + e.reason + ")") +
                     (e.status == ExperimentStatus::Completed ? ", " + figures(e) : ""));
            }
        }
        if (!m_terminal && e.status == ExperimentStatus::Running && e.epochsDone != seen.epochs && e.epochsDone > 0) {
            line(head + ": " + figures(e));
        }
        if (e.status == ExperimentStatus::Running || e.status == ExperimentStatus::Starting) {
            live = bar(e) + head + ": " + (e.epochsDone > 0 ? figures(e) : "starting");
            if (e.epochSeconds > 0 && e.epochsPlanned > e.epochsDone) {
                live += ", " + duration(e.epochSeconds * (e.epochsPlanned - e.epochsDone)) + " left";
            }
        }
        seen = {e.epochsDone, status, e.reason};
    }
    m_first = false;
    if (m_terminal && !m_context.json && !m_context.quiet && !live.empty()) {
        const std::size_t width = displayWidth(live);
        std::cout << '\r' << live << std::string(m_lastWidth > width ? m_lastWidth - width : 0, ' ') << std::flush;
        m_lastWidth = width;
    }
    return open;
}

std::vector<ExperimentId> ConsoleProgress::failed() const
{
    std::vector<ExperimentId> ids;
    for (const std::int64_t id : m_worked) {
        if (const auto seen = m_seen.find(id); seen != m_seen.end() && seen->second.status == toString(ExperimentStatus::Failed)) {
            ids.emplace_back(id);
        }
    }
    return ids;
}

} // namespace yardstick::app
