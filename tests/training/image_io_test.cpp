#include "core/base/platform.h"
#include "tests/training/data_fixture.h"

#include <png.h>
#include <tiffio.h>
#include <webp/encode.h>

namespace yardstick::training {
namespace {

void put(std::string& out, std::uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        out += static_cast<char>(value >> (8 * i));
    }
}

/// BITMAPINFOHEADER picture, bottom-up; `rows` already padded to 4 bytes.
std::string bmp(int width, int height, int bits, const std::string& palette, const std::string& rows)
{
    std::string out = "BM";
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, static_cast<std::uint32_t>(54 + palette.size()), 4);
    put(out, 40, 4);
    put(out, static_cast<std::uint32_t>(width), 4);
    put(out, static_cast<std::uint32_t>(height), 4);
    put(out, 1, 2);
    put(out, static_cast<std::uint32_t>(bits), 2);
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, static_cast<std::uint32_t>(palette.size() / 4), 4);
    put(out, 0, 4);
    return out + palette + rows;
}

/// PNG of any simplified-API format.
std::string png(int width, int height, png_uint_32 format, const void* pixels)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = format;
    png_alloc_size_t size = 0;
    png_image_write_to_memory(&image, nullptr, &size, 0, pixels, 0, nullptr);
    std::string out(size, '\0');
    png_image_write_to_memory(&image, out.data(), &size, 0, pixels, 0, nullptr);
    out.resize(size);
    return out;
}

