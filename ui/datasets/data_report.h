// DataReport: reads what `yardstick-worker data check --json` said (training/data/check.cpp makes it). Tolerant: a field
// that is missing counts as nothing. Plain values; any thread.
#pragma once

#include <QString>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace yardstick::ui {

class DataReport
{
public:
    struct ClassCount
    {
        qint64 id = 0;
        QString name;
        std::int64_t images = 0, instances = 0; ///< train and val together
    };

    explicit DataReport(nlohmann::json report) : m_report(std::move(report)) {}

    [[nodiscard]] std::int64_t images(const char* split) const;
    [[nodiscard]] std::int64_t instances() const; ///< of all splits
    [[nodiscard]] std::int64_t problems() const;
    [[nodiscard]] std::int64_t classes() const;
    [[nodiscard]] std::vector<ClassCount> classCounts() const;
    [[nodiscard]] bool usable() const;         ///< false: the worker says why not
    [[nodiscard]] QString sentence() const;    ///< the first fault, or that it can be used
    [[nodiscard]] QString problemText() const; ///< "file:line: text", a line each

private:
    nlohmann::json m_report;
};

} // namespace yardstick::ui
