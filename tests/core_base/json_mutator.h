// Random damage to a JSON text: bytes flipped, cut, doubled; values replaced by others of every type.
#pragma once

#include <nlohmann/json.hpp>

#include <limits>
#include <random>
#include <string>
#include <vector>

namespace yardstick::test {

class JsonMutator
{
public:
    explicit JsonMutator(std::uint64_t seed)
        : m_rng(seed)
    {}

    size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(m_rng); }

    /// Damages bytes; the result need not be JSON.
    std::string bytes(std::string text)
    {
        for (size_t n = 1 + below(4); n > 0 && !text.empty(); --n) {
            const size_t at = below(text.size());
            switch (below(5)) {
            case 0:
                text[at] = static_cast<char>(below(256));
                break;
            case 1:
                text.erase(at, 1 + below(8));
                break;
            case 2:
                text.insert(at, text.substr(below(text.size()), below(20)));
                break;
            case 3:
                text.resize(at);
                break;
            default:
                text.insert(at, 1, "{}[]\",:0-eE.\\ntfu"[below(17)]);
                break;
            }
        }
        return text;
    }

    /// Replaces, removes or adds one member somewhere; the result is JSON.
    nlohmann::json values(nlohmann::json j)
    {
        nlohmann::json* at = &j;
        while (at->is_structured() && !at->empty() && below(4) != 0) {
            auto it = at->begin();
            std::advance(it, static_cast<std::ptrdiff_t>(below(at->size())));
            at = &*it;
        }
        if (at->is_object() && !at->empty() && below(3) == 0) {
            auto it = at->begin();
            std::advance(it, static_cast<std::ptrdiff_t>(below(at->size())));
            at->erase(it);
        } else if (at->is_object() && below(3) == 0) {
            (*at)["new_field"] = value();
        } else {
            *at = value();
        }
        return j;
    }

private:
    nlohmann::json value()
    {
        static const std::vector<nlohmann::json> kValues{nullptr,
                                                         true,
                                                         false,
                                                         0,
                                                         -1,
                                                         1,
                                                         1e308,
                                                         -0.0,
                                                         0.5,
                                                         std::numeric_limits<std::int64_t>::max(),
                                                         std::numeric_limits<std::int64_t>::min(),
                                                         std::numeric_limits<std::uint64_t>::max(),
                                                         "",
                                                         "NaN",
                                                         "-Infinity",
                                                         "text",
                                                         "../x",
                                                         "/etc/passwd",
                                                         std::string(2000, 'x'),
                                                         std::string("a\0b", 3),
                                                         nlohmann::json::array(),
                                                         nlohmann::json::object(),
                                                         nlohmann::json::array({1, "a", nullptr}),
                                                         nlohmann::json{{"a", 1}},
                                                         "失败",
                                                         "{0} {9} {"};
        return kValues[below(kValues.size())];
    }

    std::mt19937_64 m_rng;
};

} // namespace yardstick::test
