#include "tests/training/data_fixture.h"
#include "training/data/check.h"
#include "training/data/label_cache.h"
#include "training/data/labels.h"

namespace yardstick::training {
namespace {

std::string readError(const fs::path& yaml)
{
    const auto read = readDataYaml(yaml);
    return read ? "" : read.error().message();
}

std::string splitError(const fs::path& file, std::string_view split, const SplitOptions& options = {})
{
    const auto yaml = readDataYaml(file);
    EXPECT_TRUE(yaml) << yaml.error().message();
    const auto read = readSplit(*yaml, split, options);
    return read ? "" : read.error().message();
}

TEST(Labels, readsBoxesAndPolygons)
{
    const ParsedLabels parsed = parseLabels("0 0.5 0.5 0.2 0.4\r\n\n  2.0\t0.1 0.1 0.3 0.1 0.3 0.5\n");
    EXPECT_TRUE(parsed.problems.empty());
    ASSERT_EQ(parsed.labels.size(), 2u);
    EXPECT_EQ(parsed.labels[1].line, 3);
    const Label& polygon = parsed.labels[1].label;
    EXPECT_EQ(polygon.cls, 2);
    EXPECT_EQ(polygon.polygon.size(), 6u);
    EXPECT_FLOAT_EQ(polygon.cx, 0.2f);
    EXPECT_FLOAT_EQ(polygon.cy, 0.3f);
    EXPECT_FLOAT_EQ(polygon.w, 0.2f);
    EXPECT_FLOAT_EQ(polygon.h, 0.4f);
}

TEST(Labels, dropsOnlyTheBadRowAndSaysWhy)
{
    struct Case { const char* row; const char* part; };
    const Case cases[] = {{"0 0.5 0.5 0.2", "4 fields"},          {"0 0.5 0.5 0.2 0.2 0.9", "6 fields"},
                          {"0 0.5 x 0.2 0.2", "\"x\" is no number"}, {"0 0.5 nan 0.2 0.2", "\"nan\" is no number"},
                          {"a 0.5 0.5 0.2 0.2", "the class \"a\""},  {"1.5 0.5 0.5 0.2 0.2", "the class \"1.5\""},
                          {"0 0.5 1.02 0.2 0.2", "1.02 is outside"}, {"0 0.5 -0.02 0.2 0.2", "-0.02 is outside"},
                          {"0 0.5 0.5 0 0.2", "no area"},            {"1 0.5 0.5 0.1 0.1", "repeats"}};
    for (const Case& c : cases) {
        const ParsedLabels parsed = parseLabels(std::string("1 0.5 0.5 0.1 0.1\n") + c.row + "\n2 0.5 0.5 0.1 0.1");
        EXPECT_EQ(parsed.labels.size(), 2u) << c.row;
        ASSERT_EQ(parsed.problems.size(), 1u) << c.row;
        EXPECT_EQ(parsed.problems[0].line, 2) << c.row;
        EXPECT_NE(parsed.problems[0].text.find(c.part), std::string::npos) << parsed.problems[0].text;
    }
}

TEST(Labels, clipsASmallExcess)
{
    const ParsedLabels parsed = parseLabels("0 1.005 0.5 0.2 1.01\n0 -0.009 0.5 0.2 0.2\n");
    ASSERT_EQ(parsed.labels.size(), 2u);
    EXPECT_EQ(parsed.labels[0].label.cx, 1.0f);
    EXPECT_EQ(parsed.labels[0].label.h, 1.0f);
    EXPECT_EQ(parsed.labels[1].label.cx, 0.0f);
    EXPECT_EQ(parsed.problems.size(), 2u);
}

TEST(DataYaml, acceptsNamesAsListAndMapAndAFolderWithOneYaml)
{
    const TempDir dir;
    writeTinyDataset(dir.path(), 1, "{0: a, 1: 7, 2: true}");
    const auto yaml = readDataYaml(dir.path());
    ASSERT_TRUE(yaml) << yaml.error().message();
    EXPECT_EQ(yaml->names, (std::vector<std::string>{"a", "7", "true"}));
    EXPECT_EQ(yaml->train.front(), fs::canonical(dir.path()) / "images/train");
    writeText(dir / "other.yml", "names: [a]");
    EXPECT_NE(readError(dir.path()).find("holds 2 YAML files"), std::string::npos);
}

TEST(DataYaml, saysInOneSentenceWhatIsWrong)
{
    const TempDir dir;
    struct Case { const char* text; const char* part; };
    const Case cases[] = {{"train: a\nval: b\n", "has no class names"},
                          {"train: a\nval: b\nnames: []\n", "has no class names"},
                          {"train: a\nval: b\nnames: abc\n", "has no class names"},
                          {"train: a\nnames: [x]\n", "has no key \"val\""},
                          {"val: a\nnames: [x]\n", "has no key \"train\""},
                          {"train: a\nval: b\nnames: {0: x, 2: y}\n", "must be 0 to 1, each once; 2 is not"},
                          {"train: a\nval: b\nnames: [x]\nnc: 2\n", "says nc: 2, but has 1 class names"},
                          {"train: [a\nval: b", "is no valid YAML"},
                          {"just text", "it has no keys"}};
    for (const Case& c : cases) {
        writeText(dir / "d.yaml", c.text);
        EXPECT_NE(readError(dir / "d.yaml").find(c.part), std::string::npos) << c.text << readError(dir / "d.yaml");
    }
    EXPECT_EQ(readDataYaml(dir / "none.yaml").error().code, ErrorCode::NotFound);
    EXPECT_NE(readError("set.zip").find("unpack it"), std::string::npos);
}

TEST(DataYaml, looksBesideTheYamlFirstAndKeepsEveryPathTried)
{
    const TempDir dir;
    writeTinyDataset(dir / "set", 1);
    writeText(dir / "conf/d.yaml", "path: ../set\ntrain: images/train\nval: images/nowhere\nnames: [a, b, c]\n");
    const auto yaml = readDataYaml(dir / "conf/d.yaml");
    ASSERT_TRUE(yaml);
    EXPECT_EQ(yaml->train.size(), 1u);
    EXPECT_TRUE(yaml->val.empty());
    const std::string message = splitError(dir / "conf/d.yaml", "val");
    EXPECT_NE(message.find("The val images"), std::string::npos) << message;
    EXPECT_NE(message.find((dir / "set/images/nowhere").string()), std::string::npos) << message;
    EXPECT_NE(message.find((fs::current_path() / "../set/images/nowhere").lexically_normal().string()), std::string::npos) << message;
    EXPECT_NE(splitError(dir / "conf/d.yaml", "test").find("has no test split"), std::string::npos);
}

TEST(DataYaml, executesNothing)
{
    const TempDir dir;
    const fs::path canary = dir / "canary";
    writeText(dir / "d.yaml", "train: x\nval: x\nnames: [a]\ndownload: bash touch " + canary.string() + "\n");
    (void)splitError(dir / "d.yaml", "train");
    EXPECT_FALSE(fs::exists(canary));
}

TEST(DataYaml, aSplitMayBeATextListOrSeveralFolders)
{
    const TempDir dir;
    writeTinyDataset(dir.path(), 3);
    writeText(dir / "list.txt", "./images/train/train100.jpg\nimages/train/train101.jpg\n\nimages/train/gone.jpg\n");
    writeText(dir / "d.yaml", "train: list.txt\nval: [images/train, images/val]\nnames: [a, b, c]\n");
    const auto yaml = readDataYaml(dir / "d.yaml");
    ASSERT_TRUE(yaml);
    const auto train = readSplit(*yaml, "train", {});
    ASSERT_TRUE(train) << train.error().message();
    EXPECT_EQ(train->images.size(), 2u);
    ASSERT_EQ(train->problems.size(), 1u);
    EXPECT_EQ(train->problems[0].line, 4);
    EXPECT_TRUE(train->problems[0].imageDropped);
    EXPECT_EQ(readSplit(*yaml, "val", {})->images.size(), 6u);
}

TEST(Dataset, countsInstancesAndKeepsBackgrounds)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 4);
    fs::remove(dir / "labels/train/train100.txt");
    writeText(dir / "labels/train/train101.txt", "");
    const auto yaml = readDataYaml(file);
    const auto train = readSplit(*yaml, "train", {});
    ASSERT_TRUE(train) << train.error().message();
    EXPECT_EQ(train->images.size(), 4u);
    EXPECT_EQ(train->instances, 2);
    EXPECT_EQ(train->backgrounds, 2);
    EXPECT_EQ(train->labelFiles, 3);
    EXPECT_EQ(train->images[0].width, 64);
    EXPECT_EQ(train->images[0].height, 48);
}

