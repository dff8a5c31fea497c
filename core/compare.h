// Compare: the table behind Compare › Machines, the bar charts, the exports and `yardstick compare`. One computation, from
// the store's epochs and quotes through core/base/cost.h. Owner thread: the reader's.
#pragma once

#include "core/base/cost.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace yardstick {

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
};

struct MachineRow
{
    MachineId machineId;
    std::string machine, provider, market, gpu;
    std::vector<ExperimentId> experiments;
    Basis basis = Basis::Insufficient;
    int n = 0;                    ///< epochs that entered the mean
    double epochSeconds = 0;      ///< mean
    double epochMedian = 0;
    double epochLow = 0, epochHigh = 0; ///< 95 %; equal to the mean when derived
    Doubt doubt = Doubt::None;    ///< why this interval is unreliable
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
    std::optional<Money> allInPerEpoch;
    double totalSeconds = 0;             ///< for N epochs
    std::optional<Money> spotCostPerEpoch; ///< from a catalogue spot price, when there is one
    std::string spotSource;
    int rank = 0;                        ///< from 1 by cost per epoch; ties share; 0: not ranked
    std::optional<double> deltaPercent;  ///< to the cheapest
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
    std::vector<MachineRow> rows; ///< by rank, then by cost per epoch; not ranked last
    std::string sentence;         ///< "{0} is cheapest above {1} epochs; below, {2}."
    std::vector<std::string> sentenceArgs;
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
