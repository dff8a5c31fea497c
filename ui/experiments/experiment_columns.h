// ExperimentColumns: what an experiment has to show, once: id (stable English, used by the filter language, layouts and
// exports), title, unit, kind, and the raw value that sorting, filtering and copying use. Any parameter is a column too
// ("param.imgsz"). Values are plain; how they look is the delegate's matter. Any thread.
#pragma once

#include "core/records.h"

#include <QString>

#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace yardstick::ui {

/// Names that an experiment only refers to by id.
struct ExperimentNames
{
    std::unordered_map<std::int64_t, std::string> machines;
    std::unordered_map<std::int64_t, std::string> queues;
    std::unordered_map<std::int64_t, std::string> experiments; ///< for "cloned from"
};

/// monostate: nothing there (sorts last, matches no comparison).
using RawValue = std::variant<std::monostate, double, std::string>;

enum class ColumnKind { Name, Status, Text, Tags, Number, Money, Progress, Time, Parameter };

struct ExperimentColumn
{
    std::string id;      ///< "cost_per_epoch", "param.imgsz"
    ColumnKind kind = ColumnKind::Text;
    int decimals = -1;   ///< of numbers, fixed; of money and epoch times the most to align for; -1: significant digits
    std::string metric;  ///< of Number columns that show best[metric] or last[metric]
    bool fromLast = false;
    bool shownAtFirst = false;
    int width = 90;      ///< at first, in pixels

    [[nodiscard]] bool numeric() const
    {
        return kind == ColumnKind::Number || kind == ColumnKind::Money || kind == ColumnKind::Progress;
    }
};

namespace columns {

/// Every column but the parameters', in their first order.
const std::vector<ExperimentColumn>& builtIn();
/// By id, also "param.NAME" for a parameter of the schema; nullptr when there is none.
const ExperimentColumn* find(std::string_view id);
/// The column that a word of the filter language means: an id, an alias ("cost", "imgsz", "model"); nullptr: none.
const ExperimentColumn* findByWord(std::string_view word);
/// All words that findByWord knows, for completion.
QStringList words();

/// "epoch time", translated, without the unit.
QString title(const ExperimentColumn& column);
/// "s", "USD/h", "USD" or empty; `currency` fills in for money.
QString unit(const ExperimentColumn& column, std::string_view currency);

/// The exact value of a Money column.
std::optional<Money> money(const ExperimentColumn& column, const Experiment& experiment);
RawValue raw(const ExperimentColumn& column, const Experiment& experiment, const ExperimentNames& names);
/// As it is displayed.
QString text(const ExperimentColumn& column, const Experiment& experiment, const ExperimentNames& names);
/// Money without its currency: prices as they were quoted, costs as core/printed.h has them.
QString moneyText(const ExperimentColumn& column, const yardstick::Money& money);
/// As it is copied: full digits, dot decimals.
QString plain(const ExperimentColumn& column, const Experiment& experiment, const ExperimentNames& names);

} // namespace columns
} // namespace yardstick::ui
