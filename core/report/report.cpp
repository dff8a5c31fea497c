#include "core/report/report.h"

#include "core/report/report_parts.h"

#include <map>
#include <set>

namespace yardstick {
namespace report {

std::string Source::say(std::string_view english, const std::vector<std::string>& args) const
{
    const std::string text = options.words ? options.words(english) : std::string(english);
    return args.empty() ? text : formatTemplate(text, args);
}

std::string nameOf(const Experiment& e) { return "#" + std::to_string(e.id.value) + " " + e.spec.name; }

} // namespace report

namespace {

using report::Source;

std::string titleOf(const Source& source)
{
    if (!source.options.title.empty()) {
        return source.options.title;
    }
    std::set<std::string> projects;
    for (const Experiment& e : source.all) {
        projects.insert(e.spec.project);
    }
    return projects.size() == 1 ? *projects.begin() : source.say("Training runs and their cost");
}

/// Per currency, as amounts of two do not add up.
std::string sumText(const std::map<std::string, Money>& sums)
{
    std::string text;
    for (const auto& [code, money] : sums) {
        text += (text.empty() ? "" : " + ") + money.toRounded(2) + " " + code;
    }
    return text;
}

Result<> addTo(std::map<std::string, Money>& sums, const Money& money)
{
    const std::string code(money.currency().code());
    const auto sum = sums.try_emplace(code, Money(0, money.currency())).first->second.plus(money);
    if (!sum) {
        return fail(sum.error());
    }
    sums[code] = *sum;
    return {};
}

/// "12 experiments, 120 epochs. Cost so far: 3.51 USD, of it 0.10 USD wasted."
Result<std::vector<std::string>> totals(const Source& source)
{
    std::map<std::string, Money> spent;
    std::map<std::string, Money> wasted;
    std::int64_t epochs = 0;
    size_t unpriced = 0;
    for (const Experiment& e : source.all) {
        epochs += e.epochsDone;
        unpriced += e.attempts > 0 && !e.costSoFar ? 1 : 0;
        const auto attempts = source.store.attempts(e.id, true);
        if (!attempts) {
            return fail(attempts.error());
        }
        for (const Attempt& a : *attempts) {
            const Result<> cost = a.cost ? addTo(spent, *a.cost) : Result<>();
            const Result<> waste = a.wasted && a.wasted->micros() > 0 ? addTo(wasted, *a.wasted) : Result<>();
            if (!cost || !waste) {
                return fail(!cost ? cost.error() : waste.error());
            }
        }
    }
    std::vector<std::string> out{source.say("Experiments: {0}; epochs done: {1}.", {std::to_string(source.all.size()), std::to_string(epochs)})};
    if (!spent.empty()) {
        out.push_back(wasted.empty() ? source.say("Cost so far: {0}.", {sumText(spent)})
                                     : source.say("Cost so far: {0}; of it wasted on failed, repeated and idle time: {1}.", {sumText(spent), sumText(wasted)}));
    }
    if (unpriced > 0) {
        out.push_back(source.say("Experiments without a price, not in the sum: {0}.", {std::to_string(unpriced)}));
    }
    if (source.shown.size() < source.all.size()) {
        out.push_back(source.say("The tables show the newest {0} of {1} experiments; the sums are of all.",
                                 {std::to_string(source.shown.size()), std::to_string(source.all.size())}));
    }
    return out;
}

bool isEmptySection(const ReportSection& section) { return section.paragraphs.empty() && section.charts.empty() && section.tables.empty(); }

} // namespace

Result<Report> makeReport(const StoreReader& store, const ReportOptions& options)
{
    ExperimentFilter filter;
    filter.ids = options.experiments;
    auto all = store.experiments(filter);
    if (!all) {
        return fail(all.error());
    }
    if (all->empty()) {
        return fail(ErrorCode::NotFound, "There is no experiment to report on.");
    }
    CompareOptions compare = options.compare;
    compare.experiments = options.experiments;
    auto comparison = compareMachines(store, compare);
    if (!comparison) {
        return fail(comparison.error());
    }
    Source source{store, options, std::move(*all), {}, std::move(*comparison)};
    const size_t first = source.all.size() > report::kMostExperiments ? source.all.size() - report::kMostExperiments : 0;
    source.shown.assign(source.all.begin() + static_cast<std::ptrdiff_t>(first), source.all.end());

    Report out;
    out.title = titleOf(source);
    if (!source.comparison.rows.empty()) {
        out.summary.push_back(source.say(source.comparison.sentence, source.comparison.sentenceArgs));
    }
    auto sums = totals(source);
    if (!sums) {
        return fail(sums.error());
    }
    out.summary.insert(out.summary.end(), sums->begin(), sums->end());
    out.made = source.say("Made by Yardstick {0} on {1} UTC.", {options.version, formatUtc(options.nowMs).substr(0, 16).replace(10, 1, " ")});
    for (const auto make : {report::experimentsSection, report::machinesSection, report::curvesSection, report::epochsSection,
                            report::billSection, report::parametersSection, report::provenanceSection}) {
        auto section = make(source);
        if (!section) {
            return fail(section.error());
        }
        if (!isEmptySection(*section)) {
            out.sections.push_back(std::move(*section));
        }
    }
    return out;
}

} // namespace yardstick
