// Pickles and zip archives put together byte by byte, as Python and torch.save write them.
#pragma once

#include "training/model/zip_reader.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick::test {

template <typename T> std::string littleEndian(T value)
{
    return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

/// Each call appends one opcode (or the few that make one value).
class PickleBuilder
{
public:
    explicit PickleBuilder(int protocol = 2) { raw("\x80").raw(std::string(1, static_cast<char>(protocol))); }

    PickleBuilder& raw(std::string_view bytes)
    {
        m_bytes += bytes;
        return *this;
    }
    PickleBuilder& none() { return raw("N"); }
    PickleBuilder& boolean(bool value) { return raw(value ? "\x88" : "\x89"); }
    PickleBuilder& integer(std::int64_t value)
    {
        if (value >= 0 && value < 256) {
            return raw("K").raw(littleEndian(static_cast<std::uint8_t>(value)));
        }
        if (value == static_cast<std::int32_t>(value)) {
            return raw("J").raw(littleEndian(static_cast<std::int32_t>(value)));
        }
        return raw("\x8a\x08").raw(littleEndian(value));
    }
    PickleBuilder& real(double value) { return raw("G").raw(littleEndian(std::byteswap(std::bit_cast<std::uint64_t>(value)))); }
    PickleBuilder& text(std::string_view value)
    {
        return raw("X").raw(littleEndian(static_cast<std::uint32_t>(value.size()))).raw(value);
    }
    PickleBuilder& mark() { return raw("("); }
    PickleBuilder& global(std::string_view module, std::string_view name)
    {
        return raw("c").raw(module).raw("\n").raw(name).raw("\n");
    }
    PickleBuilder& emptyTuple() { return raw(")"); }
    PickleBuilder& tuple() { return raw("t"); } ///< of all since the mark
    PickleBuilder& emptyList() { return raw("]"); }
    PickleBuilder& emptyDict() { return raw("}"); }
    PickleBuilder& appends() { return raw("e"); }
    PickleBuilder& setItems() { return raw("u"); }
    PickleBuilder& put(int key) { return raw("q").raw(std::string(1, static_cast<char>(key))); }
    PickleBuilder& get(int key) { return raw("h").raw(std::string(1, static_cast<char>(key))); }
    PickleBuilder& reduce() { return raw("R"); }
    PickleBuilder& newObject() { return raw("\x81"); }
    PickleBuilder& build() { return raw("b"); }
    PickleBuilder& persistent() { return raw("Q"); }
    PickleBuilder& counts(const std::vector<std::int64_t>& values)
    {
        mark();
        for (const std::int64_t value : values) {
            integer(value);
        }
        return tuple();
    }
    [[nodiscard]] std::string stop() const { return m_bytes + "."; }

private:
    std::string m_bytes;
};

struct ZipFile
{
    std::string name, bytes;
};

struct ZipOptions
{
    bool zip64 = false;    ///< sizes and offsets in the ZIP64 fields alone
    bool align = true;     ///< local extra field, as torch.save pads to 64 bytes
    std::uint16_t method = 0;
    std::string comment{};
};

inline std::string zipOf(const std::vector<ZipFile>& files, const ZipOptions& options = {})
{
    const auto u16 = [](std::uint64_t v) { return littleEndian(static_cast<std::uint16_t>(v)); };
    const auto u32 = [](std::uint64_t v) { return littleEndian(static_cast<std::uint32_t>(v)); };
    const auto u64 = [](std::uint64_t v) { return littleEndian(v); };
    const auto narrow = [&](std::uint64_t v) { return u32(options.zip64 ? 0xffffffffu : v); };
    std::string out, directory;
    for (const ZipFile& file : files) {
        const std::uint64_t offset = out.size(), size = file.bytes.size();
        const std::string crc = u32(training::crc32(file.bytes));
        const std::size_t padding = options.align ? 64 - (out.size() + 34 + file.name.size()) % 64 : 0;
        const std::string localExtra = options.align ? "FB" + u16(padding) + std::string(padding, 'Z') : std::string();
        out += "PK\x03\x04" + u16(45) + u16(0) + u16(options.method) + u32(0) + crc + u32(size) + u32(size) + u16(file.name.size())
               + u16(localExtra.size()) + file.name + localExtra + file.bytes;
        const std::string extra = options.zip64 ? u16(1) + u16(24) + u64(size) + u64(size) + u64(offset) : std::string();
        directory += "PK\x01\x02" + u16(45) + u16(45) + u16(0) + u16(options.method) + u32(0) + crc + narrow(size) + narrow(size)
                     + u16(file.name.size()) + u16(extra.size()) + u16(0) + u16(0) + u16(0) + u32(0) + narrow(offset) + file.name + extra;
    }
    const std::uint64_t start = out.size(), length = directory.size(), count = files.size();
    out += directory;
    if (options.zip64) {
        const std::uint64_t at = out.size();
        out += "PK\x06\x06" + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) + u64(count) + u64(count) + u64(length) + u64(start);
        out += "PK\x06\x07" + u32(0) + u64(at) + u32(1);
    }
    const std::uint64_t shortCount = options.zip64 ? 0xffff : count;
    return out + "PK\x05\x06" + u16(0) + u16(0) + u16(shortCount) + u16(shortCount) + narrow(length) + narrow(start)
           + u16(options.comment.size()) + options.comment;
}

/// Small generator for mutations: the same numbers everywhere.
class Mutator
{
public:
    explicit Mutator(std::uint64_t seed) : m_state(seed * 2 + 1) {}
    std::uint64_t below(std::uint64_t limit)
    {
        m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
        return (m_state >> 33) % limit;
    }
    /// One to four changes: another byte, a flipped bit, a piece cut out, doubled or overwritten by a large number.
    std::string mutated(std::string bytes)
    {
        for (std::uint64_t changes = 1 + below(4); changes > 0 && !bytes.empty(); --changes) {
            const std::size_t at = below(bytes.size());
            const std::size_t length = 1 + below(std::min<std::size_t>(bytes.size() - at, 16));
            switch (below(5)) {
            case 0:
                bytes[at] = static_cast<char>(below(256));
                break;
            case 1:
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                break;
            case 2:
                bytes.erase(at, length);
                break;
            case 3:
                bytes.insert(at, bytes.substr(at, length));
                break;
            default:
                bytes.replace(at, length, length, static_cast<char>(below(2) == 0 ? 0xff : 0x7f));
                break;
            }
        }
        return bytes;
    }

private:
    std::uint64_t m_state;
};

} // namespace yardstick::test
