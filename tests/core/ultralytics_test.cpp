// Run folders made here in every layout of results.csv, read and imported.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/import/ultralytics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace yardstick::imports {
namespace {

using test::must;

class Ultralytics : public ::testing::Test
{
protected:
    std::filesystem::path folder(const std::string& name, const std::string& csv, const std::string& args = "task: detect\nmodel: yolov8s.pt\ndata: a.yaml\nepochs: 3\nimgsz: 320\n")
    {
        const std::filesystem::path path = m_dir / "runs" / name;
        std::filesystem::create_directories(path);
        must(platform::writeFileAtomic(path / "results.csv", csv));
        if (!args.empty()) {
            must(platform::writeFileAtomic(path / "args.yaml", args));
        }
        return path;
    }
    static std::string padded(const std::string& text) { return std::string(23 - std::min<size_t>(23, text.size()), ' ') + text; }
    /// The layout up to 8.3.8: every field 23 wide.
    static std::string oldLayout(int firstEpoch)
    {
        std::string csv = padded("epoch") + "," + padded("train/box_loss") + "," + padded("metrics/mAP50(B)") + "\n";
        for (int i = 0; i < 3; ++i) {
            csv += padded(std::to_string(firstEpoch + i)) + "," + padded("1." + std::to_string(i)) + "," + padded("0." + std::to_string(i + 1)) + "\n";
        }
        return csv;
    }
    static constexpr const char* kNew = "epoch,time,train/box_loss,metrics/mAP50(B)\n1,12.5,1.5,0.1\n2,20.5,nan,0.2\n3,29,inf,0.3";

