// The tables of a report that are made of experiments: parameters, results, epochs, bill.
#include "core/export/cell_text.h"
#include "core/export/shape.h"
#include "core/export/tables.h"
#include "core/report/report_parts.h"

#include <cmath>
#include <map>
#include <set>

namespace yardstick::report {
namespace {

using exports::Cell;
using exports::Column;
using exports::Table;

constexpr size_t kMostParameterColumns = 5; // experiments beside each other on a page

/// What identifiers are called on paper.
constexpr std::pair<std::string_view, std::string_view> kColumnWords[]{
    {"id", "No."},
    {"name", "Name"},
    {"status", "Status"},
    {"project", "Project"},
    {"task", "Task"},
    {"model", "Model"},
    {"data", "Data set"},
    {"imgsz", "Image size"},
    {"batch", "Batch"},
    {"epochs", "Epochs"},
    {"map50", "mAP50"},
    {"map50_95", "mAP50-95"},
    {"top1", "Top-1"},
    {"top5", "Top-5"},
    {"epoch_seconds", "Epoch time"},
    {"cost_per_epoch", "Cost per epoch"},
    {"cost_total", "Cost"},
    {"machine", "Machine"},
    {"rank", "Rank"},
    {"provider", "Provider"},
    {"market", "Market"},
    {"gpu", "GPU"},
    {"basis", "Basis"},
    {"n", "Epochs timed"},
    {"price_per_hour", "Price per hour"},
    {"all_in_per_epoch", "All-in per epoch"},
    {"delta_percent", "Above the cheapest"},
    {"reason", "Why not ranked"},
    {"experiment", "Experiment"},
    {"attempt", "Attempt"},
    {"outcome", "Outcome"},
    {"started", "Started"},
    {"duration_s", "Duration"},
    {"cost", "Cost"},
    {"wasted_cost", "Wasted"},
    {"mean_seconds", "Mean"},
    {"median_seconds", "Median"},
    {"fastest_seconds", "Fastest"},
    {"slowest_seconds", "Slowest"},
    {"images_per_second", "Images per second"},
    {"data_wait_percent", "Waiting for data"},
    {"parameter", "Parameter"},
    {"value", "Value"},
    {"changed", "Changed from default"},
    {"worker", "Worker"},
    {"libtorch", "LibTorch"},
    {"host", "Host"},
    {"processor", "Processor"},
    {"threads", "Threads"},
    {"since", "In force since"},
    {"source", "Source"},
    {"rate", "Exchange rate"},
};

std::string words(const Source& source, const std::string& id)
{
    for (const auto& [known, text] : kColumnWords) {
        if (known == id) {
            return source.say(text);
        }
    }
    return id; // a parameter, or a column named after an experiment
}

std::vector<ExperimentId> idsOf(const std::vector<Experiment>& experiments)
{
    std::vector<ExperimentId> ids;
    for (const Experiment& e : experiments) {
        ids.push_back(e.id);
    }
    return ids;
}

/// Dates to the minute: "2026-11-30 22:50".
void shortenTimes(Table& table)
{
    for (size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].id != "started") {
            continue;
        }
        for (auto& row : table.rows) {
            if (auto* text = std::get_if<std::string>(&row[c].value); text != nullptr && text->size() > 16) {
                *text = text->substr(0, 10) + " " + text->substr(11, 5);
            }
        }
    }
}

void dropEmptyColumns(Table& table)
{
    for (size_t c = table.columns.size(); c-- > 0;) {
        if (std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return exports::isEmpty(row[c]); })) {
            table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
            for (auto& row : table.rows) {
                row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
            }
        }
    }
}

Result<> addExperimentTable(ReportSection& section, const Source& source, std::string_view caption, const std::vector<std::string>& columns)
{
    auto table = exports::experimentsTable(source.store, idsOf(source.shown), columns);
    if (!table) {
        return fail(table.error());
    }
    for (Column& column : table->columns) {
        column.digits = column.id == "epoch_seconds" ? 2 : column.digits;
    }
    section.tables.push_back(readable(std::move(*table), source, caption));
    return {};
}

double middle(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/// One line of the epochs' summary; nullopt: no epoch was timed.
std::optional<std::vector<Cell>> epochsLine(const Experiment& e, const std::vector<EpochRow>& rows)
{
    std::vector<double> seconds;
    double waited = 0;
    double split = 0; // seconds whose parts are known
    double images = 0;
    double speed = 0;
    for (const EpochRow& row : rows) {
        if (!(std::isfinite(row.seconds) && row.seconds > 0)) {
            continue; // not timed
        }
        seconds.push_back(row.seconds);
        if (row.dataWaitSeconds + row.computeSeconds + row.validationSeconds > 0) {
            waited += row.dataWaitSeconds;
            split += row.seconds;
        }
        if (row.imagesPerSecond > 0) {
            images += 1;
            speed += row.imagesPerSecond;
        }
    }
    if (seconds.empty()) {
        return std::nullopt;
    }
    const auto [fastest, slowest] = std::minmax_element(seconds.begin(), seconds.end());
    return std::vector<Cell>{{.value = nameOf(e)},
                             {.value = static_cast<std::int64_t>(seconds.size())},
                             e.epochSeconds > 0 ? Cell{.value = e.epochSeconds} : Cell{},
                             {.value = middle(seconds)},
                             {.value = *fastest},
                             {.value = *slowest},
                             split > 0 ? Cell{.value = 100 * waited / split} : Cell{},
                             images > 0 ? Cell{.value = speed / images} : Cell{}};
}

} // namespace

