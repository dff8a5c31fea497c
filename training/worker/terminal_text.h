// TerminalText: turns what a program would print on a terminal into plain lines. A carriage return starts the line again, so
// that a progress bar leaves only its last state; escape sequences go; bytes that are no UTF-8 become U+FFFD. Any one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yardstick::training {

class TerminalText
{
public:
    struct Piece
    {
        std::string text;
        bool line = false; ///< false: what stands in a line that is not finished: a state of a bar, or the head of a line
    };

    /// Takes the next bytes as they come; returns what they complete. States that are empty are left out.
    std::vector<Piece> add(std::string_view bytes);
    /// The last line, where it has no newline; empty: there is none.
    std::string finish();

private:
    std::string m_state; ///< since the last carriage return or newline
    std::string m_shown; ///< the state before that, in the same line
    std::string m_told;  ///< the last state that was returned
};

/// Without escape sequences and control characters, valid UTF-8, no white space at its end.
std::string plainText(std::string_view bytes);

} // namespace yardstick::training
