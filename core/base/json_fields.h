// JsonFields: reads the known fields of one JSON object, strict on their types, silent about unknown fields.
// The first fault is kept and everything after it is skipped, so that a caller reads all fields and asks once.
// Not part of the vocabulary of other layers: job.cpp and event.cpp use it.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yardstick {

inline constexpr int kMaxJsonDepth = 64; ///< of a document that came from outside

/// True when brackets outside strings nest deeper than kMaxJsonDepth: such a text is refused before it is parsed,
/// because copying a JSON value recurses.
bool nestsTooDeep(std::string_view text);

enum class Need { Optional, Required };

class JsonFields
{
public:
    /// `code`: the code of every fault. `object` outlives this.
    JsonFields(const nlohmann::json& object, ErrorCode code) : m_object(object), m_code(code)
    {
        if (!object.is_object()) {
            m_error = Error{code, "A JSON object is expected.", {}, {}};
        }
    }

    void get(const char* key, std::string& out, Need need = Need::Optional);
    void get(const char* key, bool& out, Need need = Need::Optional);
    void get(const char* key, int& out, Need need = Need::Optional);
    void get(const char* key, std::int64_t& out, Need need = Need::Optional);
    void get(const char* key, double& out, Need need = Need::Optional); ///< "NaN", "Infinity", "-Infinity" too
    void get(const char* key, std::vector<std::string>& out, Need need = Need::Optional);
    void get(const char* key, std::vector<int>& out, Need need = Need::Optional);
    void get(const char* key, std::vector<double>& out, Need need = Need::Optional);
    void get(const char* key, std::map<std::string, std::string>& out, Need need = Need::Optional);
    void get(const char* key, std::map<std::string, double>& out, Need need = Need::Optional);
    void getObject(const char* key, nlohmann::json& out, Need need = Need::Optional);
    /// An array of objects; nullptr when missing.
    const nlohmann::json* objects(const char* key);
    /// A relative path with '/' that stays inside its folder.
    void getRelativePath(const char* key, std::string& out, Need need = Need::Optional);
    void atLeast(const char* key, std::int64_t value, std::int64_t minimum);
    void oneOf(const char* key, const std::string& value, std::initializer_list<std::string_view> known);

    void setError(Error error)
    {
        if (!m_error) {
            m_error = std::move(error);
        }
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] ErrorCode code() const { return m_code; }

private:
    const nlohmann::json* field(const char* key, Need need);
    void wrong(const char* key, std::string_view expected);

    const nlohmann::json& m_object;
    ErrorCode m_code;
    std::optional<Error> m_error;
};

/// Text of a JSON value on one line; bytes that are no UTF-8 become U+FFFD, so that it never throws.
std::string dumpJson(const nlohmann::json& json, int indent = -1);

} // namespace yardstick