Table readable(Table table, const Source& source, std::string_view caption)
{
    dropEmptyColumns(table);
    for (size_t c = 0; c < table.columns.size(); ++c) {
        Column& column = table.columns[c];
        const exports::ColumnCurrency currency = exports::currencyOf(table, c);
        if (currency.only && column.unit.empty()) {
            column.unit = std::string(currency.only->code()) + (column.id.ends_with("_per_hour") ? "/h" : "");
        }
        column.id = words(source, column.id);
    }
    table.caption = source.say(caption);
    return table;
}

Result<ReportSection> experimentsSection(const Source& source)
{
    ReportSection section{.id = "experiments", .heading = source.say("Experiments"), .paragraphs = {}, .charts = {}, .tables = {}};
    for (const auto& [caption, columns] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"What was trained", {"id", "name", "status", "task", "model", "data", "imgsz", "batch", "machine"}},
             {"What came out", {"id", "name", "epochs", "map50", "map50_95", "top1", "top5", "epoch_seconds", "cost_per_epoch", "cost_total"}}}) {
        if (auto added = addExperimentTable(section, source, caption, columns); !added) {
            return fail(added.error());
        }
    }
    return section;
}

Result<ReportSection> epochsSection(const Source& source)
{
    ReportSection section{.id = "epochs", .heading = source.say("Epochs"), .paragraphs = {}, .charts = {}, .tables = {}};
    Table table;
    table.columns = {{.id = "experiment", .unit = {}},          {.id = "epochs", .unit = {}},
                     {.id = "mean_seconds", .unit = "s", .digits = 2},    {.id = "median_seconds", .unit = "s", .digits = 2},
                     {.id = "fastest_seconds", .unit = "s", .digits = 2}, {.id = "slowest_seconds", .unit = "s", .digits = 2},
                     {.id = "data_wait_percent", .unit = "%", .digits = 1}, {.id = "images_per_second", .unit = {}, .digits = 1}};
    for (const Experiment& e : source.shown) {
        const auto rows = source.store.joinedEpochs(e.id);
        if (!rows) {
            return fail(rows.error());
        }
        if (auto line = epochsLine(e, *rows)) {
            table.rows.push_back(std::move(*line));
        }
    }
    if (!table.rows.empty()) {
        section.tables.push_back(readable(std::move(table), source, "Epoch times of each experiment"));
        section.paragraphs.push_back(source.say("The mean is that of the steady epochs: the first of each attempt and those that shared their host are left out."));
    }
    return section;
}

Result<ReportSection> billSection(const Source& source)
{
    ReportSection section{.id = "bill", .heading = source.say("Bill"), .paragraphs = {}, .charts = {}, .tables = {}};
    auto table = exports::billTable(source.store, idsOf(source.shown));
    auto kept = table ? exports::shaped(*table, {.columns = {"experiment_id", "experiment", "attempt", "outcome", "machine", "started", "duration_s", "cost", "wasted_cost"}})
                      : std::move(table);
    if (!kept) {
        return fail(kept.error());
    }
    for (auto& row : kept->rows) { // one column says which experiment
        row[1].value = "#" + exports::humanText(row[0], kept->columns[0], false) + " " + exports::humanText(row[1], kept->columns[1], false);
        row.erase(row.begin());
    }
    kept->columns.erase(kept->columns.begin());
    if (!kept->rows.empty()) {
        shortenTimes(*kept);
        section.tables.push_back(readable(std::move(*kept), source, "Every attempt, what it cost and what of that was wasted (times in UTC)"));
    }
    return section;
}

Result<ReportSection> parametersSection(const Source& source)
{
    ReportSection section{.id = "parameters", .heading = source.say("Parameters that differ"), .paragraphs = {}, .charts = {}, .tables = {}};
    if (source.shown.size() < 2) {
        return section;
    }
    auto table = exports::diffTable(source.store, idsOf(source.shown));
    if (!table) {
        return fail(table.error());
    }
    if (table->rows.empty()) {
        section.paragraphs.push_back(source.say("All parameters are the same."));
        return section;
    }
    if (table->columns.size() > kMostParameterColumns + 1) { // too many for the width of a page: one below the other
        *table = exports::longForm(*table);
        table->columns[1].id = "experiment";
        for (auto& row : table->rows) {
            row.pop_back();
        }
        table->columns.pop_back();
    }
    section.tables.push_back(readable(std::move(*table), source, "Parameters that differ between the experiments"));
    return section;
}

} // namespace yardstick::report
