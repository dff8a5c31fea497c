// Golden files: tests/core/golden/NAME holds the expected bytes. With UPDATE_GOLDEN=1 in the environment they are written.
#pragma once

#include "core/base/platform.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace yardstick {

inline void expectGolden(const std::string& name, const std::string& bytes)
{
    const std::filesystem::path file = std::filesystem::path(YARDSTICK_GOLDEN_DIR) / name;
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        ASSERT_TRUE(platform::writeFileAtomic(file, bytes));
        return;
    }
    const auto want = platform::readFile(file);
    ASSERT_TRUE(want) << want.error().message();
    EXPECT_EQ(*want, bytes) << "golden file " << name;
}

} // namespace yardstick
