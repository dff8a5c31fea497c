#include "training/data/label_cache.h"

#include "core/base/platform.h"

#include <sys/stat.h>

#include <array>
#include <cstring>

namespace yardstick::training {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kMagic = "YSLABELS1\n";

/// Little-endian on every machine that we build for; the magic's version changes if that ever changes.
class Writer
{
public:
    template <typename T> void value(const T& v) { m_bytes.append(reinterpret_cast<const char*>(&v), sizeof v); }
    void text(std::string_view s)
    {
        value(static_cast<std::uint32_t>(s.size()));
        m_bytes.append(s);
    }
    std::string& bytes() { return m_bytes; }

private:
    std::string m_bytes;
};

class CacheReader
{
public:
    explicit CacheReader(std::string_view bytes) : m_bytes(bytes) {}
    template <typename T> T value()
    {
        T v{};
        if (m_bytes.size() < sizeof v) {
            m_ok = false;
            return v;
        }
        std::memcpy(&v, m_bytes.data(), sizeof v);
        m_bytes.remove_prefix(sizeof v);
        return v;
    }
    std::string text()
    {
        const auto n = value<std::uint32_t>();
        if (m_bytes.size() < n) {
            m_ok = false;
            return {};
        }
        std::string s(m_bytes.substr(0, n));
        m_bytes.remove_prefix(n);
        return s;
    }
    [[nodiscard]] bool ok() const { return m_ok; }

private:
    std::string_view m_bytes;
    bool m_ok = true;
};

void write(Writer& out, const ScannedImage& image)
{
    out.value(image.image);
    out.value(image.label);
    out.value(image.width);
    out.value(image.height);
    out.text(image.imageProblem);
    out.value(static_cast<std::uint32_t>(image.labels.labels.size()));
    for (const ParsedLabel& parsed : image.labels.labels) {
        const Label& l = parsed.label;
        out.value(parsed.line);
        out.value(l.cls);
        out.value(std::array<float, 4>{l.cx, l.cy, l.w, l.h});
        out.text({reinterpret_cast<const char*>(l.polygon.data()), l.polygon.size() * sizeof(float)});
    }
    out.value(static_cast<std::uint32_t>(image.labels.problems.size()));
    for (const RowProblem& problem : image.labels.problems) {
        out.value(problem.line);
        out.text(problem.text);
    }
}

ScannedImage read(CacheReader& in)
{
    ScannedImage image;
    image.image = in.value<FileStamp>();
    image.label = in.value<FileStamp>();
    image.width = in.value<int>();
    image.height = in.value<int>();
    image.imageProblem = in.text();
    for (auto n = in.value<std::uint32_t>(); in.ok() && n > 0; --n) {
        ParsedLabel parsed;
        parsed.line = in.value<int>();
        parsed.label.cls = in.value<int>();
        const auto box = in.value<std::array<float, 4>>();
        parsed.label.cx = box[0];
        parsed.label.cy = box[1];
        parsed.label.w = box[2];
        parsed.label.h = box[3];
        const std::string polygon = in.text();
        parsed.label.polygon.resize(polygon.size() / sizeof(float));
        std::memcpy(parsed.label.polygon.data(), polygon.data(), parsed.label.polygon.size() * sizeof(float));
        image.labels.labels.push_back(std::move(parsed));
    }
    for (auto n = in.value<std::uint32_t>(); in.ok() && n > 0; --n) {
        const int line = in.value<int>();
        image.labels.problems.push_back({line, in.text()});
    }
    return image;
}

} // namespace

FileStamp FileStamp::of(const fs::path& file)
{
    struct stat s{};
    if (::stat(file.c_str(), &s) != 0) {
        return {};
    }
    return {static_cast<std::int64_t>(s.st_size), static_cast<std::int64_t>(s.st_mtim.tv_sec) * 1'000'000'000 + s.st_mtim.tv_nsec};
}

LabelCache::LabelCache(const fs::path& directory, const std::vector<fs::path>& sources)
{
    if (directory.empty()) {
        return;
    }
    std::string key;
    for (const fs::path& source : sources) {
        key += fs::absolute(source).string() + '\n';
    }
    m_file = directory / ("labels-" + platform::sha256(key).substr(0, 32) + ".bin");
    std::error_code error;
    if (!fs::exists(m_file, error)) {
        return;
    }
    const auto bytes = platform::readFile(m_file);
    // Layout: magic, entries, sha256 (64 hex digits) of all before.
    if (!bytes || bytes->size() < kMagic.size() + 64 || !bytes->starts_with(kMagic) ||
        platform::sha256(std::string_view(*bytes).substr(0, bytes->size() - 64)) != std::string_view(*bytes).substr(bytes->size() - 64)) {
        return;
    }
    CacheReader in(std::string_view(*bytes).substr(kMagic.size(), bytes->size() - 64 - kMagic.size()));
    for (auto n = in.value<std::uint64_t>(); in.ok() && n > 0; --n) {
        std::string path = in.text();
        m_entries.insert_or_assign(std::move(path), read(in));
    }
    if (!in.ok()) {
        m_entries.clear();
    }
}

const ScannedImage* LabelCache::find(const std::string& image, const FileStamp& imageStamp, const FileStamp& labelStamp) const
{
    const auto it = m_entries.find(image);
    return it != m_entries.end() && it->second.image == imageStamp && it->second.label == labelStamp ? &it->second : nullptr;
}

void LabelCache::save(const std::vector<std::pair<std::string, const ScannedImage*>>& entries)
{
    if (m_file.empty()) {
        return;
    }
    Writer out;
    out.bytes() = kMagic;
    out.value(static_cast<std::uint64_t>(entries.size()));
    for (const auto& [path, image] : entries) {
        out.text(path);
        write(out, *image);
    }
    out.bytes() += platform::sha256(out.bytes());
    std::error_code error;
    fs::create_directories(m_file.parent_path(), error);
    (void)platform::writeFileAtomic(m_file, out.bytes());
}

} // namespace yardstick::training
