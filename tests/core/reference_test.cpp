// The built-in reference benchmark: the article's tables and charts to the printed digit, computed from ordinary rows.
#include "tests/core/golden.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include "core/charts.h"
#include "core/compare.h"
#include "core/export/tables.h"
#include "core/printed.h"

#include <gtest/gtest.h>

#include <cmath>

namespace yardstick {
namespace {

using test::must;

struct Published
{
    const char* machine;
    const char* price;
    const char* cost;
    double seconds;
    const char* spotCost; ///< spot price × derived epoch time; nullptr: no spot price
};
const std::vector<Published> kGenesis{{"RTX 3060Ti", "0.20", "0.0102", 183.6, nullptr},
                                      {"RTX 3080", "0.30", "0.0106", 127.2, nullptr},
                                      {"RTX 3090", "0.42", "0.0128", 109.7, nullptr},
                                      {"RTX 3080 (memory and CPU optimised)", "0.36", "0.0096", 96.0, nullptr},
                                      {"RTX 3090 (memory and CPU optimised)", "0.504", "0.0098", 70.0, nullptr}};
const std::vector<Published> kAws{{"p3.2xlarge", "3.06", "0.0881", 103.6, "0.0364"},
                                  {"g4dn.xlarge", "0.526", "0.0174", 119.1, "0.0052"},
                                  {"g4dn.2xlarge", "0.752", "0.0213", 102.0, "0.0064"},
                                  {"g4dn.4xlarge", "1.204", "0.0330", 98.7, "0.0113"},
                                  {"g4dn.8xlarge", "2.176", "0.0588", 97.3, "0.0176"},
                                  {"g5.xlarge", "1.006", "0.0235", 84.1, "0.0071"},
                                  {"g5.2xlarge", "1.212", "0.0208", 61.8, "0.0062"}};

class Reference : public ::testing::Test
{
protected:
    Reference() : m_store(must(Store::open(m_dir / "store.db"))) {}
    void importIt()
    {
        EXPECT_EQ(must(m_store->runFor<int>([](StoreWriter& w) { return importReference(w); })), 12);
    }
    StoreReader reader() { return must(m_store->reader()); }
    Comparison compared(const CompareOptions& options = {}) { return must(compareMachines(reader(), options)); }
    void supersede(const std::string& machine, const char* price, UtcMs from)
    {
        must(m_store->run([&](StoreWriter& w) -> Result<> {
            for (const Machine& m : must(w.read().machines())) {
                if (m.name == machine && m.market == "on-demand") {
                    Quote quote;
                    quote.machineId = m.id;
                    quote.price.perHour = must(Money::parse(price, Currency()));
                    quote.market = m.market;
                    quote.validFromMs = from;
                    quote.source = "you";
                    must(w.insertQuote(quote));
                }
            }
            return {};
        }));
    }

