// Reading pictures into 8-bit RGB, whatever the file holds (grey, alpha, 16 bit, palette, EXIF rotation), and writing JPEG.
// Formats: JPEG and MPO (first picture), PNG, WebP, TIFF, BMP, PFM. DNG, HEIC, AVIF and GIF are refused by name.
// The bytes are read first and decoded from memory, so any path works; nothing on disk is ever rewritten.
// Stateless; any thread.
#pragma once

#include "core/base/result.h"

#include <opencv2/core/mat.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace yardstick::training {

/// Largest picture that is decoded, in pixels; 3 bytes each. Larger ones should be cut into tiles.
inline constexpr std::int64_t kMaxImagePixels = 200'000'000;

struct DecodedImage
{
    cv::Mat pixels;      ///< [H,W] CV_8UC3, RGB, upright (EXIF orientation applied)
    std::string warning; ///< not empty: part of the picture is missing (truncated or damaged JPEG)
};
struct ImageInfo
{
    int width = 0; ///< pixels, upright
    int height = 0;
    std::string warning;
};

/// `name` is for messages. BadData with one sentence; Unsupported for a format refused by name.
Result<DecodedImage> decodeImage(std::string_view bytes, std::string_view name);
Result<DecodedImage> readImage(const std::filesystem::path& file);

/// Size of a picture and whether it is whole. JPEG: by header and end mark (decoded only when the end mark is missing);
/// the other formats are decoded, as their headers say nothing about the rest.
Result<ImageInfo> inspectImage(std::string_view bytes, std::string_view name);

/// By extension, case-insensitive; includes the formats that are refused by name, so that they are reported.
bool hasImageExtension(const std::filesystem::path& file);

/// JPEG bytes of `rgb` (CV_8UC3); quality 1…100, 4:2:0.
Result<std::string> encodeJpeg(const cv::Mat& rgb, int quality = 90);
Result<> writeJpeg(const std::filesystem::path& file, const cv::Mat& rgb, int quality = 90);

} // namespace yardstick::training