/// JPEG with an EXIF block that holds nothing but the orientation.
std::string withOrientation(const std::string& jpeg, int orientation)
{
    std::string tiff("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18);
    tiff += static_cast<char>(orientation);
    tiff += std::string("\0\0\0\0\0\0\0", 7);
    const std::string body = std::string("Exif\0\0", 6) + tiff;
    const std::size_t length = body.size() + 2;
    std::string app1 = "\xFF\xE1";
    app1 += static_cast<char>(length >> 8);
    app1 += static_cast<char>(length & 255);
    return jpeg.substr(0, 2) + app1 + body + jpeg.substr(2);
}

cv::Vec3b at(const DecodedImage& image, int x, int y)
{
    return image.pixels.at<cv::Vec3b>(y, x);
}

TEST(ImageIo, jpegRoundTripKeepsThePicture)
{
    const cv::Mat picture = gradient(80, 60);
    const auto jpeg = encodeJpeg(picture, 95);
    ASSERT_TRUE(jpeg);
    const auto decoded = decodeImage(*jpeg, "a.jpg");
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(decoded->pixels.size(), picture.size());
    EXPECT_LT(cv::norm(decoded->pixels, picture, cv::NORM_L1) / (80 * 60 * 3), 3.0);
    EXPECT_TRUE(decoded->warning.empty());
}

TEST(ImageIo, exifOrientationTurnsPixelsAndSize)
{
    // Stored 40×20, red left half, blue right half.
    cv::Mat stored(20, 40, CV_8UC3, cv::Scalar(250, 5, 5));
    stored.colRange(20, 40).setTo(cv::Scalar(5, 5, 250));
    const auto jpeg = encodeJpeg(stored, 95);
    struct Case { int orientation, width, height, redX, redY; };
    for (const Case& c : {Case{1, 40, 20, 5, 10}, Case{2, 40, 20, 35, 10}, Case{3, 40, 20, 35, 10}, Case{4, 40, 20, 5, 10},
                          Case{5, 20, 40, 10, 5}, Case{6, 20, 40, 10, 5}, Case{7, 20, 40, 10, 35}, Case{8, 20, 40, 10, 35}}) {
        const auto decoded = decodeImage(withOrientation(*jpeg, c.orientation), "a.jpg");
        ASSERT_TRUE(decoded) << decoded.error().message();
        EXPECT_EQ(decoded->pixels.cols, c.width) << c.orientation;
        EXPECT_EQ(decoded->pixels.rows, c.height) << c.orientation;
        EXPECT_GT(at(*decoded, c.redX, c.redY)[0], 200) << c.orientation;
        EXPECT_GT(at(*decoded, c.width - 1 - c.redX, c.height - 1 - c.redY)[2], 200) << c.orientation;
        const auto info = inspectImage(withOrientation(*jpeg, c.orientation), "a.jpg");
        ASSERT_TRUE(info);
        EXPECT_EQ(info->width, c.width);
        EXPECT_EQ(info->height, c.height);
    }
}

TEST(ImageIo, truncatedJpegIsDecodedAsFarAsItGoes)
{
    const auto jpeg = encodeJpeg(gradient(160, 160), 90);
    const auto decoded = decodeImage(jpeg->substr(0, jpeg->size() / 2), "cut.jpg");
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(decoded->pixels.rows, 160);
    EXPECT_FALSE(decoded->warning.empty());
    EXPECT_NEAR(at(*decoded, 159, 0)[0], 253, 12);
    const auto info = inspectImage(jpeg->substr(0, jpeg->size() / 2), "cut.jpg");
    ASSERT_TRUE(info);
    EXPECT_FALSE(info->warning.empty());
}

TEST(ImageIo, pngGreyAlphaAndSixteenBitBecomeRgb)
{
    const unsigned char grey[] = {0, 100, 200, 255};
    auto decoded = decodeImage(png(2, 2, PNG_FORMAT_GRAY, grey), "g.png");
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(at(*decoded, 1, 0), cv::Vec3b(100, 100, 100));
    const unsigned char rgba[] = {10, 20, 30, 0, 40, 50, 60, 128};
    decoded = decodeImage(png(2, 1, PNG_FORMAT_RGBA, rgba), "a.png");
    ASSERT_TRUE(decoded);
    EXPECT_EQ(at(*decoded, 0, 0), cv::Vec3b(10, 20, 30)); // alpha is dropped, not applied
    EXPECT_EQ(at(*decoded, 1, 0), cv::Vec3b(40, 50, 60));
    const std::uint16_t deep[] = {0, 32768, 65535};
    decoded = decodeImage(png(1, 1, PNG_FORMAT_LINEAR_RGB, deep), "d.png");
    ASSERT_TRUE(decoded);
    EXPECT_EQ(at(*decoded, 0, 0), cv::Vec3b(0, 128, 255)); // scaled, no gamma
}

TEST(ImageIo, webpAndTiffAreRead)
{
    const cv::Mat picture = gradient(32, 16);
    std::uint8_t* webp = nullptr;
    const std::size_t size = WebPEncodeLosslessRGB(picture.data, 32, 16, 32 * 3, &webp);
    const auto fromWebp = decodeImage({reinterpret_cast<char*>(webp), size}, "a.webp");
    WebPFree(webp);
    ASSERT_TRUE(fromWebp) << fromWebp.error().message();
    EXPECT_EQ(cv::norm(fromWebp->pixels, picture, cv::NORM_INF), 0);

    const TempDir dir;
    TIFF* tiff = TIFFOpen((dir / "a.tif").c_str(), "w");
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 32);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 16);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    for (std::uint32_t y = 0; y < 16; ++y) {
        TIFFWriteScanline(tiff, const_cast<unsigned char*>(picture.ptr(static_cast<int>(y))), y, 0);
    }
    TIFFClose(tiff);
    const auto fromTiff = readImage(dir / "a.tif");
    ASSERT_TRUE(fromTiff) << fromTiff.error().message();
    EXPECT_EQ(cv::norm(fromTiff->pixels, picture, cv::NORM_INF), 0);
}