    test::TempDir m_dir;
    std::unique_ptr<Store> m_store;
};

const MachineRow* find(const Comparison& comparison, const std::string& machine)
{
    for (const MachineRow& row : comparison.rows) {
        if (row.machine == machine) {
            return &row;
        }
    }
    return nullptr;
}

const BarGroup* find(const BarChart& chart, const std::string& label)
{
    for (const BarGroup& group : chart.groups) {
        if (group.label == label) {
            return &group;
        }
    }
    return nullptr;
}

TEST_F(Reference, rowsShowTheArticlesFigures)
{
    importIt();
    const Comparison comparison = compared();
    ASSERT_EQ(comparison.rows.size(), 12u);
    for (const auto* part : {&kGenesis, &kAws}) {
        for (const Published& want : *part) {
            const MachineRow* row = find(comparison, want.machine);
            ASSERT_NE(row, nullptr) << want.machine;
            EXPECT_EQ(row->price->perHour.toDecimal(2), want.price);
            EXPECT_EQ(row->costPerEpoch->toRounded(4), want.cost) << want.machine;
            EXPECT_EQ(row->epochSeconds, want.seconds);
            EXPECT_EQ(row->epochLow, want.seconds);
            EXPECT_EQ(row->epochHigh, want.seconds);
            EXPECT_EQ(row->basis, Basis::Derived);
            EXPECT_EQ(row->n, 10);
            EXPECT_GT(row->rank, 0);
            EXPECT_EQ(row->reason, "");
            EXPECT_TRUE(std::isnan(row->dataWaitShare)) << "the article does not say";
            EXPECT_EQ(row->spotCostPerEpoch.has_value(), want.spotCost != nullptr);
            if (want.spotCost != nullptr) {
                EXPECT_EQ(row->spotCostPerEpoch->toRounded(4), want.spotCost) << want.machine;
                EXPECT_EQ(row->spotSource, "public price catalogue, winter 2022/23");
            }
        }
    }
    EXPECT_EQ(comparison.rows.front().machine, "RTX 3080 (memory and CPU optimised)"); // the article's most cost-effective
    EXPECT_EQ(comparison.rows.front().rank, 1);
    EXPECT_EQ(comparison.rows.front().deltaPercent, 0);
    EXPECT_EQ(comparison.rows.back().machine, "p3.2xlarge");
    EXPECT_EQ(comparison.rows.back().rank, 12);
    EXPECT_EQ(formatTemplate(comparison.sentence, comparison.sentenceArgs),
              "RTX 3080 (memory and CPU optimised) is cheapest at any number of epochs.");
}

TEST_F(Reference, chartsShowTheArticlesFigures)
{
    importIt();
    const Comparison comparison = compared();
    const BarChart times = epochTimeChart(comparison);
    const BarChart costs = priceAndCostChart(comparison);
    const BarChart spot = onDemandVsSpotChart(comparison);
    EXPECT_EQ(times.groups.size(), 12u);
    EXPECT_EQ(costs.units, (std::vector<std::string>{"USD/h", "USD"}));
    EXPECT_EQ(spot.footnote, "Spot prices: public price catalogue, winter 2022/23.");
    EXPECT_NE(times.footnote.find("derived"), std::string::npos);
    const auto digits = [](double v, int n) {
        char text[32];
        std::snprintf(text, sizeof text, "%.*f", n, v);
        return std::string(text);
    };
    for (const auto* part : {&kGenesis, &kAws}) {
        for (const Published& want : *part) {
            EXPECT_EQ(find(times, want.machine)->values.at(0), want.seconds);
            const BarGroup* cost = find(costs, want.machine);
            EXPECT_EQ(digits(cost->values.at(0), 3), digits(std::stod(want.price), 3));
            EXPECT_EQ(digits(cost->values.at(1), 4), want.cost);
            EXPECT_EQ(cost->texts, (std::vector<std::string>{want.price, want.cost})) << "as the article prints them";
            EXPECT_EQ(cost->errors.at(1), 0);
            EXPECT_FALSE(cost->greyed);
            const BarGroup* pair = find(spot, want.machine);
            if (want.spotCost == nullptr) {
                EXPECT_EQ(digits(pair->values.at(0), 4), want.cost);
                EXPECT_TRUE(std::isnan(pair->values.at(1)));
            } else {
                EXPECT_TRUE(std::isnan(pair->values.at(0)));
                EXPECT_EQ(digits(pair->values.at(1), 4), want.spotCost);
            }
        }
    }
}

TEST_F(Reference, chartsSpeakTheCallersWords)
{
    importIt();
    const Comparison comparison = compared();
    ChartWords words;
    words.epochTimeTitle = "T";
    words.spot = "S";
    words.spotSources = "<{0}>";
    words.derivedNote = "D";
    words.source = [](const std::string& source) { return std::to_string(source.size()); };
    EXPECT_EQ(epochTimeChart(comparison, words).title, "T");
    EXPECT_EQ(epochTimeChart(comparison, words).footnote, "D");
    const BarChart spot = onDemandVsSpotChart(comparison, words);
    EXPECT_EQ(spot.sets, (std::vector<std::string>{"On-demand", "S"}));
    EXPECT_EQ(spot.axis, "Cost per epoch");
    EXPECT_EQ(spot.footnote, "<38>");
}

TEST(Printed, aHalfWidthHasTheDecimalsOfItsValue)
{
    EXPECT_EQ(printedHalfWidth(0.83, "10.6"), "0.8");
    EXPECT_EQ(printedHalfWidth(0.000044, "0.00056"), "0.00004");
    EXPECT_EQ(printedHalfWidth(0.04, "183.6"), "0.04"); // never "0.0"
    EXPECT_EQ(printedHalfWidth(12.4, "96"), "12");
    EXPECT_EQ(printedHalfWidth(1e-12, "0.5"), "0.00000000");
}

TEST(Printed, pricesAreAsQuotedAndCostsShowTwoDigits)
{
    const auto money = [](std::int64_t micros) { return Money(micros, Currency()); };
    EXPECT_EQ(printedPrice(money(200'000)), "0.20");
    EXPECT_EQ(printedPrice(money(504'000)), "0.504");
    EXPECT_EQ(printedPrice(money(3'060'000)), "3.06");
    EXPECT_EQ(printedPrice(money(94'578)), "0.0946") << "of an own machine: computed";
    EXPECT_EQ(printedPrice(money(42)), "0.000042");
    EXPECT_EQ(printedCost(money(20'806)), "0.0208");
    EXPECT_EQ(printedCost(money(9'600)), "0.0096");
    EXPECT_EQ(printedCost(money(1'000)), "0.0010");
    EXPECT_EQ(printedCost(money(-610)), "-0.00061");
    EXPECT_EQ(printedCost(money(42)), "0.000042");
    EXPECT_EQ(printedCost(money(0)), "0.0000");
    EXPECT_EQ(printedSeconds(96), "96.0");
    EXPECT_EQ(printedSeconds(4.317), "4.32");
    EXPECT_EQ(printedSeconds(0.5123), "0.512");
    EXPECT_EQ(printedSeconds(std::nan("")), "NaN");
}

TEST_F(Reference, tablesMatchGoldenFilesInEveryFormat)
{
    importIt();
    const auto tables = must(exports::referenceTables(reader()));
    ASSERT_EQ(tables.size(), 2u);
    EXPECT_EQ(tables[0].rows.size(), kGenesis.size());
    EXPECT_EQ(tables[1].rows.size(), kAws.size());
    using exports::Format;
    for (const Format format : {Format::Csv, Format::Tsv, Format::Markdown, Format::Latex, Format::Html, Format::Json}) {
        expectGolden("reference." + std::string(exports::toString(format)), must(exports::writeAll(tables, format)));
    }
    EXPECT_TRUE(exports::writeAll(tables, Format::Xlsx));
    expectGolden("reference_machines.md", must(exports::write(must(exports::machinesTable(compared())), Format::Markdown)));
}

TEST_F(Reference, writesOrdinaryPublishedExperiments)
{
    importIt();
    const StoreReader store = reader();
    const auto experiments = must(store.experiments());
    ASSERT_EQ(experiments.size(), 12u);
    for (const Experiment& e : experiments) {
        EXPECT_EQ(e.status, ExperimentStatus::Completed);
        EXPECT_TRUE(e.published);
        EXPECT_EQ(e.spec.project, kReferenceProject);
        EXPECT_EQ(e.spec.modelVariant, "yolov8n");
        EXPECT_EQ(e.spec.data, "VisDrone");
        EXPECT_EQ(e.epochsDone, 10);
        EXPECT_EQ(e.epochsPlanned, 10);
        EXPECT_TRUE(e.costPerEpoch && e.costSoFar && e.price);
        const auto attempts = must(store.attempts(e.id));
        ASSERT_EQ(attempts.size(), 1u);
        EXPECT_TRUE(isDerived(attempts[0]));
        EXPECT_EQ(attempts[0].outcome, AttemptOutcome::Completed);
        EXPECT_EQ(must(store.joinedEpochs(e.id)).size(), 10u);
    }
    EXPECT_EQ(must(store.machines()).size(), 12u + 7u); // spot machines are their own
}

TEST_F(Reference, secondImportChangesNothing)
{
    importIt();
    supersede("g5.xlarge", "2.012", nowUtcMs() - 1000);
    const auto before = must(exports::write(must(exports::machinesTable(compared())), exports::Format::Json));
    must(m_store->run([&](StoreWriter& w) -> Result<> {
        Experiment e = must(w.read().experiments()).front();
        e.spec.name = "renamed";
        e.spec.project = "elsewhere";
        return w.updateExperiment(e);
    }));
    importIt();
    const StoreReader store = reader();
    EXPECT_EQ(must(store.experiments()).size(), 12u);
    EXPECT_EQ(must(store.quotes()).size(), 12u + 7u + 1u);
    EXPECT_EQ(must(store.machines()).size(), 19u);
    EXPECT_EQ(must(store.experiments()).front().spec.name, "renamed");
    EXPECT_EQ(must(exports::write(must(exports::machinesTable(compared())), exports::Format::Json)), before);
}

TEST_F(Reference, comesBackFromTheTrash)
{
    importIt();
    const ExperimentId id = must(reader().experiments()).front().id;
    must(m_store->run([&](StoreWriter& w) { return w.setExperimentDeleted(id, nowUtcMs()); }));
    EXPECT_EQ(must(reader().experiments()).size(), 11u);
    EXPECT_EQ(compared().rows.size(), 11u);
    importIt();
    EXPECT_EQ(must(reader().experiments()).size(), 12u);
}

TEST_F(Reference, supersedingG5XlargesQuoteDoublesItsRowInTableChartAndExport)
{
    importIt();
    const auto cells = [&](const Comparison& comparison) {
        const auto table = must(exports::machinesTable(comparison, {"machine", "price_per_hour", "cost_per_epoch"}));
        return must(exports::write(table, exports::Format::Markdown));
    };
    const Comparison before = compared();
    EXPECT_EQ(find(before, "g5.xlarge")->costPerEpoch->toRounded(4), "0.0235");
    EXPECT_NE(cells(before).find("| g5.xlarge | 1.006 | 0.0235 |"), std::string::npos);
    const double bar = find(priceAndCostChart(before), "g5.xlarge")->values.at(1);

    supersede("g5.xlarge", "2.012", nowUtcMs() - 1000);
    const Comparison after = compared();
    EXPECT_EQ(find(after, "g5.xlarge")->price->perHour.toDecimal(2), "2.012");
    EXPECT_EQ(find(after, "g5.xlarge")->costPerEpoch->toRounded(4), "0.0470");
    EXPECT_NEAR(find(priceAndCostChart(after), "g5.xlarge")->values.at(1), 2 * bar, 1.5e-6) << "each is rounded to a micro-unit";
    EXPECT_NE(cells(after).find("| g5.xlarge | 2.012 | 0.0470 |"), std::string::npos);
    const auto tables = must(exports::referenceTables(reader()));
    EXPECT_NE(must(exports::write(tables[1], exports::Format::Csv)).find("g5.xlarge,A10G,24,2.012,0.047003,USD"), std::string::npos);
    for (const MachineRow& row : after.rows) {
        if (row.machine != "g5.xlarge") {
            EXPECT_EQ(*row.costPerEpoch, *find(before, row.machine)->costPerEpoch) << row.machine;
        }
    }
    supersede("g5.xlarge", "9", nowUtcMs() + 86'400'000); // from tomorrow on
    EXPECT_EQ(find(compared(), "g5.xlarge")->price->perHour.toDecimal(2), "2.012");
}

TEST_F(Reference, providersCanBePickedInAnyCase)
{
    importIt();
    CompareOptions options;
    options.providerContains = "genesis";
    EXPECT_EQ(compared(options).rows.size(), 5u);
    options.providerContains = "AWS";
    EXPECT_EQ(compared(options).rows.size(), 7u);
}

TEST_F(Reference, emptyStoreHasNoReferenceTables)
{
    EXPECT_EQ(exports::referenceTables(reader()).error().code, ErrorCode::NotFound);
    EXPECT_EQ(compared().sentence, "There is nothing to compare yet.");
}

} // namespace
} // namespace yardstick
