// The lifecycle table, walked over every action, status and pair of statuses.
#include "core/lifecycle.h"

#include <gtest/gtest.h>

#include <queue>

#include <algorithm>
#include <map>
#include <set>

namespace yardstick {
namespace {

using S = ExperimentStatus;
constexpr S kStatuses[] = {S::Draft,     S::Queued, S::Starting, S::Running,
                           S::Completed, S::Failed, S::Stopped,  S::Interrupted};
constexpr Action kActions[] = {Action::Edit,      Action::Enqueue,  Action::Dequeue,   Action::Stop,
                               Action::Retry,     Action::Continue, Action::Resume,    Action::Reset,
                               Action::Clone,     Action::Archive,  Action::Unarchive, Action::Publish,
                               Action::Unpublish, Action::Delete,   Action::Restore,   Action::Rename};

Experiment at(S status)
{
    Experiment e;
    e.id = ExperimentId(3);
    e.status = status;
    return e;
}

/// The table as the documentation states it, written down a second time: action → letters of the statuses
/// d(raft) q(ueued) s(tarting) r(unning) c(ompleted) f(ailed) x(stopped) i(nterrupted).
TEST(Lifecycle, allowsExactlyWhatTheTableSays)
{
    const std::map<Action, std::string> table{{Action::Edit, "d"},
                                              {Action::Enqueue, "dfxi"},
                                              {Action::Dequeue, "q"},
                                              {Action::Stop, "qsri"},
                                              {Action::Retry, "fxi"},
                                              {Action::Continue, "cfxi"},
                                              {Action::Resume, "fxi"},
                                              {Action::Reset, "cfxi"},
                                              {Action::Clone, "dqsrcfxi"},
                                              {Action::Archive, "dcfxi"},
                                              {Action::Unarchive, "dqsrcfxi"},
                                              {Action::Publish, "cx"},
                                              {Action::Unpublish, "dqsrcfxi"},
                                              {Action::Delete, "dcfxi"},
                                              {Action::Restore, "dqsrcfxi"},
                                              {Action::Rename, "dqsrcfxi"}};
    const std::string letters = "dqsrcfxi";
    for (const Action a : kActions) {
        for (size_t i = 0; i < letters.size(); ++i) {
            EXPECT_EQ(isAllowed(a, kStatuses[i]), table.at(a).find(letters[i]) != std::string::npos)
                << toString(a) << " while " << toString(kStatuses[i]);
        }
    }
}

TEST(Lifecycle, movesExactlyAsTheStateMachineSays)
{
    const std::map<S, std::set<S>> machine{
        {S::Draft, {S::Queued}},
        {S::Queued, {S::Starting, S::Draft, S::Completed, S::Failed, S::Stopped}},
        {S::Starting, {S::Running, S::Failed, S::Stopped, S::Interrupted}},
        {S::Running, {S::Completed, S::Failed, S::Stopped, S::Interrupted}},
        {S::Completed, {S::Queued, S::Draft}},
        {S::Failed, {S::Queued, S::Draft}},
        {S::Stopped, {S::Queued, S::Draft}},
        {S::Interrupted, {S::Queued, S::Failed, S::Stopped, S::Draft}}};
    for (const S from : kStatuses) {
        for (const S to : kStatuses) {
            EXPECT_EQ(isTransition(from, to), machine.at(from).contains(to))
                << toString(from) << " → " << toString(to);
        }
    }
}

TEST(Lifecycle, everyStatusCanBeReachedAndLeadsToADraft)
{
    const auto reached = [](S from) {
        std::set<S> seen{from};
        std::queue<S> open;
        open.push(from);
        while (!open.empty()) {
            const S at = open.front();
            open.pop();
            for (const S to : kStatuses) {
                if (isTransition(at, to) && seen.insert(to).second) {
                    open.push(to);
                }
            }
        }
        return seen;
    };
    EXPECT_EQ(reached(S::Draft).size(), std::size(kStatuses));
    for (const S s : kStatuses) {
        EXPECT_TRUE(reached(s).contains(S::Draft)) << toString(s);
    }
}

TEST(Lifecycle, refusalNamesActionStatusAndWhatIsAllowed)
{
    const auto refused = checkAllowed(Action::Edit, at(S::Running));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::NotAllowed);
    EXPECT_EQ(refused.error().message(),
              "Experiment #3 is running: “edit” is not allowed now; allowed: stop, clone, rename.");
}

TEST(Lifecycle, inTheTrashOnlyRestoreIsAllowed)
{
    for (const S s : kStatuses) {
        Experiment e = at(s);
        e.deletedMs = 1;
        EXPECT_EQ(allowedActions(e), std::vector{Action::Restore});
        const auto refused = checkAllowed(Action::Clone, e);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message(), "Experiment #3 is in the trash: restore it first.");
    }
}

TEST(Lifecycle, flagsAreSetAndTakenBackInTurn)
{
    for (const S s : kStatuses) {
        Experiment e = at(s);
        EXPECT_FALSE(checkAllowed(Action::Unarchive, e));
        EXPECT_FALSE(checkAllowed(Action::Unpublish, e));
        EXPECT_FALSE(checkAllowed(Action::Restore, e));
        e.archived = e.published = true;
        EXPECT_FALSE(checkAllowed(Action::Archive, e));
        EXPECT_FALSE(checkAllowed(Action::Publish, e));
        EXPECT_TRUE(checkAllowed(Action::Unarchive, e));
        EXPECT_TRUE(checkAllowed(Action::Unpublish, e));
    }
}

TEST(Lifecycle, allowedActionsAgreesWithCheckAllowed)
{
    for (const S s : kStatuses) {
        const Experiment e = at(s);
        const auto allowed = allowedActions(e);
        for (const Action a : kActions) {
            EXPECT_EQ(std::find(allowed.begin(), allowed.end(), a) != allowed.end(),
                      checkAllowed(a, e).has_value());
        }
    }
}

} // namespace
} // namespace yardstick
