// PickleReader: a Python pickle (protocols 2 to 5) as a tree of plain values. Nothing is imported, called or executed: a
// class is a name, and an object is a record of that name, of the arguments and of the state it was saved with.
// Format: the opcode list of Python's own module pickletools. Pure; any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yardstick::training {

enum class PickleKind { None, Bool, Int, BigInt, Float, Text, Bytes, List, Tuple, Dict, Set, Global, Object, Persistent };

using PickleRef = std::uint32_t; ///< number of a node; nodes may be shared and may form circles
inline constexpr PickleRef kNoPickle = 0xffffffffu;

struct PickleNode
{
    PickleKind kind = PickleKind::None;
    std::int64_t integer = 0;       ///< Bool (0 or 1), Int
    double real = 0;                ///< Float
    std::string text;               ///< Text (valid UTF-8), Bytes, Global ("module.name"), BigInt (two's complement, little-endian)
    std::vector<PickleRef> items;   ///< List, Tuple, Set; Object: what was appended to it; Persistent: its id
    std::vector<std::pair<PickleRef, PickleRef>> pairs; ///< Dict; Object: what was set on it, or its keyword arguments
    PickleRef callable = kNoPickle, arguments = kNoPickle, state = kNoPickle; ///< Object
};

/// One value of the tree; shares the tree. Absent values answer every question with nothing.
class PickleValue
{
public:
    PickleValue() = default;
    PickleValue(std::shared_ptr<const std::vector<PickleNode>> nodes, PickleRef ref);

    [[nodiscard]] bool present() const { return m_node != nullptr; }
    [[nodiscard]] bool is(PickleKind kind) const { return m_node != nullptr && m_node->kind == kind; }
    [[nodiscard]] bool isNone() const { return is(PickleKind::None); }
    [[nodiscard]] PickleRef ref() const { return m_ref; }
    [[nodiscard]] std::optional<std::int64_t> integer() const; ///< Int and Bool
    [[nodiscard]] std::optional<double> number() const;        ///< Int, Bool and Float
    [[nodiscard]] std::string_view text() const;               ///< Text; empty for any other
    [[nodiscard]] std::string_view bytes() const;              ///< Bytes, BigInt

    /// Of a List, Tuple or Set, or of an Object that was made from one or appended to (set([…]), deque).
    [[nodiscard]] std::vector<PickleValue> items() const;
    /// Of a Dict or of an Object that is one (OrderedDict), in order; a key may stand there twice.
    [[nodiscard]] std::vector<std::pair<PickleValue, PickleValue>> pairs() const;
    /// The value last set for a Text key of pairs().
    [[nodiscard]] PickleValue get(std::string_view key) const;

    /// "module.name" of a Global, or of what an Object was made from.
    [[nodiscard]] std::string_view className() const;
    [[nodiscard]] PickleValue argument(std::size_t index) const;
    [[nodiscard]] std::size_t argumentCount() const;
    [[nodiscard]] PickleValue state() const; ///< of an Object; absent when it was made without one
    /// An entry of an Object's state.
    [[nodiscard]] PickleValue attribute(std::string_view name) const;
    [[nodiscard]] PickleValue persistentId() const;

private:
    [[nodiscard]] PickleValue at(PickleRef ref) const;

    std::shared_ptr<const std::vector<PickleNode>> m_nodes;
    const PickleNode* m_node = nullptr;
    PickleRef m_ref = kNoPickle;
};

struct PickleLimits
{
    std::size_t bytes = 64u << 20; ///< of the pickle
    std::size_t values = 1u << 20; ///< made or recalled, about 130 bytes each
    std::size_t marks = 1000;      ///< open at a time: the depth of the writer's recursion
};

/// The one value of a pickle. BadFile names the byte at which it is truncated, malformed or past a limit; opcodes that
/// torch.save never writes (text forms, extensions, out-of-band buffers) are malformed here. Never recurses.
Result<PickleValue> readPickle(std::string_view bytes, const PickleLimits& limits = {});

} // namespace yardstick::training
