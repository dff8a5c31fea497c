#include "training/data/labels.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

namespace yardstick::training {
namespace {

constexpr double kExcess = 0.01; ///< values this far outside 0…1 are clipped, not refused

void splitFields(std::string_view row, std::vector<std::string_view>& fields)
{
    fields.clear();
    std::size_t at = 0;
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; };
    while (at < row.size()) {
        while (at < row.size() && isSpace(row[at])) {
            ++at;
        }
        const std::size_t begin = at;
        while (at < row.size() && !isSpace(row[at])) {
            ++at;
        }
        if (at > begin) {
            fields.push_back(row.substr(begin, at - begin));
        }
    }
}

std::optional<double> number(std::string_view text)
{
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

std::string quoted(std::string_view text)
{
    std::string shown;
    for (const char c : text.substr(0, 24)) {
        shown += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
    return "\"" + shown + (text.size() > 24 ? "…\"" : "\"");
}

/// Box of a polygon: min and max of its points.
void boxFromPolygon(Label& label)
{
    float x1 = 1, y1 = 1, x2 = 0, y2 = 0;
    for (std::size_t i = 0; i + 1 < label.polygon.size(); i += 2) {
        x1 = std::min(x1, label.polygon[i]);
        x2 = std::max(x2, label.polygon[i]);
        y1 = std::min(y1, label.polygon[i + 1]);
        y2 = std::max(y2, label.polygon[i + 1]);
    }
    label.cx = (x1 + x2) / 2;
    label.cy = (y1 + y2) / 2;
    label.w = x2 - x1;
    label.h = y2 - y1;
}

/// The reason a row cannot be used; empty when it can. `clipped` says that a small excess was cut off.
std::string parseRow(const std::vector<std::string_view>& fields, Label& label, bool& clipped)
{
    const auto cls = number(fields[0]);
    if (!cls || *cls != std::floor(*cls) || std::abs(*cls) > 1e6) {
        return "the class " + quoted(fields[0]) + " is no whole number; the row is left out";
    }
    if (fields.size() < 5 || fields.size() == 6 || fields.size() % 2 == 0) {
        return "the row has " + std::to_string(fields.size()) +
               " fields, but 5 (class cx cy w h) or an odd number of at least 7 (a polygon) are expected; it is left out";
    }
    std::vector<float> values;
    values.reserve(fields.size() - 1);
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const auto value = number(fields[i]);
        if (!value || !std::isfinite(*value)) {
            return quoted(fields[i]) + " is no number; the row is left out";
        }
        if (*value < -kExcess || *value > 1 + kExcess) {
            return "the value " + std::string(fields[i]) + " is outside 0…1; the row is left out";
        }
        clipped = clipped || *value < 0 || *value > 1;
        values.push_back(static_cast<float>(std::clamp(*value, 0.0, 1.0)));
    }
    label.cls = static_cast<int>(*cls);
    if (values.size() == 4) {
        label.cx = values[0];
        label.cy = values[1];
        label.w = values[2];
        label.h = values[3];
    } else {
        label.polygon = std::move(values);
        boxFromPolygon(label);
    }
    if (label.w <= 0 || label.h <= 0) {
        return "the box has no area; the row is left out";
    }
    return {};
}

struct RowLess
{
    bool operator()(const Label& a, const Label& b) const
    {
        return std::tie(a.cls, a.cx, a.cy, a.w, a.h, a.polygon) < std::tie(b.cls, b.cx, b.cy, b.w, b.h, b.polygon);
    }
};

} // namespace

ParsedLabels parseLabels(std::string_view text)
{
    ParsedLabels result;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    std::size_t unlisted = 0;
    const auto report = [&](int line, std::string reason) {
        if (result.problems.size() < kMaxRowProblems) {
            result.problems.push_back({line, std::move(reason)});
        } else {
            ++unlisted;
        }
    };
    std::set<Label, RowLess> seen;
    std::vector<std::string_view> fields;
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        splitFields(text.substr(0, end), fields);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (fields.empty()) {
            continue;
        }
        Label label;
        bool clipped = false;
        std::string reason = parseRow(fields, label, clipped);
        if (!reason.empty()) {
            report(line, std::move(reason));
            continue;
        }
        if (!seen.insert(label).second) {
            report(line, "the row repeats an earlier one; it is left out");
            continue;
        }
        if (clipped) {
            report(line, "a value is slightly outside 0…1; it is clipped");
        }
        result.labels.push_back({std::move(label), line});
    }
    if (unlisted > 0) {
        result.problems.push_back({0, std::to_string(unlisted) + (unlisted == 1 ? " more row" : " more rows") + " with problems"});
    }
    return result;
}

} // namespace yardstick::training