TEST(Dataset, namesFileAndLineOfAClassOutOfRange)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 2);
    writeText(dir / "labels/train/train101.txt", "0 .5 .5 .1 .1\n1 .5 .5 .1 .1\n7 .5 .5 .1 .1\n");
    EXPECT_EQ(splitError(file, "train"), "Class 7 in labels/train/train101.txt line 3, but the data set has 3 classes (0–2).");
    SplitOptions single;
    single.singleCls = true;
    const auto train = readSplit(*readDataYaml(file), "train", single);
    ASSERT_TRUE(train);
    for (const ImageEntry& image : train->images) {
        for (const Label& label : image.labels) {
            EXPECT_EQ(label.cls, 0);
        }
    }
}

TEST(Dataset, saysWhyNoImageIsValid)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 2);
    for (const char* name : {"train100.jpg", "train101.jpg"}) {
        writeText(dir / "images/train" / name, "no picture");
    }
    const std::string message = splitError(file, "train");
    EXPECT_TRUE(message.starts_with("0 valid images of 2 in " + (dir / "images/train").string() + ": The image ")) << message;
    EXPECT_NE(message.find("its bytes are no picture"), std::string::npos) << message;
    fs::remove_all(dir / "images/val");
    fs::create_directories(dir / "images/val");
    EXPECT_NE(splitError(file, "val").find("The val split is empty"), std::string::npos);
}

