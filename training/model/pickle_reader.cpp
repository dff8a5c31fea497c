#include "training/model/pickle_reader.h"

#include <bit>
#include <cstring>
#include <new>
#include <unordered_map>

namespace yardstick::training {
namespace {

static_assert(std::endian::native == std::endian::little);

namespace op {
enum : unsigned char {
    kMark = '(', kStop = '.', kPop = '0', kPopMark = '1', kDup = '2', kBinBytes = 'B', kShortBinBytes = 'C', kBinFloat = 'G',
    kBinInt = 'J', kBinInt1 = 'K', kBinInt2 = 'M', kNone = 'N', kBinPersId = 'Q', kReduce = 'R', kBinString = 'T',
    kShortBinString = 'U', kBinUnicode = 'X', kEmptyList = ']', kAppend = 'a', kBuild = 'b', kGlobal = 'c', kDict = 'd',
    kAppends = 'e', kBinGet = 'h', kLongBinGet = 'j', kList = 'l', kBinPut = 'q', kLongBinPut = 'r', kSetItem = 's', kTuple = 't',
    kSetItems = 'u', kEmptyDict = '}', kEmptyTuple = ')', kProto = 0x80, kNewObj = 0x81, kTuple1 = 0x85, kTuple2 = 0x86,
    kTuple3 = 0x87, kNewTrue = 0x88, kNewFalse = 0x89, kLong1 = 0x8a, kLong4 = 0x8b, kShortBinUnicode = 0x8c, kBinUnicode8 = 0x8d,
    kBinBytes8 = 0x8e, kEmptySet = 0x8f, kAddItems = 0x90, kFrozenSet = 0x91, kNewObjEx = 0x92, kStackGlobal = 0x93, kMemoize = 0x94,
    kFrame = 0x95, kByteArray8 = 0x96,
};
} // namespace op

constexpr std::size_t kMaxNameBytes = 1024;

/// Thrown and caught in this file only.
struct Fault
{
    const char* why;
};

/// Length of the UTF-8 sequence at the start of `text`; 0 when it is none (overlong forms, surrogates included).
std::size_t utf8Length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool surrogate = lead == 0xed && byte(1) >= 0xa0;
    const bool beyond = lead == 0xf4 && byte(1) >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

/// Bytes that are no UTF-8 become U+FFFD, so that every text can be shown and written as JSON.
std::string validUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        out += length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

/// The stack machine that a pickle is a program for, without the opcodes' side effects.
class Machine
{
public:
    Machine(std::string_view bytes, const PickleLimits& limits, std::vector<PickleNode>& nodes)
        : m_bytes(bytes)
        , m_limits(limits)
        , m_nodes(nodes)
    {}

    PickleRef run()
    {
        if (m_bytes.size() > m_limits.bytes) {
            throw Fault{"too long"};
        }
        if (fixed<std::uint8_t>() != op::kProto) {
            throw Fault{"no protocol"};
        }
        if (const auto protocol = fixed<std::uint8_t>(); protocol < 2 || protocol > 5) {
            throw Fault{"protocol"};
        }
        for (;;) {
            const auto code = fixed<std::uint8_t>();
            if (code == op::kStop) {
                break;
            }
            if (!numbers(code) && !texts(code) && !containers(code) && !additions(code) && !objects(code) && !bookkeeping(code)) {
                throw Fault{"opcode"};
            }
        }
        const PickleRef result = pop();
        if (!m_stack.empty() || !m_marks.empty() || m_at != m_bytes.size()) {
            throw Fault{"left over"};
        }
        return result;
    }
    [[nodiscard]] std::size_t position() const { return m_at; }

private:
    std::string_view take(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_at) {
            throw Fault{"truncated"};
        }
        const std::string_view out = m_bytes.substr(m_at, static_cast<std::size_t>(count));
        m_at += static_cast<std::size_t>(count);
        return out;
    }
    template <typename T> T fixed()
    {
        T value{};
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
        return value;
    }
    std::string_view line()
    {
        const std::size_t end = m_bytes.find('\n', m_at);
        if (end == std::string_view::npos || end - m_at > kMaxNameBytes) {
            throw Fault{"name"};
        }
        const std::string_view out = take(end - m_at);
        ++m_at;
        return out;
    }

