#include "core/lifecycle.h"

#include <algorithm>
#include <array>

namespace yardstick {
namespace {

using S = ExperimentStatus;

constexpr std::array kActions{Action::Edit,      Action::Enqueue,  Action::Dequeue,   Action::Stop,
                              Action::Retry,     Action::Continue, Action::Resume,    Action::Reset,
                              Action::Clone,     Action::Archive,  Action::Unarchive, Action::Publish,
                              Action::Unpublish, Action::Delete,   Action::Restore,   Action::Rename};

/// A set of statuses, one bit each.
constexpr unsigned bit(S status)
{
    return 1u << static_cast<unsigned>(status);
}
constexpr unsigned kAll = (1u << (static_cast<unsigned>(S::Interrupted) + 1)) - 1;
constexpr unsigned kEnded = bit(S::Completed) | bit(S::Failed) | bit(S::Stopped) | bit(S::Interrupted);
constexpr unsigned kBroken = bit(S::Failed) | bit(S::Stopped) | bit(S::Interrupted);

/// The table: in which statuses an action is allowed.
constexpr unsigned statusesOf(Action action)
{
    switch (action) {
    case Action::Edit:
        return bit(S::Draft);
    case Action::Enqueue:
        return bit(S::Draft) | kBroken;
    case Action::Dequeue:
        return bit(S::Queued);
    case Action::Stop:
        return bit(S::Queued) | bit(S::Starting) | bit(S::Running) | bit(S::Interrupted);
    case Action::Retry:
    case Action::Resume:
        return kBroken;
    case Action::Continue:
    case Action::Reset:
        return kEnded;
    case Action::Archive:
    case Action::Delete:
        return bit(S::Draft) | kEnded;
    case Action::Publish:
        return bit(S::Completed) | bit(S::Stopped);
    case Action::Clone:
    case Action::Unarchive:
    case Action::Unpublish:
    case Action::Restore:
    case Action::Rename:
        return kAll;
    }
    return 0;
}

/// The state machine: where a status may go.
constexpr unsigned targetsOf(S from)
{
    switch (from) {
    case S::Draft:
        return bit(S::Queued);
    // Dequeued, it is again what its last attempt left it as.
    case S::Queued:
        return bit(S::Starting) | bit(S::Draft) | bit(S::Completed) | bit(S::Failed) | bit(S::Stopped);
    case S::Starting:
        return bit(S::Running) | bit(S::Failed) | bit(S::Stopped) | bit(S::Interrupted);
    case S::Running:
        return bit(S::Completed) | bit(S::Failed) | bit(S::Stopped) | bit(S::Interrupted);
    case S::Interrupted:
        return bit(S::Queued) | bit(S::Failed) | bit(S::Stopped) | bit(S::Draft);
    case S::Completed:
    case S::Failed:
    case S::Stopped:
        return bit(S::Queued) | bit(S::Draft);
    }
    return 0;
}

/// Flags and the trash on top of the status.
bool allowedNow(Action action, const Experiment& e)
{
    if (e.deletedMs > 0) {
        return action == Action::Restore;
    }
    switch (action) {
    case Action::Restore:
        return false;
    case Action::Archive:
        if (e.archived) {
            return false;
        }
        break;
    case Action::Unarchive:
        if (!e.archived) {
            return false;
        }
        break;
    case Action::Publish:
        if (e.published) {
            return false;
        }
        break;
    case Action::Unpublish:
        if (!e.published) {
            return false;
        }
        break;
    default:
        break;
    }
    return isAllowed(action, e.status);
}

std::string reference(const Experiment& e)
{
    return "#" + std::to_string(e.id.value);
}

} // namespace

std::string_view toString(Action action)
{
    switch (action) {
    case Action::Edit:
        return "edit";
    case Action::Enqueue:
        return "enqueue";
    case Action::Dequeue:
        return "dequeue";
    case Action::Stop:
        return "stop";
    case Action::Retry:
        return "retry";
    case Action::Continue:
        return "continue";
    case Action::Resume:
        return "resume";
    case Action::Reset:
        return "reset";
    case Action::Clone:
        return "clone";
    case Action::Archive:
        return "archive";
    case Action::Unarchive:
        return "unarchive";
    case Action::Publish:
        return "publish";
    case Action::Unpublish:
        return "unpublish";
    case Action::Delete:
        return "delete";
    case Action::Restore:
        return "restore";
    case Action::Rename:
        return "rename";
    }
    return "unknown";
}

bool isAllowed(Action action, ExperimentStatus status)
{
    return (statusesOf(action) & bit(status)) != 0;
}

Result<> checkAllowed(Action action, const Experiment& experiment)
{
    if (allowedNow(action, experiment)) {
        return {};
    }
    if (experiment.deletedMs > 0) {
        return fail(ErrorCode::NotAllowed, "Experiment {0} is in the trash: restore it first.",
                    reference(experiment));
    }
    std::string allowed;
    for (const Action a : allowedActions(experiment)) {
        allowed += (allowed.empty() ? "" : ", ") + std::string(toString(a));
    }
    std::string status(toString(experiment.status));
    if (experiment.archived) {
        status += ", archived";
    }
    if (experiment.published) {
        status += ", published";
    }
    return fail(ErrorCode::NotAllowed, "Experiment {0} is {1}: “{2}” is not allowed now; allowed: {3}.",
                reference(experiment), status, toString(action), allowed);
}

std::vector<Action> allowedActions(const Experiment& experiment)
{
    std::vector<Action> out;
    std::copy_if(kActions.begin(), kActions.end(), std::back_inserter(out),
                 [&](Action a) { return allowedNow(a, experiment); });
    return out;
}

bool isTransition(ExperimentStatus from, ExperimentStatus to)
{
    return (targetsOf(from) & bit(to)) != 0;
}

} // namespace yardstick
