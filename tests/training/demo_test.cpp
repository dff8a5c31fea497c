#include "tests/training/data_fixture.h"
#include "training/data/demo.h"
#include "training/data/demo_scene.h"

#include <map>

namespace yardstick::training {
namespace {

DemoOptions few()
{
    DemoOptions options;
    options.trainImages = 12;
    options.valImages = 6;
    options.size = 160;
    return options;
}

std::map<std::string, std::string> bytesOf(const fs::path& root)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.is_regular_file()) {
            files[entry.path().lexically_relative(root).string()] = readText(entry.path());
        }
    }
    return files;
}

TEST(Demo, givesTheSameBytesEveryTimeWhateverTheThreads)
{
    const TempDir dir;
    DemoOptions options = few();
    options.threads = 1;
    ASSERT_TRUE(writeDemoDataset(dir / "a", options));
    options.threads = 3;
    ASSERT_TRUE(writeDemoDataset(dir / "b", options));
    const auto a = bytesOf(dir / "a");
    EXPECT_EQ(a.size(), 2u * 18 + 2);
    EXPECT_EQ(a, bytesOf(dir / "b"));
}

TEST(Demo, isAValidDataSetWithOtherScenesForValidation)
{
    const TempDir dir;
    const auto report = writeDemoDataset(dir / "demo", few());
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_TRUE(report->written);
    const auto yaml = readDataYaml(report->yaml);
    ASSERT_TRUE(yaml) << yaml.error().message();
    EXPECT_EQ(yaml->names, (std::vector<std::string>{"circle", "square", "triangle"}));
    const auto train = readSplit(*yaml, "train", {});
    const auto val = readSplit(*yaml, "val", {});
    ASSERT_TRUE(train && val);
    EXPECT_EQ(train->images.size(), 12u);
    EXPECT_EQ(val->images.size(), 6u);
    EXPECT_TRUE(train->problems.empty());
    EXPECT_EQ(train->instances + val->instances, report->instances);
    EXPECT_NE(readText(dir / "demo/labels/train/train_0000.txt"), readText(dir / "demo/labels/val/val_0000.txt"));
    for (const auto& entry : fs::directory_iterator(dir.path())) {
        EXPECT_EQ(entry.path().filename(), "demo"); // no temporary folder is left
    }
}

TEST(Demo, leavesTheSameVersionAloneAndRefusesAnotherFolder)
{
    const TempDir dir;
    ASSERT_TRUE(writeDemoDataset(dir / "demo", few()));
    const fs::path image = dir / "demo/images/train/train_0000.jpg";
    const auto before = fs::last_write_time(image);
    const auto again = writeDemoDataset(dir / "demo/", few());
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->written);
    EXPECT_EQ(fs::last_write_time(image), before);
    DemoOptions other = few();
    other.trainImages = 3;
    EXPECT_TRUE(writeDemoDataset(dir / "demo", other)->written);
    EXPECT_FALSE(fs::exists(dir / "demo/images/train/train_0005.jpg"));
    writeText(dir / "mine/file.txt", "keep me");
    const auto refused = writeDemoDataset(dir / "mine", few());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::AlreadyExists);
    EXPECT_EQ(readText(dir / "mine/file.txt"), "keep me");
}

TEST(Demo, scenesHaveOcclusionSizesAndSeveralObjects)
{
    int objects = 0;
    int occluded = 0;
    double smallest = 1;
    double largest = 0;
    std::array<int, 3> perClass{};
    for (std::uint64_t i = 0; i < 60; ++i) {
        Random random = Random::forImage(1, 1, i);
        const DemoScene scene = drawDemoScene(160, 160, random);
        EXPECT_GE(scene.labels.size(), 1u);
        EXPECT_LE(scene.labels.size(), 7u);
        for (std::size_t k = 0; k < scene.labels.size(); ++k) {
            const Label& l = scene.labels[k];
            ++objects;
            ++perClass[static_cast<std::size_t>(l.cls)];
            occluded += scene.visible[k] < 0.95 ? 1 : 0;
            EXPECT_GE(scene.visible[k], 0.45);
            EXPECT_GE(l.cx - l.w / 2, -1e-6);
            EXPECT_LE(l.cy + l.h / 2, 1 + 1e-6);
            smallest = std::min<double>(smallest, l.w);
            largest = std::max<double>(largest, l.w);
        }
    }
    EXPECT_GT(objects, 180);
    EXPECT_GT(occluded, 15);
    EXPECT_LT(smallest, 0.19);
    EXPECT_GT(largest, 0.3);
    for (const int n : perClass) {
        EXPECT_GT(n, objects / 5);
    }
}

} // namespace
} // namespace yardstick::training
