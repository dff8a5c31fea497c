// Compare: the table behind Compare › Machines, the bar charts, the exports and `yardstick compare`. One computation, from
// the store's epochs and quotes through core/base/cost.h. Owner thread: the reader's.
#pragma once

#include "core/base/machine_choice.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick {

/// A sentence as template and arguments, for translation; empty: there is nothing to say.
struct Sentence
{
    std::string text;
    std::vector<std::string> args;
    [[nodiscard]] bool empty() const { return text.empty(); }
    [[nodiscard]] std::string english() const { return formatTemplate(text, args); }
};

struct CompareOptions
{
    std::vector<ExperimentId> experiments{}; ///< empty: all that have epochs
    std::vector<MachineId> machines{};    ///< empty: all that these ran on
    std::optional<std::string> providerContains{}; ///< e.g. "Genesis" or "AWS"; in any case
    int epochs = 50;              ///< N of the all-in figures; at least 1
    bool includeSetup = true;
    Currency currency{};
    bool onlyComparable = false;  ///< leave out machines without comparable runs; otherwise they are greyed with the reason
    /// The run whose work the others must equal. None: the work that was timed on most machines (measured before published,
    /// but work on one machine last), of several the newest.
    ExperimentId baseline{};
    std::optional<double> deadlineSeconds{};    ///< from now, above 0: who finishes N epochs in time, and who of them is cheapest
    std::optional<PricePerHour> valueOfTime{};  ///< what an hour of waiting costs, in `currency`; not below 0
    /// Count what interruptions cost on the spot market, and show machine types that have a spot price there too. Off: prices and
    /// times of spot machines as they are.
    bool spot = false;
    double interruptionsPer100h = kAssumedInterruptionsPer100h; ///< assumed until own history weighs more; at least 0
    /// Compare runs that differ only in their data by seconds per image: their epochs are scaled to the number of images of the
    /// work that is compared. Off: they are greyed with the reason.
    bool perImage = false;
    bool extrapolate = true; ///< rows of machines without own measurements from the same GPU; marked, never ranked
};

struct MachineRow
{
    MachineId machineId;
    std::string machine, provider, market, gpu; ///< the name; "a100 (ultralytics)" beside rows of other trainers
    std::string label;            ///< the machine, with what tells it from others of its name: "g5.xlarge (spot)"
    std::string backend;          ///< native | ultralytics; empty: nothing comparable was timed
    std::vector<ExperimentId> experiments;
    Basis basis = Basis::Insufficient;
    std::string basisFrom;        ///< of which machine the times are, where they are not its own; empty: its own
    int n = 0;                    ///< epochs that entered the mean
    double epochSeconds = 0;      ///< mean
    double epochMedian = 0;
    double epochLow = 0, epochHigh = 0; ///< 95 %; equal to the mean when derived
    double epochDeviation = 0;    ///< of single epochs
    double effectiveN = 0;        ///< independent epochs that would say as much of the mean
    Doubt doubt = Doubt::None;    ///< why this interval is unreliable
    double images = 0;            ///< per epoch of these times; 0: unknown
    double imagesTimed = 0;       ///< per epoch of the runs that they were scaled from; 0: not scaled
    std::optional<double> secondsPerImage;    ///< epochSeconds / images
    std::optional<Money> costPer1000Images;   ///< of that; known wherever images and price are
    int stalls = 0;               ///< epochs that stood out and are not in the mean
    double stallShare = 0;        ///< 0…1: what they took beyond ordinary epochs, of all time
    double dataWaitShare = 0;     ///< 0…1; NaN: not known (published)
    std::optional<PricePerHour> price;   ///< in the currency of the comparison; as quoted when there is no rate
    std::optional<PricePerHour> quotedPrice; ///< as quoted, where it was converted
    std::optional<FxRate> rate;          ///< with which it was converted; its newest in force now
    UtcMs priceSinceMs = 0;
    std::string priceSource;
    bool priceExample = false;
    std::optional<Money> costPerEpoch;
    std::optional<Money> costPerEpochLow, costPerEpochHigh;
    double setupSeconds = 0;             ///< median over attempts, from the first step towards it to the first epoch
    bool setupKnown = false;             ///< false: counted as 0
    std::optional<Money> allIn;          ///< for N epochs
    std::optional<Money> allInLow, allInHigh; ///< 95 %, as the epoch time's
    std::optional<Money> allInPerEpoch;
    double totalSeconds = 0;             ///< for N epochs
    double totalSecondsLow = 0, totalSecondsHigh = 0; ///< 95 %, as the epoch time's
    UtcMs finishMs = 0;                  ///< Comparison::nowMs + totalSeconds; 0: unknown
    std::optional<double> surelySeconds; ///< after which it has finished with 95 %, scatter of epochs and interruptions included
    std::optional<double> finishProbability; ///< P(T ≤ deadline); none: no deadline, or no interval
    std::optional<bool> meetsDeadline;   ///< with 95 %; without interval: whether totalSeconds does. None: no deadline or no time
    std::optional<Money> totalWithTimeValue; ///< allIn + value of time × totalSeconds
    bool bestWithTimeValue = false;      ///< the least of them among the ranked
    bool onParetoFront = false;          ///< nobody ranked is both as fast and as cheap for N epochs, and better in one
    std::optional<double> interruptionsPer100h; ///< on the spot market, with CompareOptions::spot
    bool interruptionsMeasured = false;  ///< own history weighs more than what was assumed
    double timeFactor = 1;               ///< what interruptions make of each second: counted in all times and costs of the job
    std::optional<bool> spotWorthIt;     ///< on demand, with CompareOptions::spot: spot price × its factor is below the own price
    std::optional<Money> spotCostPerEpoch; ///< from a catalogue spot price, when there is one
    std::string spotSource;
    int rank = 0;                        ///< from 1 by cost per epoch; ties share; 0: not ranked
    std::optional<double> deltaPercent;  ///< cost per epoch, to the cheapest that is ranked; extrapolated ones may be below 0
    std::optional<double> allInDeltaPercent; ///< the same of allIn
    std::string reason;                  ///< why greyed or not ranked; empty: fine
    std::optional<Error> why;            ///< the same as template and arguments, for translation
    UtcMs lastMeasuredMs = 0;
    std::string batch, workers;          ///< of the runs that entered: shown, never a reason
    int threads = 0;
};

