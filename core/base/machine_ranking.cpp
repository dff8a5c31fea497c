#include "core/base/machine_ranking.h"

#include "core/base/cost_line.h"
#include "core/base/json_fields.h"
#include "core/base/params.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace yardstick {

Error twoCurrencies(const Money& a, const Money& b)
{
    return {ErrorCode::InvalidArgument,
            "{0} and {1} cannot be compared without an exchange rate.",
            {std::string(a.currency().code()), std::string(b.currency().code())},
            {}};
}

Result<CostLine> costLine(const JobPlan& plan)
{
    JobPlan one = plan;
    one.epochs = 1;
    if (const auto priced = allInCost(one); !priced) { // checks currencies and durations
        return fail(priced.error());
    }
    constexpr WideInt kWideMicrosPerHour = 3'600'000'000;
    const WideInt price = plan.price.perHour.micros();
    const WideInt once = std::llround(plan.setupSeconds * 1e6) + std::llround(plan.idleSeconds * 1e6);
    return CostLine{plan.fixed.micros() * kWideMicrosPerHour + price * once,
                    price * std::llround(plan.epochSeconds * 1e6)};
}

Result<BreakEven> breakEvenEpochs(const JobPlan& a, const JobPlan& b)
{
    if (a.price.perHour.currency() != b.price.perHour.currency()) {
        return fail(twoCurrencies(a.price.perHour, b.price.perHour));
    }
    const auto lineA = costLine(a);
    const auto lineB = costLine(b);
    if (!lineA || !lineB) {
        return fail(lineA ? lineB.error() : lineA.error());
    }
    const WideInt fixed = lineB->fixed - lineA->fixed;       // > 0: A is cheaper at the start
    const WideInt slope = lineA->perEpoch - lineB->perEpoch; // > 0: B is cheaper per epoch
    BreakEven result;
    const WideInt atOne = fixed - slope; // cost of B minus cost of A for one epoch
    if (fixed == 0 && slope == 0) {
        return result;
    }
    // From one epoch on, the sign changes only when start and slope pull apart.
    if (atOne >= 0 && slope <= 0) {
        result.kind = BreakEven::Kind::AlwaysA;
    } else if (atOne <= 0 && slope >= 0) {
        result.kind = BreakEven::Kind::AlwaysB;
    } else {
        result.kind = slope > 0 ? BreakEven::Kind::AFirstThenB : BreakEven::Kind::BFirstThenA;
        result.epochs =
            static_cast<double>(static_cast<long double>(fixed) / static_cast<long double>(slope));
        const WideInt whole = fixed / slope; // both have one sign here: rounds down
        result.cheaperFrom =
            static_cast<std::int64_t>(std::min<WideInt>(whole, std::numeric_limits<std::int64_t>::max() - 1)) +
            1;
    }
    return result;
}

Result<std::vector<bool>> paretoFront(std::span<const TimeAndMoney> points)
{
    std::vector<size_t> order(points.size());
    std::iota(order.begin(), order.end(), size_t{0});
    for (const TimeAndMoney& p : points) {
        if (p.cost.currency() != points.front().cost.currency()) {
            return fail(twoCurrencies(points.front().cost, p.cost));
        }
        if (!std::isfinite(p.seconds)) {
            return fail(ErrorCode::InvalidArgument, "A time that is not finite cannot be compared.");
        }
    }
    std::sort(order.begin(), order.end(), [&](size_t x, size_t y) {
        return std::pair(points[x].seconds, points[x].cost.micros()) <
               std::pair(points[y].seconds, points[y].cost.micros());
    });
    std::vector<bool> front(points.size(), false);
    const TimeAndMoney* best = nullptr; // the cheapest so far; times grow
    for (const size_t i : order) {
        const TimeAndMoney& p = points[i];
        const bool same = best != nullptr && p.seconds == best->seconds && p.cost == best->cost;
        if (best == nullptr || same || p.cost.micros() < best->cost.micros()) {
            front[i] = true;
            best = &p;
        }
    }
    return front;
}

