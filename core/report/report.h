// A report: one project or comparison on paper: summary, tables, charts and where every figure is from. Made from the store as
// plain values; reportHtml turns them into one self-contained page (nothing is fetched, no script). `yardstick report` and the
// window make it from here. Values only; makeReport: the reader's thread; reportHtml: the renderer's (GUI) thread.
#pragma once

#include "core/chart_model.h"
#include "core/charts.h"
#include "core/compare.h"
#include "core/export/table.h"
#include "core/store/store_reader.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace yardstick {

/// A sentence, heading or column of the report in the caller's language; {0} {1}… stay in it. None: English.
using ReportWords = std::function<std::string(std::string_view english)>;

struct ReportOptions
{
    std::string title;                       ///< empty: made from the project of the experiments
    std::vector<ExperimentId> experiments{}; ///< empty: all
    CompareOptions compare{};                ///< of the machines; its experiments are these
    std::string version;                     ///< of Yardstick
    UtcMs nowMs = 0;
    ReportWords words{};
    ChartWords chartWords{};
};

struct ReportChart
{
    std::variant<BarChart, LineChart> chart;
    std::string caption; ///< above it
    std::string note;    ///< below it; empty: none
    std::string alt;     ///< the figures in words, for those who do not see the picture
};
struct ReportSection
{
    std::string id; ///< "machines": stable, also the anchor
    std::string heading;
    std::vector<std::string> paragraphs;
    std::vector<ReportChart> charts;
    std::vector<exports::Table> tables; ///< with captions; columns are words, not identifiers
};
struct Report
{
    std::string language = "en"; ///< of the page, BCP 47
    std::string title;
    std::vector<std::string> summary; ///< sentences under the title; the first is the result
    std::string made;                 ///< when, and by which version
    std::vector<ReportSection> sections;
};

/// Sections without anything to show are left out. NotFound when there is no experiment.
Result<Report> makeReport(const StoreReader& store, const ReportOptions& options);
/// The page; charts are drawn as SVG and put into it. Every text is escaped.
Result<std::string> reportHtml(const Report& report, ChartRenderer& renderer);

} // namespace yardstick
