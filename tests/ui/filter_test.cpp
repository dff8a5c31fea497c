// The filter language: what it matches, what it refuses and where, what it completes.
#include "ui/experiments/filter.h"

#include <gtest/gtest.h>

namespace yardstick::ui {
namespace {

Experiment sample()
{
    Experiment e;
    e.id = ExperimentId(14);
    e.spec.name = "v8s-640-b16";
    e.spec.modelVariant = "yolov8s";
    e.spec.tags = {"best", "Night run"};
    e.spec.notes = "on the new camera";
    e.spec.params = {{"imgsz", 640}, {"batch", 16}, {"freeze", {0, 1}}};
    e.status = ExperimentStatus::Running;
    e.machineId = MachineId(1);
    e.best["map50"] = 0.655;
    e.epochSeconds = 84.1;
    e.epochsDone = 12;
    e.epochsPlanned = 50;
    e.costPerEpoch = Money(23'500, Currency());
    e.costSoFar = Money(310'000, Currency());
    e.createdMs = 1'780'000'000'000; // 2026-05-28
    return e;
}

ExperimentNames names()
{
    ExperimentNames n;
    n.machines[1] = "g5.xlarge";
    return n;
}

bool matches(const char* text)
{
    const auto filter = Filter::parse(QString::fromUtf8(text));
    EXPECT_TRUE(filter) << text << ": " << (filter ? "" : filter.error().sentence.toStdString());
    const Experiment e = sample();
    return filter && filter->matches(e, names(), Filter::searchText(e, names()));
}

struct Case
{
    const char* text;
    bool expected;
};

class FilterMatches : public testing::TestWithParam<Case>
{
};

TEST_P(FilterMatches, asWritten)
{
    EXPECT_EQ(matches(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Table, FilterMatches,
    testing::Values(Case{"", true}, Case{"map50>0.6 and (model~\"v8s\" or tag:best) and cost<2", true}, Case{"map50>0.7", false},
                    Case{"map50>=0.655", true}, Case{"not map50>0.7", true}, Case{"map50>0.7 or cost<1", true},
                    Case{"map50>0.6 and cost>1", false}, Case{"map50>0.7 or map50<0.6 or epoch=12", true}, Case{"tag:BEST", true},
                    Case{"tag:bes", false}, Case{"tag~bes", true}, Case{"tags:\"night run\"", true}, Case{"tag!=best", false},
                    Case{"status:running", true}, Case{"status!=running", false}, Case{"imgsz=640", true}, Case{"imgsz>640", false},
                    Case{"batch>=16 imgsz<700", true}, Case{"lr0=0.01", true}, Case{"freeze=none", false}, Case{"freeze~\"0, 1\"", true},
                    Case{"recall=none", true}, Case{"recall>0", false}, Case{"recall!=1", true}, Case{"machine=g5.xlarge", true},
                    Case{"machine~G5", true}, Case{"queue=none", true}, Case{"camera", true}, Case{"\"new camera\"", true},
                    Case{"camera g5", true}, Case{"tripod", false}, Case{"#14", true}, Case{"created>2026-01-01", true},
                    Case{"created>2026-11-30", false}, Case{"NOT (camera AND tripod)", true}, Case{"cost_per_epoch<0.03", true}));

struct Fault
{
    const char* text;
    int position;
};

class FilterRefuses : public testing::TestWithParam<Fault>
{
};

TEST_P(FilterRefuses, withThePlaceOfTheFault)
{
    const auto filter = Filter::parse(QString::fromUtf8(GetParam().text));
    ASSERT_FALSE(filter) << GetParam().text;
    EXPECT_EQ(filter.error().position, GetParam().position) << GetParam().text;
    EXPECT_FALSE(filter.error().sentence.isEmpty());
}

INSTANTIATE_TEST_SUITE_P(Table, FilterRefuses,
                         testing::Values(Fault{"map50>", 6}, Fault{"map50>high", 6}, Fault{"(camera", 0}, Fault{"camera)", 6},
                                         Fault{"and camera", 0}, Fault{"camera and", 10}, Fault{"nothing_like_it>1", 0},
                                         Fault{"name=\"open", 5}, Fault{"created>yesterday", 8}, Fault{"not", 3}, Fault{"()", 1}));

TEST(Filter, completesColumnsParametersAndTags)
{
    EXPECT_TRUE(completeFilter(QStringLiteral("imgs"), 4, {}, {}).candidates.contains(QStringLiteral("imgsz")));
    EXPECT_TRUE(completeFilter(QStringLiteral("camera and ma"), 13, {}, {}).candidates.contains(QStringLiteral("map50")));
    const FilterCompletion tag = completeFilter(QStringLiteral("tag:be"), 6, {QStringLiteral("best"), QStringLiteral("other")}, {});
    EXPECT_EQ(tag.start, 4);
    EXPECT_EQ(tag.candidates, QStringList{QStringLiteral("best")});
    EXPECT_TRUE(completeFilter(QStringLiteral("status:ru"), 9, {}, {}).candidates.contains(QStringLiteral("running")));
    EXPECT_TRUE(completeFilter(QStringLiteral("map50>0"), 7, {}, {}).candidates.isEmpty());
}

} // namespace
} // namespace yardstick::ui
