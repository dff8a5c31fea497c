// WorkTimes: how long an epoch of some work takes on a machine, from the newest runs that were timed there; each answer is
// computed once. Part of core/estimate; not for other layers. Owner thread: the reader's.
#pragma once

#include "core/compare_rows.h"
#include "core/estimate.h"

#include <map>
#include <string>

namespace yardstick::estimates {

struct WorkTime
{
    bool known = false;      ///< kLeastEpochs or more were timed
    int timedEpochs = 0;
    bool sameBatch = false;
    Doubt doubt = Doubt::None;
    double setupSeconds = 0;
    SecondsRange epoch;
};

class WorkTimes
{
public:
    static Result<WorkTimes> load(const StoreReader& store, UtcMs now);
    Result<WorkTime> of(MachineId machine, const ExperimentSpec& spec);
    /// Runs of the same work on the machine, newest first, at most kNewestRuns; those with the same batch size where there are any.
    Result<std::vector<Experiment>> runs(MachineId machine, const ExperimentSpec& spec, bool& sameBatch) const;
    [[nodiscard]] const compare::Catalogue& catalogue() const { return m_catalogue; }

private:
    WorkTimes(const StoreReader& store, compare::Catalogue catalogue) : m_store(&store), m_catalogue(std::move(catalogue)) {}

    const StoreReader* m_store;
    compare::Catalogue m_catalogue;
    std::map<std::string, WorkTime> m_known;
};

inline constexpr int kNewestRuns = 20; ///< older ones say less of the machine as it is now

} // namespace yardstick::estimates
