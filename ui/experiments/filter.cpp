#include "ui/experiments/filter.h"

#include "core/base/time.h"
#include "ui/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace yardstick::ui {
namespace {

enum class Op { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Contains, NotContains, Has };
enum class Kind { And, Or, Not, Test, Text };

struct Token
{
    enum class Type { Word, Quoted, Operator, Open, Close, End } type = Type::End;
    QString text;
    int position = 0;
    int length = 0;
};

std::string fold(const std::string& text)
{
    return toUtf8(fromUtf8(text).toCaseFolded());
}

std::optional<double> number(const std::string& text)
{
    double v = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return v;
}

} // namespace

struct Filter::Node
{
    Kind kind = Kind::Test;
    std::vector<std::shared_ptr<const Node>> children;
    const ExperimentColumn* column = nullptr;
    Op op = Op::Equal;
    std::string text;             ///< folded
    std::optional<double> number; ///< when the value reads as one (dates too, for times)
    bool none = false;            ///< the value is the word none
};

namespace {
using NodePtr = std::shared_ptr<const Filter::Node>;
using Parsed = std::expected<NodePtr, FilterError>;

class Parser
{
public:
    explicit Parser(const QString& text) : m_source(text) {}

    std::expected<NodePtr, FilterError> parse()
    {
        if (auto e = tokenize()) {
            return std::unexpected(*e);
        }
        if (peek().type == Token::Type::End) {
            return NodePtr{};
        }
        Parsed root = parseOr();
        if (root && peek().type != Token::Type::End) {
            return unexpected(peek());
        }
        return root;
    }

private:
    std::optional<FilterError> tokenize();
    int operatorLength(int i) const;

    const Token& peek() const { return m_tokens[static_cast<size_t>(m_next)]; }
    Token take() { return m_tokens[static_cast<size_t>(m_next++)]; }
    bool isKeyword(const char* word) const
    {
        return peek().type == Token::Type::Word &&
               peek().text.compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    }
    static std::unexpected<FilterError> fault(const Token& at, const QString& sentence)
    {
        return std::unexpected(FilterError{at.position, std::max(1, at.length), sentence});
    }
    static std::unexpected<FilterError> unexpected(const Token& at)
    {
        if (at.type == Token::Type::End) {
            return fault(at, QCoreApplication::translate("Filter", "Something is missing at the end."));
        }
        return fault(at, QCoreApplication::translate("Filter", "“%1” does not belong here.").arg(at.text));
    }

    Parsed parseOr();
    Parsed parseAnd();
    Parsed parseNot();
    Parsed parseTest();
    Parsed parseValue(const Token& word, Op op);

