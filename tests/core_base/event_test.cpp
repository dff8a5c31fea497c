// Events as lines: nothing is lost, unknown things are let through, wrong ones are refused by name, nothing
// ever throws.
#include "core/base/event.h"
#include "tests/core_base/event_samples.h"
#include "tests/core_base/json_mutator.h"
#include "tests/core_base/scratch.h"

#include <gtest/gtest.h>

#include <set>

namespace yardstick {
namespace {

using nlohmann::json;
using test::sampleEvents;

TEST(Event, everyTypeComesBackAsItWas)
{
    std::set<size_t> types;
    for (const Event& event : sampleEvents()) {
        const std::string line = toLine(event);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        EXPECT_TRUE(line.starts_with("{\"v\":1,\"seq\":" + std::to_string(event.seq) + ",\"t\":")) << line;
        const auto back = eventFromLine(line);
        ASSERT_TRUE(back) << line << ": " << back.error().message();
        EXPECT_EQ(back->seq, event.seq);
        EXPECT_EQ(back->t, event.t);
        ASSERT_EQ(back->body.index(), event.body.index()) << line;
        EXPECT_EQ(toLine(*back), line);
        types.insert(event.body.index());
    }
    EXPECT_EQ(types.size(), std::variant_size_v<EventBody> - 1) << "all but UnknownEvent";
}

TEST(Event, keepsNonFiniteNumbers)
{
    const auto events = sampleEvents();
    for (const Event& event : events) {
        if (const auto* scalars = std::get_if<ScalarsEvent>(&event.body)) {
            const std::string line = toLine(event);
            EXPECT_NE(line.find("\"train/box_loss\":\"NaN\""), std::string::npos);
            EXPECT_NE(line.find("\"val/cls_loss\":\"Infinity\""), std::string::npos);
            EXPECT_NE(line.find("\"lr/pg0\":\"-Infinity\""), std::string::npos);
            const auto back = eventFromLine(line).value();
            const auto& values = std::get<ScalarsEvent>(back.body).values;
            EXPECT_TRUE(std::isnan(values.at("train/box_loss")));
            EXPECT_EQ(values.at("val/cls_loss"), HUGE_VAL);
            EXPECT_EQ(values.at("lr/pg0"), -HUGE_VAL);
            EXPECT_EQ(values.at("metrics/mAP50(B)"), scalars->values.at("metrics/mAP50(B)"))
                << "every bit of a double";
        }
    }
    const PlotEvent plot{"pr_curve", 1, {{"y", {1.0, std::nan("")}}}};
    Event e;
    e.seq = 1;
    e.body = plot;
    EXPECT_NE(toLine(e).find("[1.0,\"NaN\"]"), std::string::npos) << "free-form data too";
}

TEST(Event, doublesComeBackBitForBit)
{
    std::mt19937_64 rng(41);
    for (int i = 0; i < 20000; ++i) {
        const double v = std::bit_cast<double>(rng());
        const double back = numberFromJson(json::parse(numberToJson(v).dump())).value();
        ASSERT_TRUE(back == v || (std::isnan(back) && std::isnan(v)));
    }
    for (const json& no : {json("nan"), json("inf"), json(true), json(nullptr), json::array(), json("1")}) {
        EXPECT_FALSE(numberFromJson(no)) << no;
    }
}

TEST(Event, letsUnknownFieldsAndTypesThrough)
{
    const auto extra = eventFromLine(R"({"v":1,"seq":5,"t":9,"type":"heartbeat","later":{"a":[1]}})");
    ASSERT_TRUE(extra);
    EXPECT_TRUE(std::holds_alternative<HeartbeatEvent>(extra->body));
    const auto unknown = eventFromLine(R"({"v":1,"seq":5,"t":9,"type":"hologram","x":1})");
    ASSERT_TRUE(unknown);
    EXPECT_EQ(std::get<UnknownEvent>(unknown->body).type, "hologram");
}

TEST(Event, refusesWrongLinesByName)
{
    const std::vector<std::pair<std::string, std::string>> table{
        {"", "The line is no JSON."},
        {"{", "The line is no JSON."},
        {"nonsense", "The line is no JSON."},
        {"[1]", "A JSON object is expected."},
        {R"({"v":1,"t":1,"type":"heartbeat"})", "The field \"seq\" is missing."},
        {R"({"v":1,"seq":0,"t":1,"type":"heartbeat"})", "The field \"seq\" is 0; the least is 1."},
        {R"({"v":1,"seq":1.0,"t":1,"type":"heartbeat"})", "The field \"seq\" is not a whole number."},
        {R"({"v":1,"seq":18446744073709551615,"t":1,"type":"heartbeat"})",
         "The field \"seq\" is not a whole number."},
        {R"({"v":1,"seq":1,"t":"1","type":"heartbeat"})", "The field \"t\" is not a whole number."},
        {R"({"v":1,"seq":1,"t":1,"type":7})", "The field \"type\" is not a text."},
        {R"({"v":2,"seq":1,"t":1,"type":"heartbeat"})",
         "The event has version 2; this Yardstick reads up to 1."},
        {R"({"v":1,"seq":1,"t":1,"type":"epoch","epoch":1})", "The field \"seconds\" is missing."},
        {R"({"v":1,"seq":1,"t":1,"type":"epoch","epoch":0,"seconds":1})",
         "The field \"epoch\" is 0; the least is 1."},
        {R"({"v":1,"seq":1,"t":1,"type":"epoch","epoch":1,"seconds":"NaN"})",
         "The field \"seconds\" is not a finite number of at least 0."},
        {R"({"v":1,"seq":1,"t":1,"type":"scalars","step":1,"epoch":1,"values":{"a":"x"}})",
         "The field \"values\" is not an object of numbers."},
        {R"({"v":1,"seq":1,"t":1,"type":"image","path":"../../etc/passwd"})",
         "The field \"path\" is not a path inside the run directory."},
        {R"({"v":1,"seq":1,"t":1,"type":"artifact","path":"/etc/passwd"})",
         "The field \"path\" is not a path inside the run directory."},
        {R"({"v":1,"seq":1,"t":1,"type":"checkpoint","path":"a/../b","epoch":1})",
         "The field \"path\" is not a path inside the run directory."},
        {R"({"v":1,"seq":1,"t":1,"type":"image","path":"a","boxes":[{"class":0,"xyxy":[1,2,3]}]})",
         "The field \"xyxy\" is not a list of four numbers."},
        {R"({"v":1,"seq":1,"t":1,"type":"done","outcome":"great"})",
         "The field \"outcome\" is \"great\"; known are: completed, failed, stopped, interrupted."},
        {std::string(100000, '['), "The line nests deeper than 64 levels."},
    };
    for (const auto& [line, sentence] : table) {
        const auto event = eventFromLine(line);
        ASSERT_FALSE(event) << line.substr(0, 100);
        EXPECT_EQ(event.error().message(), sentence) << line.substr(0, 100);
        EXPECT_EQ(event.error().code, sentence.find("version") != std::string::npos ? ErrorCode::NewerVersion
                                                                                    : ErrorCode::BadData);
    }
}

TEST(Event, aLineOfAnotherEncodingIsStillWritten)
{
    Event e;
    e.seq = 1;
    e.body = MessageEvent{false, "x", "bad \xff byte", {"\xc3"}, ""};
    const auto back = eventFromLine(toLine(e));
    ASSERT_TRUE(back);
    EXPECT_EQ(std::get<MessageEvent>(back->body).text, "bad \xef\xbf\xbd byte");
}

/// A line that is accepted says the same after being written again.
void mustSurvive(const std::string& line)
{
    Result<Event> event;
    ASSERT_NO_THROW(event = eventFromLine(line)) << line;
    if (!event) {
        ASSERT_FALSE(event.error().message().empty());
        return;
    }
    ASSERT_GE(event->seq, 1);
    const std::string again = toLine(*event);
    const auto back = eventFromLine(again);
    ASSERT_TRUE(back) << again;
    ASSERT_EQ(toLine(*back), again);
}

TEST(Event, damagedLinesNeverThrow)
{
    test::JsonMutator mutate(42);
    int accepted = 0;
    int refused = 0;
    for (const Event& event : sampleEvents()) {
        const std::string line = toLine(event);
        for (size_t cut = 0; cut < line.size(); ++cut) {
            mustSurvive(line.substr(0, cut));
            ASSERT_FALSE(eventFromLine(line.substr(0, cut))) << "a torn line is never an event";
        }
        for (int i = 0; i < 500; ++i) {
            const std::string damaged =
                i % 2 == 0 ? mutate.bytes(line) : mutate.values(json::parse(line)).dump();
            mustSurvive(damaged);
            ++(eventFromLine(damaged) ? accepted : refused);
        }
    }
    EXPECT_GT(accepted, 500) << "the damage is small enough to get past the parser";
    EXPECT_GT(refused, 500);
}

TEST(Event, everyReleasedVersionStaysReadable)
{
    const std::string log = test::slurp(YARDSTICK_TEST_DATA "/events_v1.jsonl");
    ASSERT_FALSE(log.empty());
    std::int64_t seq = 0;
    std::set<size_t> types;
    for (size_t begin = 0; begin < log.size();) {
        const size_t end = log.find('\n', begin);
        ASSERT_NE(end, std::string::npos);
        const auto event = eventFromLine(std::string_view(log).substr(begin, end - begin));
        ASSERT_TRUE(event) << event.error().message();
        EXPECT_EQ(event->seq, ++seq);
        types.insert(event->body.index());
        begin = end + 1;
    }
    EXPECT_EQ(types.size(), std::variant_size_v<EventBody> - 1);
}

} // namespace
} // namespace yardstick
