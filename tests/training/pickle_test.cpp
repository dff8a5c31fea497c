// The pickle reader: every kind of value, from bytes assembled here; what is refused, at which byte; damaged input of all sorts.
#include "training/model/pickle_reader.h"

#include "tests/training/pickle_builder.h"
#include "training/model/torch_pickle.h"

#include <gtest/gtest.h>

#include <limits>

namespace yardstick::training {
namespace {

using test::PickleBuilder;
using namespace std::string_literals;
using namespace std::string_view_literals;

PickleValue read(const std::string& bytes, const PickleLimits& limits = {})
{
    const auto value = readPickle(bytes, limits);
    EXPECT_TRUE(value.has_value()) << (value ? "" : value.error().message() + " " + value.error().detail);
    return value.value_or(PickleValue());
}

Error refusal(const std::string& bytes, const PickleLimits& limits = {})
{
    const auto value = readPickle(bytes, limits);
    EXPECT_FALSE(value.has_value());
    return value ? Error{} : value.error();
}

TEST(Pickle, readsNumbers)
{
    EXPECT_TRUE(read(PickleBuilder().none().stop()).isNone());
    EXPECT_EQ(read(PickleBuilder().boolean(true).stop()).integer(), 1);
    EXPECT_TRUE(read(PickleBuilder().boolean(false).stop()).is(PickleKind::Bool));
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{255}, std::int64_t{256}, std::int64_t{-1}, std::int64_t{-70000},
                                     std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::min()}) {
        EXPECT_EQ(read(PickleBuilder().integer(value).stop()).integer(), value);
    }
    EXPECT_EQ(read("\x80\x02M\x01\x02."s).integer(), 0x201);
    EXPECT_EQ(read("\x80\x02\x8a\x00."s).integer(), 0);
    EXPECT_EQ(read("\x80\x02\x8a\x01\xff."s).integer(), -1);
    EXPECT_EQ(read("\x80\x02\x8a\x02\xff\x00."s).integer(), 255);
    EXPECT_EQ(read("\x80\x02\x8b\x03\x00\x00\x00\x00\x00\x80."s).integer(), -(1 << 23));
    EXPECT_EQ(read(PickleBuilder().real(-1.5e-300).stop()).number(), -1.5e-300);
    EXPECT_EQ(read(PickleBuilder().integer(7).stop()).number(), 7.0);
    const PickleValue large = read("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."s);
    EXPECT_TRUE(large.is(PickleKind::BigInt));
    EXPECT_EQ(large.integer(), std::nullopt);
    EXPECT_EQ(large.bytes().size(), 10u);
}

TEST(Pickle, readsTextAndBytes)
{
    EXPECT_EQ(read(PickleBuilder().text("Größe 图").stop()).text(), "Größe 图");
    EXPECT_EQ(read("\x80\x04\x8c\x02hi."s).text(), "hi");
    EXPECT_EQ(read("\x80\x04\x8d\x02\0\0\0\0\0\0\0hi."s).text(), "hi");
    EXPECT_EQ(read("\x80\x02U\x02hi."s).text(), "hi");
    EXPECT_EQ(read("\x80\x03"s + "C\x03" + "a\0b."s).bytes(), "a\0b"sv);
    EXPECT_EQ(read("\x80\x03"s + "B\x01\0\0\0\xff."s).bytes(), "\xff");
    EXPECT_EQ(read("\x80\x05\x96\x01\0\0\0\0\0\0\0z."s).bytes(), "z");
    EXPECT_EQ(read("\x80\x05\x8e\x01\0\0\0\0\0\0\0z."s).bytes(), "z");
}

