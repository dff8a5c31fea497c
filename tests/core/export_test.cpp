// The writers against golden files, and the round trip through the import. UPDATE_GOLDEN=1 rewrites the golden files.
#include "tests/core/golden.h"
#include "tests/core/table_samples.h"

#include "core/export/cell_text.h"
#include "core/import/table_import.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace yardstick::exports {
namespace {

bool sameBits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b)); }

::testing::AssertionResult sameTable(const Table& a, const Table& b)
{
    if (a.columns.size() != b.columns.size() || a.rows.size() != b.rows.size()) {
        return ::testing::AssertionFailure() << a.columns.size() << "x" << a.rows.size() << " against " << b.columns.size() << "x" << b.rows.size();
    }
    for (size_t c = 0; c < a.columns.size(); ++c) {
        if (a.columns[c].id != b.columns[c].id) {
            return ::testing::AssertionFailure() << "column " << a.columns[c].id << " became " << b.columns[c].id;
        }
    }
    for (size_t r = 0; r < a.rows.size(); ++r) {
        for (size_t c = 0; c < a.columns.size(); ++c) {
            const Cell& x = a.rows[r][c];
            const Cell& y = b.rows[r][c];
            bool same = x.value.index() == y.value.index() && sameBits(x.plusMinus, y.plusMinus);
            if (same && std::holds_alternative<double>(x.value)) {
                same = sameBits(std::get<double>(x.value), std::get<double>(y.value));
            } else {
                same = same && x.value == y.value;
            }
            if (!same) {
                return ::testing::AssertionFailure() << "row " << r << ", column " << a.columns[c].id << ", type " << x.value.index() << " became "
                                                     << y.value.index() << " \"" << humanText(x, {}, true) << "\" \"" << humanText(y, {}, true) << '"';
            }
        }
    }
    return ::testing::AssertionSuccess();
}

std::string written(const Table& table, Format format, const WriteOptions& options = {})
{
    const auto bytes = write(table, format, options);
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message());
    return bytes.value_or("");
}

TEST(Export, matchesGoldenFiles)
{
    const Table table = trickyTable();
    for (const Format format : {Format::Csv, Format::Tsv, Format::Markdown, Format::Latex, Format::Html, Format::Json}) {
        expectGolden("tricky." + std::string(toString(format)), written(table, format));
    }
}

TEST(Export, formatNamesGoBothWays)
{
    for (const char* name : {"csv", "tsv", "md", "tex", "html", "json", "xlsx"}) {
        ASSERT_TRUE(formatFromString(name));
        EXPECT_EQ(toString(*formatFromString(name)), name);
    }
    EXPECT_EQ(formatFromString("xls").error().code, ErrorCode::InvalidArgument);
}

TEST(Export, readsBackItsOwnCsvTsvAndJson)
{
    const Table table = trickyTable();
    for (const bool bom : {false, true}) {
        const auto csv = imports::tableFromSeparated(written(table, Format::Csv, {.bom = bom}));
        ASSERT_TRUE(csv) << csv.error().message();
        EXPECT_TRUE(sameTable(table, *csv));
    }
    const auto tsv = imports::tableFromSeparated(written(table, Format::Tsv), '\t');
    ASSERT_TRUE(tsv) << tsv.error().message();
    EXPECT_TRUE(sameTable(table, *tsv));
    const auto json = imports::tablesFromJson(written(table, Format::Json));
    ASSERT_TRUE(json) << json.error().message();
    ASSERT_EQ(json->size(), 1u);
    EXPECT_TRUE(sameTable(table, json->front()));
    EXPECT_EQ(json->front().caption, table.caption);
    EXPECT_EQ(json->front().columns[4].unit, "USD/h");
}

std::string randomText(std::mt19937_64& rng)
{
    static const std::vector<std::string> kPieces{"a", "=", "+", "-", "@", "'", "\t", "\r", "\n", "\"", ",", ";", " ", "1", ".", "e", "NaN",
        "Infinity", "true", "0.42 USD", "é", "数", "😀", "|", "\\", "＝", "{", "x_plus", "null"};
    std::string text;
    for (size_t n = rng() % 5; n > 0; --n) {
        text += kPieces[rng() % kPieces.size()];
    }
    return text;
}

Cell randomCell(std::mt19937_64& rng, bool money)
{
    const auto amount = [&] {
        return Money(static_cast<std::int64_t>(rng()) >> (rng() % 50), rng() % 4 == 0 ? *Currency::parse("EUR") : *Currency::parse("USD"));
    };
    Cell c;
    switch (money ? rng() % 3 + 4 : rng() % 6) {
    case 0: break;
    case 1: c.value = randomText(rng); break;
    case 2: c.value = static_cast<std::int64_t>(rng()); break;
    case 3: c.value = std::bit_cast<double>(rng()); break;
    case 4: c.value = amount(); break;
    case 5: c.value = money ? decltype(c.value)(amount()) : decltype(c.value)(rng() % 2 == 0); break;
    default: break;
    }
    if (std::holds_alternative<double>(c.value) && std::isnan(std::get<double>(c.value))) {
        c.value = std::numeric_limits<double>::quiet_NaN();
    }
    if (!isEmpty(c) && rng() % 3 == 0) {
        c.plusMinus = std::abs(std::bit_cast<double>(rng() & 0x7FEFFFFFFFFFFFFFull));
    }
    return c;
}

