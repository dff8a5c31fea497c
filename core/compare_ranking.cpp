// Ranks and the sentence of a comparison: who is cheapest from how many epochs on.
#include "core/compare_rows.h"

#include <algorithm>
#include <cmath>

namespace yardstick::compare {
namespace {

JobPlan planOf(const MachineRow& row, const CompareOptions& options)
{
    return {Money(0, options.currency), *row.price, options.includeSetup ? row.setupSeconds : 0, row.epochSeconds, 1, 0};
}

/// Who has the lowest all-in cost from `from` epochs on, until the next piece.
struct Piece
{
    size_t row = 0;
    std::int64_t from = 1;
};

/// The lower envelope of the all-in costs of rows [0, count) over 1, 2, … epochs.
Result<std::vector<Piece>> envelope(const Comparison& comparison, size_t count)
{
    std::vector<JobPlan> plans;
    for (size_t i = 0; i < count; ++i) {
        plans.push_back(planOf(comparison.rows[i], comparison.options));
    }
    std::vector<Piece> pieces;
    Piece now{0, 1};
    for (size_t i = 1; i < count; ++i) { // cheapest at one epoch
        const auto better = breakEvenEpochs(plans[i], plans[now.row]);
        if (!better) {
            return fail(better.error());
        }
        if (better->kind == BreakEven::Kind::AlwaysA || better->kind == BreakEven::Kind::AFirstThenB) {
            now.row = i;
        }
    }
    while (true) {
        pieces.push_back(now);
        std::optional<Piece> next;
        for (size_t i = 0; i < count; ++i) {
            if (i == now.row) {
                continue;
            }
            const auto crossing = breakEvenEpochs(plans[now.row], plans[i]);
            if (!crossing) {
                return fail(crossing.error());
            }
            const bool overtakes = crossing->kind == BreakEven::Kind::AFirstThenB && crossing->cheaperFrom > now.from;
            const bool sooner = !next || crossing->cheaperFrom < next->from
                || (crossing->cheaperFrom == next->from && plans[i].price.perHour.micros() * plans[i].epochSeconds
                        < plans[next->row].price.perHour.micros() * plans[next->row].epochSeconds);
            if (overtakes && sooner) {
                next = Piece{i, crossing->cheaperFrom};
            }
        }
        if (!next) {
            return pieces;
        }
        now = *next;
    }
}

void say(Comparison& comparison, std::string text, std::vector<std::string> args)
{
    comparison.sentence = std::move(text);
    comparison.sentenceArgs = std::move(args);
}

Result<> writeSentence(Comparison& comparison, size_t ranked)
{
    const auto& rows = comparison.rows;
    if (rows.empty()) {
        say(comparison, "There is nothing to compare yet.", {});
        return {};
    }
    if (ranked == 0) {
        say(comparison, "No machine can be ranked yet.", {});
        return {};
    }
    if (ranked == 1) {
        say(comparison, "Only {0} can be ranked yet.", {rows[0].machine});
        return {};
    }
    const auto pieces = envelope(comparison, ranked);
    if (!pieces) {
        return fail(pieces.error());
    }
    const size_t ties = static_cast<size_t>(std::count_if(rows.begin(), rows.end(), [](const MachineRow& r) { return r.rank == 1; }));
    if (pieces->size() == 1) {
        if (ties > 1) {
            say(comparison, "No clear winner: {0} and {1} cost about the same per epoch.", {rows[0].machine, rows[1].machine});
        } else {
            say(comparison, "{0} is cheapest at any number of epochs.", {rows[pieces->front().row].machine});
        }
        return {};
    }
    const Piece& last = pieces->back();
    const Piece& before = (*pieces)[pieces->size() - 2];
    std::vector<std::string> args{rows[last.row].machine, std::to_string(last.from - 1), rows[before.row].machine};
    const size_t never = ranked - pieces->size();
    if (pieces->size() > 2) {
        args.push_back(std::to_string(before.from - 1));
        args.push_back(rows[pieces->front().row].machine);
        say(comparison, "{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}.", std::move(args));
        if (pieces->size() == 3) {
            return {};
        }
        comparison.sentence = "{0} is cheapest above {1} epochs; below, {2}; for the shortest jobs, {4}.";
        return {};
    }
    if (never == 0) {
        say(comparison, "{0} is cheapest above {1} epochs; below, {2}.", std::move(args));
    } else if (never == 1) {
        for (size_t i = 0; i < ranked; ++i) {
            if (i != last.row && i != before.row) {
                args.push_back(rows[i].machine);
            }
        }
        say(comparison, "{0} is cheapest above {1} epochs; below, {2}; {3} is never worth it.", std::move(args));
    } else {
        args.push_back(std::to_string(never));
        say(comparison, "{0} is cheapest above {1} epochs; below, {2}; the other {3} are never worth it.", std::move(args));
    }
    return {};
}

} // namespace

Result<> rankRows(Comparison& comparison)
{
    std::vector<RankedCost> costs;
    std::vector<MachineRow*> ranked;
    for (MachineRow& row : comparison.rows) {
        if (!row.why && row.costPerEpoch && row.costPerEpochLow && row.costPerEpochHigh && row.price) {
            costs.push_back({*row.costPerEpoch, *row.costPerEpochLow, *row.costPerEpochHigh, true});
            ranked.push_back(&row);
        }
    }
    const auto ranks = rankCosts(costs);
    if (!ranks) {
        return fail(ranks.error());
    }
    std::int64_t cheapest = 0;
    for (size_t i = 0; i < ranked.size(); ++i) {
        ranked[i]->rank = (*ranks)[i];
        cheapest = i == 0 ? costs[i].cost.micros() : std::min(cheapest, costs[i].cost.micros());
    }
    for (size_t i = 0; i < ranked.size() && cheapest > 0; ++i) {
        ranked[i]->deltaPercent = (static_cast<double>(costs[i].cost.micros()) / static_cast<double>(cheapest) - 1) * 100;
    }
    std::stable_sort(comparison.rows.begin(), comparison.rows.end(), [](const MachineRow& a, const MachineRow& b) {
        const auto key = [](const MachineRow& r) {
            return std::tuple(r.rank == 0, r.rank, !r.costPerEpoch, r.costPerEpoch ? r.costPerEpoch->micros() : 0);
        };
        return key(a) < key(b);
    });
    return writeSentence(comparison, ranked.size());
}

} // namespace yardstick::compare
