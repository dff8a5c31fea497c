// Which columns, digits, ± and form a table is written with; the same table in long and wide form holds the same values.
#include "tests/core/table_samples.h"

#include "core/export/shape.h"
#include "core/import/table_import.h"

#include <gtest/gtest.h>

namespace yardstick::exports {
namespace {

std::string text(const Table& table, Format format) { return write(table, format).value_or("cannot be written"); }

Table scalars()
{
    Table t;
    t.label = "scalars";
    t.columns = {{.id = "name", .unit = {}}, {.id = "step", .unit = {}}, {.id = "epoch", .unit = {}}, {.id = "time", .unit = {}}, {.id = "value", .unit = {}}};
    t.rows = {{cell("a"), cell(10), cell(1), cell("t1"), cell(0.5)},
              {cell("a"), cell(20), cell(2), cell("t2"), cell(std::nan(""))},
              {cell("b"), cell(20), cell(2), cell("t2"), cell(7.0)},
              {cell("system/cpu"), cell(20), cell(), cell("t0"), cell(99.0)}};
    return t;
}

TEST(Shape, picksColumnsInTheOrderAskedFor)
{
    const auto picked = shaped(trickyTable(), {.columns = {"map50", "id", "currency"}});
    ASSERT_TRUE(picked) << picked.error().message();
    EXPECT_TRUE(text(*picked, Format::Csv).starts_with("map50,map50_plus_minus,id\r\n0.5,0.25,1\r\n"));
    const auto unknown = shaped(trickyTable(), {.columns = {"nosuch"}});
    EXPECT_EQ(unknown.error().message(), "The table has no column \"nosuch\"; it has id, name, map50, epoch_seconds, price_per_hour, cost_per_epoch, published.");
}

TEST(Shape, digitsAreOfEveryFigureAndOnlyWherePeopleRead)
{
    const auto two = shaped(trickyTable(), {.digits = 2});
    ASSERT_TRUE(two);
    EXPECT_NE(text(*two, Format::Markdown).find("| 1 | plain | 0.50 ± 0.25 | 183.60 ± 0.75 | 0.20 | 0.01 | true |"), std::string::npos) << text(*two, Format::Markdown);
    EXPECT_EQ(text(*two, Format::Csv), text(trickyTable(), Format::Csv));
    for (const int wrong : {-1, 18}) {
        EXPECT_EQ(shaped(trickyTable(), {.digits = wrong}).error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Shape, boldAndPlusMinusCanBeLeftOut)
{
    const auto plain = shaped(trickyTable(), {.bestInBold = false, .plusMinus = false});
    ASSERT_TRUE(plain);
    EXPECT_NE(text(trickyTable(), Format::Markdown).find("**0.0098** ± 0.0005"), std::string::npos);
    EXPECT_NE(text(*plain, Format::Markdown).find("| 0.0098 |"), std::string::npos);
    for (const Format format : {Format::Csv, Format::Markdown, Format::Latex, Format::Html, Format::Json}) {
        const std::string bytes = text(*plain, format);
        for (const char* gone : {"±", "\\pm", "_plus_minus", "**", "textbf", "<strong>"}) {
            EXPECT_EQ(bytes.find(gone), std::string::npos) << toString(format) << " " << gone;
        }
    }
}

TEST(Shape, captionAndLabelAreTheCallers)
{
    const auto own = shaped(trickyTable(), {.caption = "Mine", .label = "x1"});
    ASSERT_TRUE(own);
    EXPECT_NE(text(*own, Format::Latex).find("\\caption{Mine}\n  \\label{tab:x1}"), std::string::npos);
    EXPECT_NE(text(*own, Format::Html).find("<caption>Mine</caption>"), std::string::npos);
}

TEST(Shape, theLongFormHasEveryValueOnceWithItsUnit)
{
    const Table wide = trickyTable();
    const auto made = shaped(wide, {.form = Shape::Form::Long});
    ASSERT_TRUE(made);
    const Table& tall = *made;
    size_t filled = 0;
    for (const auto& row : wide.rows) {
        for (size_t c = 2; c < row.size(); ++c) {
            filled += std::holds_alternative<std::monostate>(row[c].value) ? 0 : 1;
        }
    }
    EXPECT_EQ(tall.rows.size(), filled);
    EXPECT_TRUE(text(tall, Format::Csv).starts_with("id,name,column,value,value_plus_minus,unit\r\n1,plain,map50,0.5,0.25,\r\n1,plain,epoch_seconds,183.6,0.75,s\r\n"
                                                    "1,plain,price_per_hour,0.20 USD,,USD/h\r\n1,plain,cost_per_epoch,0.0102 USD,,USD\r\n1,plain,published,true,,\r\n"))
        << text(tall, Format::Csv);
    EXPECT_NE(text(tall, Format::Markdown).find("| 1 | plain | map50 | 0.500 ± 0.250 |  |"), std::string::npos) << text(tall, Format::Markdown);
    EXPECT_NE(text(tall, Format::Markdown).find("| 2 | =1+1 | cost_per_epoch | **0.0098 USD** ± 0.0005 | USD |"), std::string::npos);
    const auto back = imports::tableFromSeparated(text(tall, Format::Csv));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->rows.size(), tall.rows.size());
}

TEST(Shape, wideScalarsHaveOneLinePerStep)
{
    const auto wide = shaped(scalars(), {.form = Shape::Form::Wide});
    ASSERT_TRUE(wide);
    EXPECT_EQ(text(*wide, Format::Csv), "step,epoch,time,a,b,system/cpu\r\n10,1,t1,0.5,,\r\n20,2,t2,NaN,7.0,\r\n20,,t0,,,99.0\r\n");
    EXPECT_EQ(text(*shaped(scalars(), {.form = Shape::Form::Long}), Format::Csv), text(scalars(), Format::Csv)) << "long already";
    EXPECT_EQ(text(*shaped(trickyTable(), {.form = Shape::Form::Wide}), Format::Csv), text(trickyTable(), Format::Csv)) << "wide already";
}

} // namespace
} // namespace yardstick::exports
