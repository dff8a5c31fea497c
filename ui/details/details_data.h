// DetailsData: everything that the details pane shows of one experiment, as one value read in one go; and the arithmetic
// between the store's rows and the charts' axes. No widgets. Read on the store reader thread, shown on the GUI thread.
#pragma once

#include "core/base/cost.h"
#include "core/base/params.h"
#include "core/chart_model.h"
#include "core/outcomes.h"
#include "core/records.h"
#include "core/store/store_reader.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace yardstick::ui {

struct DetailsData : std::enable_shared_from_this<DetailsData>
{
    Experiment experiment;
    std::optional<Experiment> parent;
    std::vector<ParamDifference> changes; ///< from the parent, as resolved: a parent, b this
    std::vector<Attempt> attempts;        ///< oldest first, hidden ones too
    std::vector<EpochRow> epochs;         ///< joined
    std::vector<EpochRow> allEpochs;      ///< of all visible attempts
    std::vector<std::string> seriesNames;
    std::map<std::string, std::vector<SeriesPoint>> series; ///< the names that were asked for
    std::vector<PhaseRow> phases;
    std::vector<EstimateOutcome> outcomes; ///< estimate against actual, oldest queueing first; read with `epochs`
    std::vector<ImageRow> images;
    std::vector<PlotRow> plots;
    std::vector<ArtifactRow> artifacts;
    std::vector<MessageRow> messages;
    std::map<std::int64_t, std::vector<Quote>> quotes; ///< by machine
    std::map<std::int64_t, std::string> machines, queues;
    bool has = true; ///< false: deleted meanwhile

    [[nodiscard]] std::string machineName(MachineId id) const;
    [[nodiscard]] std::string queueName(QueueId id) const;
    /// The newest attempt that is not hidden; nullptr without one.
    [[nodiscard]] const Attempt* lastAttempt() const;
    [[nodiscard]] const Attempt* attempt(AttemptId id) const;
    [[nodiscard]] std::optional<Currency> currency() const; ///< of its newest price
};

/// What to read beside the experiment itself and its attempts.
struct DetailsWants
{
    bool epochs = false, series = false, images = false, plots = false, artifacts = false, messages = false, phases = false;
    std::vector<std::string> seriesPrefixes; ///< "train/", "metrics/"…
};
Result<std::shared_ptr<const DetailsData>> readDetails(const StoreReader& store, ExperimentId id, const DetailsWants& wants);

/// Where a point of the experiment stands on each x axis.
class XAxes
{
public:
    enum class Mode { Epoch, Step, WallTime, Elapsed, Money };
    explicit XAxes(const DetailsData& data);
    [[nodiscard]] double at(Mode mode, double epoch, double step, UtcMs t) const;
    [[nodiscard]] bool moneyKnown() const { return m_moneyKnown; }
    [[nodiscard]] const std::string& currency() const { return m_currency; }

private:
    struct Span
    {
        UtcMs begin = 0, end = 0;
        double moneyBefore = 0;
        std::optional<MoneyAxis> money;
    };
    std::vector<Span> m_spans;
    UtcMs m_start = 0;
    bool m_moneyKnown = false;
    std::string m_currency = "USD";
};

/// "cloned from #13: batch 8 → 16, imgsz 320 → 640"; at most `most` changes, then "and 3 more". Empty without a parent.
QString clonedFromText(const DetailsData& data, int most = 4);

} // namespace yardstick::ui
