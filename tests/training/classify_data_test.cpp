// Classification without tensors: folders of classes, what the network sees of a picture, accuracy.
#include "tests/training/data_fixture.h"
#include "training/data/check.h"
#include "training/data/classify_transform.h"
#include "training/metrics/classification_metrics.h"

#include <opencv2/core.hpp>

#include <array>
#include <set>

namespace yardstick::training {
namespace {

void addPicture(const fs::path& file, int width = 24, int height = 16)
{
    fs::create_directories(file.parent_path());
    ASSERT_TRUE(writeJpeg(file, gradient(width, height)).has_value());
}

TEST(ClassFolders, namesAreTheSortedFoldersOfTrain)
{
    const TempDir dir;
    for (const char* file : {"train/zebra/a.jpg", "train/Ape/b.jpg", "train/Ape/deep/c.jpg", "train/été 1/d.jpg", "val/zebra/e.jpg"}) {
        addPicture(dir / file);
    }
    fs::create_directories(dir / "train/.hidden");
    ASSERT_TRUE(isClassFolders(dir.path()));
    const auto data = readClassFolders(dir.path());
    ASSERT_TRUE(data.has_value()) << data.error().message();
    EXPECT_EQ(data->names, (std::vector<std::string>{"Ape", "zebra", "été 1"}));
    const auto train = readSplit(*data, "train", {});
    ASSERT_TRUE(train.has_value()) << train.error().message();
    ASSERT_EQ(train->images.size(), 4u);
    const std::vector<int> classes{0, 0, 1, 2}; // sorted by path
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_EQ(train->images[i].labels.size(), 1u);
        EXPECT_EQ(train->images[i].labels[0].cls, classes[i]) << train->images[i].path;
        EXPECT_EQ(train->images[i].labels[0].w, 1);
    }
    EXPECT_EQ(train->instances, 4);
}

TEST(ClassFolders, otherSplitsTakeTheNumbersOfTrain)
{
    const TempDir dir;
    for (const char* name : {"a", "b", "c"}) {
        addPicture(dir / "train" / name / "x.jpg");
    }
    addPicture(dir / "validation/c/y.jpg"); // neither a nor b has a picture here
    const auto data = *readClassFolders(dir.path());
    const auto val = readSplit(data, "val", {});
    ASSERT_TRUE(val.has_value()) << val.error().message();
    EXPECT_EQ(val->images.at(0).labels[0].cls, 2);

    addPicture(dir / "validation/new/z.jpg");
    const auto refused = readSplit(data, "val", {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::BadData);
    EXPECT_NE(refused.error().message().find("validation/new/z.jpg"), std::string::npos) << refused.error().message();
}

TEST(ClassFolders, picturesOutsideAClassAreListedAndLeftOut)
{
    const TempDir dir;
    addPicture(dir / "train/a/x.jpg");
    addPicture(dir / "train/loose.jpg");
    writeText(dir / "train/a/broken.jpg", "no picture");
    writeText(dir / "train/a/x.txt", "0 0.5 0.5 0.1 0.1\n"); // labels mean nothing here
    const auto split = readSplit(*readClassFolders(dir.path()), "train", {});
    ASSERT_TRUE(split.has_value()) << split.error().message();
    EXPECT_EQ(split->images.size(), 1u);
    EXPECT_EQ(split->images[0].labels.size(), 1u);
    EXPECT_EQ(split->images[0].labels[0].w, 1);
    EXPECT_EQ(split->problems.size(), 2u);
    EXPECT_EQ(split->found, 3);
}

TEST(ClassFolders, whatIsNoneIsRefusedInOneSentence)
{
    const TempDir dir;
    EXPECT_EQ(readClassFolders(dir / "none").error().code, ErrorCode::NotFound);
    EXPECT_EQ(readClassFolders({}).error().code, ErrorCode::BadData);
    writeText(dir / "data.yaml", "names: [a]\n");
    EXPECT_EQ(readClassFolders(dir / "data.yaml").error().code, ErrorCode::BadData);
    EXPECT_NE(readClassFolders(dir.path()).error().message().find("train/"), std::string::npos);
    fs::create_directories(dir / "train");
    EXPECT_FALSE(isClassFolders(dir.path())); // a YAML speaks for it
    EXPECT_FALSE(readClassFolders(dir.path()).has_value()); // no class
    addPicture(dir / "train/a/x.jpg");
    const auto data = readClassFolders(dir.path());
    ASSERT_TRUE(data.has_value());
    const auto val = readSplit(*data, "val", {});
    ASSERT_FALSE(val.has_value());
    EXPECT_NE(val.error().message().find("validation"), std::string::npos) << val.error().message(); // what was tried
}

TEST(ClassFolders, checkCountsClassesAndHashesContent)
{
    const TempDir dir;
    addPicture(dir / "train/a/x.jpg");
    addPicture(dir / "train/b/y.jpg");
    addPicture(dir / "test/b/z.jpg");
    const auto report = checkDataset(dir.path());
    ASSERT_TRUE(report.has_value()) << report.error().message();
    EXPECT_TRUE(report->at("ok").get<bool>()) << report->at("error");
    EXPECT_EQ(report->at("names"), nlohmann::json({"a", "b"}));
    EXPECT_EQ(report->at("splits").at("val").at("classes")[1].at("images"), 1);
    const auto hash = report->at("hash").get<std::string>();
    fs::rename(dir / "train/a/x.jpg", dir / "train/b/x.jpg");
    EXPECT_NE(checkDataset(dir.path())->value("hash", ""), hash);
}

/// What Pillow's resize with BILINEAR gives for the same picture.
TEST(ClassifyTransform, resizesAsPillowDoes)
{
    cv::Mat picture(7, 10, CV_8UC3);
    for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 10; ++x) {
            const auto byte = [](int v) { return static_cast<unsigned char>(v % 256); };
            picture.at<cv::Vec3b>(y, x) = {byte(37 * x + 11 * y * y), byte(91 * y + 5 * x * x), byte(x * y * 13 + 7 * x)};
        }
    }
    const std::vector<int> smaller{51,  87,  18,  134, 114, 59,  146, 125, 102, 64,  153, 105, 128, 101, 46,  156, 120, 136,
                                   111, 117, 131, 136, 115, 114, 130, 130, 74,  137, 134, 152, 136, 123, 150, 141, 95,  151};
    const std::vector<int> lower{
        7,   48,  0,   44,  53,  14,  81,  68,  28,  118, 93,  41,  155, 115, 55,  192, 160, 69,  217, 106, 83,  10,  171, 97,
        47,  112, 98,  84,  184, 112, 53,  118, 0,   90,  123, 34,  127, 138, 68,  164, 163, 102, 201, 64,  136, 166, 109, 170,
        70,  113, 133, 56,  107, 167, 93,  182, 68,  130, 133, 102, 123, 101, 0,   160, 106, 58,  197, 121, 116, 101, 146, 174,
        138, 130, 181, 103, 175, 105, 140, 96,  92,  126, 90,  150, 163, 114, 156, 200, 65,  81,  90,  108, 0,   127, 113, 78,
        164, 128, 156, 189, 153, 235, 92,  79,  69,  129, 124, 135, 166, 166, 213, 93,  97,  157, 130, 63,  126, 167, 135, 192};
    const auto compare = [&](cv::Size size, const std::vector<int>& want) {
        const cv::Mat got = resizeSmooth(picture, size);
        ASSERT_EQ(got.size(), size);
        ASSERT_EQ(got.total() * 3, want.size());
        int equal = 0;
        for (std::size_t i = 0; i < want.size(); ++i) {
            EXPECT_NEAR(got.data[i], want[i], 1) << i;
            equal += got.data[i] == want[i] ? 1 : 0;
        }
        EXPECT_GE(equal, static_cast<int>(want.size()) * 9 / 10);
    };
    compare({4, 3}, smaller);
    compare({10, 4}, lower);
    EXPECT_EQ(cv::norm(resizeSmooth(picture, picture.size()), picture, cv::NORM_INF), 0);
}

