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

/// Machines and prices, read once.
class Catalogue
{
public:
    static Result<Catalogue> load(const StoreReader& store, UtcMs now);
    [[nodiscard]] const Machine* machine(MachineId id) const;
    /// The newest quote in force, of the machine's own market.
    [[nodiscard]] const Quote* quote(MachineId id) const;
    /// The newest spot quote of the same machine type: of its own or of its sibling with market spot.
    [[nodiscard]] const Quote* spotQuote(const Machine& machine) const;
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
    FxRates m_rates;
    UtcMs m_now = 0;
};

/// The row without rank. `runs` are those timed on this machine, comparable ones only.
Result<MachineRow> rowOf(const StoreReader& store, const Machine& machine, std::span<const Run* const> runs,
                         const Catalogue& catalogue, const CompareOptions& options);
/// Why the row cannot be ranked; the first reason stays.
void setReason(MachineRow& row, Error why);

/// Sets rank and deltaPercent, sorts, and writes the sentence.
Result<> rankRows(Comparison& comparison);

} // namespace yardstick::compare
