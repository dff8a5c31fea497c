#include "core/base/params_text.h"

#include "core/base/json_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace yardstick {

using nlohmann::json;

std::string toLowerAscii(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return lower;
}

namespace {

constexpr const char* kTooLarge = "{0} must be at most {1}; it is {2}.";
constexpr const char* kNotUtf8 = "The text of {0} is not UTF-8.";
constexpr double kMaxInt = std::numeric_limits<int>::max();

std::string_view trim(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool isNone(std::string_view text)
{
    return text.empty() || text == "None" || text == "none" || text == "null" || text == "~";
}

std::optional<bool> boolWord(std::string_view text)
{
    const std::string lower = toLowerAscii(text);
    if (lower == "true" || lower == "yes" || lower == "on") {
        return true;
    }
    if (lower == "false" || lower == "no" || lower == "off") {
        return false;
    }
    return std::nullopt;
}

bool isUtf8(std::string_view text)
{
    try {
        (void)json(text).dump();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

std::string number(double v)
{
    if (v == std::floor(v) && std::abs(v) < 1e15) {
        return std::to_string(static_cast<long long>(v));
    }
    return json(v).dump();
}

/// The sentence for a value that is not accepted: a template made of few parts, and its arguments.
Error expectation(const ParamSpec& spec, std::string shown)
{
    std::vector<std::string> args{spec.name};
    const auto slot = [&](std::string value) {
        args.push_back(std::move(value));
        return "{" + std::to_string(args.size() - 1) + "}";
    };
    const auto list = [&] {
        std::string text;
        for (const std::string& c : spec.choices) {
            text += (text.empty() ? "" : ", ") + c;
        }
        return slot(text);
    };
    const auto range = [&]() -> std::string {
        if (spec.minimum && spec.maximum) {
            if (spec.minimumExclusive) {
                return " above " + slot(number(*spec.minimum)) + ", at most " + slot(number(*spec.maximum));
            }
            const std::string low = slot(number(*spec.minimum));
            return " from " + low + " to " + slot(number(*spec.maximum));
        }
        if (spec.minimum) {
            return (spec.minimumExclusive ? " above " : " of at least ") + slot(number(*spec.minimum));
        }
        return "";
    };
    std::string text = "{0} must be ";
    switch (spec.type) {
    case ParamType::Bool:
        text += "true or false";
        break;
    case ParamType::Int:
        text += "a whole number" + range();
        break;
    case ParamType::Float:
        text += "a number" + range();
        break;
    case ParamType::String:
        text += "a text";
        break;
    case ParamType::Path:
        text += "a path";
        break;
    case ParamType::Choice:
        text += "one of " + list();
        break;
    case ParamType::IntList:
        text += "a list such as [0, 1] of whole numbers" + range();
        break;
    case ParamType::BoolOrString:
        text += "true, false or one of " + list();
        break;
    case ParamType::IntOrIntList:
        text += "a whole number" + range() + " or a list of them such as [0, 1]";
        break;
    case ParamType::BoolOrPath:
        text += "true, false or a path";
        break;
    case ParamType::IntOrFraction:
        text += "a whole number of at least 1, -1, or a number between 0 and 1";
        break;
    }
    if (spec.nullable) {
        text += " or None";
    }
    text += "; it is " + slot(std::move(shown)) + ".";
    return {ErrorCode::InvalidArgument, text, args, {}};
}

bool inRange(const ParamSpec& spec, double v)
{
    if (!std::isfinite(v)) {
        return false;
    }
    if (spec.minimum && (spec.minimumExclusive ? v <= *spec.minimum : v < *spec.minimum)) {
        return false;
    }
    return !spec.maximum || v <= *spec.maximum;
}

bool isIntIn(const ParamSpec& spec, const json& value)
{
    return value.is_number_integer() && inRange(spec, value.get<double>());
}

bool isIntListIn(const ParamSpec& spec, const json& value)
{
    return value.is_array() &&
           std::all_of(value.begin(), value.end(), [&](const json& v) { return isIntIn(spec, v); });
}

bool isOneOf(const ParamSpec& spec, const json& value)
{
    return value.is_string() && std::find(spec.choices.begin(), spec.choices.end(),
                                          value.get_ref<const std::string&>()) != spec.choices.end();
}

bool isBatch(const json& value)
{
    if (value.is_number_integer()) {
        return value == -1 || value >= 1;
    }
    return value.is_number_float() && value.get<double>() > 0 && value.get<double>() < 1;
}

bool isAccepted(const ParamSpec& spec, const json& value)
{
    switch (spec.type) {
    case ParamType::Bool:
        return value.is_boolean();
    case ParamType::Int:
        return isIntIn(spec, value);
    case ParamType::Float:
        return value.is_number() && inRange(spec, value.get<double>());
    case ParamType::String:
    case ParamType::Path:
        return value.is_string();
    case ParamType::Choice:
        return isOneOf(spec, value);
    case ParamType::IntList:
        return isIntListIn(spec, value);
    case ParamType::BoolOrString:
        return value.is_boolean() || isOneOf(spec, value);
    case ParamType::IntOrIntList:
        return isIntIn(spec, value) || isIntListIn(spec, value);
    case ParamType::BoolOrPath:
        return value.is_boolean() || value.is_string();
    case ParamType::IntOrFraction:
        return isBatch(value);
    }
    return false;
}

/// The largest whole number in a value: readers take them as int.
double largestInt(const json& value)
{
    if (value.is_number_integer()) {
        return value.get<double>();
    }
    double most = 0;
    if (value.is_array()) {
        for (const json& v : value) {
            most = std::max(most, v.is_number_integer() ? v.get<double>() : 0.0);
        }
    }
    return most;
}

std::optional<json> parseInt(std::string_view text)
{
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    std::int64_t v = 0;
    const auto [end, err] = std::from_chars(text.data(), text.data() + text.size(), v);
    if (text.empty() || err != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return json(v);
}

std::optional<json> parseFloat(std::string_view text)
{
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    double v = 0;
    const auto [end, err] = std::from_chars(text.data(), text.data() + text.size(), v);
    if (text.empty() || err != std::errc() || end != text.data() + text.size() || !std::isfinite(v)) {
        return std::nullopt;
    }
    return json(v);
}

std::optional<json> parseList(std::string_view text)
{
    if (text.starts_with('[') || text.starts_with('(')) {
        const char close = text.front() == '[' ? ']' : ')';
        if (text.back() != close || text.size() < 2) {
            return std::nullopt;
        }
        text = trim(text.substr(1, text.size() - 2));
    }
    json list = json::array();
    while (!text.empty()) {
        const size_t comma = std::min(text.find(','), text.size());
        const auto v = parseInt(trim(text.substr(0, comma)));
        if (!v) {
            return std::nullopt;
        }
        list.push_back(*v);
        text = comma == text.size() ? std::string_view() : trim(text.substr(comma + 1));
    }
    return list;
}

std::optional<json> parseChoice(const ParamSpec& spec, std::string_view text)
{
    for (const std::string& choice : spec.choices) {
        if (toLowerAscii(choice) == toLowerAscii(text)) {
            return json(choice);
        }
    }
    return std::nullopt;
}

json parseString(std::string_view text)
{
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        json literal = json::parse(text, nullptr, false);
        if (literal.is_string()) {
            return literal;
        }
    }
    return json(text);
}

std::optional<json> boolValue(std::string_view text)
{
    const auto word = boolWord(text);
    return word ? std::optional<json>(*word) : std::nullopt;
}

std::optional<json> parseTyped(const ParamSpec& spec, std::string_view text)
{
    switch (spec.type) {
    case ParamType::Bool:
        if (text == "1" || text == "0") {
            return json(text == "1");
        }
        return boolValue(text);
    case ParamType::Int:
        return parseInt(text);
    case ParamType::Float:
        return parseFloat(text);
    case ParamType::String:
    case ParamType::Path:
        return parseString(text);
    case ParamType::Choice:
        return parseChoice(spec, text);
    case ParamType::IntList:
        return text.empty() ? std::nullopt : parseList(text);
    case ParamType::BoolOrString: {
        auto word = boolValue(text);
        return word ? word : parseChoice(spec, text);
    }
    case ParamType::IntOrIntList: {
        auto single = parseInt(text);
        return single || text.empty() ? single : parseList(text);
    }
    case ParamType::BoolOrPath: {
        auto word = boolValue(text);
        return word ? word : (text.empty() ? std::nullopt : std::optional<json>(parseString(text)));
    }
    case ParamType::IntOrFraction: {
        auto whole = parseInt(text);
        return whole ? whole : parseFloat(text);
    }
    }
    return std::nullopt;
}

} // namespace

Result<json> parseParam(const ParamSpec& spec, std::string_view text)
{
    const std::string_view trimmed = trim(text);
    if (!isUtf8(trimmed)) {
        return fail(ErrorCode::InvalidArgument, kNotUtf8, spec.name);
    }
    if (spec.nullable && isNone(trimmed)) {
        return json();
    }
    std::optional<json> value = parseTyped(spec, trimmed);
    if (!value) {
        return fail(expectation(spec, std::string(trimmed)));
    }
    if (const auto good = checkParam(spec, *value); !good) {
        return fail(good.error());
    }
    return std::move(*value);
}

std::string formatParam(const json& value)
{
    if (value.is_null()) {
        return "None";
    }
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        const bool control = std::any_of(text.begin(), text.end(),
                                         [](char c) { return static_cast<unsigned char>(c) < 0x20; });
        const bool literal =
            control || isNone(text) || boolWord(text) || text.front() == '"' || trim(text) != text;
        return literal ? dumpJson(value) : text;
    }
    if (value.is_array()) {
        std::string list;
        for (const json& v : value) {
            list += (list.empty() ? "" : ", ") + formatParam(v);
        }
        return "[" + list + "]";
    }
    return dumpJson(value);
}

Result<> checkParam(const ParamSpec& spec, const json& value)
{
    if (value.is_null() && spec.nullable) {
        return {};
    }
    if (!isAccepted(spec, value)) {
        return fail(expectation(spec, formatParam(value)));
    }
    if (!spec.maximum && largestInt(value) > kMaxInt) {
        return fail(ErrorCode::InvalidArgument, kTooLarge, spec.name, number(kMaxInt), formatParam(value));
    }
    return {};
}

std::vector<std::string> paramTemplates(const ParamSpec& spec)
{
    return {expectation(spec, "").text, kTooLarge, kNotUtf8};
}

} // namespace yardstick
