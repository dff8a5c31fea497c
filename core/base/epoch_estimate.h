// How long an epoch takes on a machine, from epochs that were timed there: mean, median and a 95 % interval.
// Not a forecast of one epoch: the interval is about the mean, which enters every cost. Pure functions, any thread.
// Method: epochs that stand out are counted apart and the mean is that of the current level (core/base/epoch_levels.h);
// its interval is Student's t, averaged over how alike neighbours may be (core/base/epoch_interval.h). Seconds throughout.
// How often the interval holds the truth: scripts/bench coverage. Where that is not 95 % ± 2 the estimate carries a doubt and
// the interval is shown as unreliable: below 30 epochs nobody can tell like neighbours from unlike ones, and an interval
// that is right for the former is too wide for the latter.
#pragma once

#include "core/base/student_t.h"

#include <span>
#include <string_view>

namespace yardstick {

/// Where an epoch time comes from. Derived: from published figures. Insufficient: fewer than kLeastEpochs steady epochs, so no
/// ranking. Similar and Guess are extrapolated (core/base/extrapolation.h), so no ranking: the same work on another computer with
/// the same GPU; other data, scaled by the number of images.
enum class Basis { Measured, Derived, Insufficient, Similar, Guess };
std::string_view toString(Basis basis); ///< "measured", "derived", "insufficient", "similar", "guess"
constexpr bool isExtrapolated(Basis basis) { return basis == Basis::Similar || basis == Basis::Guess; }

inline constexpr int kLeastEpochs = 3;
inline constexpr int kReliableEpochs = 30; ///< from so many at one level on the interval is relied on

/// Why a 95 % interval may hold the truth less, or more, often than it says; the first that applies. None: it does, or there is no
/// interval (derived, insufficient).
enum class Doubt {
    None,
    LastEpoch,      ///< the last epoch is out of line: a stall or a new level; the interval holds both
    RecentChange,   ///< fewer than kReliableEpochs since the level changed
    FewEpochs,      ///< fewer than kReliableEpochs: whether neighbours are alike cannot be seen
    LikeNeighbours  ///< so alike that the epochs are worth fewer than kLeastIndependent independent ones
};
inline constexpr double kLeastIndependent = 5;
std::string_view toString(Doubt doubt); ///< "", "last epoch", "recent change", "few epochs", "like neighbours"

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
    double effectiveN = 0;  ///< independent epochs that would say as much of the mean
    double standardError = 0;
    double low95 = 0;       ///< of the mean; equal to it when derived or insufficient
    double high95 = 0;
    Doubt doubt = Doubt::None;
    int droppedFirst = 0;   ///< first epochs of attempts
    int leftOutShared = 0;
    int leftOutStratum = 0; ///< of the other stratum
    int leftOutInvalid = 0; ///< not finite or not above 0
    int leftOutStalls = 0;  ///< stand out of the epochs around them
    int leftOutBefore = 0;  ///< ran before the level changed
    double stallShare = 0;  ///< 0…1: time that stalls took beyond ordinary epochs, of all time of the stratum
    double levelChange = 0; ///< current level − level before it; 0 when there is one level
    bool tailIsStratum = false; ///< the mean is that of epochs without mosaic
    double otherMean = 0;   ///< mean of the other stratum; 0 when leftOutStratum is 0
    [[nodiscard]] bool rankable() const { return basis == Basis::Measured || basis == Basis::Derived; }
};

/// The first epoch of each attempt and shared epochs are left out; of the rest the epochs with mosaic enter, or those
/// without where they are over half; of these the current level without stalls. Samples in the order in which they ran.
EpochEstimate estimateEpochs(std::span<const EpochSample> samples);

/// A published mean of n epochs: no interval, ranked, marked derived.
EpochEstimate derivedEstimate(double meanSeconds, int n);

} // namespace yardstick
