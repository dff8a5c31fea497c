// How long an epoch takes on a machine, from epochs that were timed there: mean, median and a 95 % interval.
// Not a forecast of one epoch: the interval is about the mean, which enters every cost. Pure functions, any thread.
// Method: Student's t with an effective number of epochs n(1 − r)/(1 + r), r the lag-1 autocorrelation with its
// small-sample bias taken out (Bayley and Hammersley 1946; Marriott and Pope 1954). Seconds throughout.
#pragma once

#include <span>
#include <string_view>

namespace yardstick {

/// Where an epoch time comes from. Insufficient: fewer than kLeastEpochs steady epochs, so no ranking.
enum class Basis { Measured, Derived, Insufficient };
std::string_view toString(Basis basis); ///< "measured", "derived", "insufficient"

inline constexpr int kLeastEpochs = 3;

/// One timed epoch, in the order in which they ran.
struct EpochSample
{
    double seconds = 0;
    bool firstOfAttempt = false; ///< pays for caches and warm-up: dropped
    bool mosaicOff = false;      ///< the close_mosaic tail, a stratum of its own
    bool shared = false;         ///< timed while another job ran on the host: left out
    int attempt = 1;             ///< neighbours count as neighbours within one attempt only
};

struct EpochEstimate
{
    Basis basis = Basis::Insufficient;
    int n = 0;              ///< epochs that entered the mean
    double mean = 0;        ///< 0 when n is 0
    double median = 0;
    double standardDeviation = 0; ///< of single epochs; 0 when n < 2
    double effectiveN = 0;
    double standardError = 0;
    double low95 = 0;       ///< of the mean; equal to it when derived or insufficient
    double high95 = 0;
    int droppedFirst = 0;   ///< first epochs of attempts
    int leftOutShared = 0;
    int leftOutStratum = 0; ///< of the other stratum
    int leftOutInvalid = 0; ///< not finite or not above 0
    bool tailIsStratum = false; ///< the mean is that of epochs without mosaic
    double otherMean = 0;   ///< mean of the other stratum; 0 when leftOutStratum is 0
    [[nodiscard]] bool rankable() const { return basis != Basis::Insufficient; }
};

/// The first epoch of each attempt and shared epochs are left out; of the rest the epochs with mosaic enter, or those
/// without where they are over half.
EpochEstimate estimateEpochs(std::span<const EpochSample> samples);

/// A published mean of n epochs: no interval, ranked, marked derived.
EpochEstimate derivedEstimate(double meanSeconds, int n);

/// The two-sided 95 % quantile of Student's t; degreesOfFreedom ≥ 1, need not be whole.
double studentT975(double degreesOfFreedom);

} // namespace yardstick