Result<std::vector<int>> rankCosts(std::span<const RankedCost> costs)
{
    std::vector<size_t> order;
    for (size_t i = 0; i < costs.size(); ++i) {
        if (costs[i].rankable) {
            order.push_back(i);
        }
    }
    for (const size_t i : order) {
        for (const Money& m : {costs[i].cost, costs[i].low, costs[i].high}) {
            if (m.currency() != costs[order.front()].cost.currency()) {
                return fail(twoCurrencies(costs[order.front()].cost, m));
            }
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t x, size_t y) { return costs[x].cost.micros() < costs[y].cost.micros(); });
    std::vector<int> ranks(costs.size(), 0);
    size_t leader = 0;
    for (size_t position = 0; position < order.size(); ++position) {
        const RankedCost& first = costs[order[leader]];
        const RankedCost& own = costs[order[position]];
        if (own.low.micros() > first.high.micros() && own.cost != first.cost) {
            leader = position;
        }
        ranks[order[position]] = static_cast<int>(leader) + 1;
    }
    return ranks;
}

ComparisonKey comparisonKey(std::string_view task, std::string_view modelVariant,
                            std::string_view datasetHash, const nlohmann::json& params)
{
    const ParamSchema& schema = ParamSchema::get();
    const auto join = [&](std::initializer_list<std::string_view> names) {
        std::string text;
        for (const std::string_view name : names) {
            const nlohmann::json value = schema.value(params, name, task);
            const ParamSpec* spec = schema.find(name);
            if (spec == nullptr || value != spec->defaultFor(task)) {
                text += (text.empty() ? "" : ", ") + std::string(name) + "=" + ParamSchema::format(value);
            }
        }
        return text;
    };
    ComparisonKey key;
    const nlohmann::json model = schema.value(params, "model", task);
    key.model = model.is_string() ? model.get<std::string>() : std::string(modelVariant);
    key.task = task;
    const nlohmann::json imgsz = schema.value(params, "imgsz", task);
    key.imgsz = imgsz.is_number_integer() ? imgsz.get<int>() : 0;
    key.datasetHash = datasetHash;
    key.dataPart = join({"fraction", "classes", "single_cls"});
    for (const ParamSpec& spec : schema.all()) {
        const bool applies =
            spec.tasks.empty() || std::find(spec.tasks.begin(), spec.tasks.end(), task) != spec.tasks.end();
        if (spec.group == "Augmentation" && applies) {
            const std::string one = join({spec.name});
            key.augmentation += (key.augmentation.empty() || one.empty() ? "" : ", ") + one;
        }
    }
    const std::string shape = join({"rect", "multi_scale"});
    key.augmentation += (key.augmentation.empty() || shape.empty() ? "" : ", ") + shape;
    key.training = join({"val", "freeze"});
    key.amp = schema.value(params, "amp", task) != false;
    // "ram" is another word for true.
    const nlohmann::json cache = schema.value(params, "cache", task);
    key.cache = cache == true ? "ram" : ParamSchema::format(cache);
    return key;
}

std::vector<Error> incomparability(const ComparisonKey& row, const ComparisonKey& base)
{
    std::vector<Error> reasons;
    const auto differ = [&](std::string_view text, const std::string& a, const std::string& b) {
        if (a != b) {
            const auto shown = [](const std::string& s) { return s.empty() ? std::string("default") : s; };
            reasons.push_back({ErrorCode::NotAllowed, std::string(text), {shown(a), shown(b)}, {}});
        }
    };
    differ("The task is {0} instead of {1}.", row.task, base.task);
    differ("The model is {0} instead of {1}.", row.model, base.model);
    differ("The image size is {0} px instead of {1} px.", std::to_string(row.imgsz),
           std::to_string(base.imgsz));
    if (row.datasetHash.empty() || base.datasetHash.empty()) {
        reasons.push_back({ErrorCode::NotAllowed, "The data set is not known exactly.", {}, {}});
    } else if (row.datasetHash != base.datasetHash) {
        reasons.push_back({ErrorCode::NotAllowed, "The data set is another one.", {}, {}});
    }
    differ("The part of the data set is {0} instead of {1}.", row.dataPart, base.dataPart);
    differ("The augmentation is {0} instead of {1}.", row.augmentation, base.augmentation);
    differ("The training is {0} instead of {1}.", row.training, base.training);
    const auto onOff = [](bool on) { return std::string(on ? "on" : "off"); };
    differ("Mixed precision is {0} instead of {1}.", onOff(row.amp), onOff(base.amp));
    differ("The cache is {0} instead of {1}.", row.cache, base.cache);
    return reasons;
}

bool differsOnlyInData(const ComparisonKey& row, const ComparisonKey& base)
{
    ComparisonKey other = row;
    other.datasetHash = base.datasetHash;
    other.dataPart = base.dataPart;
    return other == base && !incomparability(row, base).empty();
}

} // namespace yardstick
