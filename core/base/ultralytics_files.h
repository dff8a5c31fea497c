// Where the backend ultralytics keeps its files in a run directory.
#pragma once

namespace yardstick::run_files {

inline constexpr const char* kUltralytics = "ultralytics"; ///< folder: ultralytics/weights/last.pt, results.csv…

} // namespace yardstick::run_files
