// Ingestion: every event lands exactly once, in whatever pieces the log arrives; what the rows hold.
#include "tests/support/store_dump.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <random>

namespace yardstick {
namespace {

using test::must;

class IngestTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_store = must(Store::open(m_file));
        m_seeded = test::seed(*m_store, m_runs);
    }
    void append(std::string_view bytes) const
    {
        std::ofstream(m_runs / "1" / run_files::kEvents, std::ios::binary | std::ios::app) << bytes;
    }
    [[nodiscard]] Attempt attempt() const { return must(must(m_store->reader()).attempt(m_seeded.attempt)); }
    IngestResult ingest(bool final = false) { return must(ingestOnce(*m_store, m_seeded.attempt, final)); }

    test::TempDir m_dir;
    std::filesystem::path m_file = m_dir / "yardstick.db";
    std::filesystem::path m_runs = m_dir / "runs";
    std::unique_ptr<Store> m_store;
    test::Seeded m_seeded;
};

std::string line(std::int64_t seq, EventBody body, UtcMs t = 1000)
{
    Event event;
    event.seq = seq;
    event.t = t;
    event.body = std::move(body);
    return toLine(event) + "\n";
}

TEST_F(IngestTest, missingLogIsEmptyNotAnError)
{
    const IngestResult r = ingest();
    EXPECT_EQ(r.events, 0);
    EXPECT_FALSE(r.more || r.tornTail);
}

TEST_F(IngestTest, anyPiecesGiveTheSameRows)
{
    const std::string log = test::logOfRun({});
    const auto fresh = m_dir / "fresh.db";
    must(m_store->backup(fresh));
    append(log);
    {
        // The copy has the same attempt and run directory.
        const auto store = must(Store::open(fresh));
        test::ingestAll(*store, m_seeded.attempt);
    }
    std::filesystem::remove(m_runs / "1" / run_files::kEvents);
    std::mt19937 random(5);
    std::int64_t events = 0;
    for (size_t at = 0; at < log.size();) {
        const size_t size = std::min<size_t>(log.size() - at, random() % 3000);
        append(std::string_view(log).substr(at, size));
        at += size;
        events += test::ingestAll(*m_store, m_seeded.attempt, 1 + static_cast<std::int64_t>(random() % 5000));
    }
    EXPECT_EQ(events, static_cast<std::int64_t>(test::eventsOfRun({}).size()));
    EXPECT_EQ(attempt().logOffset, static_cast<std::int64_t>(log.size()));
    EXPECT_EQ(test::differenceOf(test::dumpStore(fresh), test::dumpStore(m_file)), "");
}

TEST_F(IngestTest, ingestedAgainChangesNothing)
{
    append(test::logOfRun({}));
    test::ingestAll(*m_store, m_seeded.attempt);
    const auto before = test::dumpStore(m_file);
    EXPECT_EQ(test::ingestAll(*m_store, m_seeded.attempt), 0);
    // Even the same events handed over a second time are left out by their seq.
    must(m_store->run([&](StoreWriter& w) {
        return w.ingest(m_seeded.attempt, test::eventsOfRun({}), {}, attempt().logOffset);
    }));
    EXPECT_EQ(test::differenceOf(before, test::dumpStore(m_file)), "");
}

TEST_F(IngestTest, tornLastLineWaitsForItsRest)
{
    const std::string whole = line(1, HelloEvent{}) + line(2, HeartbeatEvent{});
    append(whole.substr(0, whole.size() - 5));
    IngestResult r = ingest();
    EXPECT_EQ(r.events, 1);
    EXPECT_TRUE(r.tornTail);
    EXPECT_EQ(ingest().events, 0);
    append(whole.substr(whole.size() - 5));
    r = ingest();
    EXPECT_EQ(r.events, 1);
    EXPECT_FALSE(r.tornTail);
    EXPECT_EQ(attempt().badLines, 0);
}

