#include "training/model/zip_reader.h"

#include "core/base/platform.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <unordered_set>

namespace yardstick::training {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                        kLocator64 = 0x07064b50;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20;
constexpr std::uint64_t kMaxDirectoryBytes = 64u << 20;
constexpr std::uint16_t kZip64Extra = 1;
constexpr std::uint32_t kIn64 = 0xffffffffu; ///< the true number stands in the ZIP64 part

std::unexpected<Error> damaged(std::string_view why)
{
    return fail({ErrorCode::BadFile, "The archive is truncated, damaged or no zip archive.", {}, std::string(why)});
}

/// Little-endian number at `offset`; the caller has checked the length.
template <typename T> T fieldAt(std::string_view bytes, std::size_t offset)
{
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

constexpr std::array<std::array<std::uint32_t, 256>, 8> makeCrcTables()
{
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0);
        }
        tables[0][i] = value;
    }
    for (std::size_t i = 0; i < 256; ++i) {
        for (std::size_t t = 1; t < 8; ++t) {
            tables[t][i] = (tables[t - 1][i] >> 8) ^ tables[0][tables[t - 1][i] & 255];
        }
    }
    return tables;
}
constexpr auto kCrc = makeCrcTables();

/// Fields of a ZIP64 extra record, in the order of those numbers that say "see there".
bool widen(std::string_view extra, std::array<std::uint64_t*, 3> numbers)
{
    while (extra.size() >= 4) {
        const auto tag = fieldAt<std::uint16_t>(extra, 0);
        const std::size_t length = fieldAt<std::uint16_t>(extra, 2);
        if (length > extra.size() - 4) {
            return false;
        }
        if (tag == kZip64Extra) {
            std::string_view body = extra.substr(4, length);
            for (std::uint64_t* number : numbers) {
                if (*number == kIn64) {
                    if (body.size() < 8) {
                        return false;
                    }
                    *number = fieldAt<std::uint64_t>(body, 0);
                    body.remove_prefix(8);
                }
            }
            return true;
        }
        extra.remove_prefix(4 + length);
    }
    return std::ranges::none_of(numbers, [](const std::uint64_t* number) { return *number == kIn64; });
}

} // namespace

std::uint32_t crc32(std::string_view bytes)
{
    std::uint32_t crc = 0xffffffffu;
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
        const std::uint32_t low = fieldAt<std::uint32_t>(bytes, 0) ^ crc;
        const std::uint32_t high = fieldAt<std::uint32_t>(bytes, 4);
        crc = kCrc[7][low & 255] ^ kCrc[6][(low >> 8) & 255] ^ kCrc[5][(low >> 16) & 255] ^ kCrc[4][low >> 24] ^ kCrc[3][high & 255]
              ^ kCrc[2][(high >> 8) & 255] ^ kCrc[1][(high >> 16) & 255] ^ kCrc[0][high >> 24];
    }
    for (const char c : bytes) {
        crc = (crc >> 8) ^ kCrc[0][(crc ^ static_cast<unsigned char>(c)) & 255];
    }
    return ~crc;
}

Result<ZipReader> ZipReader::open(const std::filesystem::path& path)
{
    std::error_code ec;
    if (std::filesystem::is_directory(path, ec)) {
        return fail(platform::ioError(EISDIR, "read", path));
    }
    errno = 0;
    auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!*file) {
        return fail(platform::ioError(errno != 0 ? errno : EIO, "read", path));
    }
    ZipReader reader(std::move(file));
    if (auto done = reader.readDirectory(); !done) {
        return fail(done.error());
    }
    return reader;
}

Result<ZipReader> ZipReader::fromBytes(std::string bytes)
{
    ZipReader reader(std::make_unique<std::istringstream>(std::move(bytes)));
    if (auto done = reader.readDirectory(); !done) {
        return fail(done.error());
    }
    return reader;
}

const ZipReader::Entry* ZipReader::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    return found == m_entries.end() ? nullptr : &*found;
}

Result<std::string> ZipReader::read(const Entry& entry, std::uint64_t maxBytes) const
{
    if (entry.size > maxBytes) {
        return damaged("an entry is too long");
    }
    auto bytes = bytesAt(entry.offset, entry.size);
    if (bytes && crc32(*bytes) != entry.crc) {
        return damaged("checksum of " + entry.name);
    }
    return bytes;
}

Result<std::string> ZipReader::bytesAt(std::uint64_t offset, std::uint64_t count) const
{
    if (offset > m_size || count > m_size - offset) {
        return damaged("extent");
    }
    try {
        std::string bytes(static_cast<std::size_t>(count), '\0');
        m_stream->clear();
        m_stream->seekg(static_cast<std::streamoff>(offset));
        m_stream->read(bytes.data(), static_cast<std::streamsize>(count));
        if (!*m_stream) {
            return damaged("short read");
        }
        return bytes;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "There is not enough memory to read {0} bytes of the archive.", count);
    }
}

Result<> ZipReader::readDirectory()
{
    m_stream->seekg(0, std::ios::end);
    const std::streamoff size = m_stream->tellg();
    if (size < static_cast<std::streamoff>(kEndBytes)) {
        return damaged("too short");
    }
    m_size = static_cast<std::uint64_t>(size);
    const auto directory = findDirectory();
    if (!directory) {
        return fail(directory.error());
    }
    if (auto added = addEntries(*directory); !added) {
        return added;
    }
    return checkPlaces(directory->offset);
}

