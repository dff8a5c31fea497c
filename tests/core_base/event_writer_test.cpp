// EventWriter: whatever the log ends with, what follows is readable and numbered without a gap.
#include "core/base/event_writer.h"
#include "tests/core_base/event_samples.h"
#include "tests/core_base/scratch.h"

#include <gtest/gtest.h>

#include <thread>

namespace yardstick {
namespace {

using test::slurp;
using test::spew;
using test::TempDir;

struct Log
{
    std::vector<Event> events;
    int malformed = 0;
    bool closed = true; ///< ends with a newline
};

Log readLog(const std::filesystem::path& file)
{
    Log log;
    const std::string text = slurp(file);
    log.closed = text.empty() || text.back() == '\n';
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        if (auto event = eventFromLine(std::string_view(text).substr(begin, end - begin))) {
            log.events.push_back(std::move(*event));
        } else {
            ++log.malformed;
        }
        begin = end + 1;
    }
    return log;
}

void expectNoGap(const Log& log, size_t count)
{
    ASSERT_EQ(log.events.size(), count);
    for (size_t i = 0; i < log.events.size(); ++i) {
        ASSERT_EQ(log.events[i].seq, static_cast<std::int64_t>(i) + 1);
    }
}

TEST(EventWriter, numbersFromOneAndStampsTheTime)
{
    const TempDir dir;
    const UtcMs before = nowUtcMs();
    {
        auto writer = EventWriter::open(dir / "events.jsonl").value();
        for (const Event& e : test::sampleEvents()) {
            ASSERT_TRUE(writer->write(e.body));
        }
        ASSERT_TRUE(writer->sync());
    }
    const Log log = readLog(dir / "events.jsonl");
    expectNoGap(log, test::sampleEvents().size());
    EXPECT_EQ(log.malformed, 0);
    for (const Event& e : log.events) {
        EXPECT_GE(e.t, before);
        EXPECT_LE(e.t, nowUtcMs());
    }
}

TEST(EventWriter, goesOnWithoutAGapAfterALineTornAtAnyByte)
{
    const TempDir dir;
    {
        auto writer = EventWriter::open(dir / "whole").value();
        ASSERT_TRUE(writer->write(PhaseEvent{"setup", true}));
        ASSERT_TRUE(writer->write(HeartbeatEvent{}));
        ASSERT_TRUE(writer->write(PhaseEvent{"setup", false}));
    }
    const std::string whole = slurp(dir / "whole");
    for (size_t cut = 0; cut <= whole.size(); ++cut) {
        const auto file = dir / "torn";
        spew(file, whole.substr(0, cut));
        const size_t survivors =
            readLog(file).events.size(); // a line that lacks only its newline is an event
        {
            auto writer = EventWriter::open(file).value();
            ASSERT_TRUE(writer->write(HeartbeatEvent{}));
            ASSERT_TRUE(writer->write(HeartbeatEvent{}));
        }
        const Log log = readLog(file);
        ASSERT_LE(log.malformed, 1) << cut;
        ASSERT_TRUE(log.closed);
        expectNoGap(log, survivors + 2);
        ASSERT_EQ(slurp(file).substr(0, cut), whole.substr(0, cut))
            << "bytes that a mirror may have are never taken back";
    }
}

TEST(EventWriter, findsTheLastEventBehindMuchRubbish)
{
    const TempDir dir;
    for (const size_t rubbish : {0u, 1u, 65535u, 65536u, 65537u, 300000u}) {
        const auto file = dir / "events.jsonl";
        Event last;
        last.seq = 41;
        last.body = HeartbeatEvent{};
        spew(file,
             std::string(200000, 'y') + "\n" + toLine(last) + "\n" + std::string(rubbish, 'x') + "\n\n");
        {
            auto writer = EventWriter::open(file).value();
            ASSERT_TRUE(writer->write(HeartbeatEvent{}));
        }
        const Log log = readLog(file);
        ASSERT_EQ(log.events.size(), 2u);
        EXPECT_EQ(log.events[1].seq, 42) << rubbish;
    }
    // A single event that is longer than the blocks that are read.
    Event image;
    image.seq = 7;
    image.body = MessageEvent{false, "long", std::string(200000, 'z'), {}, ""};
    spew(dir / "long", toLine(image) + "\n");
    {
        auto writer = EventWriter::open(dir / "long").value();
        ASSERT_TRUE(writer->write(HeartbeatEvent{}));
    }
    EXPECT_EQ(readLog(dir / "long").events.back().seq, 8);
}

TEST(EventWriter, threadsShareOneNumbering)
{
    const TempDir dir;
    constexpr int kThreads = 4;
    constexpr int kEach = 500;
    {
        auto writer = EventWriter::open(dir / "events.jsonl").value();
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&writer] {
                for (int i = 0; i < kEach; ++i) {
                    (void)writer->write(ScalarsEvent{i, 1, {{"train/box_loss", i * 0.5}}});
                }
            });
        }
        for (std::thread& t : threads) {
            t.join();
        }
    }
    const Log log = readLog(dir / "events.jsonl");
    EXPECT_EQ(log.malformed, 0);
    expectNoGap(log, kThreads * kEach);
}

TEST(EventWriter, losesNothingWrittenWhenTheDiskIsFullForAWhile)
{
    const TempDir dir;
    for (rlim_t limit = 300; limit < 420; ++limit) { // cuts a line at every byte
        const auto file = dir / ("events" + std::to_string(limit));
        auto writer = EventWriter::open(file).value();
        size_t written = 0;
        {
            const test::FileSizeLimit full(limit);
            for (int i = 0; i < 12; ++i) {
                written += writer->write(PhaseEvent{"train", i % 2 == 0}).has_value();
            }
        }
        ASSERT_LT(written, 12u);
        ASSERT_GT(written, 2u);
        ASSERT_TRUE(writer->write(HeartbeatEvent{}));
        ASSERT_TRUE(writer->write(HeartbeatEvent{}));
        const Log log = readLog(file);
        expectNoGap(log, written + 2);
        ASSERT_LE(log.malformed, 1);
    }
}

TEST(EventWriter, saysWhatIsWrong)
{
    auto full = EventWriter::open("/dev/full");
    ASSERT_TRUE(full);
    const auto written = (*full)->write(HeartbeatEvent{});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::DiskFull);
    EXPECT_EQ(written.error().message(), "The disk is full: /dev/full cannot be written.");
    const TempDir dir;
    EXPECT_EQ(EventWriter::open(dir / "no/such/folder").error().code, ErrorCode::NotFound);
    EXPECT_EQ(EventWriter::open(dir.path()).error().code, ErrorCode::Io);
}

} // namespace
} // namespace yardstick
