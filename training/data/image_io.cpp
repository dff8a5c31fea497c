#include "training/data/image_io.h"

#include "core/base/platform.h"
#include "training/data/image_codecs.h"

#include <turbojpeg.h>

#include <array>
#include <cctype>
#include <memory>

namespace yardstick::training {
namespace {

enum class Format { Jpeg, Png, Webp, Tiff, Bmp, Pfm, Unknown };

std::string lowerExtension(const std::filesystem::path& file)
{
    std::string extension = file.extension().string();
    for (char& c : extension) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return extension;
}

Format formatOf(std::string_view bytes)
{
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFF\xD8"sv)) {
        return Format::Jpeg;
    }
    if (bytes.starts_with("\x89PNG\r\n\x1A\n"sv)) {
        return Format::Png;
    }
    if (bytes.starts_with("RIFF"sv) && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP"sv) {
        return Format::Webp;
    }
    if (bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv) || bytes.starts_with("II+\0"sv) ||
        bytes.starts_with("MM\0+"sv)) {
        return Format::Tiff;
    }
    if (bytes.starts_with("BM"sv)) {
        return Format::Bmp;
    }
    if (bytes.starts_with("PF"sv) || bytes.starts_with("Pf"sv)) {
        return Format::Pfm;
    }
    return Format::Unknown;
}

/// Name of a format that is known but not read; empty when it may be read.
std::string refusedFormat(std::string_view bytes, const std::string& extension)
{
    if (extension == ".dng") {
        return "DNG";
    }
    if (extension == ".heic" || extension == ".heif") {
        return "HEIC";
    }
    if (bytes.size() >= 12 && bytes.substr(4, 4) == "ftyp") {
        return bytes.substr(8, 4) == "avif" ? "AVIF" : "HEIC";
    }
    if (bytes.starts_with("GIF8")) {
        return "GIF";
    }
    return {};
}

codecs::Decoded decodeAs(Format format, std::string_view bytes)
{
    switch (format) {
    case Format::Jpeg:
        return codecs::decodeJpeg(bytes);
    case Format::Png:
        return codecs::decodePng(bytes);
    case Format::Webp:
        return codecs::decodeWebp(bytes);
    case Format::Tiff:
        return codecs::decodeTiff(bytes);
    case Format::Bmp:
        return codecs::decodeBmp(bytes);
    case Format::Pfm:
        return codecs::decodePfm(bytes);
    case Format::Unknown:
        break;
    }
    return std::unexpected(bytes.empty() ? "the file is empty" : "its bytes are no picture that is known here");
}

Result<Format> acceptedFormat(std::string_view bytes, std::string_view name)
{
    const std::string refused = refusedFormat(bytes, lowerExtension(std::filesystem::path(name)));
    if (!refused.empty()) {
        return fail(ErrorCode::Unsupported, "{0} is a {1} file, which is not read; convert it to JPEG or PNG.", name, refused);
    }
    return formatOf(bytes);
}

} // namespace

namespace codecs {
std::optional<std::string> badSize(std::int64_t width, std::int64_t height)
{
    if (width <= 0 || height <= 0) {
        return "its size is " + std::to_string(width) + "×" + std::to_string(height) + " pixels";
    }
    if (width > 1'000'000 || height > 1'000'000 || width * height > kMaxImagePixels) {
        return "it has " + std::to_string(width) + "×" + std::to_string(height) + " pixels, more than the limit of " +
               std::to_string(kMaxImagePixels / 1'000'000) + " megapixels; cut it into tiles";
    }
    return std::nullopt;
}
} // namespace codecs

Result<DecodedImage> decodeImage(std::string_view bytes, std::string_view name)
{
    const auto format = acceptedFormat(bytes, name);
    if (!format) {
        return fail(format.error());
    }
    try {
        auto decoded = decodeAs(*format, bytes);
        if (!decoded) {
            return fail(ErrorCode::BadData, "The image {0} cannot be decoded: {1}.", name, decoded.error());
        }
        return std::move(*decoded);
    } catch (const std::exception& e) { // cv::Exception and bad_alloc
        return fail(ErrorCode::BadData, "The image {0} cannot be decoded: {1}.", name, e.what());
    }
}

Result<DecodedImage> readImage(const std::filesystem::path& file)
{
    auto bytes = platform::readFile(file);
    if (!bytes) {
        return fail(bytes.error());
    }
    return decodeImage(*bytes, file.string());
}

Result<ImageInfo> inspectImage(std::string_view bytes, std::string_view name)
{
    const auto format = acceptedFormat(bytes, name);
    if (!format) {
        return fail(format.error());
    }
    if (*format == Format::Jpeg && codecs::jpegHasEndMark(bytes)) {
        const auto size = codecs::jpegSize(bytes);
        if (!size) {
            return fail(ErrorCode::BadData, "The image {0} cannot be decoded: {1}.", name, size.error());
        }
        return ImageInfo{size->width, size->height, {}};
    }
    auto decoded = decodeImage(bytes, name);
    if (!decoded) {
        return fail(decoded.error());
    }
    return ImageInfo{decoded->pixels.cols, decoded->pixels.rows, decoded->warning};
}

bool hasImageExtension(const std::filesystem::path& file)
{
    static constexpr std::array<std::string_view, 12> kExtensions = {".bmp", ".dng", ".heic", ".heif", ".jpeg", ".jpg",
                                                                     ".mpo", ".pfm", ".png",  ".tif",  ".tiff", ".webp"};
    const std::string extension = lowerExtension(file);
    return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

Result<std::string> encodeJpeg(const cv::Mat& rgb, int quality)
{
    if (rgb.type() != CV_8UC3 || rgb.empty()) {
        return fail(ErrorCode::InvalidArgument, "Only 8-bit pictures with three channels can be written as JPEG.");
    }
    const std::unique_ptr<void, int (*)(tjhandle)> handle(tjInitCompress(), tjDestroy);
    unsigned char* buffer = nullptr;
    unsigned long size = 0;
    const int rc = tjCompress2(handle.get(), rgb.data, rgb.cols, static_cast<int>(rgb.step[0]), rgb.rows, TJPF_RGB, &buffer, &size,
                               TJSAMP_420, quality, TJFLAG_ACCURATEDCT);
    const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owner(buffer, tjFree);
    if (rc != 0) {
        return fail(ErrorCode::Internal, "A picture could not be compressed: {0}.", tjGetErrorStr2(handle.get()));
    }
    return std::string(reinterpret_cast<const char*>(buffer), size);
}

Result<> writeJpeg(const std::filesystem::path& file, const cv::Mat& rgb, int quality)
{
    const auto bytes = encodeJpeg(rgb, quality);
    if (!bytes) {
        return fail(bytes.error());
    }
    return platform::writeFileAtomic(file, *bytes);
}

} // namespace yardstick::training
