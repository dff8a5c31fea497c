// PickleValue: questions to a pickle's tree.
#include "training/model/pickle_reader.h"

#include <algorithm>

namespace yardstick::training {
namespace {

/// Helpers of Python's that make an object of the class that is their first argument.
bool makesItsFirstArgument(std::string_view name)
{
    return name == "copyreg._reconstructor" || name == "copy_reg._reconstructor" || name == "copyreg.__newobj__"
           || name == "copy_reg.__newobj__";
}

} // namespace

PickleValue::PickleValue(std::shared_ptr<const std::vector<PickleNode>> nodes, PickleRef ref) : m_nodes(std::move(nodes)), m_ref(ref)
{
    m_node = m_nodes && ref < m_nodes->size() ? &(*m_nodes)[ref] : nullptr;
}

PickleValue PickleValue::at(PickleRef ref) const
{
    return {m_nodes, ref};
}

std::optional<std::int64_t> PickleValue::integer() const
{
    return is(PickleKind::Int) || is(PickleKind::Bool) ? std::optional(m_node->integer) : std::nullopt;
}

std::optional<double> PickleValue::number() const
{
    if (is(PickleKind::Float)) {
        return m_node->real;
    }
    const auto whole = integer();
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::string_view PickleValue::text() const
{
    return is(PickleKind::Text) ? std::string_view(m_node->text) : std::string_view();
}

std::string_view PickleValue::bytes() const
{
    return is(PickleKind::Bytes) || is(PickleKind::BigInt) ? std::string_view(m_node->text) : std::string_view();
}

std::vector<PickleValue> PickleValue::items() const
{
    const bool sequence = is(PickleKind::List) || is(PickleKind::Tuple) || is(PickleKind::Set);
    if (!sequence && !is(PickleKind::Object)) {
        return {};
    }
    std::vector<PickleValue> out;
    if (!sequence) {
        // One step only: the argument of set([…]) is a plain list.
        const PickleValue from = argument(0);
        if (from.present() && from.m_node->kind != PickleKind::Object) {
            out = from.items();
        }
    }
    for (const PickleRef ref : m_node->items) {
        out.push_back(at(ref));
    }
    return out;
}

std::vector<std::pair<PickleValue, PickleValue>> PickleValue::pairs() const
{
    std::vector<std::pair<PickleValue, PickleValue>> out;
    if (!is(PickleKind::Dict) && !is(PickleKind::Object)) {
        return out;
    }
    if (is(PickleKind::Object) && className() == "collections.OrderedDict") { // OrderedDict([[key, value], …])
        for (const PickleValue& entry : argument(0).is(PickleKind::List) ? argument(0).items() : std::vector<PickleValue>()) {
            const bool isPair = entry.is(PickleKind::List) || entry.is(PickleKind::Tuple);
            if (const auto pair = isPair ? entry.items() : std::vector<PickleValue>(); pair.size() == 2) {
                out.emplace_back(pair[0], pair[1]);
            }
        }
    }
    for (const auto& [key, value] : m_node->pairs) {
        out.emplace_back(at(key), at(value));
    }
    return out;
}

PickleValue PickleValue::get(std::string_view key) const
{
    const auto all = pairs();
    const auto found = std::find_if(all.rbegin(), all.rend(), [&](const auto& pair) {
        return pair.first.is(PickleKind::Text) && pair.first.text() == key;
    });
    return found == all.rend() ? PickleValue() : found->second;
}

std::string_view PickleValue::className() const
{
    if (is(PickleKind::Global)) {
        return m_node->text;
    }
    const PickleValue callable = is(PickleKind::Object) ? at(m_node->callable) : PickleValue();
    if (!callable.is(PickleKind::Global)) {
        return {};
    }
    const PickleValue first = argument(0);
    return makesItsFirstArgument(callable.m_node->text) && first.is(PickleKind::Global) ? std::string_view(first.m_node->text)
                                                                                      : std::string_view(callable.m_node->text);
}

PickleValue PickleValue::argument(std::size_t index) const
{
    const PickleValue all = is(PickleKind::Object) ? at(m_node->arguments) : PickleValue();
    return all.present() && index < all.m_node->items.size() ? at(all.m_node->items[index]) : PickleValue();
}

std::size_t PickleValue::argumentCount() const
{
    const PickleValue all = is(PickleKind::Object) ? at(m_node->arguments) : PickleValue();
    return all.present() ? all.m_node->items.size() : 0;
}

PickleValue PickleValue::state() const
{
    return is(PickleKind::Object) ? at(m_node->state) : PickleValue();
}

PickleValue PickleValue::attribute(std::string_view name) const
{
    const PickleValue own = state();
    if (own.is(PickleKind::Tuple)) { // (dictionary, slots)
        const auto parts = own.items();
        return parts.empty() ? PickleValue() : parts.front().get(name);
    }
    return own.get(name);
}

PickleValue PickleValue::persistentId() const
{
    return is(PickleKind::Persistent) ? at(m_node->items.front()) : PickleValue();
}

} // namespace yardstick::training
