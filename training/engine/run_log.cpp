#include "training/engine/run_log.h"

#include "core/base/params.h"
#include "core/base/platform.h"

#include <cmath>
#include <cstdio>
#include <iostream>

namespace yardstick::training {
namespace {

constexpr double kBatchEventSeconds = 0.1;

std::string csvNumber(double value)
{
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    char text[32];
    std::snprintf(text, sizeof(text), "%.6g", value);
    return text;
}

/// YAML spelling of one value: plain where that is safe, else JSON's quoting, which YAML shares.
std::string yamlValue(const nlohmann::ordered_json& value)
{
    if (value.is_null()) {
        return "null";
    }
    return value.dump();
}

} // namespace

Result<std::unique_ptr<RunLog>> RunLog::open(const std::filesystem::path& runDirectory)
{
    auto writer = EventWriter::open(runDirectory / run_files::kEvents);
    if (!writer) {
        return fail(writer.error());
    }
    return std::unique_ptr<RunLog>(new RunLog(runDirectory, std::move(*writer)));
}

RunLog::RunLog(std::filesystem::path directory, std::unique_ptr<EventWriter> writer)
    : m_directory(std::move(directory)), m_writer(std::move(writer))
{
}

void RunLog::event(EventBody body)
{
    const auto written = m_writer->write(std::move(body));
    if (!written) {
        const std::scoped_lock lock(m_mutex);
        if (m_status) {
            m_status = written;
        }
    }
}

void RunLog::warning(const Error& error)
{
    event(MessageEvent{false, std::string(toString(error.code)), error.text, error.args, error.detail});
    line("warning: " + error.message());
}

void RunLog::error(const Error& error)
{
    event(MessageEvent{true, std::string(toString(error.code)), error.text, error.args, error.detail});
    line("error: " + error.message());
}

void RunLog::phase(const std::string& name, bool begin)
{
    event(PhaseEvent{name, begin});
}

void RunLog::batchScalars(ScalarsEvent scalars, bool last)
{
    const double now = monotonicSeconds();
    if (!last && m_lastBatchEvent >= 0 && now - m_lastBatchEvent < kBatchEventSeconds) {
        return;
    }
    m_lastBatchEvent = now;
    event(std::move(scalars));
}

void RunLog::line(const std::string& text)
{
    std::cout << text << std::endl;
}

Result<> RunLog::writeArgs(const nlohmann::ordered_json& resolved)
{
    std::string text;
    for (const auto& [name, value] : resolved.items()) {
        text += name + ": " + yamlValue(value) + "\n";
    }
    return platform::writeFileAtomic(m_directory / "args.yaml", text);
}

Result<> RunLog::writeResults(const std::vector<std::string>& columns, const std::vector<ResultRow>& rows)
{
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        text += (i == 0 ? "" : ",") + columns[i];
    }
    for (const ResultRow& row : rows) {
        text += '\n';
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += (i == 0 ? "" : ",") + csvNumber(row[i]);
        }
    }
    return platform::writeFileAtomic(m_directory / "results.csv", text + "\n");
}

void RunLog::artifact(const std::string& relativePath, const std::string& kind)
{
    const auto path = m_directory / relativePath;
    std::error_code ec;
    const auto bytes = std::filesystem::file_size(path, ec);
    auto digest = platform::sha256File(path);
    if (!ec && digest) {
        event(ArtifactEvent{relativePath, static_cast<std::int64_t>(bytes), *digest, kind});
    }
}

Result<> RunLog::status() const
{
    const std::scoped_lock lock(m_mutex);
    return m_status;
}

} // namespace yardstick::training
