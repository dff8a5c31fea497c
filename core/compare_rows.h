// How compareMachines makes its rows: from one machine and the runs that were timed on it. Part of core/compare; not for
// other layers. Owner thread: the reader's.
#pragma once

#include "core/base/machine_ranking.h"
#include "core/compare.h"

#include <map>
#include <span>
#include <vector>

namespace yardstick::compare {

/// An experiment with what decides whether it may be compared.
struct Run
{
    Experiment experiment;
    ComparisonKey key;
    bool derived = false;
};

/// Machines, prices and, where asked for, how often machines were taken away; read once.
class Catalogue
{
public:
    static Result<Catalogue> load(const StoreReader& store, UtcMs now, bool withHistory = false);
    [[nodiscard]] const Machine* machine(MachineId id) const;
    /// The newest quote in force, of the machine's own market.
    [[nodiscard]] const Quote* quote(MachineId id) const;
    /// The newest spot quote of the same machine type: of its own or of its sibling with market spot.
    [[nodiscard]] const Quote* spotQuote(const Machine& machine) const;
    /// That sibling; nullptr: there is none.
    [[nodiscard]] const Machine* spotSibling(const Machine& machine) const;
    [[nodiscard]] InterruptionHistory history(MachineId id) const; ///< nothing where none was read
    [[nodiscard]] const std::map<MachineId, Machine>& machines() const { return m_machines; }
    /// `price` in another currency with the rate in force now: converted, rounded half-even once to a micro-unit.
    struct Conversion
    {
        PricePerHour price;
        std::optional<FxRate> rate; ///< none: the currency is the same
    };
    [[nodiscard]] Result<Conversion> convert(PricePerHour price, Currency to) const;

private:
    std::map<MachineId, Machine> m_machines;
    std::map<MachineId, Quote> m_inForce, m_spot;
    std::map<MachineId, InterruptionHistory> m_histories;
    FxRates m_rates;
    UtcMs m_now = 0;
};

/// The parameter as text: a number, "auto" or a fraction.
std::string batchOf(const Experiment& experiment);

/// What all rows of one comparison are made with.
struct Frame
{
    const StoreReader& store;
    const Catalogue& catalogue;
    const CompareOptions& options;
    const ComparisonKey& base;  ///< the work that is compared
    UtcMs nowMs = 0;
    double images = 0;          ///< per epoch of that work; 0: unknown
    std::string batch;          ///< of its newest run
};

/// The times of the row, without price. `runs` are those timed on this machine; those with the batch size of the newest enter.
Result<MachineRow> timedRow(const StoreReader& store, const Machine& machine, std::span<const Run* const> runs);
/// Price, costs, and time of the job, from the times of the row. `quote` may be null.
void priceRow(const Frame& frame, MachineRow& row, const Quote* quote);
/// Both, with the machine's own quote. `runs` are comparable ones only.
Result<MachineRow> rowOf(const Frame& frame, const Machine& machine, std::span<const Run* const> runs);
/// Why the row cannot be ranked; the first reason stays.
void setReason(MachineRow& row, Error why);
void setEstimate(MachineRow& row, const EpochEstimate& estimate);
EpochEstimate estimateOf(const MachineRow& row);
/// Of the runs, those on the data of the newest one.
std::vector<const Run*> onNewestData(std::span<const Run* const> runs);

/// One machine and the runs that were timed there.
struct MachineRuns
{
    const Machine* machine = nullptr;
    std::vector<const Run*> same;  ///< of the work that is compared
    std::vector<const Run*> other;
};
/// Runs on other data, scaled to the images of the work that is compared; nullopt: none differs only in its data. Greyed with the
/// reason where the number of images is not known.
Result<std::optional<MachineRow>> perImageRow(const Frame& frame, const MachineRuns& runs);
/// For a machine on which the work was not timed: from `timed` rows of the same GPU, else from runs on other data there or on the
/// same GPU. Marked and never ranked; nullopt: there is nothing to extrapolate from.
Result<std::optional<MachineRow>> extrapolatedRow(const Frame& frame, const MachineRuns& runs, std::span<const MachineRow> timed,
                                                  std::span<const MachineRuns> all);
/// Rows of the spot market beside those on demand, and whether it is worth it.
void addSpotRows(const Frame& frame, std::vector<MachineRow>& rows);

/// Sets label, rank and differences, sorts, and writes the sentence.
Result<> rankRows(Comparison& comparison);
/// Pareto front, deadline, value of time, and what there is to say of them. The first `ranked` rows are ranked.
Result<> chooseRows(Comparison& comparison, size_t ranked);
JobPlan planOf(const MachineRow& row, const CompareOptions& options);

} // namespace yardstick::compare
