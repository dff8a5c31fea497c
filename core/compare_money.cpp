// The money of a row: its price in the currency of the comparison, what an epoch and the whole job cost, and the spot market.
#include "core/compare_rows.h"

#include <algorithm>

namespace yardstick::compare {
namespace {

void setPrice(const Frame& frame, MachineRow& row, const Quote& quote)
{
    row.price = quote.price;
    row.priceSinceMs = quote.validFromMs;
    row.priceSource = quote.source;
    row.priceExample = quote.example;
    row.quotedPrice.reset();
    row.rate.reset();
    const auto conversion = frame.catalogue.convert(quote.price, frame.options.currency);
    if (!conversion) {
        setReason(row, conversion.error());
        return;
    }
    if (conversion->rate) {
        row.price = conversion->price;
        row.quotedPrice = quote.price;
        row.rate = conversion->rate;
    }
}

/// How often it is taken away, and how much longer that makes a job. An interruption costs half an epoch, for a checkpoint is
/// written after each, and the set-up again.
/// False: it would never end, and has neither time nor cost.
bool setInterruptions(const Frame& frame, MachineRow& row)
{
    row.timeFactor = 1;
    if (!frame.options.spot || row.market != "spot") {
        return true;
    }
    const InterruptionRate rate = interruptionRate(frame.catalogue.history(row.machineId), frame.options.interruptionsPer100h);
    row.interruptionsPer100h = rate.perHour * 100;
    row.interruptionsMeasured = rate.measured;
    const auto factor = spotTimeFactor(rate.perHour, row.epochSeconds / 3600, row.setupSeconds / 3600);
    if (!factor) {
        setReason(row, {ErrorCode::NotAllowed, "It is taken away too often: an epoch would never end.", {}, {}});
        return false;
    }
    row.timeFactor = *factor;
    return true;
}

void setTimes(const Frame& frame, MachineRow& row)
{
    const double setup = frame.options.includeSetup ? row.setupSeconds : 0;
    const auto total = [&](double epoch) { return row.timeFactor * (setup + frame.options.epochs * epoch); };
    row.totalSeconds = total(row.epochSeconds);
    row.totalSecondsLow = total(std::max(0.0, row.epochLow));
    row.totalSecondsHigh = total(row.epochHigh);
    row.finishMs = frame.nowMs + static_cast<UtcMs>(std::min(row.totalSeconds, 1e12) * 1000);
    if (row.images > 0) {
        row.secondsPerImage = row.epochSeconds / row.images;
    }
}

/// In the currency of the comparison.
void setCosts(const Frame& frame, MachineRow& row)
{
    const PricePerHour price = *row.price;
    const auto cost = [&](double seconds) {
        const auto money = costPerEpoch(price, seconds * row.timeFactor);
        return money ? std::optional(*money) : std::nullopt;
    };
    row.costPerEpoch = cost(row.epochSeconds);
    row.costPerEpochLow = cost(std::max(0.0, row.epochLow));
    row.costPerEpochHigh = cost(row.epochHigh);
    row.costPer1000Images = row.secondsPerImage ? cost(*row.secondsPerImage * 1000) : std::nullopt;
    JobPlan plan = planOf(row, frame.options);
    plan.epochs = frame.options.epochs;
    const auto all = [&](double epochSeconds) {
        plan.epochSeconds = epochSeconds * row.timeFactor;
        const auto money = allInCost(plan);
        return money ? std::optional(*money) : std::nullopt;
    };
    row.allInLow = all(std::max(0.0, row.epochLow));
    row.allInHigh = all(row.epochHigh);
    row.allIn = all(row.epochSeconds);
    if (const auto each = allInCostPerEpoch(plan)) {
        row.allInPerEpoch = *each;
    }
}

/// What the catalogue says of the same machine type on the spot market, interruptions left out.
void setSpotCost(const Frame& frame, MachineRow& row)
{
    const Machine* machine = frame.catalogue.machine(row.machineId);
    const Quote* spot = machine == nullptr || row.market == "spot" ? nullptr : frame.catalogue.spotQuote(*machine);
    const auto price = spot == nullptr ? Result<Catalogue::Conversion>(Catalogue::Conversion{})
                                       : frame.catalogue.convert(spot->price, frame.options.currency);
    if (spot != nullptr && price) {
        if (const auto money = costPerEpoch(price->price, row.epochSeconds)) {
            row.spotCostPerEpoch = *money;
            row.spotSource = spot->source;
        }
    }
}

/// The same machine type on the spot market, with the times of `own`.
MachineRow spotRow(const Frame& frame, const MachineRow& own, const Machine* sibling, const Quote& quote)
{
    MachineRow row = own;
    for (std::optional<Money>* figure : {&row.costPerEpoch, &row.costPerEpochLow, &row.costPerEpochHigh, &row.costPer1000Images, &row.allIn,
                                         &row.allInLow, &row.allInHigh, &row.allInPerEpoch}) {
        figure->reset();
    }
    row.totalSeconds = row.totalSecondsLow = row.totalSecondsHigh = 0;
    row.finishMs = 0;
    row.market = "spot";
    row.machineId = sibling != nullptr ? sibling->id : own.machineId;
    row.basisFrom = own.basisFrom.empty() ? own.machine : own.basisFrom;
    row.spotCostPerEpoch.reset();
    row.spotSource.clear();
    priceRow(frame, row, &quote);
    return row;
}

} // namespace

JobPlan planOf(const MachineRow& row, const CompareOptions& options)
{
    const double setup = options.includeSetup ? row.setupSeconds : 0;
    return {Money(0, options.currency), *row.price, setup * row.timeFactor, row.epochSeconds * row.timeFactor, 1, 0};
}

void priceRow(const Frame& frame, MachineRow& row, const Quote* quote)
{
    const bool ends = row.n > 0 && setInterruptions(frame, row);
    if (ends) {
        setTimes(frame, row);
    }
    if (quote == nullptr) {
        setReason(row, {ErrorCode::NotFound, "This machine has no price per hour.", {}, {}});
        return;
    }
    setPrice(frame, row, *quote);
    if (ends && row.price->perHour.currency() == frame.options.currency) {
        setCosts(frame, row);
        setSpotCost(frame, row);
    }
}

void addSpotRows(const Frame& frame, std::vector<MachineRow>& rows)
{
    std::vector<MachineRow> added;
    std::vector<MachineId> replaced;
    for (MachineRow& row : rows) {
        const Machine* machine = frame.catalogue.machine(row.machineId);
        const Quote* quote = row.market == "spot" ? nullptr : frame.catalogue.spotQuote(*machine);
        if (quote == nullptr || !row.costPerEpoch || (row.why && !isExtrapolated(row.basis))) {
            continue;
        }
        const Machine* sibling = frame.catalogue.spotSibling(*machine);
        const auto own = std::find_if(rows.begin(), rows.end(), [&](const MachineRow& r) { return sibling != nullptr && r.machineId == sibling->id; });
        if (own != rows.end() && !own->why) { // timed there itself
            row.spotWorthIt = spotIsWorthIt(*own->price, *row.price, own->timeFactor);
            continue;
        }
        MachineRow spot = spotRow(frame, row, sibling, *quote);
        row.spotWorthIt = spot.costPerEpoch && spotIsWorthIt(*spot.price, *row.price, spot.timeFactor);
        if (own != rows.end()) {
            replaced.push_back(own->machineId);
        }
        added.push_back(std::move(spot));
    }
    std::erase_if(rows, [&](const MachineRow& r) { return std::find(replaced.begin(), replaced.end(), r.machineId) != replaced.end(); });
    rows.insert(rows.end(), added.begin(), added.end());
}

} // namespace yardstick::compare