    QString m_source;
    std::vector<Token> m_tokens;
    int m_next = 0;
};

int Parser::operatorLength(int i) const
{
    const QStringView rest = QStringView(m_source).mid(i);
    for (const char* op : {"==", "!=", "<=", ">=", "!~"}) {
        if (rest.startsWith(QLatin1String(op))) {
            return 2;
        }
    }
    return !rest.isEmpty() && QStringLiteral("=<>~:").contains(rest.front()) ? 1 : 0;
}

std::optional<FilterError> Parser::tokenize()
{
    const int size = static_cast<int>(m_source.size());
    int i = 0;
    while (i < size) {
        const QChar c = m_source[i];
        const int from = i;
        if (c.isSpace()) {
            ++i;
            continue;
        }
        Token::Type type = Token::Type::Word;
        QString text;
        if (c == u'(' || c == u')') {
            type = c == u'(' ? Token::Type::Open : Token::Type::Close;
            text = c;
            ++i;
        } else if (c == u'"') {
            const int end = static_cast<int>(m_source.indexOf(QLatin1Char('"'), i + 1));
            if (end < 0) {
                return FilterError{from, size - from, QCoreApplication::translate("Filter", "The quotation mark is not closed.")};
            }
            type = Token::Type::Quoted;
            text = m_source.mid(i + 1, end - i - 1);
            i = end + 1;
        } else if (const int length = operatorLength(i); length > 0) {
            type = Token::Type::Operator;
            text = m_source.mid(i, length);
            i += length;
        } else {
            while (i < size && !m_source[i].isSpace() && operatorLength(i) == 0 &&
                   !QStringLiteral("()\"").contains(m_source[i])) {
                ++i;
            }
            text = m_source.mid(from, i - from);
        }
        m_tokens.push_back({type, text, from, i - from});
    }
    m_tokens.push_back({Token::Type::End, {}, size, 0});
    return std::nullopt;
}

NodePtr combine(Kind kind, std::vector<NodePtr> children)
{
    if (children.size() == 1 && kind != Kind::Not) {
        return children.front();
    }
    auto node = std::make_shared<Filter::Node>();
    node->kind = kind;
    node->children = std::move(children);
    return node;
}

Parsed Parser::parseOr()
{
    std::vector<NodePtr> children;
    while (true) {
        Parsed child = parseAnd();
        if (!child) {
            return child;
        }
        children.push_back(*child);
        if (!isKeyword("or")) {
            return combine(Kind::Or, std::move(children));
        }
        take();
    }
}

Parsed Parser::parseAnd()
{
    std::vector<NodePtr> children;
    while (true) {
        Parsed child = parseNot();
        if (!child) {
            return child;
        }
        children.push_back(*child);
        if (isKeyword("and")) {
            take();
            continue;
        }
        if (peek().type == Token::Type::End || peek().type == Token::Type::Close || isKeyword("or")) {
            return combine(Kind::And, std::move(children));
        }
    }
}

Parsed Parser::parseNot()
{
    if (isKeyword("not")) {
        take();
        Parsed child = parseNot();
        return child ? Parsed(combine(Kind::Not, {*child})) : child;
    }
    if (peek().type == Token::Type::Open) {
        const Token open = take();
        Parsed inner = parseOr();
        if (inner && peek().type != Token::Type::Close) {
            return peek().type == Token::Type::End ? Parsed(fault(open, QCoreApplication::translate("Filter", "The bracket is not closed.")))
                                                   : Parsed(unexpected(peek()));
        }
        if (inner) {
            take();
        }
        return inner;
    }
    return parseTest();
}

Parsed Parser::parseTest()
{
    const Token first = peek();
    if ((first.type != Token::Type::Word && first.type != Token::Type::Quoted) || isKeyword("and") || isKeyword("or")) {
        return unexpected(first);
    }
    take();
    if (first.type == Token::Type::Quoted || peek().type != Token::Type::Operator) {
        auto node = std::make_shared<Filter::Node>();
        node->kind = Kind::Text;
        node->text = fold(toUtf8(first.text));
        return node;
    }
    static const std::vector<std::pair<QString, Op>> ops{
        {QStringLiteral("=="), Op::Equal},     {QStringLiteral("="), Op::Equal},
        {QStringLiteral("!="), Op::NotEqual},  {QStringLiteral("<="), Op::LessEqual},
        {QStringLiteral("<"), Op::Less},       {QStringLiteral(">="), Op::GreaterEqual},
        {QStringLiteral(">"), Op::Greater},    {QStringLiteral("!~"), Op::NotContains},
        {QStringLiteral("~"), Op::Contains},   {QStringLiteral(":"), Op::Has}};
    const Token opToken = take();
    const auto op = std::find_if(ops.begin(), ops.end(), [&](const auto& o) { return o.first == opToken.text; });
    return parseValue(first, op->second);
}

Parsed Parser::parseValue(const Token& word, Op op)
{
    auto node = std::make_shared<Filter::Node>();
    node->column = columns::findByWord(toUtf8(word.text.toLower()));
    if (!node->column) {
        node->column = columns::findByWord(toUtf8(word.text));
    }
    if (!node->column) {
        return fault(word, QCoreApplication::translate("Filter", "There is no column or parameter “%1”.").arg(word.text));
    }
    const Token value = peek();
    if (value.type != Token::Type::Word && value.type != Token::Type::Quoted) {
        return value.type == Token::Type::End ? Parsed(fault(value, QCoreApplication::translate("Filter", "A value is missing after “%1”.").arg(word.text)))
                                              : Parsed(unexpected(value));
    }
    take();
    node->op = op;
    const std::string plain = toUtf8(value.text);
    node->text = fold(plain);
    node->none = value.type == Token::Type::Word && node->text == "none";
    node->number = number(plain);
    if (node->column->kind == ColumnKind::Time && !node->none) {
        const Result<UtcMs> t = parseUtc(plain);
        if (!t) {
            return fault(value, QCoreApplication::translate("Filter", "“%1” is no date; write it as 2026-11-30.").arg(value.text));
        }
        node->number = static_cast<double>(*t);
    }
    const bool ordered = op == Op::Less || op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual;
    if ((node->column->numeric() || ordered) && !node->number && !node->none && op != Op::Contains && op != Op::NotContains &&
        node->column->kind != ColumnKind::Name) {
        return fault(value, QCoreApplication::translate("Filter", "“%1” is no number.").arg(value.text));
    }
    return node;
}

bool compare(Op op, double a, double b)
{
    switch (op) {
    case Op::Equal:
    case Op::Has:
        return a == b;
    case Op::NotEqual:
        return a != b;
    case Op::Less:
        return a < b;
    case Op::LessEqual:
        return a <= b;
    case Op::Greater:
        return a > b;
    case Op::GreaterEqual:
        return a >= b;
    case Op::Contains:
    case Op::NotContains:
        return false;
    }
    return false;
}

bool testText(const Filter::Node& node, const std::string& value)
{
    const std::string folded = fold(value);
    switch (node.op) {
    case Op::Equal:
    case Op::Has:
        return folded == node.text;
    case Op::NotEqual:
        return folded != node.text;
    case Op::Contains:
        return folded.find(node.text) != std::string::npos;
    case Op::NotContains:
        return folded.find(node.text) == std::string::npos;
    default:
        return compare(node.op, static_cast<double>(folded.compare(node.text)), 0);
    }
}

bool testTags(const Filter::Node& node, const Experiment& e)
{
    const auto any = [&](auto&& predicate) {
        return std::any_of(e.spec.tags.begin(), e.spec.tags.end(), [&](const std::string& tag) { return predicate(fold(tag)); });
    };
    switch (node.op) {
    case Op::NotEqual:
        return !any([&](const std::string& tag) { return tag == node.text; });
    case Op::Contains:
        return any([&](const std::string& tag) { return tag.find(node.text) != std::string::npos; });
    case Op::NotContains:
        return !any([&](const std::string& tag) { return tag.find(node.text) != std::string::npos; });
    default:
        return any([&](const std::string& tag) { return tag == node.text; });
    }
}

bool test(const Filter::Node& node, const Experiment& e, const ExperimentNames& names)
{
    const RawValue value = columns::raw(*node.column, e, names);
    const bool absent = std::holds_alternative<std::monostate>(value);
    if (node.none && (node.op == Op::Equal || node.op == Op::Has || node.op == Op::NotEqual)) {
        const auto* text = std::get_if<std::string>(&value);
        return (absent || (text && *text == "None")) == (node.op != Op::NotEqual);
    }
    if (node.column->kind == ColumnKind::Tags && !absent) {
        return testTags(node, e);
    }
    if (absent) {
        return node.op == Op::NotEqual || node.op == Op::NotContains;
    }
    if (const auto* number = std::get_if<double>(&value)) {
        if (node.op == Op::Contains || node.op == Op::NotContains) {
            return testText(node, toUtf8(columns::text(*node.column, e, names)));
        }
        return node.number && compare(node.op, *number, *node.number);
    }
    return testText(node, std::get<std::string>(value));
}

bool evaluate(const Filter::Node& node, const Experiment& e, const ExperimentNames& names, std::string_view haystack)
{
    const auto matches = [&](const NodePtr& child) { return evaluate(*child, e, names, haystack); };
    switch (node.kind) {
    case Kind::And:
        return std::all_of(node.children.begin(), node.children.end(), matches);
    case Kind::Or:
        return std::any_of(node.children.begin(), node.children.end(), matches);
    case Kind::Not:
        return !matches(node.children.front());
    case Kind::Text:
        return haystack.find(node.text) != std::string_view::npos;
    case Kind::Test:
        return test(node, e, names);
    }
    return false;
}

} // namespace

