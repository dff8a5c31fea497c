// What the executor writes about attempts: the row before anything is started, the job that follows from it,
// and the end. Each is one transaction's work.
#pragma once

#include "core/base/job.h"
#include "core/schedule/plan.h"
#include "core/schedule/verdict.h"
#include "core/store/store_writer.h"

#include <filesystem>
#include <set>

namespace yardstick::schedule {

/// The attempt's row, the experiment *starting*, and the attempts beside it flagged as shared. `over`: open
/// attempts whose worker is gone: they no longer share the host. NotAllowed when a client was faster and it
/// no longer waits.
Result<Attempt> insertAttempt(StoreWriter& w, const StartAttempt& action, const Queue& queue,
                              const std::filesystem::path& runs, const std::set<AttemptId>& over, UtcMs now);
/// job.json of an attempt: what its row and its experiment say, the same each time.
JobSpec jobOf(const Attempt& attempt, const Experiment& experiment);
/// What a job that starts or runs waits for, on its experiment; empty: nothing any more. Others are left as they are.
Result<> writeReason(StoreWriter& w, ExperimentId id, const std::string& reason, UtcMs now);
/// Attempt, experiment and the requests that waited for them. Once only: a closed attempt stays as it is.
Result<> writeVerdict(StoreWriter& w, AttemptId id, const Verdict& verdict, UtcMs now);

} // namespace yardstick::schedule