TEST(Pickle, textIsValidUtf8WhateverTheFileSays)
{
    EXPECT_EQ(read(PickleBuilder().text("a\xed\xb3\xa9z").stop()).text(), "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz"); // lone surrogate
    EXPECT_EQ(read(PickleBuilder().text("\xc0\x80").stop()).text(), "\xef\xbf\xbd\xef\xbf\xbd");               // overlong
    EXPECT_EQ(read(PickleBuilder().text("\xf5\x80\x80\x80").stop()).text().size(), 12u);
    EXPECT_EQ(read(PickleBuilder().text("\xe5\x9b").stop()).text(), "\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_NO_THROW((void)settingsToJson(read(PickleBuilder().text("\xff").stop())).dump());
}

TEST(Pickle, readsContainers)
{
    const PickleValue list = read(PickleBuilder().emptyList().mark().integer(1).text("b").appends().stop());
    ASSERT_EQ(list.items().size(), 2u);
    EXPECT_EQ(list.items()[1].text(), "b");
    EXPECT_EQ(read("\x80\x02]K\x01"s + "a." ).items().size(), 1u);
    EXPECT_EQ(read("\x80\x02(K\x01K\x02l."s).items().size(), 2u);
    EXPECT_EQ(read("\x80\x02K\x01K\x02K\x03\x87."s).items()[2].integer(), 3);
    EXPECT_EQ(read("\x80\x02K\x01K\x02\x86."s).items()[0].integer(), 1);
    EXPECT_EQ(read("\x80\x02K\x09\x85."s).items()[0].integer(), 9);
    EXPECT_TRUE(read(PickleBuilder().emptyTuple().stop()).is(PickleKind::Tuple));
    EXPECT_EQ(read(PickleBuilder().counts({4, 5, 6, 7}).stop()).items().size(), 4u);
    const PickleValue dict = read(PickleBuilder().emptyDict().mark().text("a").integer(1).text("a").integer(2).integer(5).none().setItems().stop());
    EXPECT_EQ(dict.pairs().size(), 3u);
    EXPECT_EQ(dict.get("a").integer(), 2);
    EXPECT_FALSE(dict.get("b").present());
    EXPECT_EQ(read("\x80\x02}K\x01K\x02s."s).pairs().size(), 1u);
    EXPECT_EQ(read("\x80\x02(K\x01K\x02"s + "d.").pairs().size(), 1u);
    EXPECT_EQ(read("\x80\x04\x8f(K\x01K\x02\x90."s).items().size(), 2u);
    EXPECT_TRUE(read("\x80\x04(K\x01\x91."s).is(PickleKind::Set));
}

TEST(Pickle, keepsObjectsAsRecords)
{
    // os.system("true") stays a record: a name and an argument.
    const PickleValue call = read(PickleBuilder().global("os", "system").mark().text("true").tuple().reduce().stop());
    EXPECT_EQ(call.className(), "os.system");
    EXPECT_EQ(call.argument(0).text(), "true");
    EXPECT_EQ(call.argumentCount(), 1u);
    EXPECT_FALSE(call.state().present());

    const PickleValue made = read(PickleBuilder().global("any.module", "Thing").emptyTuple().newObject().emptyDict().mark().text("eps")
                                      .real(0.001).setItems().build().stop());
    EXPECT_EQ(made.className(), "any.module.Thing");
    EXPECT_EQ(made.attribute("eps").number(), 0.001);

    const PickleValue slots = read(PickleBuilder().global("m", "C").emptyTuple().newObject().mark().emptyDict().mark().text("x").integer(3)
                                       .setItems().none().tuple().build().stop());
    EXPECT_EQ(slots.attribute("x").integer(), 3);

    const PickleValue old = read(PickleBuilder().global("copy_reg", "_reconstructor").mark().global("m", "C").global("__builtin__", "object")
                                     .none().tuple().reduce().stop());
    EXPECT_EQ(old.className(), "m.C");

    const PickleValue ordered = read(PickleBuilder().global("collections", "OrderedDict").emptyTuple().reduce().mark().text("k").integer(1)
                                         .setItems().stop());
    EXPECT_EQ(ordered.get("k").integer(), 1);
    const PickleValue listed = read(PickleBuilder().global("collections", "OrderedDict").mark().emptyList().mark().emptyList().mark().text("k")
                                        .integer(4).appends().appends().tuple().reduce().stop());
    EXPECT_EQ(listed.get("k").integer(), 4);
    const PickleValue set = read(PickleBuilder().global("__builtin__", "set").mark().emptyList().mark().text("a").appends().tuple().reduce().stop());
    ASSERT_EQ(set.items().size(), 1u);
    EXPECT_EQ(set.items()[0].text(), "a");

    const PickleValue keywords = read("\x80\x04\x8c\x01m\x8c\x01"s + "C\x93)}\x8c\x01kK\x07s\x92.");
    EXPECT_EQ(keywords.className(), "m.C");
    EXPECT_EQ(keywords.get("k").integer(), 7);
    EXPECT_EQ(read(PickleBuilder().mark().text("storage").tuple().persistent().stop()).persistentId().items()[0].text(), "storage");
}

TEST(Pickle, sharesWhatTheMemoHolds)
{
    const PickleValue twice = read("\x80\x04\x95\x06\0\0\0\0\0\0\0]\x94h\0\x86."s);
    EXPECT_EQ(twice.items()[0].ref(), twice.items()[1].ref());
    EXPECT_EQ(read("\x80\x02K\x05r\x00\x01\0\x00j\x00\x01\0\0\x86."s).items()[1].integer(), 5);
    EXPECT_EQ(read("\x80\x02K\x05"s + "2\x86.").items()[1].integer(), 5);
    EXPECT_EQ(read("\x80\x02K\x05K\x06"s + "0.").integer(), 5);
    EXPECT_EQ(read("\x80\x02K\x05(K\x06"s + "1.").integer(), 5);
    EXPECT_EQ(read("\x80\x02K\x05(0."s).integer(), 5);
}

TEST(Pickle, survivesCirclesAndSharing)
{
    // A list that holds itself.
    const PickleValue circle = read(PickleBuilder().emptyList().put(1).get(1).raw("a").stop());
    EXPECT_EQ(circle.items()[0].ref(), circle.ref());
    EXPECT_TRUE(settingsToJson(circle).is_array());
    // 2^60 leaves in 60 pairs of the same.
    PickleBuilder wide;
    wide.integer(1);
    for (int i = 0; i < 60; ++i) {
        wide.raw("2\x86");
    }
    EXPECT_TRUE(settingsToJson(read(wide.stop())).is_array());
    // A million levels: nothing here recurses to their depth.
    const PickleValue deep = read("\x80\x02)"s + std::string(1'000'000, '\x85') + ".");
    EXPECT_TRUE(deep.is(PickleKind::Tuple));
    EXPECT_TRUE(settingsToJson(deep).is_array());
    // A module that is its own child.
    const PickleValue module = read(PickleBuilder().global("m", "C").emptyTuple().newObject().put(1).emptyDict().mark().text("_modules")
                                        .emptyDict().mark().text("x").get(1).setItems().setItems().build().stop());
    ASSERT_TRUE(isModule(module));
    EXPECT_EQ(moduleFrom(module).error().code, ErrorCode::BadFile);
}

TEST(Pickle, limitsAreKept)
{
    EXPECT_EQ(refusal(PickleBuilder().none().stop(), {.bytes = 3}).code, ErrorCode::BadFile);
    EXPECT_EQ(refusal("\x80\x02]]]0"s + "00.", {.values = 2}).detail, "too many values");
    EXPECT_EQ(refusal("\x80\x02N"s + std::string(30, '2') + ".", {.values = 20}).detail, "too many values");
    EXPECT_EQ(refusal("\x80\x02"s + std::string(1001, '(') + ".").detail, "too deep");
    EXPECT_EQ(refusal("\x80\x02\x8b\xff\xff\xff\x7f."s).detail, "truncated"); // a length, not memory
    EXPECT_EQ(refusal("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff."s).detail, "truncated");
}

TEST(Pickle, refusesWhatIsMalformed)
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "truncated"},
        {"N.", "no protocol"},
        {"\x80\x01N.", "protocol"},
        {"\x80\x06N.", "protocol"},
        {"\x80\x02.", "empty stack"},
        {"\x80\x02NN.", "left over"},
        {"\x80\x02N.N", "left over"},
        {"\x80\x02(N.", "left over"},
        {"\x80\x02(.", "empty stack"},
        {"\x80\x02I1\n.", "opcode"},       // text forms
        {"\x80\x02\x82\x01.", "opcode"},   // extension registry
        {"\x80\x05\x97.", "opcode"},       // out-of-band buffer
        {"\x80\x02Nt.", "no mark"},
        {"\x80\x02h\x01.", "memo"},
        {"\x80\x02NN\x81.", "operand"},    // arguments that are no tuple
        {"\x80\x02N)R.", "operand"},       // a call of nothing
        {"\x80\x02]Nb.", "operand"},       // a state for a list
        {"\x80\x02}NN" "a.", "operand"},
        {"\x80\x02}(Nu.", "operand"},      // a key without a value
        {"\x80\x02" "cmodule\nname", "name"},
        {"\x80\x02" "c" + std::string(1025, 'x') + "\nname\n.", "name"},
        {"\x80\x04NN\x93.", "operand"},
    };
    for (const auto& [bytes, why] : cases) {
        const Error error = refusal(bytes);
        EXPECT_EQ(error.code, ErrorCode::BadFile);
        EXPECT_TRUE(error.message().starts_with("The pickle is truncated or malformed at byte ")) << error.message();
        EXPECT_EQ(error.detail, why) << testing::PrintToString(bytes);
    }
}