    void pushAgain(PickleRef ref)
    {
        if (++m_pushes > m_limits.values) {
            throw Fault{"too many values"};
        }
        m_stack.push_back(ref);
    }
    PickleNode& push(PickleKind kind)
    {
        pushAgain(static_cast<PickleRef>(m_nodes.size()));
        m_nodes.emplace_back().kind = kind;
        return m_nodes.back();
    }
    [[nodiscard]] std::size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); }
    PickleRef top() const
    {
        if (m_stack.size() <= floor()) {
            throw Fault{"empty stack"};
        }
        return m_stack.back();
    }
    PickleRef pop()
    {
        const PickleRef ref = top();
        m_stack.pop_back();
        return ref;
    }
    PickleRef pop(PickleKind kind)
    {
        const PickleRef ref = pop();
        if (m_nodes[ref].kind != kind) {
            throw Fault{"operand"};
        }
        return ref;
    }
    std::vector<PickleRef> popToMark()
    {
        if (m_marks.empty()) {
            throw Fault{"no mark"};
        }
        std::vector<PickleRef> out(m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back()), m_stack.end());
        m_stack.resize(m_marks.back());
        m_marks.pop_back();
        return out;
    }

    void integer(PickleKind kind, std::int64_t value) { push(kind).integer = value; }
    void text(PickleKind kind, std::uint64_t length)
    {
        const std::string_view bytes = take(length);
        push(kind).text = kind == PickleKind::Text ? validUtf8(bytes) : std::string(bytes);
    }
    void longInteger(std::int64_t length)
    {
        if (length < 0) {
            throw Fault{"length"};
        }
        const std::string_view bytes = take(static_cast<std::uint64_t>(length));
        if (bytes.size() > sizeof(std::int64_t)) {
            push(PickleKind::BigInt).text = bytes;
            return;
        }
        std::uint64_t value = !bytes.empty() && (bytes.back() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
        std::memcpy(&value, bytes.data(), bytes.size());
        integer(PickleKind::Int, static_cast<std::int64_t>(value));
    }

    bool numbers(unsigned char code)
    {
        switch (code) {
        case op::kNone: push(PickleKind::None); return true;
        case op::kNewTrue: integer(PickleKind::Bool, 1); return true;
        case op::kNewFalse: integer(PickleKind::Bool, 0); return true;
        case op::kBinInt: integer(PickleKind::Int, fixed<std::int32_t>()); return true;
        case op::kBinInt1: integer(PickleKind::Int, fixed<std::uint8_t>()); return true;
        case op::kBinInt2: integer(PickleKind::Int, fixed<std::uint16_t>()); return true;
        case op::kLong1: longInteger(fixed<std::uint8_t>()); return true;
        case op::kLong4: longInteger(fixed<std::int32_t>()); return true;
        case op::kBinFloat: {
            const auto bits = std::byteswap(fixed<std::uint64_t>());
            push(PickleKind::Float).real = std::bit_cast<double>(bits);
            return true;
        }
        default: return false;
        }
    }

    bool texts(unsigned char code)
    {
        switch (code) {
        case op::kShortBinUnicode:
        case op::kShortBinString: text(PickleKind::Text, fixed<std::uint8_t>()); return true;
        case op::kBinUnicode:
        case op::kBinString: text(PickleKind::Text, fixed<std::uint32_t>()); return true;
        case op::kBinUnicode8: text(PickleKind::Text, fixed<std::uint64_t>()); return true;
        case op::kShortBinBytes: text(PickleKind::Bytes, fixed<std::uint8_t>()); return true;
        case op::kBinBytes: text(PickleKind::Bytes, fixed<std::uint32_t>()); return true;
        case op::kBinBytes8:
        case op::kByteArray8: text(PickleKind::Bytes, fixed<std::uint64_t>()); return true;
        default: return false;
        }
    }

    void collect(PickleKind kind) { auto values = popToMark(); push(kind).items = std::move(values); }
    void tuple(std::size_t count)
    {
        std::vector<PickleRef> values(count);
        while (count > 0) {
            values[--count] = pop();
        }
        push(PickleKind::Tuple).items = std::move(values);
    }

    bool containers(unsigned char code)
    {
        switch (code) {
        case op::kEmptyTuple: push(PickleKind::Tuple); return true;
        case op::kEmptyList: push(PickleKind::List); return true;
        case op::kEmptyDict: push(PickleKind::Dict); return true;
        case op::kEmptySet: push(PickleKind::Set); return true;
        case op::kTuple1: tuple(1); return true;
        case op::kTuple2: tuple(2); return true;
        case op::kTuple3: tuple(3); return true;
        case op::kTuple: collect(PickleKind::Tuple); return true;
        case op::kList: collect(PickleKind::List); return true;
        case op::kFrozenSet: collect(PickleKind::Set); return true;
        case op::kDict: {
            const auto values = popToMark();
            push(PickleKind::Dict);
            setPairs(values);
            return true;
        }
        default: return false;
        }
    }

    /// To the value on top of the stack.
    void append(const std::vector<PickleRef>& values, PickleKind kind)
    {
        PickleNode& target = m_nodes[top()];
        if (target.kind != kind && target.kind != PickleKind::Object) {
            throw Fault{"operand"};
        }
        target.items.insert(target.items.end(), values.begin(), values.end());
    }
    void setPairs(const std::vector<PickleRef>& values)
    {
        PickleNode& target = m_nodes[top()];
        if (values.size() % 2 != 0 || (target.kind != PickleKind::Dict && target.kind != PickleKind::Object)) {
            throw Fault{"operand"};
        }
        for (std::size_t i = 0; i < values.size(); i += 2) {
            target.pairs.emplace_back(values[i], values[i + 1]);
        }
    }

    bool additions(unsigned char code)
    {
        switch (code) {
        case op::kAppend: {
            const PickleRef value = pop();
            append({value}, PickleKind::List);
            return true;
        }
        case op::kAppends: {
            const auto values = popToMark();
            append(values, PickleKind::List);
            return true;
        }
        case op::kAddItems: {
            const auto values = popToMark();
            append(values, PickleKind::Set);
            return true;
        }
        case op::kSetItem: {
            const PickleRef value = pop();
            const PickleRef key = pop();
            setPairs({key, value});
            return true;
        }
        case op::kSetItems: {
            const auto values = popToMark();
            setPairs(values);
            return true;
        }
        default: return false;
        }
    }

    void global(std::string_view module, std::string_view name)
    {
        push(PickleKind::Global).text = validUtf8(std::string(module) + "." + std::string(name));
    }
    /// What would be a call becomes a record of it.
    void object(PickleRef keywords)
    {
        const PickleRef arguments = pop(PickleKind::Tuple);
        const PickleRef callable = pop();
        if (const PickleKind kind = m_nodes[callable].kind; kind != PickleKind::Global && kind != PickleKind::Object) {
            throw Fault{"operand"};
        }
        auto pairs = keywords == kNoPickle ? decltype(PickleNode::pairs){} : m_nodes[keywords].pairs;
        PickleNode& made = push(PickleKind::Object);
        made.callable = callable;
        made.arguments = arguments;
        made.pairs = std::move(pairs);
    }

    bool objects(unsigned char code)
    {
        switch (code) {
        case op::kGlobal: {
            const std::string_view module = line();
            global(module, line());
            return true;
        }
        case op::kStackGlobal: {
            const PickleRef name = pop(PickleKind::Text);
            const PickleRef module = pop(PickleKind::Text);
            global(std::string(m_nodes[module].text), std::string(m_nodes[name].text));
            return true;
        }
        case op::kReduce:
        case op::kNewObj: object(kNoPickle); return true;
        case op::kNewObjEx: object(pop(PickleKind::Dict)); return true;
        case op::kBuild: {
            const PickleRef state = pop();
            PickleNode& target = m_nodes[top()];
            if (target.kind != PickleKind::Object) {
                throw Fault{"operand"};
            }
            target.state = state;
            return true;
        }
        case op::kBinPersId: {
            const PickleRef id = pop();
            push(PickleKind::Persistent).items = {id};
            return true;
        }
        default: return false;
        }
    }

    void recall(std::uint32_t key)
    {
        const auto found = m_memo.find(key);
        if (found == m_memo.end()) {
            throw Fault{"memo"};
        }
        pushAgain(found->second);
    }

    bool bookkeeping(unsigned char code)
    {
        switch (code) {
        case op::kMark:
            if (m_marks.size() >= m_limits.marks) {
                throw Fault{"too deep"};
            }
            m_marks.push_back(m_stack.size());
            return true;
        case op::kPop:
            if (m_stack.size() == floor() && !m_marks.empty()) {
                m_marks.pop_back();
            } else {
                pop();
            }
            return true;
        case op::kPopMark: popToMark(); return true;
        case op::kDup: pushAgain(top()); return true;
        case op::kBinPut: m_memo[fixed<std::uint8_t>()] = top(); return true;
        case op::kLongBinPut: m_memo[fixed<std::uint32_t>()] = top(); return true;
        case op::kMemoize: m_memo[static_cast<std::uint32_t>(m_memo.size())] = top(); return true;
        case op::kBinGet: recall(fixed<std::uint8_t>()); return true;
        case op::kLongBinGet: recall(fixed<std::uint32_t>()); return true;
        case op::kFrame:
            if (fixed<std::uint64_t>() > m_bytes.size() - m_at) {
                throw Fault{"truncated"};
            }
            return true;
        default: return false;
        }
    }

    std::string_view m_bytes;
    const PickleLimits& m_limits;
    std::vector<PickleNode>& m_nodes;
    std::size_t m_at = 0;
    std::size_t m_pushes = 0;
    std::vector<PickleRef> m_stack;
    std::vector<std::size_t> m_marks; ///< stack sizes at which a mark was set
    std::unordered_map<std::uint32_t, PickleRef> m_memo;
};

} // namespace

Result<PickleValue> readPickle(std::string_view bytes, const PickleLimits& limits)
{
    auto nodes = std::make_shared<std::vector<PickleNode>>();
    Machine machine(bytes, limits, *nodes);
    try {
        const PickleRef root = machine.run();
        return PickleValue(std::move(nodes), root);
    } catch (const Fault& fault) {
        return fail({ErrorCode::BadFile, "The pickle is truncated or malformed at byte {0}.",
                     {std::to_string(machine.position())}, fault.why});
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "There is not enough memory to read the pickle.");
    }
}

} // namespace yardstick::training
