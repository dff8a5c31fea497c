// AugmentOptions: the augmentation arguments of a training run; names and ranges as in the parameter schema.
#pragma once

namespace yardstick::training {

/// `mosaic`, `mixup`, flips, `bgr`: probabilities; hsv*: gains; degrees, shear: ±degrees.
struct AugmentOptions
{
    double hsvH = 0.015, hsvS = 0.7, hsvV = 0.4;
    double degrees = 0, translate = 0.1, scale = 0.5, shear = 0, perspective = 0;
    double flipUd = 0, flipLr = 0.5, bgr = 0;
    double mosaic = 1.0, mixup = 0;
};

} // namespace yardstick::training