/// One pickle with every kind of value in it.
std::string everything()
{
    PickleBuilder out;
    out.emptyDict().put(0).mark();
    out.text("numbers").counts({1, 300, -5, std::int64_t{1} << 50});
    out.text("real").real(2.5).text("yes").boolean(true).text("none").none();
    out.text("module").global("torch.nn", "Module").emptyTuple().newObject().emptyDict().mark().text("_modules").emptyDict().setItems().build();
    out.text("call").global("collections", "OrderedDict").emptyTuple().reduce().put(2).mark().text("x").get(0).setItems();
    out.text("storage").mark().text("storage").global("torch", "HalfStorage").text("0").text("cpu").integer(4).tuple().persistent();
    out.text("list").emptyList().mark().get(2).text("tail").appends();
    return out.setItems().stop();
}

TEST(Pickle, refusesTruncationAtAnyByte)
{
    const std::string whole = everything();
    ASSERT_TRUE(readPickle(whole).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto value = readPickle(std::string_view(whole).substr(0, length));
        ASSERT_FALSE(value.has_value()) << length;
        ASSERT_EQ(value.error().code, ErrorCode::BadFile) << length;
    }
}

/// Everything that the readers above it ask of a tree.
void visit(const PickleValue& value, int depth, int& budget)
{
    if (depth > 20 || --budget < 0) {
        return;
    }
    for (const PickleValue& item : value.items()) {
        visit(item, depth + 1, budget);
    }
    for (const auto& [key, item] : value.pairs()) {
        visit(key, depth + 1, budget);
        visit(item, depth + 1, budget);
    }
    visit(value.state(), depth + 1, budget);
    visit(value.persistentId(), depth + 1, budget);
    if (isTensor(value)) {
        (void)tensorFrom(value);
    }
    if (isModule(value)) {
        (void)moduleFrom(value);
    }
}

TEST(Pickle, mutatedInputIsReadOrRefused)
{
    const std::string whole = everything();
    int read = 0;
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
        const auto value = readPickle(test::Mutator(seed).mutated(whole));
        if (value) {
            ++read;
            int budget = 300;
            visit(*value, 0, budget);
            if (seed % 32 == 0) { // the tree has circles, so this goes to its limits
                (void)settingsToJson(*value).dump();
            }
        } else {
            ASSERT_EQ(value.error().code, ErrorCode::BadFile);
        }
    }
    EXPECT_GT(read, 100); // the mutations are not so wild that nothing passes
    EXPECT_LT(read, 20000);
}

} // namespace
} // namespace yardstick::training
