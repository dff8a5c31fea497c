#include "ui/sentences.h"

#include "core/base/result.h"
#include "ui/error_strings.h"
#include "ui/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace yardstick::ui {
namespace {

struct Pattern
{
    const char* text = nullptr;
    QRegularExpression expression;
    std::vector<size_t> order; ///< the argument that each group is
    qsizetype fixed = 0;       ///< characters that are no argument
};

Pattern makePattern(const char* text)
{
    static const QRegularExpression argument(QStringLiteral("\\{(\\d)\\}"));
    const QString source = QString::fromUtf8(text);
    Pattern pattern;
    pattern.text = text;
    QString expression;
    qsizetype from = 0;
    for (auto it = argument.globalMatch(source); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        expression += QRegularExpression::escape(source.mid(from, match.capturedStart() - from)) + QStringLiteral("(.*?)");
        pattern.order.push_back(match.captured(1).toUInt());
        pattern.fixed += match.capturedStart() - from;
        from = match.capturedEnd();
    }
    expression += QRegularExpression::escape(source.mid(from));
    pattern.fixed += source.size() - from;
    pattern.expression = QRegularExpression(QRegularExpression::anchoredPattern(expression), QRegularExpression::DotMatchesEverythingOption);
    return pattern;
}

/// Templates with arguments, those that say most first: of two that fit the more particular one wins.
const std::vector<Pattern>& patterns()
{
    static const std::vector<Pattern> all = [] {
        std::vector<Pattern> list;
        for (const char* text : kErrorStrings) {
            Pattern pattern = makePattern(text);
            if (!pattern.order.empty() && pattern.fixed > 3) {
                list.push_back(std::move(pattern));
            }
        }
        std::stable_sort(list.begin(), list.end(), [](const Pattern& a, const Pattern& b) { return a.fixed > b.fixed; });
        return list;
    }();
    return all;
}

} // namespace

QString translatedPart(const QString& part)
{
    return part.contains(QLatin1Char(' ')) ? translatedSentence(toUtf8(part)) : part;
}

QString translatedSentence(std::string_view sentence)
{
    const QString text = fromUtf8(sentence);
    const QString whole = QCoreApplication::translate("Error", std::string(sentence).c_str());
    if (whole != text) {
        return whole;
    }
    for (const Pattern& pattern : patterns()) {
        const QString translated = QCoreApplication::translate("Error", pattern.text);
        if (translated == QString::fromUtf8(pattern.text)) {
            return text; // the window speaks English: nothing to look for
        }
        const QRegularExpressionMatch match = pattern.expression.match(text);
        if (!match.hasMatch()) {
            continue;
        }
        std::vector<std::string> args;
        for (size_t group = 0; group < pattern.order.size(); ++group) {
            args.resize(std::max(args.size(), pattern.order[group] + 1));
            // What was filled in may be a sentence itself: why it ended the last time.
            args[pattern.order[group]] = toUtf8(translatedPart(match.captured(static_cast<int>(group) + 1)));
        }
        return fromUtf8(formatTemplate(toUtf8(translated), args));
    }
    return text;
}

} // namespace yardstick::ui
