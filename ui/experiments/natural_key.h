// The sort key of names: numbers in a text compare by their value ("run 9" before "run 10"), letters without case.
// Any thread.
#pragma once

#include "ui/format.h"

#include <algorithm>
#include <string>

namespace yardstick::ui {

/// Text that compares like people count: digits by their value, letters without case.
inline std::string naturalKey(const std::string& text)
{
    const bool ascii = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
    const std::string folded = ascii ? text : toUtf8(fromUtf8(text).toCaseFolded());
    std::string key;
    key.reserve(folded.size() + 4);
    for (size_t i = 0; i < folded.size();) {
        const char c = folded[i];
        if (c < '0' || c > '9') {
            key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            ++i;
            continue;
        }
        size_t end = i;
        while (end < folded.size() && folded[end] >= '0' && folded[end] <= '9') {
            ++end;
        }
        while (i + 1 < end && folded[i] == '0') {
            ++i;
        }
        key += '0';
        key += static_cast<char>('0' + std::min<size_t>(end - i, 70));
        key.append(folded, i, end - i);
        i = end;
    }
    return key;
}

} // namespace yardstick::ui
