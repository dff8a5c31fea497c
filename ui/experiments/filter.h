// Filter: the search field's language over experiments, e.g.  map50>0.6 and (model~"v8s" or tag:best) and cost<2
//   expr    := and { "or" and }          and  := not { ["and"] not }          not := "not" not | "(" expr ")" | test
//   test    := WORD op value | TEXT      op   := = == != < <= > >= ~ !~ :     value := number | WORD | "text" | none
// WORD is a column, an alias or a parameter; ~ contains (any case), ":" is equal or, for tags, one of them; a bare TEXT is
// looked for in name, number, tags, notes, model, machine and queue. Money and times compare in the column's unit; dates
// as 2026-11-30. An empty value matches no comparison but  x = none. No regular expressions: nothing can run long.
// Any thread; immutable once parsed.
#pragma once

#include "core/records.h"
#include "ui/experiments/experiment_columns.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace yardstick::ui {

/// Where the fault is, in characters of the text, and one translated sentence.
struct FilterError
{
    int position = 0;
    int length = 0;
    QString sentence;
};

class Filter
{
public:
    struct Node;

    /// An empty text matches everything.
    static std::expected<Filter, FilterError> parse(const QString& text);
    Filter() = default;

    /// `haystack`: what a bare text is looked for in, case-folded (searchText).
    [[nodiscard]] bool matches(const Experiment& experiment, const ExperimentNames& names, std::string_view haystack) const;
    [[nodiscard]] bool empty() const { return !m_root; }

    static std::string searchText(const Experiment& experiment, const ExperimentNames& names);

private:
    std::shared_ptr<const Node> m_root;
};

/// What may stand at `cursor`: words or values that begin like the word before it, for the completer. `start` is where
/// the completed word begins.
struct FilterCompletion
{
    int start = 0;
    QStringList candidates;
};
FilterCompletion completeFilter(const QString& text, int cursor, const QStringList& tags, const QStringList& models);

} // namespace yardstick::ui
