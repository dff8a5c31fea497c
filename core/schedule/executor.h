// Executor: performs what plan() decided, each action so that doing it twice, or dying in the middle, does no
// harm: the attempt row is written before anything is started, and a placement is found again by its token.
// Owner thread: the scheduler's.
#pragma once

#include "core/schedule/plan.h"
#include "core/schedule/verdict.h"
#include "core/schedule/workbench.h"

namespace yardstick::schedule {

class Executor
{
public:
    explicit Executor(Workbench& bench)
        : m_bench(bench)
    {}

    void perform(const std::vector<PlannedAction>& actions);
    /// Requests of clients that no attempt has to carry out: of experiments that wait or have ended.
    void settleRequests();
    /// Starting or running experiments without an open attempt (a store that was repaired by hand):
    /// interrupted.
    void adoptOrphans();

private:
    void start(const StartAttempt& action);
    void place(const Attempt& attempt);
    void handlePlaced(AttemptId id, Result<nlohmann::json> handle);
    void withdraw(const Attempt& attempt, Launcher& launcher);
    void handleWithdrawn(const Attempt& attempt, const Result<>& stopped);
    void sendStop(const SendStop& action);
    void handleStopSent(const Attempt& attempt, bool hard, const Result<>& sent);
    bool giveUpMachine(const Attempt& attempt, const Error& error);
    void close(const CloseAttempt& action);
    void closeFailed(AttemptId id, const Error& error);
    bool closeWith(AttemptId id, const Verdict& verdict);
    void requeue(const Requeue& action);
    void giveUp(const GiveUp& action);
    void explain(const std::vector<Explain>& reasons);

    Workbench& m_bench;
};

} // namespace yardstick::schedule