TEST_F(IngestTest, finalTornLineIsKeptAside)
{
    append(line(1, HelloEvent{}) + "{\"v\":1,\"seq\":2,\"t\":5,\"ty");
    const IngestResult r = ingest(true);
    EXPECT_EQ(r.events, 1);
    EXPECT_EQ(r.badLines, 1);
    EXPECT_EQ(attempt().badLines, 1);
    EXPECT_FALSE(r.tornTail);
}

TEST_F(IngestTest, finalLineThatOnlyLacksItsNewlineCounts)
{
    std::string log = line(1, HelloEvent{}) + line(2, HeartbeatEvent{}, 7777);
    log.pop_back();
    append(log);
    EXPECT_EQ(ingest(true).events, 2);
    EXPECT_EQ(attempt().lastEventMs, 7777);
}

TEST_F(IngestTest, malformedLinesAreCountedAndNeverStopTheRest)
{
    append(line(1, HelloEvent{}) + "garbage\n\n" + "{\"v\":9,\"seq\":2,\"t\":1,\"type\":\"heartbeat\"}\n" +
           "{\"v\":1,\"seq\":2,\"t\":1,\"type\":\"scalars\",\"step\":\"x\"}\n" + line(2, HeartbeatEvent{}));
    const IngestResult r = ingest();
    EXPECT_EQ(r.events, 2);
    EXPECT_EQ(r.badLines, 3);
    EXPECT_EQ(attempt().badLines, 3);
    EXPECT_EQ(test::dumpStore(m_file).at("bad_lines").size(), 3U);
}

TEST_F(IngestTest, missingEventsAreNoted)
{
    append(line(1, HelloEvent{}) + line(5, HeartbeatEvent{}));
    EXPECT_EQ(ingest().events, 2);
    EXPECT_EQ(attempt().badLines, 1);
    EXPECT_NE(test::dumpStore(m_file).at("bad_lines").front().find("The events 2 to 4 are missing."),
              std::string::npos);
}

TEST_F(IngestTest, lineLongerThanTheLimitIsReadWhole)
{
    PlotEvent plot{"pr_curve", 1, {{"x", std::vector<double>(2000, 0.123456789)}}};
    append(line(1, HelloEvent{}) + line(2, plot) + line(3, HeartbeatEvent{}));
    EXPECT_EQ(test::ingestAll(*m_store, m_seeded.attempt, 100), 3);
    EXPECT_EQ(must(must(m_store->reader()).plots(m_seeded.experiment)).front().data, plot.data);
}

TEST_F(IngestTest, replacedLogIsRefused)
{
    append(test::logOfRun({}));
    test::ingestAll(*m_store, m_seeded.attempt);
    test::writeLog(m_runs, 1, "short\n");
    EXPECT_EQ(ingestOnce(*m_store, m_seeded.attempt).error().code, ErrorCode::BadFile);
}

TEST_F(IngestTest, nanAndInfinitiesComeBackAsTheyWere)
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    append(line(1, HelloEvent{}) +
           line(2, ScalarsEvent{1, 1, {{"a", kNaN}, {"b", kInf}, {"c", -kInf}, {"d", 5e-324}, {"e", 0.1}}}));
    ingest();
    const auto reader = must(m_store->reader());
    std::map<std::string, double> values;
    for (const SeriesInfo& s : must(reader.series(m_seeded.experiment))) {
        ASSERT_EQ(s.points, 1);
        values[s.name] = must(reader.points(s.id)).front().value;
    }
    EXPECT_TRUE(std::isnan(values.at("a")));
    EXPECT_EQ(values.at("b"), kInf);
    EXPECT_EQ(values.at("c"), -kInf);
    EXPECT_EQ(values.at("d"), 5e-324);
    EXPECT_EQ(values.at("e"), 0.1);
}