TEST(ClassifyTransform, evaluationTakesTheSquareInTheMiddle)
{
    // 96 × 32 with a white square in the middle: all that remains is white.
    cv::Mat wide(32, 96, CV_8UC3, cv::Scalar());
    wide(cv::Rect(32, 0, 32, 32)).setTo(cv::Scalar::all(255));
    cv::Mat out;
    classifyInput(wide, 32, 1, out);
    EXPECT_EQ(out.size(), cv::Size(32, 32));
    EXPECT_EQ(cv::countNonZero(out.reshape(1) != 255), 0);
    classifyInput(wide.t(), 32, 1, out);
    EXPECT_EQ(cv::countNonZero(out.reshape(1) != 255), 0);
    classifyInput(wide, 64, 1, out); // enlarged
    EXPECT_EQ(out.size(), cv::Size(64, 64));
    // Half of the resized picture's side: the white square is 64 wide and only its middle is left.
    cv::Mat inner(96, 96, CV_8UC3, cv::Scalar());
    inner(cv::Rect(20, 20, 56, 56)).setTo(cv::Scalar::all(255));
    classifyInput(inner, 32, 0.5, out);
    EXPECT_EQ(cv::countNonZero(out.reshape(1) != 255), 0);
}

TEST(ClassifyTransform, cropsStayInsideAndWithinTheirLimits)
{
    Random random(5);
    for (const cv::Size size : {cv::Size(100, 80), cv::Size(300, 40), cv::Size(10, 200), cv::Size(12, 12)}) {
        for (int i = 0; i < 300; ++i) {
            const cv::Rect crop = randomCrop(size, 0.5, random);
            ASSERT_EQ(crop & cv::Rect({}, size), crop);
            const double aspect = static_cast<double>(crop.width) / crop.height;
            EXPECT_GT(aspect, 0.6);
            EXPECT_LT(aspect, 1.6);
        }
    }
}

