// Two hundred run folders in every layout, imported and compared with what was meant; malformed ones beside them; growth.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"
#include "tests/support/ultralytics_tree.h"

#include "core/import/ultralytics_import.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace yardstick::imports {
namespace {

using test::MeantEpoch;
using test::MeantRun;
using test::must;

constexpr int kFolders = 200;
constexpr int kEpochs = 12;

bool isSame(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : a == b;
}

class UltralyticsTreeTest : public ::testing::Test
{
protected:
    void open() { m_store = must(Store::open(m_dir / "store.db")); }
    [[nodiscard]] UltralyticsImport import(const std::filesystem::path& root) const { return UltralyticsImport(*m_store, {root, {}, "history"}); }
    [[nodiscard]] StoreReader reader() const { return must(m_store->reader()); }
    /// The attempts of each folder, in the order of their numbers.
    [[nodiscard]] std::map<std::string, std::vector<Attempt>> attemptsByFolder() const
    {
        std::map<std::string, std::vector<Attempt>> found;
        const StoreReader store = reader();
        for (const Experiment& e : must(store.experiments())) {
            for (const Attempt& a : must(store.attempts(e.id))) {
                found[a.runDirectory].push_back(a);
            }
        }
        return found;
    }
    static void checkSegment(const StoreReader& store, const Attempt& a, const std::vector<MeantEpoch>& meant)
    {
        std::vector<EpochRow> rows;
        for (const EpochRow& row : must(store.epochs(a.experimentId))) {
            if (row.attemptId == a.id) {
                rows.push_back(row);
            }
        }
        ASSERT_EQ(rows.size(), meant.size());
        for (size_t i = 0; i < meant.size(); ++i) {
            EXPECT_EQ(rows[i].epoch, meant[i].epoch);
            EXPECT_DOUBLE_EQ(rows[i].seconds, meant[i].seconds.value_or(0)) << "epoch " << meant[i].epoch;
            if (meant[i].seconds) { // and the rounded clock is no further off than its own step
                EXPECT_NEAR(rows[i].seconds, meant[i].trueSeconds, meant[i].quantum * 1.01);
            }
        }
        size_t series = 0;
        for (const SeriesInfo& info : must(store.series(a.experimentId))) {
            if (info.attemptId != a.id) {
                continue;
            }
            ++series;
            const auto points = must(store.points(info.id));
            ASSERT_EQ(points.size(), meant.size()) << info.name;
            for (size_t i = 0; i < meant.size(); ++i) {
                ASSERT_TRUE(meant[i].values.contains(info.name)) << info.name;
                EXPECT_TRUE(isSame(points[i].value, meant[i].values.at(info.name)))
                    << info.name << " of epoch " << meant[i].epoch << ": " << points[i].value << " for " << meant[i].values.at(info.name);
                EXPECT_EQ(points[i].epoch, meant[i].epoch);
            }
        }
        EXPECT_EQ(series, meant.front().values.size());
    }
    static void checkRun(const StoreReader& store, const MeantRun& run, const std::vector<Attempt>& attempts)
    {
        SCOPED_TRACE(run.folder.string() + ": " + run.layout);
        ASSERT_EQ(attempts.size(), run.segments.size());
        const Experiment e = must(store.experiment(attempts.front().experimentId));
        EXPECT_EQ(e.spec.name, run.name);
        EXPECT_EQ(e.spec.project, "history");
        EXPECT_EQ(e.spec.task, run.task);
        EXPECT_EQ(e.spec.data, run.data);
        const bool ours = run.task != "pose" && !run.modelVariant.empty(); // a model that we do not train is its file
        EXPECT_EQ(e.spec.modelVariant, ours ? run.modelVariant : "");
        if (run.task == "pose" && !run.modelVariant.empty()) {
            EXPECT_NE(e.spec.params.at("model").get<std::string>().find(run.modelVariant), std::string::npos);
        }
        EXPECT_EQ(e.spec.params.contains("imgsz"), run.imgsz.has_value());
        if (run.imgsz) {
            EXPECT_EQ(e.spec.params.at("imgsz"), *run.imgsz);
        }
        EXPECT_EQ(e.epochsPlanned, run.epochsPlanned);
        EXPECT_EQ(e.status, run.epochsPlanned > 0 && run.segments.back().back().epoch >= run.epochsPlanned ? ExperimentStatus::Completed
                                                                                                        : ExperimentStatus::Stopped);
        for (size_t s = 0; s < attempts.size(); ++s) {
            SCOPED_TRACE("segment " + std::to_string(s));
            checkSegment(store, attempts[s], run.segments[s]);
        }
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
};

TEST_F(UltralyticsTreeTest, everyLayoutIsImportedToTheValue)
{
    open();
    const auto root = m_dir / "runs äöü 目录";
    const test::UltralyticsTree tree = test::makeUltralyticsTree(root, kFolders, kEpochs, true);
    UltralyticsImport all = import(root);
    std::vector<int> progress;
    const UltralyticsReport report = must(all.look(LastLine::Take, [&](int done, int total) {
        EXPECT_LE(done, total);
        progress.push_back(done);
        return true;
    }));
    std::set<std::filesystem::path> usable;
    for (const test::BrokenPart& part : tree.broken) {
        if (part.usable) {
            usable.insert(part.file.parent_path());
        }
    }
    EXPECT_EQ(report.added, kFolders + static_cast<int>(usable.size()));
    for (const Error& problem : report.problems) { // a good folder has none, but for arguments that are not there
        const std::string text = problem.message();
        const bool expected = text.find("malformed") != std::string::npos || (problem.code == ErrorCode::NotFound && text.find("args.yaml") != std::string::npos);
        EXPECT_TRUE(expected) << text;
    }
    EXPECT_EQ(progress.back(), all.folders());
    EXPECT_TRUE(std::ranges::is_sorted(progress));
    const auto attempts = attemptsByFolder();
    const StoreReader store = reader();
    for (const MeantRun& run : tree.runs) {
        const auto found = attempts.find(run.folder.string());
        ASSERT_NE(found, attempts.end()) << run.folder << ": " << run.layout;
        checkRun(store, run, found->second);
    }
}

/// What is said about a folder: sentences, and those that stand behind one.
std::string saidOf(const UltralyticsReport& report, const std::filesystem::path& file)
{
    std::string all;
    for (const Error& problem : report.problems) {
        const std::string text = problem.message() + "\n" + problem.detail + "\n";
        all += text.find(file.string()) != std::string::npos ? text : "";
    }
    return all;
}

TEST_F(UltralyticsTreeTest, malformedPartsAreNamedByFileAndLine)
{
    open();
    const test::UltralyticsTree tree = test::makeUltralyticsTree(m_dir / "runs", 3, kEpochs, true);
    UltralyticsImport all = import(m_dir / "runs");
    const UltralyticsReport report = must(all.look(LastLine::Take));
    const auto attempts = attemptsByFolder();
    for (const test::BrokenPart& part : tree.broken) {
        const std::string said = saidOf(report, part.file);
        EXPECT_NE(said, "") << part.file;
        const std::string place = part.file.string() + (part.line > 0 ? ", line " + std::to_string(part.line) + ":" : part.line < 0 ? ", line " : "");
        EXPECT_NE(said.find(place), std::string::npos) << place << " in\n" << said;
        EXPECT_EQ(attempts.contains(part.file.parent_path().string()), part.usable) << part.file;
        EXPECT_LT(std::ranges::count(said, '\n'), 2 * (kMostProblems + 4)) << "a broken file does not fill the screen:\n" << said;
    }
    for (const MeantRun& run : tree.runs) { // no good folder is complained about, but for the arguments that are not there
        const std::string said = saidOf(report, run.folder / "results.csv");
        EXPECT_EQ(said, "") << run.layout;
    }
    const UltralyticsReport again = must(all.look(LastLine::Take));
    EXPECT_TRUE(again.problems.empty()) << "told once: " << again.problems.front().message();
    EXPECT_EQ(again.unchanged, report.added);
}

TEST_F(UltralyticsTreeTest, aRunThatGrowsIsTakenLineByLine)
{
    open();
    const auto file = m_dir / "runs" / "live" / "results.csv";
    std::filesystem::create_directories(file.parent_path());
    const auto append = [&](const std::string& text) {
        std::ofstream out(file, std::ios::app);
        out << text << std::flush;
    };
    UltralyticsImport all = import(m_dir / "runs");
    EXPECT_EQ(all.folders(), 0);
    EXPECT_EQ(must(all.look(LastLine::LeaveIfOpen)).added, 0) << "nothing there yet is no error";
    append("epoch,time,metrics/mAP50(B)\n");
    const UltralyticsReport begun = must(all.look(LastLine::LeaveIfOpen));
    EXPECT_EQ(begun.added, 0);
    EXPECT_TRUE(begun.problems.empty()) << "a run that has just begun";
    append("1,10,0.1\n2,2");
    EXPECT_EQ(must(all.look(LastLine::LeaveIfOpen)).added, 1);
    const auto rows = [&] { return must(reader().epochs(must(reader().experimentByName("live")).id)); };
    EXPECT_EQ(rows().size(), 1u) << "half a line waits for its end";
    append("5,0.25\n");
    EXPECT_EQ(must(all.look(LastLine::LeaveIfOpen)).grown, 1);
    ASSERT_EQ(rows().size(), 2u);
    EXPECT_DOUBLE_EQ(rows()[1].seconds, 15);
    EXPECT_DOUBLE_EQ(must(reader().experimentByName("live")).best.at("map50"), 0.25);
    EXPECT_EQ(must(all.look(LastLine::LeaveIfOpen)).unchanged, 1);
    append("x,1,1\n");
    EXPECT_EQ(must(all.look(LastLine::LeaveIfOpen)).problems.size(), 1u);
    append("3,37,0.5");
    EXPECT_EQ(must(all.look(LastLine::LeaveIfOpen)).grown, 0);
    const UltralyticsReport end = must(all.look(LastLine::Take));
    EXPECT_EQ(end.grown, 1) << "the last look takes a last line without an end";
    EXPECT_TRUE(end.problems.empty()) << "told before";
    EXPECT_EQ(rows().size(), 3u);
}

TEST_F(UltralyticsTreeTest, aLookThatIsBrokenOffGoesOnLater)
{
    open();
    test::makeUltralyticsTree(m_dir / "runs", 40, 3, false);
    UltralyticsImport all = import(m_dir / "runs");
    const UltralyticsReport first = must(all.look(LastLine::Take, [](int, int) { return false; }));
    EXPECT_GT(first.added, 0);
    EXPECT_LT(first.added, 40);
    EXPECT_EQ(static_cast<int>(must(reader().experiments()).size()), first.added);
    const UltralyticsReport rest = must(all.look(LastLine::LeaveIfOpen));
    EXPECT_EQ(first.added + rest.added, 40);
    EXPECT_EQ(must(reader().experiments()).size(), 40u);
}

} // namespace
} // namespace yardstick::imports
