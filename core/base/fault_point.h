// Named points at which a test kills the process (SIGKILL), to prove that nothing is lost whatever dies when.
// YARDSTICK_TEST_KILL_AT=NAME or NAME:N (the Nth time the point is passed, from 1); read once. Without the
// variable a point costs two comparisons. Thread-safe.
#pragma once

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

namespace yardstick {

/// A test program that wants to know how far it came; set before any thread starts.
inline void (*faultPointObserver)(std::string_view name) = nullptr;

inline void faultPoint(std::string_view name)
{
    if (faultPointObserver != nullptr) {
        faultPointObserver(name);
    }
    struct Plan
    {
        std::string name;
        std::atomic<long> left{1};
        Plan()
        {
            if (const char* text = std::getenv("YARDSTICK_TEST_KILL_AT")) {
                name = text;
                if (const size_t colon = name.rfind(':'); colon != std::string::npos) {
                    left = std::strtol(name.c_str() + colon + 1, nullptr, 10);
                    name.resize(colon);
                }
            }
        }
    };
    static Plan plan;
    if (!plan.name.empty() && plan.name == name && --plan.left == 0) {
        std::raise(SIGKILL);
    }
}

} // namespace yardstick
