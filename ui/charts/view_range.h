// ViewRange: what part of an axis is shown: the whole data (automatic) or what the user chose (fixed). New data never
// moves a fixed range, except in follow mode, where it slides so that the newest value stays in sight. Pure state.
#pragma once

namespace yardstick::ui {

class ViewRange
{
public:
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    [[nodiscard]] bool fixed() const { return m_fixed; }

    /// The data's extent: taken over while automatic; slides a fixed range in follow mode.
    void setData(double low, double high, bool follow);
    void fix(double low, double high); ///< ignored when empty or not finite
    void reset() { m_fixed = false; }  ///< automatic from the next setData on
    /// factor < 1 zooms in; `at` keeps its place.
    void zoom(double factor, double at);
    void toEnd(); ///< a fixed range moves to the newest value
    void pan(double by) { fix(m_low + by, m_high + by); }

private:
    double m_low = 0, m_high = 1;
    double m_dataHigh = 0;
    bool m_fixed = false;
};

} // namespace yardstick::ui
