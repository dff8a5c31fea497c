// Helpers of the data tests: temporary folders, small files and pictures made on the spot.
#pragma once

#include "training/data/dataset.h"
#include "training/data/image_io.h"

#include "tests/training/shared_data.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace yardstick::training {

namespace fs = std::filesystem;

class TempDir
{
public:
    TempDir()
    {
        std::string pattern = (fs::temp_directory_path() / "yardstick-test-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    ~TempDir()
    {
        std::error_code error;
        fs::remove_all(m_path, error);
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    [[nodiscard]] const fs::path& path() const { return m_path; }
    fs::path operator/(const fs::path& inside) const { return m_path / inside; }

private:
    fs::path m_path;
};

inline void writeText(const fs::path& file, std::string_view text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

inline std::string readText(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A smooth picture whose pixels tell where they are.
inline cv::Mat gradient(int width, int height)
{
    cv::Mat picture(height, width, CV_8UC3);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            picture.at<cv::Vec3b>(y, x) = cv::Vec3b(static_cast<unsigned char>(255 * x / width),
                                                    static_cast<unsigned char>(255 * y / height), 90);
        }
    }
    return picture;
}

inline void writePicture(const fs::path& file, int width, int height)
{
    fs::create_directories(file.parent_path());
    const auto written = writeJpeg(file, gradient(width, height), 92);
    ASSERT_TRUE(written) << written.error().message();
}

/// data.yaml with images/train and images/val, `count` pictures each of 64×48, one centred box of class i % classes each.
inline fs::path writeTinyDataset(const fs::path& root, int count, const std::string& names = "[a, b, c]", int classes = 3)
{
    for (const std::string split : {"train", "val"}) {
        for (int i = 0; i < count; ++i) {
            const std::string stem = split + std::to_string(100 + i);
            writePicture(root / "images" / split / (stem + ".jpg"), 64, 48);
            writeText(root / "labels" / split / (stem + ".txt"), std::to_string(i % classes) + " 0.5 0.5 0.5 0.5\n");
        }
    }
    writeText(root / "data.yaml", "path: .\ntrain: images/train\nval: images/val\nnames: " + names + "\n");
    return root / "data.yaml";
}

} // namespace yardstick::training
