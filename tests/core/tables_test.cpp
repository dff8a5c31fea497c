// The tables that are made from the store.
#include "tests/core/golden.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/export/tables.h"
#include "core/import/table_import.h"

#include <gtest/gtest.h>

namespace yardstick::exports {
namespace {

using test::must;

class Tables : public ::testing::Test
{
protected:
    Tables() : m_store(must(Store::open(m_dir / "store.db")))
    {
        m_seeded = test::seed(*m_store, m_dir / "runs");
        test::writeLog(m_dir / "runs", 1, test::logOfRun({.faults = false}));
        test::ingestAll(*m_store, m_seeded.attempt);
    }
    StoreReader reader() { return must(m_store->reader()); }
    static const Cell& at(const Table& table, size_t row, const std::string& column)
    {
        for (size_t c = 0; c < table.columns.size(); ++c) {
            if (table.columns[c].id == column) {
                return table.rows.at(row)[c];
            }
        }
        throw std::runtime_error("no column " + column);
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
    test::Seeded m_seeded;
};

TEST_F(Tables, experimentsHaveTheDefaultColumns)
{
    const Table table = must(experimentsTable(reader(), {}));
    std::vector<std::string> ids;
    for (const Column& column : table.columns) {
        ids.push_back(column.id);
    }
    EXPECT_EQ(ids, (std::vector<std::string>{"id", "name", "status", "project", "task", "model", "data", "imgsz", "batch", "epochs", "epochs_planned", "map50",
                       "map50_95", "precision", "recall", "epoch_seconds", "price_per_hour", "cost_per_epoch", "cost_total", "machine", "queue", "started",
                       "duration_s", "tags"}));
    ASSERT_EQ(table.rows.size(), 1u);
    const Experiment e = must(reader().experiment(m_seeded.experiment));
    EXPECT_EQ(std::get<std::string>(at(table, 0, "name").value), "first");
    EXPECT_EQ(std::get<std::int64_t>(at(table, 0, "imgsz").value), 640);
    EXPECT_EQ(std::get<std::int64_t>(at(table, 0, "epochs").value), 4);
    EXPECT_EQ(std::get<std::int64_t>(at(table, 0, "epochs_planned").value), 4);
    EXPECT_EQ(std::get<double>(at(table, 0, "map50").value), e.best.at("map50"));
    EXPECT_EQ(std::get<double>(at(table, 0, "epoch_seconds").value), e.epochSeconds);
    EXPECT_EQ(std::get<Money>(at(table, 0, "cost_per_epoch").value), *e.costPerEpoch);
    EXPECT_EQ(std::get<std::string>(at(table, 0, "machine").value), "this host, all cores");
    EXPECT_EQ(std::get<std::string>(at(table, 0, "queue").value), "all cores");
    const std::string csv = must(write(table, Format::Csv));
    EXPECT_NE(csv.find(",cost_total,currency,machine,"), std::string::npos);
    const Table back = must(imports::tableFromSeparated(csv));
    for (size_t c = 0; c < table.columns.size(); ++c) {
        EXPECT_EQ(back.rows[0][c].value, table.rows[0][c].value) << table.columns[c].id;
    }
}

TEST_F(Tables, experimentsTakeAnyParameterAndMetric)
{
    const Table table = must(experimentsTable(reader(), {m_seeded.experiment}, {"name", "lr0", "cache", "last_map50", "currency", "cost_total"}));
    ASSERT_EQ(table.columns.size(), 5u) << "currency comes by itself";
    EXPECT_EQ(std::get<double>(at(table, 0, "lr0").value), 0.01);
    EXPECT_EQ(std::get<bool>(at(table, 0, "cache").value), false);
    EXPECT_EQ(std::get<double>(at(table, 0, "last_map50").value), must(reader().experiment(m_seeded.experiment)).last.at("map50"));
    const auto unknown = experimentsTable(reader(), {}, {"no_such_thing"});
    EXPECT_EQ(unknown.error().code, ErrorCode::InvalidArgument);
    for (const std::string& id : experimentColumns()) {
        EXPECT_TRUE(experimentsTable(reader(), {}, {id})) << id;
    }
    EXPECT_TRUE(write(must(experimentsTable(reader(), {}, experimentColumns())), Format::Json));
}

TEST_F(Tables, epochsHoldEveryAttempt)
{
    const Table table = must(epochsTable(reader(), {}));
    const auto rows = must(reader().epochs(m_seeded.experiment));
    ASSERT_EQ(table.rows.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(std::get<std::int64_t>(at(table, i, "epoch").value), rows[i].epoch);
        EXPECT_EQ(std::get<double>(at(table, i, "seconds").value), rows[i].seconds);
        EXPECT_EQ(std::get<Money>(at(table, i, "cost").value), *rows[i].cost);
        EXPECT_EQ(std::get<bool>(at(table, i, "wasted").value), false);
    }
}

TEST_F(Tables, scalarsAreLongForm)
{
    const Table all = must(scalarsTable(reader(), m_seeded.experiment));
    const Table one = must(scalarsTable(reader(), m_seeded.experiment, {"metrics/mAP50(B)"}));
    EXPECT_GT(all.rows.size(), one.rows.size());
    const auto points = must(reader().joinedPoints(m_seeded.experiment, "metrics/mAP50(B)"));
    ASSERT_EQ(one.rows.size(), points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(std::get<double>(at(one, i, "value").value), points[i].value);
        EXPECT_EQ(std::get<std::int64_t>(at(one, i, "step").value), points[i].step);
    }
    EXPECT_EQ(scalarsTable(reader(), m_seeded.experiment, {"nothing"}).error().code, ErrorCode::NotFound);
}

TEST_F(Tables, diffShowsOnlyWhatDiffers)
{
    const ExperimentId second = must(m_store->runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
        Experiment e;
        e.spec.name = "second";
        e.spec.modelVariant = "yolov8s";
        e.spec.params = {{"epochs", 4}, {"freeze", {0, 1}}};
        return w.insertExperiment(e);
    }));
    const Table table = must(diffTable(reader(), {m_seeded.experiment, second}));
    EXPECT_EQ(must(write(table, Format::Csv)), "parameter,#1 first,#2 second\r\nmodel_variant,yolov8n,yolov8s\r\nfreeze,None,\"[0, 1]\"\r\n");
}

TEST_F(Tables, billNamesPricesAndWaste)
{
    const Table table = must(billTable(reader(), {}));
    ASSERT_EQ(table.rows.size(), 1u);
    const Attempt a = must(reader().attempt(m_seeded.attempt));
    EXPECT_EQ(std::get<Money>(at(table, 0, "cost").value), *a.cost);
    EXPECT_EQ(std::get<Money>(at(table, 0, "wasted_cost").value), *a.wasted);
    EXPECT_EQ(std::get<std::string>(at(table, 0, "prices").value), "3.60 USD/h since 1970-01-01T00:00:00.000Z");
}

TEST_F(Tables, kindsHaveNames)
{
    for (const char* name : {"experiments", "machines", "epochs", "scalars", "diff", "bill", "reference"}) {
        EXPECT_TRUE(kindFromString(name)) << name;
    }
    EXPECT_EQ(kindFromString("runs").error().code, ErrorCode::InvalidArgument);
}

} // namespace
} // namespace yardstick::exports
