// Charts of what was measured: every epoch of each machine, and where the time and money of a job go.
#include "core/charts.h"
#include "core/charts_shared.h"
#include "core/printed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace yardstick {

namespace charts {

std::string namesOf(const Comparison& comparison, const std::string& text, const std::function<bool(const MachineRow&)>& which)
{
    constexpr int kNamed = 4; // of more the number
    std::string names;
    int count = 0;
    for (const MachineRow& row : comparison.rows) {
        if (which(row) && ++count <= kNamed) {
            names += (names.empty() ? "" : ", ") + row.label;
        }
    }
    names += count > kNamed ? ", … (" + std::to_string(count) + ")" : "";
    return names.empty() ? std::string() : formatTemplate(text, {names});
}

} // namespace charts

namespace {

StripKind stripKind(EpochPart part)
{
    switch (part) {
    case EpochPart::InMean:
        return StripKind::InMean;
    case EpochPart::Stall:
        return StripKind::Stall;
    case EpochPart::BeforeLevel:
        return StripKind::Before;
    case EpochPart::FirstOfAttempt:
    case EpochPart::Shared:
    case EpochPart::OtherStratum:
    case EpochPart::Invalid:
        break;
    }
    return StripKind::LeftOut;
}

const MachineWork* workOf(const std::vector<MachineWork>& work, const MachineRow& row)
{
    const auto found = std::find_if(work.begin(), work.end(), [&](const MachineWork& w) { return w.machineId == row.machineId && w.backend == row.backend; });
    return found == work.end() ? nullptr : &*found;
}

StripRow stripOf(const MachineRow& row, const MachineWork& work, const Comparison& comparison, const ChartWords& words)
{
    StripRow strip;
    strip.label = row.label;
    strip.colour = machineColour(row, comparison);
    for (const TimedEpoch& epoch : work.epochs) {
        if (std::isfinite(epoch.seconds) && epoch.seconds > 0) { // 0: not timed
            strip.dots.push_back({epoch.seconds, stripKind(epoch.part),
                                  formatTemplate(words.epochOf, {std::to_string(epoch.experiment.value), std::to_string(epoch.epoch)})});
        }
    }
    if (row.n > 0) {
        // Times per image are scaled to other data: here stands what was timed.
        const double timed = row.imagesTimed > 0 && row.images > 0 ? row.imagesTimed / row.images : 1;
        strip.mean = row.epochSeconds * timed;
        strip.low = row.epochLow * timed;
        strip.high = row.epochHigh * timed;
    }
    return strip;
}

/// The job of N epochs on one machine: set-up, train, validate, wasted.
struct Job
{
    const MachineRow* row;
    std::array<double, 4> seconds;
};

/// Of the machines with epochs of their own, and with a price where money is asked for.
std::vector<Job> jobsOf(const Comparison& comparison, const std::vector<MachineWork>& work, bool money)
{
    const CompareOptions& options = comparison.options;
    std::vector<Job> jobs;
    for (const MachineRow& row : comparison.rows) {
        const MachineWork* own = workOf(work, row);
        const bool priced = row.price && row.price->perHour.currency() == options.currency;
        if (own == nullptr || own->epochs.empty() || row.n == 0 || (money && !priced)) {
            continue;
        }
        const double epochs = row.epochSeconds * row.timeFactor * options.epochs;
        const double setup = options.includeSetup ? row.setupSeconds * row.timeFactor : 0;
        const double validate = epochs * own->validationShare;
        jobs.push_back({&row, {setup, epochs - validate, validate, own->wastedPerEpoch() * options.epochs}});
    }
    return jobs;
}

/// One part of a bar.
struct Part
{
    double value = 0;
    std::string text;
};

/// The unit in which the longest of the jobs reads well.
struct TimeUnit
{
    double seconds = 1;
    const char* name = "s";
};

TimeUnit timeUnitOf(double longest)
{
    constexpr double kMinute = 60, kHour = 3600;
    return longest < 3 * kMinute ? TimeUnit{} : longest < 3 * kHour ? TimeUnit{kMinute, "min"} : TimeUnit{kHour, "h"};
}

Part timePart(double seconds, const TimeUnit& unit)
{
    return {seconds / unit.seconds, printedSeconds(seconds / unit.seconds)};
}

Part moneyPart(double seconds, const MachineRow& row)
{
    const auto cost = costOf(*row.price, seconds);
    return cost ? Part{cost->toDouble(), printedCost(*cost)} : Part{std::numeric_limits<double>::quiet_NaN(), {}};
}

} // namespace

StripChart epochStrips(const Comparison& comparison, const std::vector<MachineWork>& work, const ChartWords& words)
{
    StripChart chart{.id = "epoch_times", .title = words.stripsTitle, .unit = "s", .rows = {}, .footnote = {}};
    for (const MachineRow& row : comparison.rows) {
        const MachineWork* own = workOf(work, row);
        if (own != nullptr && !own->epochs.empty() && row.basisFrom.empty()) {
            chart.rows.push_back(stripOf(row, *own, comparison, words));
        }
    }
    chart.footnote = charts::namesOf(comparison, words.published, [](const MachineRow& row) { return row.basis == Basis::Derived; });
    return chart;
}

BarChart breakdownChart(const Comparison& comparison, const std::vector<MachineWork>& work, BreakdownUnit unit, const ChartWords& words)
{
    const bool money = unit == BreakdownUnit::Money;
    const std::string epochs = std::to_string(comparison.options.epochs);
    const std::vector<Job> jobs = jobsOf(comparison, work, money);
    double longest = 0;
    for (const Job& job : jobs) {
        longest = std::max(longest, job.seconds[0] + job.seconds[1] + job.seconds[2] + job.seconds[3]);
    }
    const TimeUnit time = timeUnitOf(longest);
    const std::string measure = money ? std::string(comparison.options.currency.code()) : time.name;
    BarChart chart{.id = "breakdown", .title = formatTemplate(money ? words.breakdownMoney : words.breakdownTime, {epochs}),
                   .sets = {words.setup, words.train, words.validate, words.wasted}, .units = std::vector<std::string>(4, measure),
                   .axis = formatTemplate(money ? words.allIn : words.timeOfJob, {epochs}), .groups = {}, .footnote = words.wastedNote, .stacked = true};
    for (const Job& job : jobs) {
        BarGroup group{.label = job.row->label, .values = {}, .errors = {}, .texts = {}, .greyed = !job.row->reason.empty()};
        for (const double seconds : job.seconds) {
            Part part = money ? moneyPart(seconds, *job.row) : timePart(seconds, time);
            group.values.push_back(part.value);
            group.errors.push_back(0);
            group.texts.push_back(std::move(part.text));
        }
        chart.groups.push_back(std::move(group));
    }
    const auto add = [&](const std::string& text) { chart.footnote += text.empty() ? "" : " " + text; };
    add(charts::namesOf(comparison, words.unsplit, [&](const MachineRow& row) {
        const MachineWork* own = workOf(work, row);
        return own != nullptr && !own->epochs.empty() && row.n > 0 && !own->split;
    }));
    add(charts::namesOf(comparison, words.published, [](const MachineRow& row) { return row.basis == Basis::Derived; }));
    return chart;
}

} // namespace yardstick