TEST(Dataset, oneCorruptImageIsDroppedAndListed)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 3);
    writeText(dir / "images/train/train101.jpg", "no picture");
    writeText(dir / "images/train/z.heic", "....ftypheic");
    writePicture(dir / "images/train/small.jpg", 9, 30);
    const auto train = readSplit(*readDataYaml(file), "train", {});
    ASSERT_TRUE(train) << train.error().message();
    EXPECT_EQ(train->images.size(), 2u);
    EXPECT_EQ(train->found, 5);
    EXPECT_EQ(std::count_if(train->problems.begin(), train->problems.end(), [](const DataProblem& p) { return p.imageDropped; }), 3);
}

TEST(Dataset, aTruncatedJpegIsUsedListedAndNeverRewritten)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 1);
    const fs::path image = dir / "images/train/train100.jpg";
    writePicture(image, 200, 200);
    const std::string whole = readText(image);
    const std::string cut = whole.substr(0, whole.size() * 2 / 3);
    writeText(image, cut);
    const auto train = readSplit(*readDataYaml(file), "train", {});
    ASSERT_TRUE(train) << train.error().message();
    EXPECT_EQ(train->images.size(), 1u);
    ASSERT_EQ(train->problems.size(), 1u);
    EXPECT_FALSE(train->problems[0].imageDropped);
    EXPECT_EQ(readText(image), cut);
}

TEST(Dataset, hintsAtFoldersSpeltOtherwise)
{
    const TempDir dir;
    writePicture(dir / "Images/train/a.jpg", 32, 32);
    writePicture(dir / "Images/val/a.jpg", 32, 32);
    writeText(dir / "labels/train/a.txt", "0 .5 .5 .1 .1");
    writeText(dir / "d.yaml", "train: Images/train\nval: Images/val\nnames: [a]\n");
    const std::string message = splitError(dir / "d.yaml", "train");
    EXPECT_NE(message.find("None of the 1 train images has a label"), std::string::npos) << message;
    EXPECT_NE(message.find((dir / "Images/train/a.txt").string()), std::string::npos) << message;
    EXPECT_NE(message.find("must be called \"images\""), std::string::npos) << message;
}

TEST(Dataset, labelPathReplacesTheLastImagesFolder)
{
    EXPECT_EQ(labelPathOf("/images/set/images/train/a.b.jpg"), fs::path("/images/set/labels/train/a.b.txt"));
    EXPECT_EQ(labelPathOf("/set/pictures/a.png"), fs::path("/set/pictures/a.txt"));
}

