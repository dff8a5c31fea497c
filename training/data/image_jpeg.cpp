// JPEG by libjpeg-turbo's one-call decoder, orientation by libexif. A truncated file is decoded as far as it goes.
#include "training/data/image_codecs.h"

#include <libexif/exif-data.h>
#include <opencv2/core.hpp>
#include <turbojpeg.h>

#include <memory>

namespace yardstick::training::codecs {
namespace {

using Handle = std::unique_ptr<void, int (*)(tjhandle)>;

struct Header
{
    int width = 0;
    int height = 0;
    int subsampling = 0;
    int colorSpace = 0;
};

const unsigned char* raw(std::string_view bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::expected<Header, std::string> readHeader(const Handle& handle, std::string_view bytes)
{
    Header header;
    const int rc = tjDecompressHeader3(handle.get(), raw(bytes), bytes.size(), &header.width, &header.height,
                                       &header.subsampling, &header.colorSpace);
    if (rc != 0 && (tjGetErrorCode(handle.get()) != TJERR_WARNING || header.width <= 0)) {
        return std::unexpected(std::string(tjGetErrorStr2(handle.get())));
    }
    if (auto reason = badSize(header.width, header.height)) {
        return std::unexpected(*reason);
    }
    return header;
}

/// EXIF orientation 1…8; 1 when there is none.
int orientationOf(std::string_view bytes)
{
    const std::unique_ptr<ExifData, void (*)(ExifData*)> exif(
        exif_data_new_from_data(raw(bytes), static_cast<unsigned int>(std::min<std::size_t>(bytes.size(), 1u << 20))),
        [](ExifData* data) {
            if (data) {
                exif_data_unref(data);
            }
        });
    if (!exif) {
        return 1;
    }
    const ExifEntry* entry = exif_data_get_entry(exif.get(), EXIF_TAG_ORIENTATION);
    if (!entry || entry->format != EXIF_FORMAT_SHORT || entry->size < 2) {
        return 1;
    }
    const int value = exif_get_short(entry->data, exif_data_get_byte_order(exif.get()));
    return value >= 1 && value <= 8 ? value : 1;
}

/// Turns the stored picture upright (EXIF 2.3, tag 0x0112).
cv::Mat upright(const cv::Mat& stored, int orientation)
{
    cv::Mat turned;
    switch (orientation) {
    case 2:
        cv::flip(stored, turned, 1);
        return turned;
    case 3:
        cv::flip(stored, turned, -1);
        return turned;
    case 4:
        cv::flip(stored, turned, 0);
        return turned;
    case 5:
        cv::transpose(stored, turned);
        return turned;
    case 6:
        cv::rotate(stored, turned, cv::ROTATE_90_CLOCKWISE);
        return turned;
    case 7:
        cv::transpose(stored, turned);
        cv::flip(turned, turned, -1);
        return turned;
    case 8:
        cv::rotate(stored, turned, cv::ROTATE_90_COUNTERCLOCKWISE);
        return turned;
    default:
        return stored;
    }
}

/// Adobe writes CMYK inverted: 255 is no ink.
cv::Mat rgbFromInvertedCmyk(const cv::Mat& cmyk)
{
    cv::Mat rgb(cmyk.rows, cmyk.cols, CV_8UC3);
    for (int y = 0; y < cmyk.rows; ++y) {
        const cv::Vec4b* in = cmyk.ptr<cv::Vec4b>(y);
        cv::Vec3b* out = rgb.ptr<cv::Vec3b>(y);
        for (int x = 0; x < cmyk.cols; ++x) {
            for (int c = 0; c < 3; ++c) {
                out[x][c] = static_cast<unsigned char>((in[x][c] * in[x][3] + 127) / 255);
            }
        }
    }
    return rgb;
}

} // namespace

bool jpegHasEndMark(std::string_view bytes)
{
    while (!bytes.empty() && (bytes.back() == '\0' || bytes.back() == '\n' || bytes.back() == '\r')) {
        bytes.remove_suffix(1);
    }
    return bytes.ends_with("\xFF\xD9");
}

SizeResult jpegSize(std::string_view bytes)
{
    const Handle handle(tjInitDecompress(), tjDestroy);
    const auto header = readHeader(handle, bytes);
    if (!header) {
        return std::unexpected(header.error());
    }
    const bool turned = orientationOf(bytes) >= 5;
    return Size{turned ? header->height : header->width, turned ? header->width : header->height};
}

Decoded decodeJpeg(std::string_view bytes)
{
    const Handle handle(tjInitDecompress(), tjDestroy);
    const auto header = readHeader(handle, bytes);
    if (!header) {
        return std::unexpected(header.error());
    }
    const bool cmyk = header->colorSpace == TJCS_CMYK || header->colorSpace == TJCS_YCCK;
    cv::Mat pixels(header->height, header->width, cmyk ? CV_8UC4 : CV_8UC3, cv::Scalar::all(128));
    const int rc = tjDecompress2(handle.get(), raw(bytes), bytes.size(), pixels.data, header->width,
                                 static_cast<int>(pixels.step[0]), header->height, cmyk ? TJPF_CMYK : TJPF_RGB, TJFLAG_ACCURATEDCT);
    DecodedImage image;
    if (rc != 0) {
        const std::string reason = tjGetErrorStr2(handle.get());
        if (tjGetErrorCode(handle.get()) != TJERR_WARNING) {
            return std::unexpected(reason);
        }
        image.warning = reason;
    }
    image.pixels = upright(cmyk ? rgbFromInvertedCmyk(pixels) : pixels, orientationOf(bytes));
    return image;
}

} // namespace yardstick::training::codecs
