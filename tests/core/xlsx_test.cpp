// The XLSX writer, read back by a zip and XML reader of the test's own.
#include "tests/core/table_samples.h"
#include "tests/core/xlsx_reader.h"

#include <gtest/gtest.h>

#include <map>

namespace yardstick::exports {
namespace {

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