TEST(Export, everyRandomTableComesBackExactly)
{
    std::mt19937_64 rng(20230323);
    for (int round = 0; round < 600; ++round) {
        Table table;
        for (size_t c = 0; c < 1 + rng() % 6; ++c) {
            table.columns.push_back({.id = (rng() % 3 == 0 ? "cost_" : "=c\"") + std::to_string(c), .unit = ""});
        }
        for (size_t r = 0; r < rng() % 8; ++r) {
            auto& row = table.rows.emplace_back();
            for (const Column& column : table.columns) {
                row.push_back(randomCell(rng, isMoneyColumn(column.id)));
            }
        }
        const std::string csv = written(table, Format::Csv);
        const auto fromCsv = imports::tableFromSeparated(csv);
        ASSERT_TRUE(fromCsv) << fromCsv.error().message() << "\n" << csv;
        ASSERT_TRUE(sameTable(table, *fromCsv)) << "round " << round << "\n" << csv;
        const std::string tsv = written(table, Format::Tsv);
        const auto fromTsv = imports::tableFromSeparated(tsv, '\t');
        ASSERT_TRUE(fromTsv && sameTable(table, *fromTsv)) << tsv;
        const std::string json = written(table, Format::Json);
        const auto fromJson = imports::tablesFromJson(json);
        ASSERT_TRUE(fromJson) << fromJson.error().message() << "\n" << json;
        ASSERT_TRUE(sameTable(table, fromJson->front())) << json;
        for (const Format format : {Format::Markdown, Format::Latex, Format::Html}) {
            ASSERT_TRUE(write(table, format));
        }
    }
}

TEST(Export, guardsFormulasInTextOnlyAndUndoesIt)
{
    for (const char* text : {"=1", "+1", "-1", "@x", "\tx", "\rx", "＝1", "'=1", "''+x"}) {
        EXPECT_EQ(guardFormula(text), "'" + std::string(text));
        EXPECT_EQ(unguardFormula(guardFormula(text)), text);
    }
    for (const char* text : {"a=1", "'", "''", "'a", "", "1-2"}) {
        EXPECT_EQ(guardFormula(text), text);
        EXPECT_EQ(unguardFormula(text), text);
    }
    Table t;
    t.columns = {{.id = "a", .unit = ""}, {.id = "b", .unit = ""}};
    t.rows = {{cell("-5"), cell(-5)}, {cell("=SUM(A1)"), cell(-0.5)}};
    EXPECT_EQ(written(t, Format::Csv), "a,b\r\n'-5,-5\r\n'=SUM(A1),-0.5\r\n");
    EXPECT_EQ(written(t, Format::Markdown), "| a | b |\n| :--- | ---: |\n| -5 | -5 |\n| =SUM(A1) | -0.5 |\n");
}

TEST(Export, amountsOfTwoCurrenciesCarryTheirOwn)
{
    Table t;
    t.columns = {{.id = "price_per_hour", .unit = "USD/h"}, {.id = "cost_total", .unit = ""}};
    t.rows = {{cell(usd("0.42")), cell(usd("1.5"))}, {cell(eur("0.40")), cell(usd("2"))}};
    EXPECT_EQ(written(t, Format::Csv), "price_per_hour,cost_total,currency\r\n0.42,1.50,USD\r\n0.40,2.00 USD,EUR\r\n");
    EXPECT_EQ(written(t, Format::Markdown), "| price_per_hour | cost_total (USD) |\n| ---: | ---: |\n| 0.42 USD | 1.50 |\n| 0.40 EUR | 2.00 |\n");
    const auto back = imports::tableFromSeparated(written(t, Format::Csv));
    ASSERT_TRUE(back);
    EXPECT_TRUE(sameTable(t, *back));
}

TEST(Export, numbersForPeopleKeepFourSignificantDigits)
{
    const std::vector<std::tuple<double, int, std::string>> cases{{0.0001, -1, "0.0001"}, {0.00012345, -1, "0.0001234"}, {1.5e-5, -1, "1.5e-05"},
        {99996, -1, "99996"}, {9.9996, -1, "10"}, {0.123456, -1, "0.1235"}, {-12.3456, -1, "-12.35"}, {0, -1, "0"}, {0.5, 3, "0.500"},
        {-0.0004, 3, "0.000"}, {2.5, 0, "2"}, {1e300, -1, "1e+300"}};
    for (const auto& [v, digits, text] : cases) {
        EXPECT_EQ(humanNumber(v, digits), text) << v;
    }
}

