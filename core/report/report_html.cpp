// The page of a report: HTML with its style and charts in it. The policy in its head forbids every request and script.
#include "core/base/platform.h"
#include "core/export/cell_text.h"
#include "core/export/table_writers.h"
#include "core/report/report.h"

#include <filesystem>

namespace yardstick {
namespace {

constexpr int kChartWidth = 920;
constexpr int kChartHeight = 400;

constexpr std::string_view kReportStyle = R"(:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; color: #1a1d21; background: #fff; margin: 0; }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 12px; }
h2 { font-size: 20px; margin: 40px 0 8px; padding-bottom: 4px; border-bottom: 2px solid #1a1d21; }
p { margin: 8px 0; max-width: 80ch; }
p.result { font-size: 18px; font-weight: 600; }
p.made, p.note { color: #555b63; font-size: 13px; }
figcaption { font-weight: 600; font-size: 13px; }
figure { margin: 20px 0; }
figure svg { display: block; width: 100%; height: auto; }
figure svg g { font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
.scroll { overflow-x: auto; margin: 16px 0; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
caption { text-align: left; font-weight: 600; padding: 0 0 6px; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #d7dbe0; overflow-wrap: anywhere; }
thead th { border-top: 1px solid #1a1d21; border-bottom: 1px solid #1a1d21; vertical-align: bottom; overflow-wrap: normal; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead .n { white-space: normal; }
@media print {
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  h2, caption, figcaption { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
}
)";

std::string escaped(std::string_view text) { return exports::escapeHtml(exports::validUtf8(text)); }

std::string paragraph(std::string_view text, std::string_view kind = {})
{
    const std::string open = kind.empty() ? "<p>" : "<p class=\"" + std::string(kind) + "\">";
    return open + escaped(text) + "</p>\n";
}

/// A private folder for the pictures while they are drawn; removed when it goes.
class Folder
{
public:
    Folder() : m_path(std::filesystem::temp_directory_path() / ("yardstick-report-" + platform::randomToken())) { std::filesystem::create_directory(m_path); }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::filesystem::path file() const { return m_path / "chart.svg"; }

private:
    std::filesystem::path m_path;
};

Result<> draw(const ReportChart& chart, ChartRenderer& renderer, const std::filesystem::path& file)
{
    struct Visitor
    {
        ChartRenderer& renderer;
        const std::filesystem::path& file;
        Result<> operator()(const BarChart& bars) const { return renderer.renderBars(bars, file, kChartWidth, kChartHeight, false); }
        Result<> operator()(const LineChart& lines) const { return renderer.renderLines(lines, file, kChartWidth, kChartHeight, false); }
    };
    return std::visit(Visitor{renderer, file}, chart.chart);
}

std::string between(std::string_view text, std::string_view open, std::string_view close)
{
    const size_t begin = text.find(open);
    const size_t from = begin == std::string_view::npos ? begin : begin + open.size();
    const size_t end = from == std::string_view::npos ? from : text.find(close, from);
    return end == std::string_view::npos ? std::string() : std::string(text.substr(from, end - from));
}

/// Painters leave groups behind that hold nothing.
void dropEmptyGroups(std::string& svg)
{
    constexpr std::string_view kEnd = "</g>";
    std::string out;
    size_t from = 0;
    for (size_t end = svg.find(kEnd); end != std::string::npos; end = svg.find(kEnd, from)) {
        out.append(svg, from, end - from);
        from = end + kEnd.size();
        const size_t last = out.find_last_not_of(" \t\r\n");
        const size_t open = last == std::string::npos || out[last] != '>' ? std::string::npos : out.rfind('<', last);
        if (open != std::string::npos && std::string_view(out).substr(open).starts_with("<g ")) {
            out.erase(open);
        } else {
            out += kEnd;
        }
    }
    svg = out + svg.substr(from);
}

/// The picture alone, as part of a page: no XML head, as wide as the page lets it, named for those who do not see it.
Result<std::string> inlineSvg(std::string_view document, const ReportChart& chart)
{
    const size_t begin = document.find("<svg");
    const size_t body = begin == std::string_view::npos ? begin : document.find('>', begin);
    const size_t end = document.rfind("</svg>");
    if (body == std::string_view::npos || end == std::string_view::npos || end < body) {
        return fail(ErrorCode::Internal, "The drawing of a chart is no SVG.");
    }
    const std::string viewBox = between(document.substr(begin, body - begin), "viewBox=\"", "\"");
    std::string inside(document.substr(body + 1, end - body - 1));
    for (const std::string_view tag : {"title", "desc"}) {
        const size_t from = inside.find("<" + std::string(tag) + ">");
        const size_t to = inside.find("</" + std::string(tag) + ">");
        if (from != std::string::npos && to != std::string::npos && to > from) {
            inside.erase(from, to + tag.size() + 3 - from);
        }
    }
    dropEmptyGroups(inside);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"" + viewBox + "\" role=\"img\" aria-label=\""
        + escaped(chart.alt) + "\">" + inside + "</svg>\n";
}

Result<std::string> figure(const ReportChart& chart, ChartRenderer& renderer)
{
    const Folder folder;
    if (auto drawn = draw(chart, renderer, folder.file()); !drawn) {
        return fail(drawn.error());
    }
    const auto document = platform::readFile(folder.file());
    const auto svg = document ? inlineSvg(*document, chart) : fail(document.error());
    if (!svg) {
        return svg;
    }
    const std::string note = chart.note.empty() ? std::string() : paragraph(chart.note, "note");
    return "<figure>\n<figcaption>" + escaped(chart.caption) + "</figcaption>\n" + *svg + note + "</figure>\n";
}

Result<std::string> sectionHtml(const ReportSection& section, ChartRenderer& renderer)
{
    std::string out = "<section aria-labelledby=\"" + escaped(section.id) + "\">\n<h2 id=\"" + escaped(section.id) + "\">" + escaped(section.heading) + "</h2>\n";
    for (const std::string& text : section.paragraphs) {
        out += paragraph(text);
    }
    for (const exports::Table& table : section.tables) {
        out += "<div class=\"scroll\">\n" + exports::htmlTable(table, true) + "</div>\n";
    }
    for (const ReportChart& chart : section.charts) {
        auto drawn = figure(chart, renderer);
        if (!drawn) {
            return drawn;
        }
        out += *drawn;
    }
    return out + "</section>\n";
}

} // namespace

Result<std::string> reportHtml(const Report& report, ChartRenderer& renderer)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"" + escaped(report.language) + "\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"Yardstick\">\n<title>"
        + escaped(report.title) + "</title>\n<style>\n" + std::string(kReportStyle) + "</style>\n</head>\n<body>\n<main>\n<h1>" + escaped(report.title) + "</h1>\n";
    for (size_t i = 0; i < report.summary.size(); ++i) {
        out += paragraph(report.summary[i], i == 0 ? "result" : std::string_view());
    }
    out += paragraph(report.made, "made");
    for (const ReportSection& section : report.sections) {
        auto html = sectionHtml(section, renderer);
        if (!html) {
            return html;
        }
        out += *html;
    }
    return out + "</main>\n</body>\n</html>\n";
}

} // namespace yardstick
