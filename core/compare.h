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
    std::vector<ExperimentId> experiments; ///< empty: all that have epochs
    std::vector<MachineId> machines;       ///< empty: all that these ran on
    std::optional<std::string> providerContains; ///< e.g. "Genesis" or "AWS"
    int epochs = 50;              ///< N of the all-in figures
    bool includeSetup = true;
    Currency currency;
    bool onlyComparable = true;   ///< otherwise rows that differ are greyed with the reason
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
    double dataWaitShare = 0;     ///< 0…1
    std::optional<PricePerHour> price;
    UtcMs priceSinceMs = 0;
    std::string priceSource;
    bool priceExample = false;
    std::optional<Money> costPerEpoch;
    std::optional<Money> costPerEpochLow, costPerEpochHigh;
    double setupSeconds = 0;
    std::optional<Money> allIn;          ///< for N epochs
    std::optional<Money> allInPerEpoch;
    double totalSeconds = 0;             ///< for N epochs
    std::optional<Money> spotCostPerEpoch; ///< from a catalogue spot price, when there is one
    std::string spotSource;
    int rank = 0;                        ///< from 1; ties share; 0: not ranked
    std::optional<double> deltaPercent;  ///< to the cheapest
    std::string reason;                  ///< why greyed or not ranked; empty: fine
    UtcMs lastMeasuredMs = 0;
};
struct Comparison
{
    CompareOptions options;
    std::vector<MachineRow> rows; ///< by rank, then by cost per epoch
    std::string sentence;         ///< "A is cheapest above 34 epochs; below, B."
    std::vector<std::string> sentenceArgs;
};
Result<Comparison> compareMachines(const StoreReader& store, const CompareOptions& options);

/// Writes the built-in reference benchmark as ordinary experiments, attempts, epochs and quotes. Idempotent.
class StoreWriter;
Result<int> importReference(StoreWriter& store); ///< number of machines written

} // namespace yardstick
