// Clock: wall time that a test can tick by hand.
#pragma once

#include "core/base/time.h"

namespace yardstick {
class Clock
{
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual UtcMs now() const = 0;
};
class SystemClock final : public Clock
{
public:
    [[nodiscard]] UtcMs now() const override { return nowUtcMs(); }
};
} // namespace yardstick