TEST(Export, marksTheBestAndItsTies)
{
    Table t;
    t.columns = {{.id = "cost_per_epoch", .unit = ""}, {.id = "map50", .unit = "", .lowerIsBetter = false}};
    const double nan = std::nan("");
    t.rows = {{cell(usd("2")), cell(0.5)}, {cell(usd("1")), cell(nan)}, {cell(usd("1")), cell(0.7)}, {cell(), cell(0.7)}};
    markBest(t, "cost_per_epoch");
    markBest(t, "map50");
    markBest(t, "no_such_column");
    const std::vector<std::pair<bool, bool>> want{{false, false}, {true, false}, {true, true}, {false, true}};
    for (size_t r = 0; r < want.size(); ++r) {
        EXPECT_EQ(t.rows[r][0].best, want[r].first) << r;
        EXPECT_EQ(t.rows[r][1].best, want[r].second) << r;
    }
    EXPECT_NE(written(t, Format::Markdown).find("| **1.00** | NaN |"), std::string::npos);
    EXPECT_EQ(written(t, Format::Markdown, {.bestInBold = false}).find("**"), std::string::npos);
}

TEST(Export, invalidUtf8BecomesTheReplacementCharacter)
{
    EXPECT_EQ(validUtf8("a\xFF\xC0\x80z"), "a\uFFFD\uFFFD\uFFFDz");
    EXPECT_EQ(validUtf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(validUtf8("é😀"), "é😀");
    EXPECT_EQ(validUtf8("\xE6\x95"), "\uFFFD\uFFFD");
}

TEST(Export, refusesTablesThatAreNone)
{
    Table t;
    t.columns = {{.id = "a", .unit = ""}, {.id = "a", .unit = ""}};
    EXPECT_EQ(write(t, Format::Csv).error().code, ErrorCode::InvalidArgument);
    t.columns = {{.id = "currency", .unit = ""}};
    EXPECT_EQ(write(t, Format::Csv).error().code, ErrorCode::InvalidArgument);
    t.columns = {{.id = "a", .unit = ""}};
    t.rows = {{cell(1), cell(2)}};
    EXPECT_EQ(write(t, Format::Json).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(writeAll({}, Format::Json).error().code, ErrorCode::InvalidArgument);
}

TEST(Export, severalTablesShareOneFile)
{
    Table a;
    a.label = "one";
    a.columns = {{.id = "x", .unit = ""}};
    a.rows = {{cell(1)}};
    Table b = a;
    b.label = "two";
    b.rows = {{cell(2)}};
    const std::vector<Table> both{a, b};
    EXPECT_EQ(*writeAll(both, Format::Csv), "table,x\r\none,1\r\ntwo,2\r\n");
    const auto json = imports::tablesFromJson(*writeAll(both, Format::Json));
    ASSERT_TRUE(json);
    ASSERT_EQ(json->size(), 2u);
    EXPECT_TRUE(sameTable(b, (*json)[1]));
    b.columns[0].id = "y";
    const std::vector<Table> unlike{a, b};
    EXPECT_FALSE(writeAll(unlike, Format::Csv));
    EXPECT_TRUE(writeAll(unlike, Format::Html));
}

TEST(TableImport, saysTheLineOfBrokenFiles)
{
    EXPECT_EQ(imports::tableFromSeparated("").error().code, ErrorCode::BadFile);
    EXPECT_EQ(imports::tableFromSeparated("a,b\n1,2\n3\n").error().message(), "Line 3 has 1 fields; the header has 2.");
    EXPECT_EQ(imports::tableFromSeparated("a,b\n1,\"2\n3\n").error().message(), "Line 2: a quoted field does not end.");
    EXPECT_EQ(imports::tableFromSeparated("a,b\n\"x\ny\",\"2\"z\n").error().message(), "Line 3: text follows a quoted field.");
    EXPECT_EQ(imports::tableFromSeparated("a,a\n1,2\n").error().code, ErrorCode::BadFile);
    for (const char* json : {"", "{", "[]x", "{}", "3", R"({"format":"yardstick-table"})", R"({"format":"yardstick-table","version":1,"columns":[3],"rows":[]})",
             R"({"format":"yardstick-table","version":1,"columns":[{"id":"a"}],"rows":[4]})",
             R"({"format":"yardstick-table","version":1,"columns":[{"id":"a"}],"rows":[{"a":[1]}]})",
             R"({"format":"yardstick-table","version":1,"caption":5,"columns":[],"rows":[]})"}) {
        EXPECT_EQ(imports::tablesFromJson(json).error().code, ErrorCode::BadFile) << json;
    }
    EXPECT_EQ(imports::tablesFromJson(R"({"format":"yardstick-table","version":2})").error().code, ErrorCode::NewerVersion);
}

TEST(TableImport, acceptsWhatSpreadsheetsSave)
{
    const auto table = imports::tableFromSeparated("\xEF\xBB\xBF" "name,cost_per_epoch,currency\nA,0.5,USD\nB,1,USD");
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows.size(), 2u);
    EXPECT_EQ(std::get<Money>(table->rows[1][1].value), usd("1"));
}

} // namespace
} // namespace yardstick::exports
