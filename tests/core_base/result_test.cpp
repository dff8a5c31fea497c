#include "core/base/result.h"

#include <gtest/gtest.h>

#include <set>

namespace yardstick {
namespace {

constexpr int kLastCode = static_cast<int>(ErrorCode::Internal);

TEST(Result, everyErrorCodeHasANameOfItsOwnAndComesBack)
{
    std::set<std::string_view> names;
    for (int i = 0; i <= kLastCode; ++i) {
        const auto code = static_cast<ErrorCode>(i);
        const std::string_view name = toString(code);
        EXPECT_EQ(errorCodeFromString(name), code) << name;
        EXPECT_TRUE(names.insert(name).second) << name << " names two codes";
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << name;
    }
    EXPECT_EQ(errorCodeFromString("no_such_code"), ErrorCode::Internal);
    EXPECT_EQ(errorCodeFromString(""), ErrorCode::Internal);
}

TEST(Result, exitCodesAreOneTwoAndThree)
{
    for (int i = 0; i <= kLastCode; ++i) {
        const auto code = static_cast<ErrorCode>(i);
        const int expected = code == ErrorCode::NotFound                                      ? 3
                             : code == ErrorCode::Usage || code == ErrorCode::InvalidArgument ? 2
                                                                                              : 1;
        EXPECT_EQ(exitCode(code), expected) << toString(code);
    }
}

TEST(Result, fillsTemplates)
{
    EXPECT_EQ(formatTemplate("{0} and {1}", {"a", "b"}), "a and b");
    EXPECT_EQ(formatTemplate("{1} before {0}", {"a", "b"}), "b before a");
    EXPECT_EQ(formatTemplate("{0} {0}", {"{1}", "b"}), "{1} {1}") << "arguments are not filled again";
    EXPECT_EQ(formatTemplate("{2} {x} {", {"a"}), "{2} {x} {");
    EXPECT_EQ(formatTemplate("", {"a"}), "");
    EXPECT_EQ(formatTemplate("{0}", {"数据"}), "数据");
}

TEST(Result, carriesTheSentenceAndItsArguments)
{
    const auto read = [](int n) -> Result<int> {
        if (n < 0) {
            return fail(ErrorCode::BadData, "{0} is below {1}.", n, std::string("zero"));
        }
        return n;
    };
    EXPECT_EQ(read(3).value(), 3);
    const auto bad = read(-2);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().text, "{0} is below {1}.");
    EXPECT_EQ(bad.error().message(), "-2 is below zero.");
    const Result<> again = fail(bad.error());
    EXPECT_EQ(again.error().args, (std::vector<std::string>{"-2", "zero"}));
}

} // namespace
} // namespace yardstick