TEST(Dataset, fractionAndClassesSelect)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 6);
    SplitOptions options;
    options.fraction = 0.5;
    options.classes = {1};
    const auto train = readSplit(*readDataYaml(file), "train", options);
    ASSERT_TRUE(train);
    EXPECT_EQ(train->images.size(), 3u);
    EXPECT_EQ(train->instances, 1);
}

TEST(Dataset, classesThatDoNotExistOrDoNotOccurAreNamed)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 4);
    SplitOptions options;
    options.classes = {1, 5};
    EXPECT_EQ(splitError(file, "train", options), "The parameter classes names class 5, but the data set has the classes 0 to 2.");
    for (int i = 0; i < 4; ++i) {
        writeText(dir / ("labels/train/train" + std::to_string(100 + i) + ".txt"), "0 0.5 0.5 0.2 0.2\n");
    }
    options.classes = {1};
    EXPECT_EQ(splitError(file, "train", options), "None of the 4 train images has a label of the classes that the parameter classes names.");
}

TEST(Dataset, aLinkUpwardsBringsNoImageTwice)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 4);
    fs::create_directory_symlink(dir / "images", dir / "images/train/again");
    fs::create_directory(dir / "elsewhere");
    fs::copy(dir / "images/train/train100.jpg", dir / "elsewhere/more.jpg");
    fs::create_directory_symlink(dir / "elsewhere", dir / "images/train/more");
    const auto train = readSplit(*readDataYaml(file), "train", {});
    ASSERT_TRUE(train) << train.error().message();
    EXPECT_EQ(train->images.size(), 5u) << "four, and the one of a folder that is elsewhere";
}

TEST(Dataset, theCacheGivesTheSameAndNoticesEveryChange)
{
    const TempDir dir;
    const TempDir cache;
    const fs::path file = writeTinyDataset(dir.path(), 3);
    writeText(dir / "labels/train/train100.txt", "0 .5 .5 .1 .1\nbad row\n1 .1 .1 .2 .1 .2 .2");
    SplitOptions options;
    options.cacheDirectory = cache.path();
    const auto first = readSplit(*readDataYaml(file), "train", options);
    ASSERT_TRUE(first);
    ASSERT_FALSE(fs::is_empty(cache.path()));
    const auto yaml = readDataYaml(file);
    const LabelCache stored(cache.path(), yaml->train);
    ASSERT_EQ(stored.size(), 3u);
    const fs::path image = first->images[0].path;
    EXPECT_NE(stored.find(image.string(), FileStamp::of(image), FileStamp::of(labelPathOf(image))), nullptr);
    const auto second = readSplit(*yaml, "train", options);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->problems.size(), first->problems.size());
    EXPECT_EQ(second->images[0].labels[1].polygon, first->images[0].labels[1].polygon);
    writeText(dir / "labels/train/train101.txt", "");
    EXPECT_EQ(readSplit(*yaml, "train", options)->instances, first->instances - 1);
    // Fewer names: the class check does not come from the cache.
    writeText(file, "path: .\ntrain: images/train\nval: images/val\nnames: [a]\n");
    EXPECT_NE(splitError(file, "train", options).find("but the data set has one class (0)"), std::string::npos);
}

TEST(Dataset, aDamagedCacheIsIgnored)
{
    const TempDir dir;
    const TempDir cache;
    const fs::path file = writeTinyDataset(dir.path(), 2);
    SplitOptions options;
    options.cacheDirectory = cache.path();
    const auto yaml = readDataYaml(file);
    ASSERT_TRUE(readSplit(*yaml, "train", options));
    const fs::path stored = fs::directory_iterator(cache.path())->path();
    const std::string whole = readText(stored);
    for (const std::size_t keep : {std::size_t{0}, std::size_t{5}, whole.size() / 2, whole.size() - 1}) {
        writeText(stored, std::string_view(whole).substr(0, keep));
        EXPECT_EQ(LabelCache(cache.path(), yaml->train).size(), 0u) << keep;
    }
    std::string flipped = whole;
    flipped[whole.size() / 2] ^= 1;
    writeText(stored, flipped);
    EXPECT_EQ(LabelCache(cache.path(), yaml->train).size(), 0u);
    EXPECT_EQ(readSplit(*yaml, "train", options)->instances, 2);
}

