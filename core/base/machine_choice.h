// Which machine to take for a job of N epochs: by number of epochs, by a deadline, by what an hour of waiting is worth, on demand
// or spot; and how many epochs more would decide a tie. Pure functions, any thread. Seconds and money throughout.
//   deadline           the cheapest machine with P(T ≤ D) ≥ 95 %
//   value of time      the least C + v·T, v money per hour of waiting: as v grows it walks along the Pareto front
//   interruptions      λ = (1 + k)/(1/λ0 + H) per hour, the posterior mean of a Poisson rate with a Gamma prior of shape 1 and
//                      rate 1/λ0 (Gelman et al., Bayesian Data Analysis, 2.6), from k interruptions in H hours of one's own
//   spot               time and money × 1/(1 − λ(c/2 + r)) (spotTimeFactor); worth it when p_spot × that < p_on-demand
//   to decide a tie    Stein 1945: the deviation so far as if it were known; a half width goes with t(n−1)/√n
#pragma once

#include "core/base/cost.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace yardstick {

/// From `from` epochs on, until the next piece, no machine costs less than this one.
struct CheapestPiece
{
    size_t machine = 0;     ///< index into the plans
    std::int64_t from = 1;
    bool operator==(const CheapestPiece&) const = default;
};
/// The lower envelope of the all-in costs over 1, 2, … epochs; the first piece is from 1. A later machine takes over where it is
/// cheaper, not where it costs the same. A machine in no piece is never worth it. Empty without plans. `epochs` of the plans is
/// not used. InvalidArgument on two currencies or times that cannot be priced.
Result<std::vector<CheapestPiece>> cheapestByEpochs(std::span<const JobPlan> plans);

inline constexpr double kSureEnough = 0.95;

/// A job with what is uncertain about its end.
struct FinishPlan
{
    double setupSeconds = 0;       ///< S, as if it were known
    std::int64_t epochs = 1;       ///< N
    double epochSeconds = 0;       ///< e, mean
    bool interval = false;         ///< false: published, nothing is known of its error
    double epochHalfWidth = 0;     ///< of the 95 % interval of the mean
    double epochDeviation = 0;     ///< of single epochs
    int n = 0;                     ///< epochs that entered the mean
    double effectiveN = 0;         ///< independent epochs that would say as much
    double interruptionsPerHour = 0;
    double checkpointSeconds = 0;  ///< c: what is lost at most
    double restartSeconds = 0;     ///< r
};
/// P(T ≤ deadline), 0…1; nullopt without interval. T = S + N·e + k·(c/2 + r): Student's t with n − 1 degrees of freedom, whose
/// scale holds what is not known of the mean (N·half width/t) and the scatter of N epochs to come (σ·√(N·n/n_eff)); mixed over the
/// number k of interruptions, Poisson.
std::optional<double> probabilityToFinish(const FinishPlan& plan, double deadlineSeconds);
/// The least deadline that is met with kSureEnough, to a second; nullopt without interval, or when it would never end.
std::optional<double> surelyDoneAfter(const FinishPlan& plan);

/// A machine to choose from.
struct Candidate
{
    double seconds = 0; ///< T
    Money cost;         ///< C
    std::optional<double> probability{}; ///< to finish in time; none: T decides
};
/// The cheapest that finishes in time with kSureEnough (without a probability: whose T does); of equal ones the faster, then the
/// first. nullopt: none makes it. InvalidArgument on two currencies.
Result<std::optional<size_t>> cheapestInTime(std::span<const Candidate> candidates, double deadlineSeconds);

/// C + v·T. InvalidArgument on two currencies, v below 0, or a time that cannot be priced.
Result<Money> costWithTime(const Money& cost, double seconds, PricePerHour valueOfTime);
/// The one with the least C + v·T; of equal ones the cheaper, then the faster, then the first. nullopt without candidates.
Result<std::optional<size_t>> bestWithTime(std::span<const Candidate> candidates, PricePerHour valueOfTime);

/// What was seen on a machine of the spot market.
struct InterruptionHistory
{
    double hours = 0; ///< in which jobs ran there
    int interruptions = 0;
};
inline constexpr double kAssumedInterruptionsPer100h = 5; ///< where the user says nothing
struct InterruptionRate
{
    double perHour = 0;    ///< posterior mean: shape / rateHours
    double shape = 1;      ///< of the Gamma posterior
    double rateHours = 0;
    bool measured = false; ///< the own history weighs more than what was assumed
};
/// `assumedPer100h` ≥ 0 is the mean of the prior, which weighs as much as one interruption. 0: no prior, the history alone.
InterruptionRate interruptionRate(InterruptionHistory history, double assumedPer100h);
/// p_spot × factor < p_on-demand, both in one currency (false otherwise).
bool spotIsWorthIt(PricePerHour spot, PricePerHour onDemand, double timeFactor);

/// A cost per epoch with its 95 % interval; low = high: none.
struct TiedCost
{
    Money cost, low, high;
    int n = 0; ///< epochs that entered it
};
struct TieBreak
{
    enum class Where { First, Second, Both };
    Where where = Where::Both;
    std::int64_t epochs = 0; ///< more, on each that is named; 0: they do not tie
};
inline constexpr std::int64_t kMostEpochsToDecide = 10'000;
/// How many epochs more, on one of them where that is enough, would part the intervals if the means stay what they are: an
/// estimate. nullopt: more than kMostEpochsToDecide, no interval to narrow, or two currencies.
std::optional<TieBreak> epochsToDecide(const TiedCost& first, const TiedCost& second);

} // namespace yardstick
