// SampleImages: writes pictures of a run as undrawn JPEG collages with their boxes as data (`image` events).
// Owner thread: the trainer's.
#pragma once

#include "training/engine/run_log.h"
#include "training/engine/validator.h"

namespace yardstick::training {

class SampleImages
{
public:
    /// Detections below `leastConfidence` are left out.
    SampleImages(RunLog& log, std::vector<std::string> names, double leastConfidence = 0.25)
        : m_log(log), m_names(std::move(names)), m_leastConfidence(leastConfidence)
    {
    }

    /// The first pictures of a training batch, as augmented, with their targets: images/train_batchN.jpg.
    Result<> addTrainBatch(const Batch& batch, int number, int epoch);
    /// The first pictures of the split with the model's detections, and once with their labels.
    Result<> addValidation(const Split& split, const std::vector<ImageDetections>& samples, int epoch);

private:
    Result<> makeCollage(const Split& split, const std::vector<ImageDetections>& samples);

    RunLog& m_log;
    std::vector<std::string> m_names;
    double m_leastConfidence;
    ImageEvent m_validation; ///< without boxes; path empty until written
    struct Tile
    {
        double left = 0, top = 0, scale = 1;
    };
    std::vector<Tile> m_tiles; ///< of the validation collage
};

} // namespace yardstick::training
