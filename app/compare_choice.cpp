#include "app/compare_choice.h"
#include "app/json_views.h"

#include <charconv>
#include <cmath>

namespace yardstick::app {
namespace {

using nlohmann::json;

json sentenceView(const Sentence& sentence) { return sentence.empty() ? json(nullptr) : json(sentence.english()); }

Error noDuration(std::string_view text)
{
    return {ErrorCode::Usage, "\"{0}\" is no duration such as 6h, 90min or 1d12h.", {std::string(text)}, {}};
}

} // namespace

Result<double> durationOf(std::string_view text)
{
    double seconds = 0;
    std::string_view rest = text;
    while (!rest.empty()) {
        double number = 0;
        const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (fault != std::errc() || number < 0) {
            return fail(noDuration(text));
        }
        rest.remove_prefix(static_cast<size_t>(end - rest.data()));
        const std::string_view unit = rest.substr(0, rest.find_first_not_of("dhmins"));
        const double size = unit == "d" ? 86400 : unit == "h" ? 3600 : unit == "m" || unit == "min" ? 60 : unit == "s" ? 1 : 0;
        if (size == 0) {
            return fail(noDuration(text));
        }
        seconds += number * size;
        rest.remove_prefix(unit.size());
    }
    if (!(seconds > 0) || !std::isfinite(seconds)) {
        return fail(noDuration(text));
    }
    return seconds;
}

Result<> chooseOptions(const CompareArguments& a, CompareOptions& options)
{
    if (!a.deadline.empty()) {
        const auto deadline = durationOf(a.deadline);
        if (!deadline) {
            return std::unexpected(deadline.error());
        }
        options.deadlineSeconds = *deadline;
    }
    if (!a.valueOfTime.empty()) {
        const auto value = Money::parse(a.valueOfTime, options.currency);
        if (!value) {
            return std::unexpected(value.error());
        }
        options.valueOfTime = PricePerHour{*value};
    }
    options.spot = a.spot || a.interruptions.has_value();
    options.interruptionsPer100h = a.interruptions.value_or(kAssumedInterruptionsPer100h);
    options.perImage = a.perImage;
    options.extrapolate = a.extrapolate;
    return {};
}

std::vector<std::string> shownColumns(const CompareArguments& a)
{
    std::vector<std::string> columns{"rank", "machine", "gpu", "basis", "n", "epoch_seconds", "interval", "price_per_hour",
                                     "cost_per_epoch", "all_in_per_epoch"};
    const auto add = [&](bool wanted, std::initializer_list<const char*> ids) {
        if (wanted) {
            columns.insert(columns.end(), ids.begin(), ids.end());
        }
    };
    const bool spot = a.spot || a.interruptions.has_value();
    if (spot) {
        columns.insert(columns.begin() + 2, "market");
    }
    const bool job = !a.deadline.empty() || !a.valueOfTime.empty();
    add(job, {"all_in", "total_seconds"});
    add(!a.deadline.empty(), {"total_seconds_sure", "meets_deadline"});
    add(!a.valueOfTime.empty(), {"total_with_time_value"});
    add(spot, {"interruptions_per_100h", "interruptions_basis", "spot_worth_it"});
    add(a.perImage, {"images_timed", "seconds_per_image", "cost_per_1000_images"});
    add(true, {"reason"});
    return columns;
}

void sayChoice(const Context& c, const Comparison& comparison)
{
    for (const Sentence* sentence : {&comparison.tieSentence, &comparison.deadlineSentence, &comparison.timeValueSentence,
                                     &comparison.extrapolatedSentence}) {
        if (!sentence->empty()) {
            c.say(sentence->english());
        }
    }
}

nlohmann::json viewOfChoice(const Comparison& comparison)
{
    const CompareOptions& options = comparison.options;
    json cheapest = json::array();
    for (const CheapestPiece& piece : comparison.cheapest) {
        cheapest.push_back({{"from_epochs", piece.from}, {"machine", comparison.rows[piece.machine].label}});
    }
    return {{"cheapest", std::move(cheapest)},
            {"images_per_epoch", comparison.imagesPerEpoch > 0 ? json(comparison.imagesPerEpoch) : json(nullptr)},
            {"deadline_seconds", options.deadlineSeconds ? json(*options.deadlineSeconds) : json(nullptr)},
            {"value_of_time", options.valueOfTime ? view(options.valueOfTime->perHour) : json(nullptr)},
            {"spot", options.spot},
            {"interruptions_per_100h", options.spot ? json(options.interruptionsPer100h) : json(nullptr)},
            {"per_image", options.perImage},
            {"tie", sentenceView(comparison.tieSentence)},
            {"deadline", sentenceView(comparison.deadlineSentence)},
            {"time_value", sentenceView(comparison.timeValueSentence)},
            {"extrapolated", sentenceView(comparison.extrapolatedSentence)}};
}

} // namespace yardstick::app
