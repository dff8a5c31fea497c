// Run folders that five versions of the package have written themselves (tests/core/ultralytics_runs), value by value.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/base/params.h"
#include "core/import/ultralytics_import.h"

#include <gtest/gtest.h>

namespace yardstick::imports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::must;

const fs::path kRuns = YARDSTICK_ULTRALYTICS_RUNS;

json expectedRuns()
{
    return json::parse(must(platform::readFile(kRuns / "expected.json")));
}

void checkEpochs(const UltralyticsRun& run, const json& expected)
{
    ASSERT_EQ(run.segments.size(), expected.size());
    for (size_t s = 0; s < run.segments.size(); ++s) {
        ASSERT_EQ(run.segments[s].size(), expected[s].size());
        for (size_t i = 0; i < run.segments[s].size(); ++i) {
            const UltralyticsEpoch& e = run.segments[s][i];
            const json& meant = expected[s][i];
            EXPECT_EQ(e.epoch, meant.at("epoch"));
            EXPECT_EQ(e.seconds.has_value(), meant.at("seconds").is_number());
            if (e.seconds) {
                EXPECT_DOUBLE_EQ(*e.seconds, meant.at("seconds").get<double>());
            }
            EXPECT_EQ(json(e.values), meant.at("values")); // to the last bit
        }
    }
}

TEST(UltralyticsRuns, eachValueOfFiveVersionsIsRead)
{
    const json expected = expectedRuns();
    ASSERT_EQ(expected.size(), must(findUltralyticsRuns(kRuns)).size());
    for (const auto& [name, meant] : expected.items()) {
        SCOPED_TRACE(name);
        const UltralyticsRun run = must(readUltralyticsRun(kRuns / name));
        EXPECT_TRUE(run.problems.empty()) << run.problems.front().message();
        EXPECT_EQ(run.name, meant.at("name"));
        EXPECT_EQ(run.task, meant.at("task"));
        EXPECT_EQ(run.data, meant.at("data"));
        EXPECT_EQ(run.epochsPlanned, meant.at("epochs"));
        const auto& schema = ParamSchema::get();
        EXPECT_EQ(schema.value(run.params, "imgsz", run.task), meant.at("imgsz"));
        EXPECT_EQ(schema.value(run.params, "batch", run.task), meant.at("batch"));
        const fs::path model(meant.at("model").get<std::string>());
        const bool resumed = model.extension() == ".pt"; // of which its args.yaml tells no other model any more
        EXPECT_EQ(run.modelVariant, resumed ? "" : model.stem().string());
        EXPECT_EQ(run.params.value("model", std::string()), resumed ? model.string() : "");
        checkEpochs(run, meant.at("segments"));
    }
}

TEST(UltralyticsRuns, areOneExperimentEachWithTheResumedOneInTwoAttempts)
{
    test::TempDir dir;
    const auto store = must(Store::open(dir / "store.db"));
    UltralyticsImport all(*store, {kRuns, {}, "real"});
    const UltralyticsReport report = must(all.look(LastLine::Take));
    EXPECT_TRUE(report.problems.empty());
    EXPECT_EQ(report.added, static_cast<int>(expectedRuns().size()));
    const StoreReader reader = must(store->reader());
    int resumed = 0;
    for (const Experiment& e : must(reader.experiments())) {
        EXPECT_EQ(e.status, ExperimentStatus::Completed) << e.spec.name;
        if (e.spec.name != "resumed") {
            EXPECT_EQ(e.attempts, 1);
            continue;
        }
        ++resumed;
        EXPECT_EQ(e.attempts, 2);
        EXPECT_EQ(e.epochsDone, 6);
        const auto rows = must(reader.epochs(e.id));
        ASSERT_EQ(rows.size(), 7u);
        EXPECT_EQ(std::ranges::count_if(rows, [](const EpochRow& r) { return r.wasted; }), 1) << "epoch 3 was trained twice";
    }
    EXPECT_EQ(resumed, 3);
}

} // namespace
} // namespace yardstick::imports