std::expected<Filter, FilterError> Filter::parse(const QString& text)
{
    auto root = Parser(text).parse();
    if (!root) {
        return std::unexpected(root.error());
    }
    Filter filter;
    filter.m_root = *root;
    return filter;
}

bool Filter::matches(const Experiment& experiment, const ExperimentNames& names, std::string_view haystack) const
{
    return !m_root || evaluate(*m_root, experiment, names, haystack);
}

std::string Filter::searchText(const Experiment& e, const ExperimentNames& names)
{
    std::string all = toUtf8(displayName(e));
    const auto add = [&](const std::string& part) {
        all += '\n';
        all += part;
    };
    for (const std::string& tag : e.spec.tags) {
        add(tag);
    }
    add(e.spec.notes);
    add(e.spec.modelVariant);
    add(std::string(toString(e.status)));
    for (const auto& [map, id] : {std::pair(&names.machines, e.machineId.value), std::pair(&names.queues, e.queueId.value)}) {
        if (const auto it = map->find(id); it != map->end()) {
            add(it->second);
        }
    }
    return fold(all);
}

FilterCompletion completeFilter(const QString& text, int cursor, const QStringList& tags, const QStringList& models)
{
    const QString before = text.left(cursor);
    int start = cursor;
    while (start > 0 && !before[start - 1].isSpace() && !QStringLiteral("()=<>~:!\"").contains(before[start - 1])) {
        --start;
    }
    const QString prefix = before.mid(start);
    const QString head = before.left(start).trimmed();
    QStringList from = columns::words() + QStringList{QStringLiteral("and"), QStringLiteral("or"), QStringLiteral("not")};
    const auto follows = [&](const char* word) {
        return head.endsWith(QLatin1String(word) + QLatin1Char(':')) || head.endsWith(QLatin1String(word) + QLatin1Char('=')) ||
               head.endsWith(QLatin1String(word) + QLatin1Char('~'));
    };
    if (follows("tag") || follows("tags")) {
        from = tags;
    } else if (follows("model")) {
        from = models;
    } else if (follows("status")) {
        from.clear();
        for (int s = 0; s <= static_cast<int>(ExperimentStatus::Interrupted); ++s) {
            from << fromUtf8(toString(static_cast<ExperimentStatus>(s)));
        }
    } else if (!head.isEmpty() && QStringLiteral("=<>~:").contains(head.back())) {
        from.clear();
    }
    FilterCompletion completion{start, {}};
    for (const QString& candidate : from) {
        if (!prefix.isEmpty() && candidate.startsWith(prefix, Qt::CaseInsensitive) && candidate != prefix) {
            completion.candidates << candidate;
        }
    }
    return completion;
}

} // namespace yardstick::ui
