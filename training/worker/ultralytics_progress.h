// UltralyticsProgress: what the printed lines of a training say about where it is: the moment it begins, the epoch of a
// progress bar, the moment validation begins, the number of images. Lines change between versions, so everything here is
// optional: results.csv alone says that an epoch is over. Any one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yardstick::training {

class UltralyticsProgress
{
public:
    /// A line or a state of one, seen at `now` (monotonic seconds).
    void see(std::string_view text, double now);
    /// The row of `epoch` was written: what is seen from now on belongs to the next one.
    void epochWritten(int epoch);

    [[nodiscard]] std::optional<double> trainingBegan() const { return m_began; }
    [[nodiscard]] std::optional<double> validationBegan() const { return m_validation; } ///< of the epoch that runs
    [[nodiscard]] bool trainingEnded() const { return m_ended; } ///< only the final validation is left
    [[nodiscard]] int epochs() const { return m_epochs; }        ///< planned in all; 0: not said
    [[nodiscard]] std::int64_t batches() const { return m_batches; } ///< per epoch; 0: not said
    [[nodiscard]] std::int64_t images() const { return m_images; }   ///< for training; 0: not said

private:
    void seeBar(std::string_view text);

    std::optional<double> m_began, m_validation;
    bool m_ended = false;
    int m_epoch = 0;   ///< of the last training bar
    int m_written = 0; ///< last epoch with a row
    int m_epochs = 0;
    std::int64_t m_batches = 0, m_images = 0;
};

} // namespace yardstick::training
