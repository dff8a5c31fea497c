#include "core/base/json_fields.h"

#include "core/base/event.h"

#include <algorithm>

namespace yardstick {

bool nestsTooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                inString = false;
            }
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kMaxJsonDepth) {
                return true;
            }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

const nlohmann::json* JsonFields::field(const char* key, Need need)
{
    if (m_error) {
        return nullptr;
    }
    const auto it = m_object.find(key);
    if (it == m_object.end()) {
        if (need == Need::Required) {
            m_error = Error{m_code, "The field \"{0}\" is missing.", {key}, {}};
        }
        return nullptr;
    }
    return &*it;
}

void JsonFields::wrong(const char* key, std::string_view expected)
{
    setError(Error{m_code, "The field \"{0}\" is not {1}.", {key, std::string(expected)}, {}});
}

namespace {

bool toInt64(const nlohmann::json& node, std::int64_t& out)
{
    if (!node.is_number_integer()) {
        return false;
    }
    if (node.is_number_unsigned()) {
        const auto v = node.get<std::uint64_t>();
        if (v > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return false;
        }
        out = static_cast<std::int64_t>(v);
        return true;
    }
    out = node.get<std::int64_t>();
    return true;
}

bool toInt(const nlohmann::json& node, int& out)
{
    std::int64_t v = 0;
    if (!toInt64(node, v) || v < std::numeric_limits<int>::min() || v > std::numeric_limits<int>::max()) {
        return false;
    }
    out = static_cast<int>(v);
    return true;
}

bool toDouble(const nlohmann::json& node, double& out)
{
    const Result<double> v = numberFromJson(node);
    if (!v) {
        return false;
    }
    out = *v;
    return true;
}

bool toText(const nlohmann::json& node, std::string& out)
{
    if (!node.is_string()) {
        return false;
    }
    out = node.get_ref<const std::string&>();
    return true;
}

template <typename T, typename Convert>
bool toVector(const nlohmann::json& node, std::vector<T>& out, Convert convert)
{
    if (!node.is_array()) {
        return false;
    }
    std::vector<T> values(node.size());
    for (size_t i = 0; i < node.size(); ++i) {
        if (!convert(node[i], values[i])) {
            return false;
        }
    }
    out = std::move(values);
    return true;
}

template <typename T, typename Convert>
bool toMap(const nlohmann::json& node, std::map<std::string, T>& out, Convert convert)
{
    if (!node.is_object()) {
        return false;
    }
    std::map<std::string, T> values;
    for (const auto& [key, value] : node.items()) {
        if (!convert(value, values[key])) {
            return false;
        }
    }
    out = std::move(values);
    return true;
}

} // namespace

void JsonFields::get(const char* key, std::string& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toText(*f, out)) {
        wrong(key, "a text");
    }
}

void JsonFields::get(const char* key, bool& out, Need need)
{
    if (const nlohmann::json* f = field(key, need)) {
        if (f->is_boolean()) {
            out = f->get<bool>();
        } else {
            wrong(key, "true or false");
        }
    }
}

void JsonFields::get(const char* key, int& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toInt(*f, out)) {
        wrong(key, "a whole number");
    }
}

void JsonFields::get(const char* key, std::int64_t& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toInt64(*f, out)) {
        wrong(key, "a whole number");
    }
}

void JsonFields::get(const char* key, double& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toDouble(*f, out)) {
        wrong(key, "a number");
    }
}

void JsonFields::get(const char* key, std::vector<std::string>& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toVector(*f, out, toText)) {
        wrong(key, "a list of texts");
    }
}

void JsonFields::get(const char* key, std::vector<int>& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toVector(*f, out, toInt)) {
        wrong(key, "a list of whole numbers");
    }
}

void JsonFields::get(const char* key, std::vector<double>& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toVector(*f, out, toDouble)) {
        wrong(key, "a list of numbers");
    }
}

void JsonFields::get(const char* key, std::map<std::string, std::string>& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toMap(*f, out, toText)) {
        wrong(key, "an object of texts");
    }
}

void JsonFields::get(const char* key, std::map<std::string, double>& out, Need need)
{
    if (const nlohmann::json* f = field(key, need); f != nullptr && !toMap(*f, out, toDouble)) {
        wrong(key, "an object of numbers");
    }
}

void JsonFields::getObject(const char* key, nlohmann::json& out, Need need)
{
    if (const nlohmann::json* f = field(key, need)) {
        if (f->is_object()) {
            out = *f;
        } else {
            wrong(key, "an object");
        }
    }
}

const nlohmann::json* JsonFields::objects(const char* key)
{
    const nlohmann::json* f = field(key, Need::Optional);
    if (f == nullptr) {
        return nullptr;
    }
    if (!f->is_array() ||
        !std::all_of(f->begin(), f->end(), [](const nlohmann::json& e) { return e.is_object(); })) {
        wrong(key, "a list of objects");
        return nullptr;
    }
    return f;
}

void JsonFields::getRelativePath(const char* key, std::string& out, Need need)
{
    std::string path;
    get(key, path, need);
    if (m_error || path.empty()) {
        if (!m_error && need == Need::Required) {
            wrong(key, "a path inside the run directory");
        }
        return;
    }
    bool good =
        path.front() != '/' && path.find('\0') == std::string::npos && path.find('\\') == std::string::npos;
    for (size_t begin = 0; good && begin <= path.size();) {
        const size_t end = std::min(path.find('/', begin), path.size());
        good = std::string_view(path).substr(begin, end - begin) != "..";
        begin = end + 1;
    }
    if (!good) {
        wrong(key, "a path inside the run directory");
        return;
    }
    out = std::move(path);
}

void JsonFields::atLeast(const char* key, std::int64_t value, std::int64_t minimum)
{
    if (!m_error && value < minimum) {
        m_error = Error{m_code,
                        "The field \"{0}\" is {1}; the least is {2}.",
                        {key, std::to_string(value), std::to_string(minimum)},
                        {}};
    }
}

void JsonFields::oneOf(const char* key, const std::string& value,
                       std::initializer_list<std::string_view> known)
{
    if (m_error || std::find(known.begin(), known.end(), value) != known.end()) {
        return;
    }
    std::string list;
    for (const std::string_view k : known) {
        list += (list.empty() ? "" : ", ") + std::string(k);
    }
    m_error = Error{m_code, "The field \"{0}\" is \"{1}\"; known are: {2}.", {key, value, list}, {}};
}

std::string dumpJson(const nlohmann::json& json, int indent)
{
    return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace yardstick
