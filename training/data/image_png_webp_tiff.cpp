// PNG, WebP and TIFF from memory through their libraries, to 8-bit RGB. Alpha is dropped, 16 bit scaled to 8.
#include "training/data/image_codecs.h"

#include <png.h>
#include <tiffio.h>
#include <webp/decode.h>

#include <csetjmp>
#include <cstring>
#include <memory>
#include <vector>

namespace yardstick::training::codecs {
namespace {

// ---- PNG. libpng reports errors by longjmp: no C++ object is created between setjmp and the end of a call. ----
struct PngReader
{
    const char* data = nullptr;
    std::size_t size = 0;
    std::size_t at = 0;
    png_structp png = nullptr;
    png_infop info = nullptr;
    char reason[128] = "the PNG data are damaged";

    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

void pngError(png_structp png, png_const_charp text)
{
    auto* reader = static_cast<PngReader*>(png_get_error_ptr(png));
    std::strncpy(reader->reason, text, sizeof(reader->reason) - 1);
    std::longjmp(png_jmpbuf(png), 1);
}
void pngWarning(png_structp, png_const_charp) {}

void pngRead(png_structp png, png_bytep out, std::size_t count)
{
    auto* reader = static_cast<PngReader*>(png_get_io_ptr(png));
    if (count > reader->size - reader->at) {
        png_error(png, "the file is truncated");
    }
    std::memcpy(out, reader->data + reader->at, count);
    reader->at += count;
}

bool pngHeader(PngReader& reader)
{
    if (setjmp(png_jmpbuf(reader.png))) {
        return false;
    }
    png_set_read_fn(reader.png, &reader, pngRead);
    png_set_user_limits(reader.png, 1'000'000, 1'000'000);
    png_read_info(reader.png, reader.info);
    png_set_expand(reader.png);
    png_set_scale_16(reader.png);
    png_set_gray_to_rgb(reader.png);
    png_set_strip_alpha(reader.png);
    png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    return true;
}

bool pngRows(PngReader& reader, png_bytepp rows)
{
    if (setjmp(png_jmpbuf(reader.png))) {
        return false;
    }
    png_read_image(reader.png, rows);
    png_read_end(reader.png, nullptr);
    return true;
}

// ---- TIFF from memory. ----
struct TiffMemory
{
    const char* data = nullptr;
    std::size_t size = 0;
    std::size_t at = 0;
    std::string reason;
};

tmsize_t tiffRead(thandle_t handle, void* out, tmsize_t count)
{
    auto* memory = static_cast<TiffMemory*>(handle);
    const std::size_t n = std::min(static_cast<std::size_t>(count), memory->size - std::min(memory->at, memory->size));
    std::memcpy(out, memory->data + memory->at, n);
    memory->at += n;
    return static_cast<tmsize_t>(n);
}
tmsize_t tiffWrite(thandle_t, void*, tmsize_t)
{
    return 0;
}
toff_t tiffSeek(thandle_t handle, toff_t offset, int whence)
{
    auto* memory = static_cast<TiffMemory*>(handle);
    const toff_t base = whence == SEEK_CUR ? memory->at : whence == SEEK_END ? memory->size : 0;
    memory->at = std::min<std::size_t>(base + offset, memory->size);
    return memory->at;
}
int tiffClose(thandle_t)
{
    return 0;
}
toff_t tiffSize(thandle_t handle)
{
    return static_cast<TiffMemory*>(handle)->size;
}
int tiffError(TIFF*, void* user, const char*, const char* format, va_list arguments)
{
    char text[256];
    std::vsnprintf(text, sizeof text, format, arguments);
    static_cast<TiffMemory*>(user)->reason = text;
    return 1;
}
int tiffWarning(TIFF*, void*, const char*, const char*, va_list)
{
    return 1;
}

} // namespace

Decoded decodePng(std::string_view bytes)
{
    PngReader reader;
    reader.data = bytes.data();
    reader.size = bytes.size();
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, pngError, pngWarning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    if (!reader.info) {
        return std::unexpected("libpng could not be started");
    }
    if (!pngHeader(reader)) {
        return std::unexpected(std::string(reader.reason));
    }
    const int width = static_cast<int>(png_get_image_width(reader.png, reader.info));
    const int height = static_cast<int>(png_get_image_height(reader.png, reader.info));
    if (auto reason = badSize(width, height)) {
        return std::unexpected(*reason);
    }
    if (png_get_rowbytes(reader.png, reader.info) != static_cast<std::size_t>(width) * 3) {
        return std::unexpected("its pixel layout is not known here");
    }
    DecodedImage image;
    image.pixels.create(height, width, CV_8UC3);
    std::vector<png_bytep> rows(static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
        rows[static_cast<std::size_t>(y)] = image.pixels.ptr<unsigned char>(y);
    }
    if (!pngRows(reader, rows.data())) {
        return std::unexpected(std::string(reader.reason));
    }
    return image;
}

Decoded decodeWebp(std::string_view bytes)
{
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK) {
        return std::unexpected("the WebP header is damaged");
    }
    if (features.has_animation) {
        return std::unexpected("it is an animation");
    }
    if (auto reason = badSize(features.width, features.height)) {
        return std::unexpected(*reason);
    }
    DecodedImage image;
    image.pixels.create(features.height, features.width, CV_8UC3);
    const std::size_t stride = image.pixels.step[0];
    if (!WebPDecodeRGBInto(data, bytes.size(), image.pixels.data, stride * static_cast<std::size_t>(features.height),
                           static_cast<int>(stride))) {
        return std::unexpected("the WebP data are damaged or truncated");
    }
    return image;
}

Decoded decodeTiff(std::string_view bytes)
{
    TiffMemory memory{bytes.data(), bytes.size(), 0, {}};
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), tiffError, &memory);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), tiffWarning, &memory);
    const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFClientOpenExt("image", "rm", &memory, tiffRead, tiffWrite, tiffSeek,
                                                                        tiffClose, tiffSize, nullptr, nullptr, options.get()),
                                                      [](TIFF* t) {
                                                          if (t) {
                                                              TIFFClose(t);
                                                          }
                                                      });
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    if (!tiff || !TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width) || !TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height)) {
        return std::unexpected(memory.reason.empty() ? "the TIFF header is damaged" : memory.reason);
    }
    if (auto reason = badSize(width, height)) {
        return std::unexpected(*reason);
    }
    std::vector<std::uint32_t> raster(static_cast<std::size_t>(width) * height);
    if (!TIFFReadRGBAImageOriented(tiff.get(), width, height, raster.data(), ORIENTATION_TOPLEFT, 1)) {
        return std::unexpected(memory.reason.empty() ? "the TIFF data are damaged" : memory.reason);
    }
    DecodedImage image;
    image.pixels.create(static_cast<int>(height), static_cast<int>(width), CV_8UC3);
    for (std::size_t i = 0; i < raster.size(); ++i) {
        unsigned char* out = image.pixels.data + i * 3;
        out[0] = static_cast<unsigned char>(TIFFGetR(raster[i]));
        out[1] = static_cast<unsigned char>(TIFFGetG(raster[i]));
        out[2] = static_cast<unsigned char>(TIFFGetB(raster[i]));
    }
    return image;
}

} // namespace yardstick::training::codecs
