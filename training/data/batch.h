// Batch: what the loader gives the trainer.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <vector>

namespace yardstick::training {

/// How the pixels of a network input came from the original image: x_net = x_orig·gain + padX, y_net = y_orig·gainY + padY
/// (the two gains differ by the rounding of the resized size only).
struct ImageMeta
{
    std::filesystem::path path;
    int originalWidth = 0, originalHeight = 0;
    float gain = 1, padX = 0, padY = 0;
    float gainY = 0; ///< 0: as `gain`
};

/// B images, N objects in all. Letters: B batch, H and W network input size in pixels.
struct Batch
{
    at::Tensor images;  ///< [B,3,H,W] uint8, RGB, channels-last memory
    at::Tensor targets; ///< [N,6] float32: image index in batch, class, cx, cy, w, h (normalised to the network input)
    std::vector<ImageMeta> meta; ///< B; filled for validation, empty for training
    std::vector<std::vector<float>> polygons; ///< N, normalised x y x y …; empty unless LoaderOptions::polygons
    /// Segmentation (LoaderOptions::masks), else undefined: [B,h,w] int32, where k is the k-th object of the image (its rows of
    /// `targets`, from 1), or [N,h,w] uint8 of 0 and 1 without overlap.
    at::Tensor masks;
    double waitSeconds = 0; ///< how long the trainer waited for it
};

} // namespace yardstick::training
