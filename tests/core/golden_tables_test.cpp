// Every kind of table of a fixed store in every format, against tests/core/golden: scripts/update_golden writes them anew.
#include "tests/core/golden.h"
#include "tests/core/xlsx_reader.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/export/shape.h"
#include "core/export/tables.h"

#include <gtest/gtest.h>

namespace yardstick::exports {
namespace {

using test::must;

/// Two attempts of one experiment (the second goes on after epoch 3), another run on another machine, and a draft.
class GoldenTables : public ::testing::Test
{
protected:
    GoldenTables() : m_store(must(Store::open(m_dir / "store.db")))
    {
        const test::Seeded seeded = test::seed(*m_store, m_dir / "runs", 2);
        test::writeLog(m_dir / "runs", 1, test::logOfRun({.stepsPerEpoch = 2, .faults = false}));
        test::ingestAll(*m_store, seeded.attempt);
        test::writeLog(m_dir / "runs", 2, test::logOfRun({.epochs = 5, .firstEpoch = 4, .stepsPerEpoch = 2, .startMs = 1'790'000'100'000, .faults = false, .seed = 2}));
        test::ingestAll(*m_store, AttemptId(seeded.attempt.value + 1));
        m_first = seeded.experiment;
        addOther();
    }
    void addOther()
    {
        const AttemptId attempt = must(m_store->runFor<AttemptId>([&](StoreWriter& w) -> Result<AttemptId> {
            Machine machine;
            machine.name = "a rented | one";
            machine.provider = "Somebody & Co";
            machine.market = "on-demand";
            machine.gpu = "T4";
            Quote quote;
            quote.machineId = must(w.upsertMachine(machine));
            quote.price.perHour = must(Money::parse("0.526", Currency()));
            quote.market = machine.market;
            quote.validFromMs = 1'780'000'000'000;
            quote.source = "you";
            quote.createdMs = 1;
            must(w.insertQuote(quote));
            Experiment e;
            e.spec.name = "第二 50% \"run\" <x>";
            e.spec.params = {{"epochs", 6}, {"lr0", 0.02}, {"freeze", {0, 1}}};
            e.spec.tags = {"best", "paper"};
            e.spec.notes = "=1+1";
            e.createdMs = 1'780'000'000'000;
            const ExperimentId id = must(w.insertExperiment(e));
            Experiment draft;
            draft.spec.name = "-draft_1";
            draft.createdMs = 1'780'000'000'000;
            must(w.insertExperiment(draft));
            Attempt a;
            a.experimentId = id;
            a.machineId = quote.machineId;
            a.token = "other";
            a.createdMs = 1'780'000'000'000;
            a.runDirectory = (m_dir / "runs/3").string();
            std::filesystem::create_directories(a.runDirectory);
            return w.insertAttempt(a);
        }));
        test::writeLog(m_dir / "runs", 3, test::logOfRun({.epochs = 6, .stepsPerEpoch = 2, .epochSeconds = 1.5, .startMs = 1'790'001'000'000, .faults = false, .seed = 3}));
        test::ingestAll(*m_store, attempt);
    }
    std::vector<std::pair<std::string, Table>> tables()
    {
        const StoreReader reader = must(m_store->reader());
        CompareOptions compare;
        compare.experiments = {m_first, ExperimentId(m_first.value + 1)};
        std::vector<std::pair<std::string, Table>> all;
        all.emplace_back("experiments", must(experimentsTable(reader, {})));
        all.emplace_back("machines", must(machinesTable(must(compareMachines(reader, compare)))));
        all.emplace_back("epochs", must(epochsTable(reader, {})));
        all.emplace_back("scalars", must(scalarsTable(reader, m_first, {"metrics/mAP50(B)", "train/box_loss"})));
        all.emplace_back("diff", must(diffTable(reader, compare.experiments)));
        all.emplace_back("bill", must(billTable(reader, {})));
        all.emplace_back("experiments_long", longForm(must(experimentsTable(reader, {}))));
        all.emplace_back("scalars_wide", wideForm(all[3].second));
        return all;
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
    ExperimentId m_first;
};

/// The cells of a workbook, one a line, in the order of rows and columns.
std::string contentOf(const std::string& xlsx)
{
    const auto cells = cellsOf(unzip(xlsx), "xl/worksheets/sheet1.xml");
    const auto place = [](const std::string& name) {
        const size_t digit = name.find_first_of("0123456789");
        return std::tuple(std::stoi(name.substr(digit)), digit, name);
    };
    std::map<std::tuple<int, size_t, std::string>, std::string> ordered;
    for (const auto& [name, value] : cells) {
        ordered[place(name)] = value;
    }
    std::string out;
    for (const auto& [where, value] : ordered) {
        out += std::get<2>(where) + " " + value + "\n";
    }
    return out;
}

TEST_F(GoldenTables, everyKindInEveryFormat)
{
    for (const auto& [name, table] : tables()) {
        ASSERT_FALSE(table.rows.empty()) << name;
        for (const Format format : {Format::Csv, Format::Tsv, Format::Markdown, Format::Latex, Format::Html, Format::Json}) {
            expectGolden("tables/" + name + "." + std::string(toString(format)), must(write(table, format)));
        }
        expectGolden("tables/" + name + ".xlsx.txt", contentOf(must(write(table, Format::Xlsx))));
    }
}

TEST_F(GoldenTables, theReferenceAsAWorkbook)
{
    must(m_store->run([](StoreWriter& w) -> Result<> { return importReference(w) ? Result<>() : fail(ErrorCode::Internal, "no reference"); }));
    const auto both = must(referenceTables(must(m_store->reader())));
    for (const Table& table : both) {
        expectGolden("tables/reference_" + table.label + ".xlsx.txt", contentOf(must(write(table, Format::Xlsx))));
    }
}

} // namespace
} // namespace yardstick::exports
