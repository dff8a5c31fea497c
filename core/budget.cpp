#include "core/budget.h"

namespace yardstick {
namespace {

/// What was spent since `since`, in the limit's currency.
Result<Money> spentAgainst(const StoreReader& store, QueueId queue, const Money& limit, UtcMs since, UtcMs now, QueueBudget& budget)
{
    const auto spent = store.spentOnQueue(queue, since, now);
    if (!spent) {
        return fail(spent.error());
    }
    Money sum(0, limit.currency());
    std::optional<FxRates> rates;
    for (const Money& part : *spent) {
        Money counted = part;
        if (part.currency() != limit.currency()) {
            if (!rates) {
                auto all = store.fxRates();
                if (!all) {
                    return fail(all.error());
                }
                rates.emplace(std::move(*all));
            }
            const auto rate = rates->between(part.currency(), limit.currency(), now);
            const auto money = rate ? converted(part, limit.currency(), *rate) : Result<Money>(part);
            if (!rate || !money) {
                budget.uncounted = part.currency();
                continue;
            }
            counted = *money;
        }
        const auto more = sum.plus(counted);
        if (!more) {
            return fail(more.error());
        }
        sum = *more;
    }
    return sum;
}

} // namespace

Result<QueueBudget> budgetOf(const StoreReader& store, const Queue& queue, UtcMs now)
{
    QueueBudget budget;
    const auto check = [&](const std::optional<Money>& limit, UtcMs since, std::optional<Money>& spent, const char* sentence) -> Result<> {
        if (!limit) {
            return {};
        }
        const auto sum = spentAgainst(store, queue.id, *limit, since, now, budget);
        if (!sum) {
            return fail(sum.error());
        }
        spent = *sum;
        if (!budget.passed && sum->micros() >= limit->micros()) {
            budget.passed = Error{ErrorCode::NotAllowed, sentence, {limit->toDecimal(), std::string(limit->currency().code())}, {}};
        }
        return {};
    };
    auto done = check(queue.limits.moneyPerDay, startOfUtcDay(now), budget.spentToday, "The queue has spent its {0} {1} of this UTC day.");
    if (done) {
        done = check(queue.limits.moneyInAll, 0, budget.spentInAll, "The queue has spent its {0} {1} in all.");
    }
    if (!done) {
        return fail(done.error());
    }
    return budget;
}

} // namespace yardstick