Result<ZipReader::Directory> ZipReader::findDirectory() const
{
    // The end record stands before a comment of at most 65535 bytes; it must say exactly how long the rest is.
    const std::uint64_t tailBytes = std::min<std::uint64_t>(m_size, kEndBytes + 0xffff);
    const auto tail = bytesAt(m_size - tailBytes, tailBytes);
    if (!tail) {
        return fail(tail.error());
    }
    std::optional<std::size_t> found;
    for (std::size_t at = tail->size() - kEndBytes + 1; at-- > 0 && !found;) {
        if (fieldAt<std::uint32_t>(*tail, at) == kEnd && at + kEndBytes + fieldAt<std::uint16_t>(*tail, at + 20) == tail->size()) {
            found = at;
        }
    }
    if (!found) {
        return damaged("no end record");
    }
    const std::string_view end = std::string_view(*tail).substr(*found);
    Directory out{fieldAt<std::uint16_t>(end, 10), fieldAt<std::uint32_t>(end, 12), fieldAt<std::uint32_t>(end, 16),
                  m_size - tailBytes + *found};
    std::uint32_t disks = fieldAt<std::uint32_t>(end, 4);
    if (out.end >= kLocatorBytes + kEnd64Bytes) {
        const auto locator = bytesAt(out.end - kLocatorBytes, kLocatorBytes);
        if (locator && fieldAt<std::uint32_t>(*locator, 0) == kLocator64) {
            const auto at = fieldAt<std::uint64_t>(*locator, 8);
            if (at > out.end - kLocatorBytes || out.end - kLocatorBytes - at < kEnd64Bytes) {
                return damaged("ZIP64 end record");
            }
            const auto end64 = bytesAt(at, kEnd64Bytes);
            if (!end64 || fieldAt<std::uint32_t>(*end64, 0) != kEnd64) {
                return damaged("ZIP64 end record");
            }
            disks = fieldAt<std::uint32_t>(*end64, 16) | fieldAt<std::uint32_t>(*end64, 20);
            out = {fieldAt<std::uint64_t>(*end64, 32), fieldAt<std::uint64_t>(*end64, 40), fieldAt<std::uint64_t>(*end64, 48), at};
        }
    }
    if (disks != 0 || out.offset > out.end || out.bytes != out.end - out.offset || out.bytes > kMaxDirectoryBytes) {
        return damaged("central directory");
    }
    return out;
}

Result<> ZipReader::addEntries(const Directory& directory)
{
    const auto all = bytesAt(directory.offset, directory.bytes);
    if (!all) {
        return fail(all.error());
    }
    std::string_view rest = *all;
    std::unordered_set<std::string_view> names;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (rest.size() < kCentralBytes || fieldAt<std::uint32_t>(rest, 0) != kCentralHeader) {
            return damaged("central header");
        }
        const std::size_t nameBytes = fieldAt<std::uint16_t>(rest, 28), extraBytes = fieldAt<std::uint16_t>(rest, 30);
        const std::size_t length = kCentralBytes + nameBytes + extraBytes + fieldAt<std::uint16_t>(rest, 32);
        if (length > rest.size()) {
            return damaged("central header");
        }
        const std::string_view name = rest.substr(kCentralBytes, nameBytes);
        std::uint64_t packed = fieldAt<std::uint32_t>(rest, 20), size = fieldAt<std::uint32_t>(rest, 24);
        std::uint64_t header = fieldAt<std::uint32_t>(rest, 42);
        if ((fieldAt<std::uint16_t>(rest, 8) & 1) != 0 || fieldAt<std::uint16_t>(rest, 10) != 0) {
            return fail(ErrorCode::Unsupported, "The archive has compressed or encrypted entries, which torch.save never writes.");
        }
        if (!widen(rest.substr(kCentralBytes + nameBytes, extraBytes), {&size, &packed, &header}) || packed != size) {
            return damaged("sizes");
        }
        if (!names.insert(name).second) {
            return damaged("a name stands twice");
        }
        m_entries.push_back({std::string(name), size, header, fieldAt<std::uint32_t>(rest, 16)});
        rest.remove_prefix(length);
    }
    return rest.empty() ? Result<>() : damaged("left over");
}

/// Turns the places of local headers into those of the bytes; no entry may reach into the next one.
Result<> ZipReader::checkPlaces(std::uint64_t end)
{
    std::ranges::sort(m_entries, {}, &Entry::offset);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        const std::uint64_t limit = i + 1 < m_entries.size() ? m_entries[i + 1].offset : end;
        const std::uint64_t fixedBytes = kLocalBytes + entry.name.size();
        if (entry.offset > limit || limit - entry.offset < fixedBytes) {
            return damaged("local header");
        }
        const auto header = bytesAt(entry.offset, fixedBytes);
        if (!header) {
            return fail(header.error());
        }
        const bool sameName = fieldAt<std::uint16_t>(*header, 26) == entry.name.size()
                              && std::string_view(*header).substr(kLocalBytes) == entry.name;
        const std::uint64_t headerBytes = fixedBytes + fieldAt<std::uint16_t>(*header, 28);
        if (fieldAt<std::uint32_t>(*header, 0) != kLocalHeader || fieldAt<std::uint16_t>(*header, 8) != 0 || !sameName
            || headerBytes > limit - entry.offset || entry.size > limit - entry.offset - headerBytes) {
            return damaged("local header of " + entry.name);
        }
        entry.offset += headerBytes;
    }
    return {};
}

} // namespace yardstick::training
