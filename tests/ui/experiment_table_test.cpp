// ExperimentTableModel under Qt's model tester: sorting on raw values, filtering, changes by id, selection that survives.
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <cmath>
#include <limits>
#include <random>

namespace yardstick::ui {
namespace {

Experiment make(std::int64_t id, const std::string& name, double seconds = 0)
{
    Experiment e;
    e.id = ExperimentId(id);
    e.spec.name = name;
    e.epochSeconds = seconds;
    e.colour = static_cast<int>(id % 8);
    return e;
}

struct Table
{
    ExperimentTableModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

    explicit Table(std::vector<Experiment> experiments) { model.setExperiments(std::move(experiments), {}); }
    std::vector<std::int64_t> ids() const
    {
        std::vector<std::int64_t> all;
        for (const ExperimentId id : model.visibleIds()) {
            all.push_back(id.value);
        }
        return all;
    }
    void filter(const char* text) { model.setFilter(*Filter::parse(QString::fromUtf8(text))); }
    void sort(const char* column, Qt::SortOrder order = Qt::AscendingOrder) { model.sort(model.columnOf(column), order); }
};

using Ids = std::vector<std::int64_t>;

TEST(ExperimentTable, showsTheNewestFirst)
{
    const Table t({make(1, "a"), make(2, "b"), make(3, "c")});
    EXPECT_EQ(t.ids(), (Ids{3, 2, 1}));
}

TEST(ExperimentTable, sortsNamesAsPeopleCount)
{
    Table t({make(1, "v8n-640-b16"), make(2, "v8n-640-b8"), make(3, "V8n-64-b8")});
    t.sort("name");
    EXPECT_EQ(t.ids(), (Ids{3, 2, 1}));
}

TEST(ExperimentTable, sortsByTheRawValueAndPutsNothingAndNanLast)
{
    Experiment nan = make(4, "d");
    nan.best["map50"] = std::numeric_limits<double>::quiet_NaN();
    Experiment low = make(1, "a");
    low.best["map50"] = 0.09;
    Experiment high = make(2, "b");
    high.best["map50"] = 0.1;
    Table t({low, high, make(3, "c"), nan});
    t.sort("map50");
    EXPECT_EQ(t.ids(), (Ids{1, 2, 4, 3}));
    t.sort("map50", Qt::DescendingOrder);
    EXPECT_EQ(t.ids(), (Ids{2, 1, 4, 3}));
}

TEST(ExperimentTable, keepsSelectionByIdOverSortFilterAndRefresh)
{
    Table t({make(1, "a", 3), make(2, "b", 2), make(3, "c", 1), make(4, "d", 4)});
    ExperimentView view;
    view.setTable(&t.model);
    view.selectIds({ExperimentId(2), ExperimentId(4)});
    const auto selected = [&] {
        Ids ids;
        for (const ExperimentId id : view.selectedIds()) {
            ids.push_back(id.value);
        }
        std::sort(ids.begin(), ids.end());
        return ids;
    };
    t.sort("epoch_seconds");
    EXPECT_EQ(t.ids(), (Ids{3, 2, 1, 4}));
    EXPECT_EQ(selected(), (Ids{2, 4}));
    t.filter("epoch_seconds>1.5");
    EXPECT_EQ(selected(), (Ids{2, 4}));
    t.model.applyChanges({2, 5}, {make(2, "b again", 9), make(5, "e", 5)});
    EXPECT_EQ(t.ids(), (Ids{1, 4, 5, 2}));
    EXPECT_EQ(selected(), (Ids{2, 4}));
    t.filter("");
    EXPECT_EQ(selected(), (Ids{2, 4}));
}

TEST(ExperimentTable, takesAwayWhatIsGoneAndBringsBackWhatReturns)
{
    Table t({make(1, "a"), make(2, "b"), make(3, "c")});
    t.model.applyChanges({2}, {});
    EXPECT_EQ(t.ids(), (Ids{3, 1}));
    EXPECT_EQ(t.model.byId(ExperimentId(2)), nullptr);
    t.model.applyChanges({2}, {make(2, "b")});
    EXPECT_EQ(t.ids(), (Ids{3, 2, 1})) << "it is older than the last one";
}

TEST(ExperimentTable, changesOneRowWithOneSignalAndNoMove)
{
    Table t({make(1, "a", 1), make(2, "b", 2), make(3, "c", 3)});
    t.sort("name");
    QSignalSpy changed(&t.model, &QAbstractItemModel::dataChanged);
    QSignalSpy moved(&t.model, &QAbstractItemModel::layoutChanged);
    t.model.applyChanges({1, 2}, {make(1, "a", 7), make(2, "b", 8)});
    EXPECT_EQ(changed.count(), 1) << "neighbours are one range";
    EXPECT_EQ(moved.count(), 0);
}

TEST(ExperimentTable, hidesArchivedOnesUntilAsked)
{
    Experiment old = make(1, "a");
    old.archived = true;
    Table t({old, make(2, "b")});
    EXPECT_EQ(t.ids(), (Ids{2}));
    t.model.setShowArchived(true);
    EXPECT_EQ(t.ids(), (Ids{2, 1}));
}

TEST(ExperimentTable, makesAnyParameterAColumn)
{
    Experiment e = make(1, "a");
    e.spec.params = {{"imgsz", 320}, {"freeze", {0, 1}}};
    Table t({e, make(2, "b")});
    t.model.setParameterColumns({"param.imgsz", "param.freeze"});
    const int imgsz = t.model.columnOf("param.imgsz");
    ASSERT_GE(imgsz, 0);
    t.model.sort(imgsz, Qt::AscendingOrder);
    EXPECT_EQ(t.ids(), (Ids{1, 2}));
    EXPECT_EQ(t.model.index(0, t.model.columnOf("param.freeze")).data().toString(), QStringLiteral("[0, 1]"));
    EXPECT_EQ(t.model.index(1, t.model.columnOf("param.freeze")).data().toString(), QStringLiteral("None"));
    t.model.setParameterColumns({"param.freeze"});
    EXPECT_EQ(t.model.columnOf("param.imgsz"), -1);
    EXPECT_EQ(t.ids(), (Ids{2, 1})) << "the sort column went: newest first again";
}

TEST(ExperimentTable, tellsEmptyAndConstantColumns)
{
    Table t({make(1, "a", 5), make(2, "b", 5)});
    const auto contains = [&](const std::vector<int>& sections, const char* id) {
        return std::find(sections.begin(), sections.end(), t.model.columnOf(id)) != sections.end();
    };
    EXPECT_TRUE(contains(t.model.emptyColumns(), "cost"));
    EXPECT_FALSE(contains(t.model.emptyColumns(), "epoch_seconds"));
    EXPECT_TRUE(contains(t.model.constantColumns(), "epoch_seconds"));
    EXPECT_FALSE(contains(t.model.constantColumns(), "name"));
}

TEST(ExperimentTable, namesTheUnitInTheHeaderAndNotInTheCell)
{
    Experiment e = make(1, "a", 84.123);
    e.price = PricePerHour{Money(1'006'000, Currency())};
    Table t({e});
    const int price = t.model.columnOf("price_per_hour");
    EXPECT_EQ(t.model.headerData(price, Qt::Horizontal).toString(), QStringLiteral("price [USD/h]"));
    EXPECT_EQ(t.model.index(0, price).data().toString(), QStringLiteral("1.006"));
    EXPECT_EQ(t.model.headerData(t.model.columnOf("epoch_seconds"), Qt::Horizontal).toString(), QStringLiteral("epoch time [s]"));
}

TEST(ExperimentTable, asksForARenameInsteadOfDoingIt)
{
    Table t({make(1, "a")});
    QSignalSpy asked(&t.model, &ExperimentTableModel::renameRequested);
    EXPECT_TRUE(t.model.setData(t.model.index(0, 0), QStringLiteral(" b ")));
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.at(0).at(1).toString(), QStringLiteral("b"));
    EXPECT_FALSE(t.model.setData(t.model.index(0, 0), QStringLiteral("a"))) << "nothing changed";
    EXPECT_FALSE(t.model.setData(t.model.index(0, 0), QStringLiteral("  ")));
}

TEST(ExperimentTable, staysConsistentUnderRandomHistories)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::mt19937 random(seed);
        const auto roll = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        Table t({make(1, "a", 1)});
        ExperimentView view;
        view.setTable(&t.model);
        std::map<std::int64_t, Experiment> truth{{1, make(1, "a", 1)}};
        for (int step = 0; step < 60; ++step) {
            QSet<qint64> asked;
            std::vector<Experiment> rows;
            for (int i = 0; i < 1 + roll(4); ++i) {
                const std::int64_t id = 1 + roll(30);
                if (asked.contains(id)) {
                    continue;
                }
                asked.insert(id);
                if (roll(3) == 0) {
                    truth.erase(id);
                } else {
                    truth[id] = make(id, std::string(1, static_cast<char>('a' + roll(5))), roll(6));
                    rows.push_back(truth[id]);
                }
            }
            t.model.applyChanges(asked, rows);
            if (roll(4) == 0) {
                t.sort(roll(2) ? "name" : "epoch_seconds", roll(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
            }
            if (roll(4) == 0) {
                t.filter(roll(2) ? "epoch_seconds>2" : "");
                t.filter("");
            }
            ASSERT_EQ(t.model.rowCount(), static_cast<int>(truth.size())) << "seed " << seed << " step " << step;
            for (int row = 0; row < t.model.rowCount(); ++row) {
                const Experiment& shown = t.model.at(row);
                ASSERT_EQ(shown.spec.name, truth.at(shown.id.value).spec.name);
                ASSERT_EQ(t.model.rowOf(shown.id), row);
            }
        }
    }
}

TEST(ExperimentTable, copiesRawValuesAsTsvAndMarkdown)
{
    Experiment e = make(7, "a|b", 84.1234567);
    Table t({e});
    ExperimentView view;
    view.setTable(&t.model);
    for (int section = 0; section < t.model.columnCount(); ++section) {
        const std::string& id = t.model.columnList()[static_cast<size_t>(section)]->id;
        view.setColumnHidden(section, id != "name" && id != "epoch_seconds");
    }
    view.selectIds({ExperimentId(7)});
    EXPECT_EQ(view.copyText(ExperimentView::CopyFormat::Tsv), QStringLiteral("a|b\t84.1234567\n"));
    EXPECT_EQ(view.copyText(ExperimentView::CopyFormat::Markdown),
              QStringLiteral("| name | epoch time [s] |\n| --- | ---: |\n| a\\|b | 84.1234567 |\n"));
}

} // namespace
} // namespace yardstick::ui
