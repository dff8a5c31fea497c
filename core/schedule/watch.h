// Watch: follows what runs. Asks launchers how jobs are, mirrors their files, ingests one slice of each log
// per tick, and turns the first hello into *running*. Owner thread: the scheduler's.
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

    Workbench& m_bench;
};

} // namespace yardstick::schedule
