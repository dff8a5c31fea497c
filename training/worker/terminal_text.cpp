#include "training/worker/terminal_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace yardstick::training {
namespace {

constexpr std::size_t kMostBytes = 64 * 1024; ///< of one line; what follows begins another one

/// Length of the escape sequence at the head of `text` (ECMA-48: CSI, OSC, and two-byte ones).
std::size_t escapeLength(std::string_view text)
{
    if (text.size() < 2) {
        return text.size();
    }
    if (text[1] == '[') {
        std::size_t at = 2;
        while (at < text.size() && (text[at] < '@' || text[at] > '~')) {
            ++at;
        }
        return std::min(at + 1, text.size());
    }
    if (text[1] == ']') {
        const std::size_t end = text.find('\a');
        return end == std::string_view::npos ? text.size() : end + 1;
    }
    return 2;
}

} // namespace

std::string plainText(std::string_view bytes)
{
    std::string text;
    while (!bytes.empty()) {
        if (bytes.front() == '\x1b') {
            bytes.remove_prefix(escapeLength(bytes));
            continue;
        }
        const auto byte = static_cast<unsigned char>(bytes.front());
        if ((byte >= 0x20 && byte != 0x7f) || byte == '\t') {
            text += bytes.front();
        }
        bytes.remove_prefix(1);
    }
    text.erase(text.find_last_not_of(" \t") + 1);
    // The JSON writer knows how to replace what is no UTF-8.
    return nlohmann::json::parse(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        .get<std::string>();
}

std::vector<TerminalText::Piece> TerminalText::add(std::string_view bytes)
{
    std::vector<Piece> pieces;
    for (const char c : bytes) {
        if (c != '\n' && c != '\r' && m_state.size() < kMostBytes) {
            m_state += c;
            continue;
        }
        std::string text = plainText(std::exchange(m_state, {}));
        if (c == '\r') {
            if (!text.empty()) {
                m_shown = text;
                if (text != m_told) {
                    pieces.push_back({std::move(text), false});
                }
            }
            continue;
        }
        m_told.clear();
        // "bar\r\n" and a bar that ends with its last state: what stands there is what was shown last.
        pieces.push_back({text.empty() ? std::exchange(m_shown, {}) : std::move(text), true});
        m_shown.clear();
        if (c != '\n') {
            m_state = c;
        }
    }
    // A bar puts its carriage return first, so that its newest state has no end: it must not wait for the next one.
    if (std::string text = plainText(m_state); !text.empty() && text != m_told) {
        m_told = text;
        pieces.push_back({std::move(text), false});
    }
    return pieces;
}

std::string TerminalText::finish()
{
    std::string text = plainText(std::exchange(m_state, {}));
    std::string shown = std::exchange(m_shown, {});
    return text.empty() ? shown : text;
}

} // namespace yardstick::training
