// ZipReader: the stored (uncompressed) entries of a zip archive, ZIP64 included, as torch.save writes it. Nothing is ever
// unpacked to disk. Format: PKWARE APPNOTE 6.3. Owner thread: any one at a time.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::training {

class ZipReader
{
public:
    struct Entry
    {
        std::string name;
        std::uint64_t size = 0;   ///< bytes
        std::uint64_t offset = 0; ///< of its first byte in the archive
        std::uint32_t crc = 0;
    };

    /// NotFound, Io. BadFile when it is truncated, inconsistent (overlaps, doubled names, headers that differ) or no zip;
    /// Unsupported when an entry is compressed or encrypted.
    static Result<ZipReader> open(const std::filesystem::path& path);
    static Result<ZipReader> fromBytes(std::string bytes);

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; } ///< in order of offset
    [[nodiscard]] const Entry* find(std::string_view name) const;
    [[nodiscard]] std::uint64_t size() const { return m_size; } ///< bytes of the archive
    /// BadFile when the entry is longer than `maxBytes` or its checksum is another.
    Result<std::string> read(const Entry& entry, std::uint64_t maxBytes) const;

private:
    explicit ZipReader(std::unique_ptr<std::istream> stream) : m_stream(std::move(stream)) {}
    Result<> readDirectory();
    Result<std::string> bytesAt(std::uint64_t offset, std::uint64_t count) const;
    struct Directory
    {
        std::uint64_t entries = 0, bytes = 0, offset = 0;
        std::uint64_t end = 0; ///< where it must end at the latest
    };
    Result<Directory> findDirectory() const;
    Result<> addEntries(const Directory& directory);
    Result<> checkPlaces(std::uint64_t end);

    std::unique_ptr<std::istream> m_stream;
    std::uint64_t m_size = 0;
    std::vector<Entry> m_entries;
};

/// CRC-32 as zip has it (polynomial 0xEDB88320).
std::uint32_t crc32(std::string_view bytes);

} // namespace yardstick::training