TEST_F(IngestTest, seriesKnowLastAndBestWithoutNaN)
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const auto at = [](std::int64_t step, double loss, double map) {
        return ScalarsEvent{step, 1, {{"val/box_loss", loss}, {"metrics/mAP50(B)", map}}};
    };
    append(line(1, HelloEvent{}) + line(2, at(1, 3, 0.2)) + line(3, at(2, 1, 0.6)));
    ingest();
    append(line(4, at(3, 2, 0.5)) + line(5, at(4, kNaN, kNaN)));
    ingest();
    for (const SeriesInfo& s : must(must(m_store->reader()).series(m_seeded.experiment))) {
        EXPECT_EQ(s.points, 4);
        EXPECT_TRUE(std::isnan(s.last));
        EXPECT_EQ(s.best, s.name == "val/box_loss" ? 1 : 0.6);
    }
}

TEST_F(IngestTest, theLaterOfTwoValuesForOneStepStays)
{
    append(line(1, HelloEvent{}) + line(2, ScalarsEvent{7, 1, {{"a", 1}}}) +
           line(3, ScalarsEvent{7, 1, {{"a", 2}}}));
    ingest();
    append(line(4, ScalarsEvent{7, 1, {{"a", 3}}}));
    ingest();
    const auto reader = must(m_store->reader());
    const SeriesInfo s = must(reader.series(m_seeded.experiment)).front();
    EXPECT_EQ(s.points, 1);
    EXPECT_EQ(must(reader.points(s.id)).front().value, 3);
    EXPECT_EQ(s.last, 3);
}

TEST_F(IngestTest, everyKindOfEventHasItsRows)
{
    test::LogOptions options;
    options.faults = false;
    append(test::logOfRun(options));
    ingest(true);
    const auto reader = must(m_store->reader());
    const Attempt a = attempt();
    EXPECT_EQ(a.startedMs, options.startMs);
    EXPECT_EQ(a.hello.at("cpu"), "A CPU");
    EXPECT_EQ(a.args.at("freeze"), (nlohmann::json{0, 1}));
    EXPECT_EQ(a.lastSeq, static_cast<std::int64_t>(test::eventsOfRun(options).size()));
    EXPECT_EQ(a.badLines, 0);

    const auto epochs = must(reader.epochs(m_seeded.experiment));
    ASSERT_EQ(epochs.size(), 4U);
    EXPECT_EQ(epochs[0].seconds, 3);
    EXPECT_EQ(epochs[3].epoch, 4);
    EXPECT_EQ(epochs[3].step, 200);
    EXPECT_EQ(epochs[3].images, 800);
    EXPECT_EQ(epochs[3].cost, Money(2000, {})) << "2 s at 3.60 an hour";

    const auto phases = must(reader.phases(m_seeded.experiment));
    ASSERT_EQ(phases.size(), 2U);
    EXPECT_EQ(phases[0].name, "setup");
    EXPECT_EQ(phases[0].endMs - phases[0].beginMs, 900);
    EXPECT_EQ(phases[1].origin, "worker");
    EXPECT_EQ(phases[1].endMs, a.lastEventMs);

    const auto images = must(reader.images(m_seeded.experiment));
    ASSERT_EQ(images.size(), 4U);
    EXPECT_EQ(images[1].path, "images/val_2.jpg");
    EXPECT_EQ(images[1].boxes,
              (nlohmann::json{{{"class", 1}, {"confidence", 0.75}, {"xyxy", {1.0, 2.0, 30.0, 40.0}}}}));
    EXPECT_EQ(images[1].names, (nlohmann::json{"circle", "square"}));
    EXPECT_EQ(must(reader.plots(m_seeded.experiment)).size(), 4U);

    const auto artifacts = must(reader.artifacts(m_seeded.experiment));
    ASSERT_EQ(artifacts.size(), 5U);
    EXPECT_EQ(artifacts[1].kind, "checkpoint");
    EXPECT_EQ(artifacts[1].epoch, 2);
    EXPECT_TRUE(artifacts[1].best);
    EXPECT_EQ(artifacts[4].kind, "results_csv");
}

