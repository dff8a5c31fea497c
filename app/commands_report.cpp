// `yardstick report`: one self-contained file about a project or a comparison.
#include "app/commands.h"
#include "app/gui.h"

#include "core/base/platform.h"
#include "core/report/report.h"

namespace yardstick::app {
namespace {

Result<bool> wantsPdf(const std::string& output)
{
    const auto ending = std::filesystem::path(output).extension();
    if (ending != ".html" && ending != ".htm" && ending != ".pdf") {
        return fail(ErrorCode::Usage, "A report is a .html or a .pdf file, not \"{0}\".", output);
    }
    return ending == ".pdf";
}

Result<Report> reportOf(Context& c, const ReportArguments& a)
{
    const auto reader = c.reader();
    const auto ids = reader ? chosenExperiments(c, a.experiments, a.project) : std::unexpected(reader.error());
    const auto compare = ids ? compareOptions(c, a.compare) : std::unexpected(ids.error());
    if (!compare) {
        return std::unexpected(compare.error());
    }
    ReportOptions options;
    options.title = a.title;
    options.experiments = *ids;
    options.compare = *compare;
    options.version = YARDSTICK_VERSION;
    options.nowMs = nowUtcMs();
    return makeReport(**reader, options);
}

} // namespace

int reportCommand(Context& c, const ReportArguments& a, const Renderers& with)
{
    const auto pdf = wantsPdf(a.output);
    const auto report = pdf ? reportOf(c, a) : std::unexpected(pdf.error());
    const auto html = report ? reportHtml(*report, with.charts) : std::unexpected(report.error());
    if (!html) {
        return c.fail(html.error());
    }
    const auto written = *pdf ? with.reports.renderHtmlAsPdf(*html, a.output) : platform::writeFileAtomic(a.output, *html);
    if (!written) {
        return c.fail(written.error());
    }
    if (c.json) {
        c.print(nlohmann::json{{"file", a.output}, {"title", report->title}});
    }
    c.say("Report written to " + a.output);
    return 0;
}

} // namespace yardstick::app