TEST(ClassifyTransform, trainingInputDependsOnItsRandomAlone)
{
    const cv::Mat picture = gradient(90, 70);
    const auto made = [&](std::uint64_t seed, const ClassifyOptions& options) {
        Random random(seed);
        cv::Mat out;
        classifyTrainInput(picture, 64, options, random, out);
        return out;
    };
    ClassifyOptions options;
    for (const bool policy : {true, false}) {
        options.randAugment = policy;
        EXPECT_EQ(made(1, options).size(), cv::Size(64, 64));
        EXPECT_EQ(cv::norm(made(1, options), made(1, options), cv::NORM_INF), 0);
        EXPECT_GT(cv::norm(made(1, options), made(2, options), cv::NORM_INF), 0);
    }
    // Nothing switched on: a crop of the whole picture, resized.
    ClassifyOptions none{.scale = 0, .flipLr = 0, .hsvH = 0, .hsvS = 0, .hsvV = 0, .randAugment = false, .erasing = 0};
    const cv::Mat square = gradient(64, 64);
    Random random(3);
    cv::Mat out;
    classifyTrainInput(square, 64, none, random, out);
    EXPECT_LE(cv::norm(out, square, cv::NORM_INF), 2); // through hue and back
    none.erasing = 1;
    classifyTrainInput(square, 64, none, random, out);
    const int black = cv::countNonZero(cv::Mat(out.reshape(1) == 0)) / 3;
    EXPECT_GT(black, 64 * 64 / 60);
    EXPECT_LT(black, 64 * 64 * 2 / 5);
}

