#include "core/base/time.h"

#include <chrono>
#include <cstdio>

namespace yardstick {

UtcMs nowUtcMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

double monotonicSeconds()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

std::string formatUtc(UtcMs t)
{
    using namespace std::chrono;
    const sys_time<milliseconds> point{milliseconds{t}};
    const auto day = floor<days>(point);
    const year_month_day date{day};
    const hh_mm_ss<milliseconds> clock{point - day};
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return buffer;
}

Result<UtcMs> parseUtc(std::string_view s)
{
    const std::string text(s);
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, sec = 0, consumed = 0;
    const auto bad = [&] {
        return fail(ErrorCode::InvalidArgument, "\"{0}\" is not a UTC time such as 2026-11-30T02:47:41Z.",
                    text);
    };
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &y, &mo, &d, &consumed) != 3) {
        return bad();
    }
    size_t at = static_cast<size_t>(consumed);
    int ms = 0;
    if (at < text.size()) {
        if (text[at] != 'T' && text[at] != ' ') {
            return bad();
        }
        int used = 0;
        if (std::sscanf(text.c_str() + at + 1, "%2d:%2d:%2d%n", &h, &mi, &sec, &used) != 3) {
            return bad();
        }
        at += 1 + static_cast<size_t>(used);
        if (at < text.size() && text[at] == '.') {
            ++at;
            int scale = 100;
            while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
                ms += (text[at] - '0') * scale;
                scale /= 10;
                ++at;
            }
        }
        if (at < text.size() && text[at] == 'Z') {
            ++at;
        }
        if (at != text.size()) {
            return bad();
        }
    }
    using namespace std::chrono;
    const year_month_day date{year{y}, month{static_cast<unsigned>(mo)}, day{static_cast<unsigned>(d)}};
    if (!date.ok() || h > 23 || mi > 59 || sec > 60 || h < 0 || mi < 0 || sec < 0) {
        return bad();
    }
    const auto days = sys_days{date}.time_since_epoch();
    return duration_cast<milliseconds>(days).count() + ((h * 60LL + mi) * 60 + sec) * 1000 + ms;
}

UtcMs startOfUtcDay(UtcMs t)
{
    constexpr UtcMs kDay = 86'400'000;
    return t >= 0 ? t / kDay * kDay : -((-t + kDay - 1) / kDay) * kDay;
}

} // namespace yardstick
