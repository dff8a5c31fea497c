// The XLSX writer, read back by a zip and XML reader of the test's own.
#include "tests/core/table_samples.h"

#include <gtest/gtest.h>

#include <zlib.h>

#include <cstring>
#include <map>

namespace yardstick::exports {
namespace {

std::uint32_t little(const std::string& bytes, size_t at, int width)
{
    std::uint32_t v = 0;
    for (int i = 0; i < width; ++i) {
        v |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + static_cast<size_t>(i)))) << (8 * i);
    }
    return v;
}

std::string inflated(const std::string& data, size_t size)
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
std::map<std::string, std::string> unzip(const std::string& bytes)
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

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// "A1" → text ("s:…"), number ("n:…") or boolean ("b:…"), with the style behind it.
std::map<std::string, std::string> cellsOf(const std::map<std::string, std::string>& files, const std::string& sheet)
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

TEST(Xlsx, holdsTypedCellsWithUnitsInTheHeader)
{
    const auto bytes = write(trickyTable(), Format::Xlsx);
    ASSERT_TRUE(bytes) << bytes.error().message();
    const auto files = unzip(*bytes);
    auto cells = cellsOf(files, "xl/worksheets/sheet1.xml");
    EXPECT_EQ(cells["A1"], "s:id");
    EXPECT_EQ(cells["D1"], "s:± map50");
    EXPECT_EQ(cells["E1"], "s:epoch_seconds (s)");
    EXPECT_EQ(cells["G1"], "s:price_per_hour (USD/h)");
    EXPECT_EQ(cells["H1"], "s:cost_per_epoch (USD)");
    EXPECT_EQ(cells["J1"], "s:published");
    EXPECT_EQ(cells["A2"], "n:1");
    EXPECT_EQ(cells["D2"], "n:0.25");
    EXPECT_EQ(cells["H2"], "n:0.0102");
    EXPECT_EQ(cells["J2"], "b:1");
    EXPECT_EQ(cells["B3"], "s:'=1+1");
    EXPECT_EQ(cells["C4"], "s:NaN");
    EXPECT_EQ(cells["E4"], "s:Infinity");
    EXPECT_EQ(cells["C5"], "s:-Infinity");
    EXPECT_EQ(cells["B4"], "s:a,b\t\"c\"\nd");
    EXPECT_EQ(cells["B5"], "s:50% & <b>|x|_y {z} ~ ^ \\ $ # -- [q] * `k`");
    EXPECT_EQ(cells["B6"], "s:Müller 数据 😀");
    EXPECT_EQ(cells.count("G4"), 0u);
    EXPECT_EQ(files.at("xl/worksheets/sheet1.xml").find("<f>"), std::string::npos) << "a formula";
    EXPECT_NE(files.at("xl/styles.xml").find("formatCode=\"0.0000\""), std::string::npos);
    EXPECT_NE(files.at("xl/styles.xml").find("formatCode=\"0.00####\""), std::string::npos);
    EXPECT_NE(files.at("xl/workbook.xml").find("name=\"runs\""), std::string::npos);
}

TEST(Xlsx, numbersKeepFifteenDigits)
{
    Table t;
    t.columns = {{.id = "x", .unit = ""}};
    const std::vector<double> values{1.0 / 3, 0.1 + 0.2, 1e-300, 123456789.123456, -2.5};
    for (const double v : values) {
        t.rows.push_back({cell(v)});
    }
    auto cells = cellsOf(unzip(*write(t, Format::Xlsx)), "xl/worksheets/sheet1.xml");
    for (size_t i = 0; i < values.size(); ++i) {
        const double back = std::stod(cells["A" + std::to_string(i + 2)].substr(2));
        EXPECT_NEAR(back, values[i], std::abs(values[i]) * 1e-15);
    }
}

TEST(Xlsx, cutsWhatExcelCannotHold)
{
    Table t;
    t.columns = {{.id = "x", .unit = ""}, {.id = "n", .unit = ""}};
    std::string text(40000, 'a');
    t.rows = {{cell(text), cell(static_cast<std::int64_t>(INT64_MAX))}};
    auto cells = cellsOf(unzip(*write(t, Format::Xlsx)), "xl/worksheets/sheet1.xml");
    EXPECT_EQ(cells["A2"].size(), 2 + 32767u - 3 + 3);
    EXPECT_TRUE(cells["A2"].ends_with("a…"));
    EXPECT_EQ(cells["B2"], "s:9223372036854775807");
}

TEST(Xlsx, severalTablesAreSheets)
{
    Table a;
    a.label = "genesis/aws:1";
    a.columns = {{.id = "x", .unit = ""}};
    a.rows = {{cell("first")}};
    Table b = a;
    b.rows = {{cell("second")}};
    const auto bytes = writeAll(std::vector<Table>{a, b}, Format::Xlsx);
    ASSERT_TRUE(bytes) << bytes.error().message();
    const auto files = unzip(*bytes);
    EXPECT_NE(files.at("xl/workbook.xml").find("name=\"genesis_aws_1\""), std::string::npos);
    EXPECT_NE(files.at("xl/workbook.xml").find("name=\"genesis_aws_1 2\""), std::string::npos);
    EXPECT_EQ(cellsOf(files, "xl/worksheets/sheet2.xml")["A2"], "s:second");
}

} // namespace
} // namespace yardstick::exports
