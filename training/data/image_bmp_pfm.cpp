// Own readers of two simple formats. BMP: uncompressed 1, 4, 8 (palette), 24 and 32 bit (Microsoft "Bitmap Storage").
// PFM: three or one float channels, rows from the bottom up (Debevec's portable float map).
#include "training/data/image_codecs.h"

#include <algorithm>
#include <cctype>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace yardstick::training::codecs {
namespace {

std::uint32_t little(std::string_view bytes, std::size_t at, int count)
{
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i) {
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])) << (8 * i);
    }
    return value;
}

struct BmpHeader
{
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool topDown = false;
    int bits = 0;
    std::size_t pixels = 0;       ///< offset of the first row
    std::size_t palette = 0;      ///< offset
    std::size_t paletteEntry = 4; ///< bytes; 3 in the oldest header
    std::size_t colors = 0;
};

std::expected<BmpHeader, std::string> bmpHeader(std::string_view bytes)
{
    if (bytes.size() < 26) {
        return std::unexpected("the file is truncated");
    }
    BmpHeader h;
    h.pixels = little(bytes, 10, 4);
    const std::size_t size = little(bytes, 14, 4);
    if (size == 12) {
        h.width = little(bytes, 18, 2);
        h.height = little(bytes, 20, 2);
        h.bits = static_cast<int>(little(bytes, 24, 2));
        h.paletteEntry = 3;
    } else if (size >= 40 && bytes.size() >= 54) {
        h.width = static_cast<std::int32_t>(little(bytes, 18, 4));
        h.height = static_cast<std::int32_t>(little(bytes, 22, 4));
        h.bits = static_cast<int>(little(bytes, 28, 2));
        const std::uint32_t compression = little(bytes, 30, 4);
        if (compression != 0 && !(compression == 3 && h.bits == 32)) {
            return std::unexpected("it is a compressed BMP");
        }
        h.colors = little(bytes, 46, 4);
    } else {
        return std::unexpected("the BMP header is damaged");
    }
    h.topDown = h.height < 0;
    h.height = std::abs(h.height);
    h.palette = 14 + size;
    if (h.colors == 0 && h.bits <= 8) {
        h.colors = std::size_t{1} << h.bits;
    }
    if (auto reason = badSize(h.width, h.height)) {
        return std::unexpected(*reason);
    }
    return h;
}

/// One row to RGB. False when a palette index is out of range.
bool bmpRow(std::string_view bytes, const BmpHeader& h, std::size_t at, unsigned char* out)
{
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    for (std::size_t x = 0; x < static_cast<std::size_t>(h.width); ++x, out += 3) {
        std::size_t source = 0;
        if (h.bits >= 24) {
            source = at + x * static_cast<std::size_t>(h.bits / 8);
        } else {
            const std::size_t bit = x * static_cast<std::size_t>(h.bits);
            const unsigned shift = static_cast<unsigned>(8 - h.bits) - static_cast<unsigned>(bit % 8);
            const std::size_t index = (byteAt(at + bit / 8) >> shift) & ((1u << h.bits) - 1u);
            if (index >= h.colors) {
                return false;
            }
            source = h.palette + index * h.paletteEntry;
        }
        out[0] = byteAt(source + 2);
        out[1] = byteAt(source + 1);
        out[2] = byteAt(source);
    }
    return true;
}

/// The next whitespace-separated word of a PFM header; `at` ends just behind it.
std::string_view word(std::string_view bytes, std::size_t& at)
{
    while (at < bytes.size() && std::isspace(static_cast<unsigned char>(bytes[at]))) {
        ++at;
    }
    const std::size_t begin = at;
    while (at < bytes.size() && !std::isspace(static_cast<unsigned char>(bytes[at]))) {
        ++at;
    }
    return bytes.substr(begin, at - begin);
}

float floatAt(std::string_view bytes, std::size_t at, bool bigEndian)
{
    std::uint32_t value = little(bytes, at, 4);
    if (bigEndian) {
        value = (value >> 24) | ((value >> 8) & 0xFF00u) | ((value << 8) & 0xFF0000u) | (value << 24);
    }
    return std::bit_cast<float>(value);
}

unsigned char toByte(float value)
{
    return std::isnan(value) ? 0 : static_cast<unsigned char>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f));
}

} // namespace

Decoded decodeBmp(std::string_view bytes)
{
    const auto header = bmpHeader(bytes);
    if (!header) {
        return std::unexpected(header.error());
    }
    const BmpHeader& h = *header;
    if (h.bits != 1 && h.bits != 4 && h.bits != 8 && h.bits != 24 && h.bits != 32) {
        return std::unexpected("it is a BMP of " + std::to_string(h.bits) + " bits per pixel");
    }
    const std::size_t stride = (static_cast<std::size_t>(h.width) * static_cast<std::size_t>(h.bits) + 31) / 32 * 4;
    if (bytes.size() < h.pixels || (bytes.size() - h.pixels) / stride < static_cast<std::size_t>(h.height) ||
        (h.bits <= 8 && (h.colors > 256 || bytes.size() < h.palette + h.colors * h.paletteEntry))) {
        return std::unexpected("the file is truncated");
    }
    DecodedImage image;
    image.pixels.create(static_cast<int>(h.height), static_cast<int>(h.width), CV_8UC3);
    for (int y = 0; y < image.pixels.rows; ++y) {
        const int row = h.topDown ? y : image.pixels.rows - 1 - y;
        if (!bmpRow(bytes, h, h.pixels + static_cast<std::size_t>(y) * stride, image.pixels.ptr<unsigned char>(row))) {
            return std::unexpected("a palette index is out of range");
        }
    }
    return image;
}

Decoded decodePfm(std::string_view bytes)
{
    std::size_t at = 0;
    const int channels = word(bytes, at) == "PF" ? 3 : 1;
    int width = 0;
    int height = 0;
    double scale = 0;
    const auto number = [&](auto& value) {
        const std::string_view text = word(bytes, at);
        return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
    };
    if (!number(width) || !number(height) || !number(scale) || scale == 0) {
        return std::unexpected("the PFM header is damaged");
    }
    ++at; // exactly one whitespace byte ends the header
    if (auto reason = badSize(width, height)) {
        return std::unexpected(*reason);
    }
    const std::size_t rowBytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels) * 4;
    if (bytes.size() < at || (bytes.size() - at) / rowBytes < static_cast<std::size_t>(height)) {
        return std::unexpected("the file is truncated");
    }
    DecodedImage image;
    image.pixels.create(height, width, CV_8UC3);
    for (int y = 0; y < height; ++y) {
        unsigned char* out = image.pixels.ptr<unsigned char>(height - 1 - y);
        for (int i = 0; i < width * 3; ++i) {
            const int value = channels == 3 ? i : i / 3;
            out[i] = toByte(floatAt(bytes, at + static_cast<std::size_t>(y) * rowBytes + static_cast<std::size_t>(value) * 4, scale > 0));
        }
    }
    return image;
}

} // namespace yardstick::training::codecs