TEST_F(IngestTest, messagesKeepTheirTemplate)
{
    MessageEvent message;
    message.error = true;
    message.code = "diverged";
    message.text = "{0} became {1}.";
    message.args = {"The loss", "NaN"};
    message.detail = "step 3";
    append(line(1, HelloEvent{}) + line(2, message, 4321));
    ingest();
    const auto rows = must(must(m_store->reader()).messages(m_seeded.experiment));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(formatTemplate(rows[0].text, rows[0].args), "The loss became NaN.");
    EXPECT_TRUE(rows[0].error);
    EXPECT_EQ(rows[0].detail, "step 3");
    EXPECT_EQ(rows[0].t, 4321);
}

TEST_F(IngestTest, pointsCarryEpochAndTime)
{
    append(line(1, HelloEvent{}, 1000) + line(2, ScalarsEvent{5, 1, {{"a", 1}}}, 1500) +
           line(3, ScalarsEvent{9, 2, {{"a", 2}}}, 2500) + line(4, SystemEvent{}, 3000));
    ingest();
    const auto reader = must(m_store->reader());
    const auto a = must(reader.joinedPoints(m_seeded.experiment, "a"));
    ASSERT_EQ(a.size(), 2U);
    EXPECT_EQ(a[0].epoch, 1);
    EXPECT_EQ(a[0].t, 1500);
    EXPECT_EQ(a[1].epoch, 2);
    EXPECT_EQ(a[1].t, 2500);
    const auto cpu = must(reader.joinedPoints(m_seeded.experiment, "system/cpu_percent"));
    ASSERT_EQ(cpu.size(), 1U);
    EXPECT_EQ(cpu[0].step, 2000) << "milliseconds since the attempt started";
    EXPECT_EQ(cpu[0].t, 3000);
}

TEST_F(IngestTest, timeOfCloseStepsIsWithinASecondAndTheEpochExact)
{
    std::string log = line(1, HelloEvent{}, 1000);
    std::vector<std::pair<UtcMs, int>> real; // by step, from 1: two epochs of 50 steps, 90 ms each, 20 s apart
    for (int step = 1; step <= 100; ++step) {
        const int epoch = step <= 50 ? 1 : 2;
        const UtcMs t = 1000 + step * 90 + (epoch == 2 ? 20'000 : 0);
        real.emplace_back(t, epoch);
        log += line(step + 1, ScalarsEvent{step, epoch, {{"a", step}}}, t);
    }
    append(log);
    while (must(ingestOnce(*m_store, m_seeded.attempt, false, 700)).more) {
    }
    const auto points = must(must(m_store->reader()).joinedPoints(m_seeded.experiment, "a"));
    ASSERT_EQ(points.size(), real.size());
    for (size_t i = 0; i < real.size(); ++i) {
        EXPECT_EQ(points[i].epoch, real[i].second) << i;
        EXPECT_LT(std::abs(points[i].t - real[i].first), 1000) << i;
        EXPECT_TRUE(i == 0 || points[i].t >= points[i - 1].t) << i;
    }
    EXPECT_LT(test::dumpStore(m_file)["ticks"].size(), 20U);
}

TEST_F(IngestTest, schedulerDoesNotTakeBackWhatIngestionWrote)
{
    Attempt stale = attempt();
    append(line(1, HelloEvent{}, 1234));
    ingest();
    stale.outcome = AttemptOutcome::Completed;
    stale.endedMs = 9999;
    must(m_store->run([&](StoreWriter& w) { return w.updateAttempt(stale); }));
    EXPECT_EQ(attempt().startedMs, 1234);
    EXPECT_GT(attempt().logOffset, 0);
    EXPECT_EQ(attempt().endedMs, 9999);
}

} // namespace
} // namespace yardstick
