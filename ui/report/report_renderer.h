// PdfReportRenderer: a report's page as a PDF: A4 upright, charts as vectors, headings kept with what follows them, head rows of
// tables repeated, a foot with page numbers. Needs a QGuiApplication; works on the offscreen platform. Owner thread: GUI.
#pragma once

#include "core/chart_model.h"

namespace yardstick::ui {

class PdfReportRenderer final : public ReportRenderer
{
public:
    /// Of pages that core/report made. Io with the system's words.
    Result<> renderHtmlAsPdf(const std::string& html, const std::filesystem::path& file) override;
};

} // namespace yardstick::ui
