#include "ui/charts/view_range.h"

#include <algorithm>
#include <cmath>

namespace yardstick::ui {

void ViewRange::setData(double low, double high, bool follow)
{
    if (!std::isfinite(low) || !std::isfinite(high)) {
        return;
    }
    if (m_fixed) {
        // Only a view whose end was at the newest value goes along; one that looks at the past stays.
        if (follow && high > m_dataHigh && m_high >= m_dataHigh) {
            const double by = high - m_high;
            m_low += by;
            m_high += by;
        }
        m_dataHigh = high;
        return;
    }
    m_dataHigh = high;
    if (!(high > low)) { // one value: some room around it
        const double room = std::max(std::abs(low) * 0.05, 1e-9);
        low -= room;
        high += room;
    }
    m_low = low;
    m_high = high;
}

void ViewRange::fix(double low, double high)
{
    if (low > high) {
        std::swap(low, high);
    }
    // A range that a double cannot divide into pixels is no range.
    const double smallest = std::max(std::abs(low), std::abs(high)) * 1e-12;
    if (!std::isfinite(low) || !std::isfinite(high) || high - low <= smallest) {
        return;
    }
    m_low = low;
    m_high = high;
    m_fixed = true;
}

void ViewRange::toEnd()
{
    if (m_fixed) {
        pan(m_dataHigh - m_high);
    }
}

void ViewRange::zoom(double factor, double at)
{
    fix(at - (at - m_low) * factor, at + (m_high - at) * factor);
}

} // namespace yardstick::ui
