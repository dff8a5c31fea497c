// Label files of YOLO layout, parsed: rows "class cx cy w h" or "class x1 y1 … xn yn" (at least 3 points), normalised.
// Rules: values within 1 % outside 0…1 are clipped; a bad row is dropped and listed, never the whole image; exact
// duplicate rows are dropped. Whether a class exists is checked later, so that a parsed file is independent of the YAML.
#pragma once

#include "training/data/dataset.h"

namespace yardstick::training {

struct ParsedLabel
{
    Label label;
    int line = 0; ///< from 1
};
struct RowProblem
{
    int line = 0; ///< from 1; 0: the file
    std::string text;
    bool operator==(const RowProblem&) const = default;
};
struct ParsedLabels
{
    std::vector<ParsedLabel> labels;
    std::vector<RowProblem> problems; ///< at most kMaxRowProblems, then one that counts the rest
};
inline constexpr std::size_t kMaxRowProblems = 20;

ParsedLabels parseLabels(std::string_view text);

} // namespace yardstick::training
