// What report.cpp is made of: the sections, each from the store. Not for other layers.
#pragma once

#include "core/report/report.h"

#include <algorithm>
#include <string>
#include <vector>

namespace yardstick::report {

/// Of more experiments the newest are shown, and the report says so.
inline constexpr size_t kMostExperiments = 200;
inline constexpr size_t kMostCurves = 10;

/// What every section is made from.
struct Source
{
    const StoreReader& store;
    const ReportOptions& options;
    std::vector<Experiment> all;   ///< by id
    std::vector<Experiment> shown; ///< the newest of them, by id
    Comparison comparison;

    /// In the caller's language, with {0} {1}… filled in.
    [[nodiscard]] std::string say(std::string_view english, const std::vector<std::string>& args = {}) const;
};

/// A table for people: columns named in words ("Cost per epoch"), units apart, a caption in the caller's language.
exports::Table readable(exports::Table table, const Source& source, std::string_view caption);
/// "#12 name".
std::string nameOf(const Experiment& e);

Result<ReportSection> experimentsSection(const Source& source);
Result<ReportSection> machinesSection(const Source& source);
Result<ReportSection> curvesSection(const Source& source);
Result<ReportSection> epochsSection(const Source& source);
Result<ReportSection> billSection(const Source& source);
Result<ReportSection> parametersSection(const Source& source);
Result<ReportSection> provenanceSection(const Source& source);

} // namespace yardstick::report