TEST(Dataset, equalDataSetsHaveEqualHashesWhereverTheyLie)
{
    const TempDir a;
    const TempDir b;
    const auto hash = [](const fs::path& file) {
        const auto yaml = readDataYaml(file);
        return contentHash(*yaml, *readSplit(*yaml, "train", {}), *readSplit(*yaml, "val", {}));
    };
    const fs::path fileA = writeTinyDataset(a.path(), 2);
    const fs::path fileB = writeTinyDataset(b.path(), 2);
    const std::string before = hash(fileA);
    EXPECT_EQ(before.size(), 64u);
    EXPECT_EQ(before, hash(fileB));
    writeText(b / "labels/val/val100.txt", "0 0.5 0.5 0.5 0.6\n"); // same size as before
    EXPECT_NE(before, hash(fileB));
}

TEST(CheckDataset, reportsCountsProblemsAndTheExpectedLabel)
{
    const TempDir dir;
    const fs::path file = writeTinyDataset(dir.path(), 3);
    writeText(dir / "labels/train/train101.txt", "9 .5 .5 .1 .1\nbad\n");
    auto report = checkDataset(file);
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_FALSE((*report)["ok"].get<bool>());
    EXPECT_EQ((*report)["error"], "Class 9 in labels/train/train101.txt line 1, but the data set has 3 classes (0–2).");
    const auto& train = (*report)["splits"]["train"];
    EXPECT_EQ(train["images"], 3);
    EXPECT_EQ(train["instances"], 2);
    EXPECT_EQ(train["classes"][0]["instances"], 1);
    EXPECT_EQ(train["classes"][2]["name"], "c");
    EXPECT_EQ(train["problem_count"], 2);
    EXPECT_EQ(train["example_label"], (dir / "labels/train/train100.txt").string());
    EXPECT_TRUE((*report)["splits"]["val"]["error"].is_null());
    writeText(dir / "labels/train/train101.txt", "1 .5 .5 .1 .1\n");
    report = checkDataset(file);
    EXPECT_TRUE((*report)["ok"].get<bool>());
    EXPECT_EQ((*report)["hash"].get<std::string>().size(), 64u);
    writeText(file, "path: .\ntrain: images/nowhere\nval: images/val\nnames: [a, b, c]\n");
    report = checkDataset(file);
    EXPECT_FALSE((*report)["ok"].get<bool>());
    EXPECT_EQ((*report)["splits"]["train"]["problem_count"], 0);
    EXPECT_EQ((*report)["splits"]["val"]["images"], 3);
    EXPECT_EQ(checkDataset(dir / "none.yaml").error().code, ErrorCode::NotFound);
}

struct RealSet
{
    const char* yaml;
    const char* split;
    std::size_t images;
    std::int64_t instances;
};

TEST(RealData, countsOfPublicSetsAreRight)
{
    const fs::path data = sharedData();
    if (data.empty()) {
        GTEST_SKIP() << "no real data here: set YARDSTICK_SHARED_DATA";
    }
    for (const RealSet& set : {RealSet{"bccd/bccd.yaml", "train", 205, 2804}, RealSet{"bccd/bccd.yaml", "val", 87, 1137},
                               RealSet{"bccd/bccd.yaml", "test", 72, 945}, RealSet{"coco8/coco8.yaml", "train", 4, 13},
                               RealSet{"coco8/coco8.yaml", "val", 4, 17}}) {
        if (!fs::exists(data / set.yaml)) {
            GTEST_SKIP() << set.yaml << " is not in " << data;
        }
        const auto yaml = readDataYaml(data / set.yaml);
        ASSERT_TRUE(yaml) << yaml.error().message();
        const auto split = readSplit(*yaml, set.split, {});
        ASSERT_TRUE(split) << split.error().message();
        EXPECT_EQ(split->images.size(), set.images) << set.yaml << " " << set.split;
        EXPECT_EQ(split->instances, set.instances) << set.yaml << " " << set.split;
        EXPECT_TRUE(split->problems.empty()) << split->problems.front().file << ": " << split->problems.front().text;
    }
}

} // namespace
} // namespace yardstick::training