TEST(ClassifyTransform, operationsDoWhatTheirNamesSay)
{
    const cv::Mat picture = gradient(40, 30) * 0.5;
    const auto with = [&](RandOperation operation, double strength, bool negative = false) {
        cv::Mat copy = picture.clone();
        applyRandOperation(copy, operation, strength, negative);
        return copy;
    };
    const auto at = [](const cv::Mat& m, int x, int y) { return m.at<cv::Vec3b>(y, x); };
    for (int i = 0; i < kRandOperations; ++i) {
        for (const bool negative : {false, true}) {
            const cv::Mat out = with(static_cast<RandOperation>(i), 0.3, negative);
            EXPECT_EQ(out.size(), picture.size());
            EXPECT_EQ(out.type(), CV_8UC3);
        }
    }
    EXPECT_EQ(cv::norm(with(RandOperation::Identity, 1), picture, cv::NORM_INF), 0);
    for (const auto operation : {RandOperation::ShearX, RandOperation::ShearY, RandOperation::TranslateX, RandOperation::TranslateY,
                                 RandOperation::Rotate, RandOperation::Brightness, RandOperation::Color, RandOperation::Contrast,
                                 RandOperation::Posterize}) {
        EXPECT_LE(cv::norm(with(operation, 0), picture, cv::NORM_INF), 1) << static_cast<int>(operation); // no strength, no change
        EXPECT_GT(cv::norm(with(operation, 1), picture, cv::NORM_INF), 0) << static_cast<int>(operation);
    }
    cv::Mat dot(9, 9, CV_8UC3, cv::Scalar::all(100)); // a plane or a slope has nothing to sharpen
    dot.at<cv::Vec3b>(4, 4) = cv::Vec3b::all(113);
    applyRandOperation(dot, RandOperation::Sharpness, 1, false);
    EXPECT_EQ(at(dot, 4, 4)[0], 120); // smooth (8·100 + 5·113)/13 = 105; 113 + 0.9·8
    EXPECT_EQ(at(dot, 0, 0)[0], 100);
    EXPECT_EQ(at(with(RandOperation::Brightness, 0.5, false), 20, 20)[2], 65);  // 45 · 1.45 = 65.25
    EXPECT_EQ(at(with(RandOperation::Posterize, 0.3), 20, 20)[2], 44);          // one bit less
    EXPECT_EQ(at(with(RandOperation::Solarize, 1), 20, 20)[2], 210);            // 255 − 45
    EXPECT_EQ(at(with(RandOperation::Solarize, 0.3), 20, 20)[2], 45);           // below 178.5
    const int moved = 150 * 40 / 331; // pixels to the left, at full strength
    EXPECT_EQ(at(with(RandOperation::TranslateX, 1), 5, 9), at(picture, 5 + moved, 9));
    EXPECT_EQ(at(with(RandOperation::TranslateX, 1), 39, 9), cv::Vec3b());
    double low = 0, high = 0;
    cv::minMaxLoc(with(RandOperation::AutoContrast, 0).reshape(1).colRange(0, 3), &low, &high);
    EXPECT_EQ(low, 0);
    cv::Mat red;
    cv::extractChannel(with(RandOperation::AutoContrast, 0), red, 0);
    cv::minMaxLoc(red, &low, &high);
    EXPECT_EQ(high, 255);
    cv::extractChannel(with(RandOperation::Equalize, 0), red, 0);
    cv::minMaxLoc(red, &low, &high);
    EXPECT_GT(high, 250);
}

TEST(ClassificationMetrics, topOneAndTopFive)
{
    ClassificationMetrics metrics({"a", "b", "c", "d", "e", "f"});
    metrics.addImage(std::array{0.9f, 0.02f, 0.02f, 0.02f, 0.02f, 0.02f}, 0); // right
    metrics.addImage(std::array{0.5f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f}, 4);      // fifth, by its index
    metrics.addImage(std::array{0.5f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f}, 5);      // sixth
    metrics.addImage(std::array{0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f}, 5);      // right
    const ClassificationResult result = metrics.compute();
    EXPECT_EQ(result.images, 4);
    EXPECT_DOUBLE_EQ(result.top1, 0.5);
    EXPECT_DOUBLE_EQ(result.top5, 0.75);
    EXPECT_DOUBLE_EQ(result.fitness, 0.625);
    ASSERT_EQ(result.perClass.size(), 3u);
    EXPECT_EQ(result.perClass[2].cls, 5);
    EXPECT_DOUBLE_EQ(result.perClass[2].top1, 0.5);
    EXPECT_EQ(result.confusionMatrix.at("matrix")[0][4], 1); // row predicted, column true
    EXPECT_EQ(result.confusionMatrix.at("matrix")[0][5], 1);
    EXPECT_EQ(result.confusionMatrix.at("matrix")[5][5], 1);
}

TEST(ClassificationMetrics, fewClassesAreAllAmongTheTopFive)
{
    ClassificationMetrics metrics({"a", "b"});
    metrics.addImage(std::array{0.9f, 0.1f}, 1);
    EXPECT_EQ(metrics.compute().top1, 0);
    EXPECT_EQ(metrics.compute().top5, 1);
    EXPECT_EQ(ClassificationMetrics({"a"}).compute().fitness, 0); // nothing seen
}

} // namespace
} // namespace yardstick::training
