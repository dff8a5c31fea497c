#include "training/data/convert_writer.h"

#include "core/base/platform.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace yardstick::training {
namespace fs = std::filesystem;

ConvertWriter::ConvertWriter(fs::path target)
    : m_target(std::move(target))
    , m_work(m_target.string() + ".new-" + platform::randomToken(4))
{
}

ConvertWriter::ConvertWriter(ConvertWriter&& other) noexcept
    : m_target(std::move(other.m_target))
    , m_work(std::exchange(other.m_work, {}))
    , m_report(std::move(other.m_report))
{
}

ConvertWriter::~ConvertWriter()
{
    if (!m_work.empty()) {
        std::error_code error;
        fs::remove_all(m_work, error);
    }
}

Result<ConvertWriter> ConvertWriter::create(const fs::path& given)
{
    const fs::path target = fs::absolute(given / "").lexically_normal().parent_path();
    std::error_code error;
    if (fs::exists(target, error) && !(fs::is_directory(target, error) && fs::is_empty(target, error))) {
        return fail(ErrorCode::AlreadyExists, "The folder {0} holds something already; choose an empty or a new one.", target.string());
    }
    ConvertWriter writer(target);
    fs::create_directories(writer.m_work, error);
    if (error) {
        return fail(platform::ioError(error.value(), "write", writer.m_work));
    }
    return writer;
}

bool ConvertWriter::addBox(std::vector<Label>& labels, int cls, double x1, double y1, double x2, double y2, double width, double height)
{
    x1 = std::clamp(x1, 0.0, width);
    x2 = std::clamp(x2, 0.0, width);
    y1 = std::clamp(y1, 0.0, height);
    y2 = std::clamp(y2, 0.0, height);
    if (x2 <= x1 || y2 <= y1) {
        skip("boxes without area");
        return false;
    }
    labels.push_back({cls, static_cast<float>((x1 + x2) / 2 / width), static_cast<float>((y1 + y2) / 2 / height),
                      static_cast<float>((x2 - x1) / width), static_cast<float>((y2 - y1) / height), {}});
    return true;
}

Result<> ConvertWriter::addImage(const std::string& split, const fs::path& picture, const std::vector<Label>& labels)
{
    std::error_code error;
    const fs::path image = m_work / "images" / split / picture.filename();
    const fs::path label = (m_work / "labels" / split / picture.filename()).replace_extension(".txt");
    fs::create_directories(image.parent_path(), error);
    fs::create_directories(label.parent_path(), error);
    fs::create_hard_link(picture, image, error);
    if (error) {
        error.clear();
        fs::copy_file(picture, image, error);
    }
    if (error) {
        return fail(platform::ioError(error.value(), "copy", picture));
    }
    std::string text;
    for (const Label& l : labels) {
        char row[96];
        std::snprintf(row, sizeof row, "%d %.6f %.6f %.6f %.6f\n", l.cls, static_cast<double>(l.cx), static_cast<double>(l.cy),
                      static_cast<double>(l.w), static_cast<double>(l.h));
        text += row;
    }
    if (auto written = platform::writeFileAtomic(label, text); !written) {
        return written;
    }
    ++m_report.splits[split].images;
    m_report.splits[split].instances += static_cast<std::int64_t>(labels.size());
    return {};
}

Result<ConvertReport> ConvertWriter::finish(const std::vector<std::string>& names)
{
    if (m_report.splits.empty() || names.empty()) {
        return fail(ErrorCode::BadData, "Nothing was found to convert into {0}.", m_target.string());
    }
    YAML::Emitter yaml;
    yaml << YAML::BeginMap << YAML::Key << "path" << YAML::Value << ".";
    for (const char* split : {"train", "val", "test"}) {
        // A data set needs both; what the source lacks is validated or trained on what it has.
        const bool has = m_report.splits.contains(split);
        if (has || split != std::string("test")) {
            const std::string folder = has ? split : m_report.splits.begin()->first;
            yaml << YAML::Key << split << YAML::Value << "images/" + folder;
        }
    }
    yaml << YAML::Key << "names" << YAML::Value << YAML::BeginMap;
    for (std::size_t i = 0; i < names.size(); ++i) {
        yaml << YAML::Key << i << YAML::Value << YAML::DoubleQuoted << names[i];
    }
    yaml << YAML::EndMap << YAML::EndMap;
    if (auto written = platform::writeFileAtomic(m_work / "data.yaml", std::string(yaml.c_str()) + "\n"); !written) {
        return fail(written.error());
    }
    std::error_code error;
    fs::rename(m_work, m_target, error);
    if (error) {
        return fail(platform::ioError(error.value(), "write", m_target));
    }
    m_work.clear();
    m_report.names = names;
    m_report.yaml = m_target / "data.yaml";
    return std::move(m_report);
}

} // namespace yardstick::training