TEST(ImageIo, bmpOfEachDepthIsRead)
{
    const std::string rows24 = std::string("\x01\x02\x03\x04\x05\x06\0\0", 8) + std::string("\x07\x08\x09\x0A\x0B\x0C\0\0", 8);
    auto decoded = decodeImage(bmp(2, 2, 24, {}, rows24), "a.bmp");
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(at(*decoded, 0, 1), cv::Vec3b(3, 2, 1)); // bottom row first, blue first
    EXPECT_EQ(at(*decoded, 1, 0), cv::Vec3b(12, 11, 10));
    decoded = decodeImage(bmp(1, -1, 32, {}, "\x01\x02\x03\x7F"), "b.bmp");
    ASSERT_TRUE(decoded);
    EXPECT_EQ(at(*decoded, 0, 0), cv::Vec3b(3, 2, 1));
    const std::string palette("\x10\x20\x30\0\x40\x50\x60\0", 8);
    decoded = decodeImage(bmp(3, 1, 8, palette, std::string("\x01\0\x01\0", 4)), "c.bmp");
    ASSERT_TRUE(decoded);
    EXPECT_EQ(at(*decoded, 0, 0), cv::Vec3b(0x60, 0x50, 0x40));
    EXPECT_EQ(at(*decoded, 1, 0), cv::Vec3b(0x30, 0x20, 0x10));
    decoded = decodeImage(bmp(3, 1, 1, palette, std::string("\xA0\0\0\0", 4)), "d.bmp");
    ASSERT_TRUE(decoded);
    EXPECT_EQ(at(*decoded, 2, 0), cv::Vec3b(0x60, 0x50, 0x40));
    EXPECT_FALSE(decodeImage(bmp(3, 1, 8, palette, std::string("\x02\0\0\0", 4)), "e.bmp")); // index outside the palette
    EXPECT_FALSE(decodeImage(bmp(200, 200, 24, {}, rows24), "f.bmp"));                       // truncated
}

TEST(ImageIo, pfmIsReadBottomUp)
{
    std::string pfm = "Pf\n1 2\n-1.0\n";
    for (const float v : {0.0f, 0.5f}) {
        put(pfm, std::bit_cast<std::uint32_t>(v), 4);
    }
    const auto decoded = decodeImage(pfm, "a.pfm");
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(at(*decoded, 0, 1), cv::Vec3b(0, 0, 0));
    EXPECT_EQ(at(*decoded, 0, 0), cv::Vec3b(128, 128, 128));
}

TEST(ImageIo, formatsThatAreNotReadAreRefusedByName)
{
    const std::pair<std::string, std::string> cases[] = {{"II*\0", "a.DNG"}, {"anything", "b.heic"}, {std::string("GIF89a....."), "c.gif"}};
    const char* formats[] = {"DNG", "HEIC", "GIF"};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto decoded = decodeImage(cases[i].first, cases[i].second);
        ASSERT_FALSE(decoded);
        EXPECT_EQ(decoded.error().code, ErrorCode::Unsupported);
        EXPECT_NE(decoded.error().message().find(formats[i]), std::string::npos) << decoded.error().message();
    }
}

TEST(ImageIo, refusesAPictureAboveTheSizeLimit)
{
    std::string huge = bmp(60000, 60000, 24, {}, "");
    const auto decoded = decodeImage(huge, "huge.bmp");
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().message(), "The image huge.bmp cannot be decoded: it has 60000×60000 pixels, more than the limit of "
                                         "200 megapixels; cut it into tiles.");
}

TEST(ImageIo, damagedFilesOfEveryFormatAreRefusedInOneSentence)
{
    const unsigned char grey[] = {0, 100, 200, 255};
    const std::string whole = png(2, 2, PNG_FORMAT_GRAY, grey);
    const auto jpeg = encodeJpeg(gradient(32, 32));
    for (const std::string& bytes : {std::string(), std::string("no picture"), whole.substr(0, whole.size() - 20), whole.substr(0, 20),
                                     jpeg->substr(0, 20), std::string("RIFF\x10\0\0\0WEBPVP8 ", 16), std::string("II*\0\x08\0\0\0", 8)}) {
        const auto decoded = decodeImage(bytes, "x");
        ASSERT_FALSE(decoded) << bytes.size();
        EXPECT_EQ(decoded.error().code, ErrorCode::BadData);
        EXPECT_TRUE(decoded.error().message().ends_with(".")) << decoded.error().message();
    }
}

TEST(ImageIo, pathsWithSpacesAndOtherScriptsWork)
{
    const TempDir dir;
    const fs::path file = dir / "mein Ördner 图片/фото 1.JPG";
    fs::create_directories(file.parent_path());
    ASSERT_TRUE(writeJpeg(file, gradient(16, 16)));
    EXPECT_TRUE(readImage(file));
    EXPECT_TRUE(hasImageExtension(file));
    EXPECT_FALSE(hasImageExtension("a.txt"));
}

} // namespace
} // namespace yardstick::training
