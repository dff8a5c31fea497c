// Exported experiments and epochs come back as the same rows in another store, once, and survive what refreshes a summary.
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/export/tables.h"
#include "core/import/rows_import.h"

#include <gtest/gtest.h>

namespace yardstick::imports {
namespace {

using exports::Format;
using exports::Table;
using test::must;

class RowsImport : public ::testing::Test
{
protected:
    RowsImport()
        : m_first(must(Store::open(m_dir / "first.db")))
        , m_second(must(Store::open(m_dir / "second.db")))
    {
        test::Seeded seeded = test::seed(*m_first, m_dir / "runs", 2);
        test::writeLog(m_dir / "runs", 1, test::logOfRun({.faults = false}));
        test::ingestAll(*m_first, seeded.attempt);
        test::writeLog(m_dir / "runs", 2, test::logOfRun({.epochs = 3, .firstEpoch = 4, .startMs = 1'790'000'100'000, .faults = false, .seed = 2}));
        test::ingestAll(*m_first, AttemptId(seeded.attempt.value + 1));
        must(m_first->run([&](StoreWriter& w) -> Result<> {
            Experiment e = must(w.read().experiment(seeded.experiment));
            e.status = ExperimentStatus::Completed;
            e.spec.tags = {"a", "b"};
            must(w.updateExperiment(e));
            Experiment draft;
            draft.spec.name = "=cmd|' /C calc'!A0";
            draft.spec.notes = "two\nlines, \"quoted\"";
            draft.spec.params = {{"lr0", 0.1 + 0.2}, {"freeze", {0, 1}}, {"cos_lr", true}, {"epochs", 7}};
            must(w.insertExperiment(draft));
            return {};
        }));
    }
    static std::vector<std::string> columns()
    {
        return {"id", "name", "status", "project", "task", "model", "data", "imgsz", "batch", "epochs", "epochs_planned", "map50", "map50_95", "epoch_seconds",
                "price_per_hour", "cost_per_epoch", "cost_total", "machine", "started", "duration_s", "tags", "notes", "lr0", "freeze", "cos_lr", "last_map50", "attempts"};
    }
    static std::string bytes(Store& store, bool epochs, Format format)
    {
        const StoreReader reader = must(store.reader());
        return must(exports::write(epochs ? must(exports::epochsTable(reader, {})) : must(exports::experimentsTable(reader, {}, columns())), format));
    }
    static std::vector<ReadTable> read(const std::string& bytes, Format format)
    {
        if (format != Format::Json) {
            return {must(readSeparated(bytes, format == Format::Tsv ? '\t' : ','))};
        }
        return {ReadTable{.table = must(tablesFromJson(bytes)).front(), .lines = {}, .inJson = true}};
    }
    static Result<RowsReport> into(Store& store, const std::vector<ReadTable>& tables)
    {
        return store.runFor<RowsReport>([&](StoreWriter& w) { return importRows(w, tables, "file.csv"); });
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_first, m_second;
};

TEST_F(RowsImport, theSameRowsComeBackFromEveryRawFormat)
{
    for (const Format format : {Format::Csv, Format::Tsv, Format::Json}) {
        auto store = must(Store::open(m_dir / ("to-" + std::string(exports::toString(format)) + ".db")));
        const RowsReport experiments = must(into(*store, read(bytes(*m_first, false, format), format)));
        EXPECT_EQ(experiments.experiments, 2);
        EXPECT_EQ(experiments.leftOut, std::vector<std::string>{});
        EXPECT_EQ(bytes(*store, false, Format::Csv), bytes(*m_first, false, Format::Csv)) << "without epochs";
        const RowsReport epochs = must(into(*store, read(bytes(*m_first, true, format), format)));
        EXPECT_EQ(epochs.experiments, 0);
        EXPECT_EQ(epochs.epochs, 7);
        EXPECT_EQ(bytes(*store, true, Format::Csv), bytes(*m_first, true, Format::Csv));
        EXPECT_EQ(bytes(*store, false, Format::Csv), bytes(*m_first, false, Format::Csv)) << "with epochs";
    }
}

TEST_F(RowsImport, aSecondImportAddsNothing)
{
    const auto experiments = read(bytes(*m_first, false, Format::Csv), Format::Csv);
    const auto epochs = read(bytes(*m_first, true, Format::Csv), Format::Csv);
    for (Store* store : {m_second.get(), m_first.get()}) { // into another store, and into the one it is from
        must(into(*store, experiments));
        must(into(*store, epochs));
        const std::string before = bytes(*store, false, Format::Csv) + bytes(*store, true, Format::Csv);
        const RowsReport again = must(into(*store, experiments));
        const RowsReport epochsAgain = must(into(*store, epochs));
        EXPECT_EQ(again.experiments, 0);
        EXPECT_EQ(again.unchanged, 2);
        EXPECT_EQ(epochsAgain.epochs, 0);
        EXPECT_EQ(epochsAgain.unchanged, 7);
        EXPECT_EQ(bytes(*store, false, Format::Csv) + bytes(*store, true, Format::Csv), before);
    }
    EXPECT_EQ(bytes(*m_second, false, Format::Csv), bytes(*m_first, false, Format::Csv));
}

TEST_F(RowsImport, figuresStayWhenTheExperimentIsRenamedOrAPriceIsEntered)
{
    must(into(*m_second, read(bytes(*m_first, false, Format::Csv), Format::Csv)));
    must(m_second->run([&](StoreWriter& w) -> Result<> {
        Experiment e = must(w.read().experiment(ExperimentId(1)));
        e.spec.name = "renamed";
        must(w.updateExperiment(e));
        Quote quote;
        quote.machineId = e.machineId;
        quote.price.perHour = Money(9'000'000, {});
        quote.validFromMs = 1'790'000'000'000;
        quote.source = "you";
        return w.insertQuote(quote) ? Result<>() : fail(ErrorCode::Internal, "no quote");
    }));
    const Experiment before = must(must(m_first->reader()).experiment(ExperimentId(1)));
    const Experiment after = must(must(m_second->reader()).experiment(ExperimentId(1)));
    EXPECT_EQ(after.best.at("map50"), before.best.at("map50"));
    EXPECT_EQ(after.epochSeconds, before.epochSeconds);
    EXPECT_EQ(after.costSoFar, before.costSoFar);
    EXPECT_EQ(after.epochsDone, 6);
    must(into(*m_second, read(bytes(*m_first, false, Format::Csv), Format::Csv)));
    EXPECT_EQ(must(must(m_second->reader()).experiments()).size(), 2u) << "found again under its new name";
}

TEST_F(RowsImport, epochsAloneMakeTheirExperiment)
{
    const RowsReport report = must(into(*m_second, read(bytes(*m_first, true, Format::Csv), Format::Csv)));
    EXPECT_EQ(report.experiments, 1);
    EXPECT_EQ(report.epochs, 7);
    const Experiment e = must(must(m_second->reader()).experiment(report.ids.front()));
    EXPECT_EQ(e.spec.name, "first");
    EXPECT_EQ(e.epochsDone, 6);
    EXPECT_EQ(e.attempts, 2);
}

TEST_F(RowsImport, faultsAreToldByLineAndNothingIsWritten)
{
    const auto refused = [&](const std::string& csv) {
        const auto result = into(*m_second, {must(readSeparated(csv))});
        EXPECT_EQ(result.error().code, ErrorCode::BadFile);
        EXPECT_TRUE(must(must(m_second->reader()).experiments()).empty());
        return result ? std::string("imported") : result.error().message() + "\n" + result.error().detail;
    };
    EXPECT_EQ(refused("name,map50\na,0.5\nb,much\n"), "file.csv:3: \"much\" in the column map50 is no number. Nothing was imported.\n");
    EXPECT_EQ(refused("name,status\n\"a\nb\",completed\nc,done\n,draft\n"),
              "file.csv:4: \"done\" is no status of an experiment. Nothing was imported; there are 2 faults in all.\n"
              "file.csv:4: \"done\" is no status of an experiment.\nfile.csv:5: The name is missing.");
    EXPECT_NE(refused("name,imgsz\na,-3\n").find("file.csv:2: "), std::string::npos);
    EXPECT_NE(refused("experiment,attempt,epoch,seconds\na,1,2,3.5\na,1,2,3.5\n").find("file.csv:3: Epoch 2 does not follow epoch 2 of the same attempt."), std::string::npos);
    EXPECT_EQ(into(*m_second, {must(readSeparated("rank,machine\n1,a\n"))}).error().code, ErrorCode::Unsupported);
    const RowsReport report = must(into(*m_second, {must(readSeparated("name,colour of the day\na,blue\n"))}));
    EXPECT_EQ(report.leftOut, std::vector<std::string>{"colour of the day"});
}

TEST_F(RowsImport, whatWaitsOrRunsElsewhereDoesNotRunHere)
{
    must(into(*m_second, {must(readSeparated("name,status,queue\na,queued,all cores\nb,running,\nc,failed,\n"))}));
    for (const Experiment& e : must(must(m_second->reader()).experiments())) {
        EXPECT_EQ(e.status, e.spec.name == "c" ? ExperimentStatus::Failed : ExperimentStatus::Stopped) << e.spec.name;
    }
}

} // namespace
} // namespace yardstick::imports