/// One kind of work that may be compared, e.g. for a box to choose from.
struct Workload
{
    ExperimentId example;  ///< the newest run of it: CompareOptions::baseline
    std::string model, data;
    int imgsz = 0;
    int machines = 0;      ///< timed on so many
    int experiments = 0;
    bool derived = false;  ///< published figures only
};

struct Comparison
{
    CompareOptions options;
    UtcMs nowMs = 0;              ///< when it was made
    double imagesPerEpoch = 0;    ///< of the work that is compared; 0: unknown
    std::vector<MachineRow> rows; ///< by rank, then by cost per epoch; not ranked last
    std::string sentence;         ///< "{0} is cheapest above {1} epochs; below, {2}; {3} is never worth it."
    std::vector<std::string> sentenceArgs;
    std::vector<CheapestPiece> cheapest; ///< who is cheapest all-in from how many epochs on; indices into rows
    Sentence deadlineSentence;    ///< with a deadline: who is cheapest in time, or that nobody is sure to make it
    Sentence timeValueSentence;   ///< with a value of time: who costs least with the wait
    Sentence tieSentence;         ///< where rank 1 is shared: how many epochs more would decide
    Sentence extrapolatedSentence; ///< where an extrapolated machine may be cheaper than every ranked one: worth timing
    std::vector<Workload> workloads; ///< in the order of CompareOptions::baseline
    std::optional<size_t> workload;  ///< the one that was compared
};
/// The exchange rates that prices of its rows were converted with, each once.
std::vector<FxRate> ratesUsed(const Comparison& comparison);
Result<Comparison> compareMachines(const StoreReader& store, const CompareOptions& options);

/// The project that holds the reference benchmark.
inline constexpr const char* kReferenceProject = "Reference benchmark";
/// Writes the built-in reference benchmark as ordinary experiments, attempts, epochs and quotes. Idempotent: what is there
/// stays as it is, later quotes included; what lies in the trash comes back.
class StoreWriter;
Result<int> importReference(StoreWriter& store); ///< number of its machines, new or not

/// Whether the attempt's epochs are published figures and no measurement.
bool isDerived(const Attempt& attempt);

} // namespace yardstick