    test::TempDir m_dir;
};

TEST_F(Ultralytics, readsOldLayoutsFromZeroAndFromOne)
{
    for (const int first : {0, 1}) {
        const UltralyticsRun run = must(readUltralyticsRun(folder("old" + std::to_string(first), oldLayout(first))));
        ASSERT_EQ(run.segments.size(), 1u);
        ASSERT_EQ(run.segments[0].size(), 3u);
        for (int i = 0; i < 3; ++i) {
            const UltralyticsEpoch& e = run.segments[0][static_cast<size_t>(i)];
            EXPECT_EQ(e.epoch, i + 1);
            EXPECT_FALSE(e.seconds) << "this layout has no time";
            EXPECT_DOUBLE_EQ(e.values.at("train/box_loss"), 1 + 0.1 * i);
            EXPECT_DOUBLE_EQ(e.values.at("metrics/mAP50(B)"), 0.1 * (i + 1));
        }
        EXPECT_EQ(run.modelVariant, "yolov8s");
        EXPECT_EQ(run.data, "a.yaml");
        EXPECT_EQ(run.params, (nlohmann::json{{"epochs", 3}, {"imgsz", 320}}));
        EXPECT_TRUE(run.problems.empty());
    }
}

TEST_F(Ultralytics, argumentsOfNoneAreNotNames)
{
    const UltralyticsRun run = must(readUltralyticsRun(
        folder("cells", kNew, "task: null\nmodel: null\nmodel_variant: yolov8m\nname: null\ndata: null\nepochs: 3\n")));
    EXPECT_EQ(run.name, "cells");
    EXPECT_EQ(run.modelVariant, "yolov8m");
    EXPECT_EQ(run.task, "detect");
    EXPECT_EQ(run.data, "");
    EXPECT_EQ(run.params, (nlohmann::json{{"epochs", 3}}));
    EXPECT_TRUE(run.problems.empty());
}

TEST_F(Ultralytics, takesEpochTimesFromTheCumulativeClock)
{
    const UltralyticsRun run = must(readUltralyticsRun(folder("new", kNew)));
    const auto& epochs = run.segments.at(0);
    ASSERT_EQ(epochs.size(), 3u) << "the last line needs no end";
    EXPECT_DOUBLE_EQ(*epochs[0].seconds, 12.5);
    EXPECT_DOUBLE_EQ(*epochs[1].seconds, 8);
    EXPECT_DOUBLE_EQ(*epochs[2].seconds, 8.5);
    EXPECT_TRUE(std::isnan(epochs[1].values.at("train/box_loss")));
    EXPECT_TRUE(std::isinf(epochs[2].values.at("train/box_loss")));
}

TEST_F(Ultralytics, resumeAndRerunBeginSegments)
{
    const UltralyticsRun run = must(readUltralyticsRun(folder("many",
        "epoch,time,x\n1,10,1\n2,20,1\n3,7,1\n4,15,1\n1,9,1\nepoch,time,x\n1,8,1\n2,17,1\n")));
    ASSERT_EQ(run.segments.size(), 4u);
    EXPECT_DOUBLE_EQ(*run.segments[1][0].seconds, 7) << "a resumed run starts its clock again";
    EXPECT_EQ(run.segments[1][0].epoch, 3);
    EXPECT_DOUBLE_EQ(*run.segments[2][0].seconds, 9);
    EXPECT_DOUBLE_EQ(*run.segments[3][1].seconds, 9);
}

TEST_F(Ultralytics, differenceOverAMissingLineIsNoEpochTime)
{
    const UltralyticsRun run = must(readUltralyticsRun(folder("gap", "epoch,time,x\n1,10,1\n3,30,1\n4,40,1\n")));
    EXPECT_FALSE(run.segments[0][1].seconds);
    EXPECT_DOUBLE_EQ(*run.segments[0][2].seconds, 10);
}

TEST_F(Ultralytics, aFirstRowBehindASkippedOneHasNoTime)
{
    const UltralyticsRun run = must(readUltralyticsRun(folder("first", "epoch,time,x\n1,10,many\n2,30,1\n3,41,1\n")));
    ASSERT_EQ(run.segments.at(0).size(), 2u);
    EXPECT_FALSE(run.segments[0][0].seconds) << "30 s are of two epochs";
    EXPECT_DOUBLE_EQ(*run.segments[0][1].seconds, 11);
}

TEST_F(Ultralytics, malformedLinesAreNamedAndSkipped)
{
    const auto path = folder("bad", "1,2,3\nepoch,time,x\n1,10,1\n2,20\n3,abc,1\nx,1,1\n\n4,40,1,extra\n", "task: detect\nepochs: many\nimgsz: [1\n");
    const UltralyticsRun run = must(readUltralyticsRun(path));
    ASSERT_EQ(run.segments.size(), 1u);
    EXPECT_EQ(run.segments[0].size(), 2u);
    std::vector<std::string> lines;
    for (const Error& e : run.problems) {
        lines.push_back(e.args.size() > 1 ? e.args[1] : "");
    }
    EXPECT_EQ(std::vector<std::string>(lines.end() - 4, lines.end()), (std::vector<std::string>{"1", "4", "5", "6"}));
    EXPECT_GE(run.problems.size(), 5u) << "args.yaml is no YAML";
    EXPECT_EQ(readUltralyticsRun(folder("none", "epoch,x\n")).error().code, ErrorCode::BadFile);
    EXPECT_EQ(readUltralyticsRun(m_dir / "nowhere").error().code, ErrorCode::NotFound);
    const UltralyticsRun wrong = must(readUltralyticsRun(folder("arg", kNew, "task: detect\nmodel: my.pt\nimgsz: wide\nnew_in_9: 1\n")));
    ASSERT_EQ(wrong.problems.size(), 1u);
    EXPECT_EQ(wrong.problems[0].args[1], "3");
    EXPECT_EQ(wrong.params.at("model"), "my.pt");
}

TEST_F(Ultralytics, treeIsImportedOnceAndGrows)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    const auto live = folder("live", kNew);
    folder("deep/old", oldLayout(0));
    folder("broken", "nothing here\n");
    const MachineId machine = must(store->runFor<MachineId>([](StoreWriter& w) -> Result<MachineId> {
        Machine m;
        m.name = "mine";
        m.provider = "owned";
        m.market = "owned";
        const MachineId id = must(w.upsertMachine(m));
        Quote q;
        q.machineId = id;
        q.price.perHour = Money(3'600'000, {});
        q.market = "owned";
        must(w.insertQuote(q));
        return id;
    }));
    const auto import = [&] {
        return must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs", machine); }));
    };
    const UltralyticsReport first = import();
    EXPECT_EQ(first.added, 2);
    ASSERT_EQ(first.problems.size(), 1u);
    EXPECT_NE(first.problems[0].message().find("broken"), std::string::npos);
    const auto find = [&](const std::string& name) { return must(must(store->reader()).experimentByName(name)); };
    const Experiment e = find("live");
    EXPECT_EQ(e.status, ExperimentStatus::Completed);
    EXPECT_EQ(e.epochsDone, 3);
    EXPECT_DOUBLE_EQ(e.epochSeconds, 8.25) << "the first epoch is dropped";
    EXPECT_EQ(e.costPerEpoch->micros(), 8'250);
    EXPECT_DOUBLE_EQ(e.best.at("map50"), 0.3);
    EXPECT_EQ(find("old").epochSeconds, 0) << "not timed";
    EXPECT_EQ(find("old").epochsDone, 3);

    must(platform::writeFileAtomic(live / "results.csv", std::string(kNew) + "\n4,37,1,0.4\n"));
    const UltralyticsReport second = import();
    EXPECT_EQ(second.experiments, first.experiments);
    EXPECT_EQ(std::tuple(second.added, second.grown, second.unchanged, second.assigned), std::tuple(0, 1, 1, 0));
    EXPECT_EQ(must(must(store->reader()).experiments()).size(), 2u);
    EXPECT_EQ(find("live").epochsDone, 4);
    EXPECT_DOUBLE_EQ(find("live").best.at("map50"), 0.4);
    EXPECT_EQ(must(must(store->reader()).epochs(e.id)).size(), 4u);
}

TEST_F(Ultralytics, aMachineCanBeNamedLater)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    folder("live", kNew);
    const auto machine = [&](const std::string& name) {
        return must(store->runFor<MachineId>([&](StoreWriter& w) -> Result<MachineId> {
            Machine m;
            m.name = name;
            m.provider = m.market = "owned";
            const MachineId id = must(w.upsertMachine(m));
            Quote q;
            q.machineId = id;
            q.market = "owned";
            q.price.perHour = Money(name == "first" ? 3'600'000 : 7'200'000, {});
            must(w.insertQuote(q));
            return id;
        }));
    };
    const auto import = [&](MachineId id) {
        return must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs", id); }));
    };
    const auto cost = [&] { return must(must(store->reader()).experimentByName("live")).costPerEpoch; };
    EXPECT_EQ(import({}).added, 1);
    EXPECT_FALSE(cost());
    EXPECT_EQ(import(machine("first")).assigned, 1);
    EXPECT_EQ(cost()->micros(), 8'250);
    EXPECT_EQ(import(machine("second")).assigned, 1);
    EXPECT_EQ(cost()->micros(), 16'500);
    const UltralyticsReport again = import({});
    EXPECT_EQ(std::pair(again.unchanged, again.assigned), std::pair(1, 0)) << "no machine named: it stays";
    EXPECT_EQ(cost()->micros(), 16'500);
}

TEST_F(Ultralytics, aRunThatIsImportedHalfWayAndAtItsEndIsCompleted)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    const auto import = [&] {
        return must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs"); }));
    };
    const auto live = folder("live", "epoch,time,train/box_loss,metrics/mAP50(B)\n1,12.5,1.5,0.1\n");
    import();
    const auto status = [&] { return must(must(store->reader()).experimentByName("live")).status; };
    EXPECT_EQ(status(), ExperimentStatus::Stopped) << "1 of 3 epochs";
    must(platform::writeFileAtomic(live / "results.csv", kNew));
    EXPECT_EQ(import().grown, 1);
    EXPECT_EQ(status(), ExperimentStatus::Completed);
}

TEST_F(Ultralytics, howManyEpochsWerePlannedIsUnknownWithoutArguments)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    folder("bare", kNew, "");
    must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs"); }));
    const Experiment e = must(must(store->reader()).experimentByName("bare"));
    EXPECT_EQ(std::pair(e.epochsDone, e.epochsPlanned), std::pair(3, 0)) << "not the 100 of a new experiment";
}

TEST_F(Ultralytics, aRunThatGrowsLaterCostsItsEpochsAndNotTheTimeBetween)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    const MachineId machine = must(store->runFor<MachineId>([](StoreWriter& w) -> Result<MachineId> {
        Machine m;
        m.name = "mine";
        m.provider = m.market = "owned";
        const MachineId id = must(w.upsertMachine(m));
        Quote q;
        q.machineId = id;
        q.market = "owned";
        q.price.perHour = Money(3'600'000, {}); // 0.001 a second
        must(w.insertQuote(q));
        return id;
    }));
    const auto import = [&] {
        return must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs", machine); }));
    };
    const auto file = folder("live", kNew) / "results.csv";
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
    import();
    const auto total = [&] { return must(must(store->reader()).experimentByName("live")).costSoFar->micros(); };
    EXPECT_EQ(total(), 29'000);
    must(platform::writeFileAtomic(file, std::string(kNew) + "\n4,37,1,0.4\n")); // two days later
    EXPECT_EQ(import().grown, 1);
    EXPECT_EQ(total(), 37'000);
}

TEST_F(Ultralytics, aFolderTrainedAgainInPlaceIsAnotherRun)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    const auto import = [&] {
        return must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs"); }));
    };
    const auto file = folder("live", kNew) / "results.csv";
    const UltralyticsReport first = import();
    const std::string header = "epoch,time,train/box_loss,metrics/mAP50(B)\n";
    for (const std::string& rows : {std::string("1,20,1.5,0.1\n2,40,1.4,0.2\n3,60,1.3,0.3\n4,80,1.2,0.4\n"), // other times
                                    std::string("1,20,1.5,0.1\n2,40,1.4,0.2\n"),                              // fewer
                                    std::string("1,20,1.7,0.1\n2,40,1.4,0.2\n")}) {                           // another curve
        SCOPED_TRACE(rows);
        must(platform::writeFileAtomic(file, header + rows));
        const UltralyticsReport again = import();
        EXPECT_EQ(std::tuple(again.added, again.replaced, again.grown, again.unchanged), std::tuple(1, 1, 0, 0));
        EXPECT_NE(again.experiments, first.experiments);
        EXPECT_EQ(import().unchanged, 1) << "once";
    }
    const auto all = must(must(store->reader()).experiments());
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].epochsDone, 3) << "the earlier run is whole";
    EXPECT_DOUBLE_EQ(all[0].epochSeconds, 8.25);
    EXPECT_EQ(all[1].epochsDone, 4);
    EXPECT_EQ(all[3].epochsDone, 2);
}

TEST_F(Ultralytics, aRunInTheTrashStaysThere)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    const auto import = [&] {
        return must(store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs"); }));
    };
    folder("live", kNew);
    const ExperimentId id = import().experiments.front();
    must(store->run([&](StoreWriter& w) { return w.setExperimentDeleted(id, nowUtcMs()); }));
    const UltralyticsReport again = import();
    EXPECT_EQ(std::tuple(again.added, again.unchanged, again.inTrash), std::tuple(0, 0, 1));
    EXPECT_TRUE(must(must(store->reader()).experiments()).empty());
}

TEST_F(Ultralytics, foldersOfWhichNoneCanBeUsedAreAnError)
{
    const auto store = must(Store::open(m_dir / "store.db"));
    folder("junk", "nothing here\n");
    const auto report = store->runFor<UltralyticsReport>([&](StoreWriter& w) { return importUltralytics(w, m_dir / "runs"); });
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::BadFile);
    EXPECT_NE(report.error().detail.find("junk"), std::string::npos);
}

} // namespace
} // namespace yardstick::imports
