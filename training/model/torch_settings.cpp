// Settings out of a pickle as JSON (torch_pickle.h).
#include "training/model/torch_pickle.h"

#include "core/base/event.h"

#include <bit>
#include <cstring>

namespace yardstick::training {
namespace {

constexpr int kMaxDepth = 16;
constexpr int kMaxValues = 20000;

/// Python 3 writes bytes into a protocol-2 pickle as the call encode(text, "latin1").
std::string rawBytes(const PickleValue& value)
{
    if (value.className() != "_codecs.encode") {
        return std::string(value.bytes());
    }
    std::string out;
    const std::string_view text = value.argument(0).text();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            out += text[i];
        } else if ((lead & 0xfc) == 0xc0 && i + 1 < text.size()) { // U+0080 … U+00FF
            out += static_cast<char>(((lead & 3) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3f));
        } else {
            return {};
        }
    }
    return out;
}

template <typename T> T numberOf(const std::string& bytes)
{
    T value{};
    std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
}

/// scalar(dtype(code, …), bytes) of NumPy; null for the types that metrics never have.
nlohmann::json numpyScalar(const PickleValue& value)
{
    const std::string_view code = value.argument(0).argument(0).text();
    const std::string bytes = rawBytes(value.argument(1));
    if (code == "f8" && bytes.size() == 8) {
        return numberToJson(numberOf<double>(bytes));
    }
    if (code == "f4" && bytes.size() == 4) {
        return numberToJson(static_cast<double>(numberOf<float>(bytes)));
    }
    if (code == "i8" && bytes.size() == 8) {
        return numberOf<std::int64_t>(bytes);
    }
    if (code == "i4" && bytes.size() == 4) {
        return numberOf<std::int32_t>(bytes);
    }
    if (code == "b1" && bytes.size() == 1) {
        return bytes[0] != 0;
    }
    return nullptr;
}

class Converter
{
public:
    nlohmann::json convert(const PickleValue& value, int depth)
    {
        if (!value.present() || value.isNone() || depth > kMaxDepth || ++m_values > kMaxValues) {
            return nullptr;
        }
        if (value.is(PickleKind::Bool)) {
            return value.integer() != 0;
        }
        if (const auto whole = value.integer()) {
            return *whole;
        }
        if (const auto real = value.number()) {
            return numberToJson(*real);
        }
        if (value.is(PickleKind::Text)) {
            return std::string(value.text());
        }
        if (value.is(PickleKind::Bytes) || value.is(PickleKind::BigInt)) {
            return nullptr;
        }
        if (value.is(PickleKind::List) || value.is(PickleKind::Tuple) || value.is(PickleKind::Set)) {
            return list(value, depth);
        }
        const std::string_view name = value.className();
        if (value.is(PickleKind::Dict) || name == "collections.OrderedDict") {
            return dictionary(value, depth);
        }
        return value.is(PickleKind::Object) ? object(value, name, depth) : nlohmann::json(name);
    }

private:
    nlohmann::json list(const PickleValue& value, int depth)
    {
        nlohmann::json out = nlohmann::json::array();
        for (const PickleValue& item : value.items()) {
            if (m_values > kMaxValues) {
                break;
            }
            out.push_back(convert(item, depth + 1));
        }
        return out;
    }
    nlohmann::json dictionary(const PickleValue& value, int depth)
    {
        nlohmann::json out = nlohmann::json::object();
        for (const auto& [key, item] : value.pairs()) {
            if (m_values > kMaxValues) {
                break;
            }
            const auto number = key.integer();
            const std::string name = number ? std::to_string(*number) : std::string(key.text());
            out[name] = convert(item, depth + 1);
        }
        return out;
    }
    nlohmann::json object(const PickleValue& value, std::string_view name, int depth)
    {
        if (name.starts_with("pathlib.")) {
            std::string path;
            for (std::size_t i = 0; i < value.argumentCount(); ++i) {
                const std::string_view part = value.argument(i).text();
                path += (path.empty() || path.ends_with('/') ? "" : "/") + std::string(part);
            }
            return path;
        }
        if (name == "numpy.core.multiarray.scalar" || name == "numpy._core.multiarray.scalar") {
            return numpyScalar(value);
        }
        if (name == "__builtin__.set" || name == "builtins.set" || name == "torch.Size") {
            return list(value, depth);
        }
        // A bag of settings keeps them as its attributes.
        const PickleValue state = value.state();
        if (name.ends_with("Namespace") && state.is(PickleKind::Dict)) {
            return dictionary(state, depth);
        }
        return std::string(name);
    }

    int m_values = 0;
};

} // namespace

nlohmann::json settingsToJson(const PickleValue& value)
{
    Converter converter;
    return converter.convert(value, 0);
}

} // namespace yardstick::training
