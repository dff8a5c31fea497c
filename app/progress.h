// Progress of the queues on the console: one line that a person can follow on a terminal (percentage, epochs, mAP50, cost,
// time left), one plain line per epoch where output is a file. Polls the store; owns nothing.
#pragma once

#include "app/context.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace yardstick::app {

class ConsoleProgress
{
public:
    explicit ConsoleProgress(Context& context);
    /// Reads the store and prints what is new. Returns how many experiments wait or run.
    Result<int> update();
    /// Of those that have waited or run since the first update: how many there were, and which are failed now.
    [[nodiscard]] int worked() const { return static_cast<int>(m_worked.size()); }
    [[nodiscard]] std::vector<ExperimentId> failed() const;
    void finish(); ///< leaves the terminal's line clean

private:
    struct Seen
    {
        int epochs = -1;
        std::string status;
        std::string reason;
    };
    void line(const std::string& text);
    Context& m_context;
    bool m_terminal = false;
    std::size_t m_lastWidth = 0;
    std::map<std::int64_t, Seen> m_seen;
    std::set<std::int64_t> m_worked;
    bool m_first = true;
};

} // namespace yardstick::app
