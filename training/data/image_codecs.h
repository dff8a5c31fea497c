// One decoder per format, from memory; private to training/data (image_io.h is the way in).
// Each returns 8-bit RGB or the reason, in words that complete "cannot be decoded: …".
#pragma once

#include "training/data/image_io.h"

#include <expected>
#include <optional>

namespace yardstick::training::codecs {

using Decoded = std::expected<DecodedImage, std::string>;
struct Size
{
    int width = 0;
    int height = 0;
};
using SizeResult = std::expected<Size, std::string>;

/// Reason when the size is zero, absurd or above kMaxImagePixels.
std::optional<std::string> badSize(std::int64_t width, std::int64_t height);

Decoded decodeJpeg(std::string_view bytes);
SizeResult jpegSize(std::string_view bytes); ///< upright
bool jpegHasEndMark(std::string_view bytes);
Decoded decodePng(std::string_view bytes);
Decoded decodeWebp(std::string_view bytes);
Decoded decodeTiff(std::string_view bytes);
Decoded decodeBmp(std::string_view bytes);
Decoded decodePfm(std::string_view bytes); ///< 0…1 becomes 0…255

} // namespace yardstick::training::codecs
