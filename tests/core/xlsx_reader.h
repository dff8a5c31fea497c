// Reads a workbook that we wrote: a zip and XML reader of the tests' own.
#pragma once

#include <gtest/gtest.h>

#include <zlib.h>

#include <cstdint>
#include <map>
#include <string>

namespace yardstick::exports {

inline std::uint32_t little(const std::string& bytes, size_t at, int width)
{
    std::uint32_t v = 0;
    for (int i = 0; i < width; ++i) {
        v |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + static_cast<size_t>(i)))) << (8 * i);
    }
    return v;
}

inline std::string inflated(const std::string& data, size_t size)
{
    std::string out(size, '\0');
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, -MAX_WBITS), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    inflateEnd(&stream);
    return out;
}

/// Name → bytes, by the central directory (PKWARE APPNOTE 4.3.12).
inline std::map<std::string, std::string> unzip(const std::string& bytes)
{
    std::map<std::string, std::string> files;
    const size_t end = bytes.rfind("PK\x05\x06");
    size_t at = little(bytes, end + 16, 4);
    for (std::uint32_t n = little(bytes, end + 10, 2); n > 0; --n) {
        const size_t nameLength = little(bytes, at + 28, 2);
        const std::string name = bytes.substr(at + 46, nameLength);
        const size_t local = little(bytes, at + 42, 4);
        const size_t data = local + 30 + little(bytes, local + 26, 2) + little(bytes, local + 28, 2);
        const std::string packed = bytes.substr(data, little(bytes, at + 20, 4));
        files[name] = little(bytes, at + 10, 2) == 8 ? inflated(packed, little(bytes, at + 24, 4)) : packed;
        at += 46 + nameLength + little(bytes, at + 30, 2) + little(bytes, at + 32, 2);
    }
    return files;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// "A1" → text ("s:…"), number ("n:…") or boolean ("b:…"), with the style behind it.
inline std::map<std::string, std::string> cellsOf(const std::map<std::string, std::string>& files, const std::string& sheet)
{
    // <c r="A1" s="1" t="inlineStr"><is><t>text</t></is></c>, <c r="B1"><v>1.5</v></c>, t="b" for a boolean
    std::map<std::string, std::string> cells;
    const std::string& xml = files.at(sheet);
    const auto between = [](const std::string& text, const std::string& open, const std::string& close) {
        const size_t begin = text.find(open);
        const size_t from = begin == std::string::npos ? begin : begin + open.size();
        return from == std::string::npos ? std::string() : text.substr(from, text.find(close, from) - from);
    };
    for (size_t at = xml.find("<c r="); at != std::string::npos; at = xml.find("<c r=", at + 1)) {
        const std::string cell = xml.substr(at, xml.find("</c>", at) - at);
        const std::string head = cell.substr(0, cell.find('>'));
        std::string text = between(cell.substr(cell.find("<t") == std::string::npos ? cell.size() : cell.find("<t")), ">", "</t>");
        for (const auto& [entity, plain] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}}) {
            text = replaced(text, entity, plain);
        }
        const std::string value = between(cell, "<v>", "</v>");
        const bool isText = head.find("t=\"inlineStr\"") != std::string::npos;
        cells[between(head, "r=\"", "\"")] = isText ? "s:" + text : (head.find("t=\"b\"") != std::string::npos ? "b:" : "n:") + value;
    }
    return cells;
}

} // namespace yardstick::exports
