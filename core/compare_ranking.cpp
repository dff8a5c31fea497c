// Ranks and the sentence of a comparison: who is cheapest from how many epochs on.
#include "core/compare_rows.h"

#include <algorithm>
#include <cmath>

namespace yardstick::compare {
namespace {

void say(Comparison& comparison, std::string text, std::vector<std::string> args)
{
    comparison.sentence = std::move(text);
    comparison.sentenceArgs = std::move(args);
}

/// "121–: A; 35–120: B" has no words, so that it needs no translation.
std::string listOf(const Comparison& comparison, size_t below)
{
    std::string text;
    for (size_t i = below; i-- > 0;) {
        const std::int64_t last = comparison.cheapest[i + 1].from - 1;
        const std::int64_t first = comparison.cheapest[i].from;
        text += (text.empty() ? "" : ", ") + (first == last ? std::to_string(first) : std::to_string(first) + "–" + std::to_string(last)) + ": "
            + comparison.rows[comparison.cheapest[i].machine].label;
    }
    return text;
}

/// Two machines or more take turns.
void sayPieces(Comparison& comparison, size_t ranked)
{
    const auto& pieces = comparison.cheapest;
    const auto labelOfPiece = [&](size_t i) { return comparison.rows[pieces[i].machine].label; };
    const size_t last = pieces.size() - 1;
    std::vector<std::string> args{labelOfPiece(last), std::to_string(pieces[last].from - 1), labelOfPiece(last - 1)};
    if (last == 2) {
        args.insert(args.end(), {std::to_string(pieces[1].from - 1), labelOfPiece(0)});
    } else if (last > 2) {
        args[2] = listOf(comparison, last);
    }
    const size_t never = ranked - pieces.size();
    if (never == 1) {
        for (size_t i = 0; i < ranked; ++i) {
            if (std::none_of(pieces.begin(), pieces.end(), [&](const CheapestPiece& p) { return p.machine == i; })) {
                args.push_back(comparison.rows[i].label);
            }
        }
    } else if (never > 1) {
        args.push_back(std::to_string(never));
    }
    static const char* const kTemplates[3][3] = {
        {"{0} is cheapest above {1} epochs; below, {2}.", "{0} is cheapest above {1} epochs; below, {2}; {3} is never worth it.",
         "{0} is cheapest above {1} epochs; below, {2}; the other {3} are never worth it."},
        {"{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}.",
         "{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}; {5} is never worth it.",
         "{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}; the other {5} are never worth it."},
        {"{0} is cheapest above {1} epochs; below, by number of epochs, {2}.",
         "{0} is cheapest above {1} epochs; below, by number of epochs, {2}; {3} is never worth it.",
         "{0} is cheapest above {1} epochs; below, by number of epochs, {2}; the other {3} are never worth it."}};
    say(comparison, kTemplates[std::min<size_t>(last, 3) - 1][std::min<size_t>(never, 2)], std::move(args));
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
        say(comparison, "Only {0} can be ranked yet.", {rows[0].label});
        return {};
    }
    std::vector<JobPlan> plans;
    for (size_t i = 0; i < ranked; ++i) {
        plans.push_back(planOf(rows[i], comparison.options));
    }
    auto pieces = cheapestByEpochs(plans);
    if (!pieces) {
        return fail(pieces.error());
    }
    comparison.cheapest = std::move(*pieces);
    if (comparison.cheapest.size() > 1) {
        sayPieces(comparison, ranked);
        return {};
    }
    const size_t ties = static_cast<size_t>(std::count_if(rows.begin(), rows.end(), [](const MachineRow& r) { return r.rank == 1; }));
    if (ties > 1) {
        say(comparison, "No clear winner: {0} and {1} cost about the same per epoch.", {rows[0].label, rows[1].label});
    } else {
        say(comparison, "{0} is cheapest at any number of epochs.", {rows[comparison.cheapest.front().machine].label});
    }
    return {};
}

/// The label, with what tells it from other rows of its name.
std::string labelOf(const MachineRow& row, const std::vector<MachineRow>& rows)
{
    const auto others = [&](auto same) {
        return std::any_of(rows.begin(), rows.end(), [&](const MachineRow& r) { return &r != &row && r.machine == row.machine && same(r); });
    };
    if (!others([](const MachineRow&) { return true; })) {
        return row.machine;
    }
    const bool otherProvider = others([&](const MachineRow& r) { return r.provider != row.provider; });
    const bool otherMarket = others([&](const MachineRow& r) { return r.provider == row.provider && r.market != row.market; });
    const std::string text = otherProvider ? row.provider + (otherMarket ? ", " : "") : std::string();
    return row.machine + " (" + text + (otherMarket || !otherProvider ? row.market : std::string()) + ")";
}

} // namespace

Result<> rankRows(Comparison& comparison)
{
    for (MachineRow& row : comparison.rows) {
        row.label = labelOf(row, comparison.rows);
    }
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
    for (MachineRow& row : comparison.rows) {
        if (cheapest > 0 && row.costPerEpoch && (row.rank > 0 || isExtrapolated(row.basis))) {
            row.deltaPercent = (static_cast<double>(row.costPerEpoch->micros()) / static_cast<double>(cheapest) - 1) * 100;
        }
    }
    std::stable_sort(comparison.rows.begin(), comparison.rows.end(), [](const MachineRow& a, const MachineRow& b) {
        const auto key = [](const MachineRow& r) {
            return std::tuple(r.rank == 0, r.rank, !r.costPerEpoch, r.costPerEpoch ? r.costPerEpoch->micros() : 0);
        };
        return key(a) < key(b);
    });
    const size_t count = ranked.size();
    if (auto written = writeSentence(comparison, count); !written) {
        return written;
    }
    return chooseRows(comparison, count);
}

} // namespace yardstick::compare
