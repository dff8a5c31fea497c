// Watch: follows what runs. Asks launchers how jobs are, mirrors their files, ingests one slice of each log
// per tick, turns the first hello into *running*, and has weights and images of remote jobs brought here: every
// minute while they run, and all of them before an attempt is closed. Owner thread: the scheduler's.
#pragma once

#include "core/schedule/workbench.h"

namespace yardstick::schedule {

class Watch
{
public:
    explicit Watch(Workbench& bench)
        : m_bench(bench)
    {}

    void ask();    ///< state and files of every placed attempt; answers come later
    void ingest(); ///< one slice per attempt

private:
    void handleState(AttemptId id, JobState state);
    void ingestOf(const Attempt& attempt);
    Result<> settle(const Attempt& attempt); ///< status and summary after new events
    /// Has files fetched that the log names and that are not here; true when there is nothing to wait for.
    bool fetchFiles(const Attempt& attempt, bool over);
    void handleFetched(AttemptId id, std::int64_t seq, const Result<>& fetched);

    Workbench& m_bench;
};

} // namespace yardstick::schedule
