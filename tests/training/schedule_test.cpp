// Learning rates, warm-up, accumulation, weight decay, the choice of `auto`, the average's decay and early stop, against
// worked tables.
#include "training/engine/early_stop.h"
#include "training/engine/ema.h"
#include "training/engine/schedule.h"

#include <gtest/gtest.h>

namespace yardstick::training {
namespace {

TEST(Schedule, linearAndCosineFactors)
{
    const Schedule linear({.epochs = 100});
    const Schedule cosine({.epochs = 100, .cosine = true});
    const struct
    {
        int epoch;
        double linear, cosine;
    } table[]{{0, 1, 1}, {50, 0.505, 0.505}, {90, 0.109, 0.034227}, {99, 0.0199, 0.010244}};
    for (const auto& row : table) {
        EXPECT_NEAR(linear.factor(row.epoch), row.linear, 1e-6) << row.epoch;
        EXPECT_NEAR(cosine.factor(row.epoch), row.cosine, 1e-6) << row.epoch;
    }
}

TEST(Schedule, warmUpRisesFromItsOwnStart)
{
    const Schedule schedule({.epochs = 100, .batchesPerEpoch = 100, .warmupEpochs = 3, .batch = 16});
    EXPECT_EQ(schedule.warmupBatches(), 300);
    const StepPlan first = schedule.at(0, 0, 0.01);
    EXPECT_EQ(first.accumulate, 1);
    EXPECT_DOUBLE_EQ(first.biasLr, 0.1);
    EXPECT_DOUBLE_EQ(first.lr, 0);
    EXPECT_DOUBLE_EQ(first.momentum, 0.8);
    const StepPlan middle = schedule.at(150, 1, 0.01);
    EXPECT_EQ(middle.accumulate, 2); // 2.5 rounded half to even
    EXPECT_NEAR(middle.biasLr, (0.1 + 0.01 * schedule.factor(1)) / 2, 1e-12);
    EXPECT_NEAR(middle.lr, 0.01 * schedule.factor(1) / 2, 1e-12);
    EXPECT_NEAR(middle.momentum, (0.8 + 0.937) / 2, 1e-12);
    const StepPlan after = schedule.at(301, 3, 0.01);
    EXPECT_EQ(after.accumulate, 4);
    EXPECT_NEAR(after.lr, 0.01 * schedule.factor(3), 1e-12);
    EXPECT_DOUBLE_EQ(after.momentum, 0.937);
}

TEST(Schedule, warmUpIsAtLeastAHundredBatchesAndAtMostAThirdOfTheRun)
{
    EXPECT_EQ(Schedule({.epochs = 300, .batchesPerEpoch = 1}).warmupBatches(), 100);
    EXPECT_EQ(Schedule({.epochs = 30, .batchesPerEpoch = 19}).warmupBatches(), 100);
    EXPECT_EQ(Schedule({.epochs = 3, .batchesPerEpoch = 10}).warmupBatches(), 10);
    EXPECT_EQ(Schedule({.epochs = 100, .batchesPerEpoch = 1000}).warmupBatches(), 3000);
    EXPECT_EQ(Schedule({.epochs = 100, .batchesPerEpoch = 1000, .warmupEpochs = 0}).warmupBatches(), 0);
}

TEST(Schedule, accumulationAndWeightDecayFollowTheBatch)
{
    const struct
    {
        int batch;
        std::int64_t accumulate;
        double decay;
    } table[]{{16, 4, 5e-4}, {48, 1, 3.75e-4}, {96, 1, 7.5e-4}, {128, 1, 1e-3}, {64, 1, 5e-4}, {26, 2, 4.0625e-4}};
    for (const auto& row : table) {
        EXPECT_EQ(accumulation(row.batch, 64), row.accumulate) << row.batch;
        EXPECT_NEAR(effectiveWeightDecay(5e-4, row.batch, 64), row.decay, 1e-9) << row.batch;
    }
}

TEST(AutoOptimizer, dependsOnIterationsAndClasses)
{
    const std::pair<int, double> table[]{{1, .002}, {2, .001667}, {3, .001429}, {10, .000714}, {20, .000417}, {80, .000119}};
    for (const auto& [classes, lr] : table) {
        const auto chosen = chooseOptimizer(205, 16, 64, 100, classes);
        EXPECT_EQ(chosen.name, "AdamW");
        EXPECT_DOUBLE_EQ(chosen.lr, lr) << classes;
        EXPECT_EQ(chosen.iterations, 400);
    }
    const auto longRun = chooseOptimizer(6471, 16, 64, 100, 10);
    EXPECT_EQ(longRun.name, "SGD");
    EXPECT_DOUBLE_EQ(longRun.lr, 0.01);
    EXPECT_DOUBLE_EQ(longRun.warmupBiasLr, 0);
    EXPECT_EQ(longRun.iterations, 10200);
    EXPECT_EQ(chooseOptimizer(64 * 100, 16, 64, 100, 10).name, "AdamW"); // exactly 10000
}

TEST(Ema, decayTable)
{
    const std::pair<int, double> table[]{{1, .0005}, {100, .048766}, {1000, .39343}, {2000, .632057}, {10000, .993163}};
    for (const auto& [updates, decay] : table) {
        EXPECT_NEAR(Ema::decay(updates), decay, updates == 1 ? 2e-6 : 1e-5) << updates;
    }
}

TEST(EarlyStop, needsStrictImprovement)
{
    EarlyStop stop(3, 0, 0);
    EXPECT_TRUE(stop.add(1, 0.5));
    EXPECT_FALSE(stop.add(2, 0.5)); // a plateau is no improvement
    EXPECT_TRUE(stop.mayStopAt(3));
    EXPECT_FALSE(stop.shouldStop(3));
    EXPECT_FALSE(stop.add(4, 0.4));
    EXPECT_TRUE(stop.shouldStop(4));
    EXPECT_EQ(stop.bestEpoch(), 1);
    EXPECT_TRUE(stop.add(5, 0.51));
    EXPECT_FALSE(stop.shouldStop(5));
}

TEST(EarlyStop, zeroPatienceNeverStops)
{
    EarlyStop stop(0, 0, 0);
    stop.add(1, 0.9);
    EXPECT_FALSE(stop.shouldStop(1000));
    EXPECT_FALSE(stop.mayStopAt(1000));
}

TEST(EarlyStop, nothingFoundYetIsNoPlateau)
{
    EarlyStop stop(2, 0, 0);
    for (int epoch = 1; epoch <= 10; ++epoch) {
        EXPECT_TRUE(stop.add(epoch, 0));
        EXPECT_FALSE(stop.shouldStop(epoch));
    }
}

} // namespace
} // namespace yardstick::training
