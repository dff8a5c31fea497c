#include "tests/training/data_fixture.h"
#include "training/data/convert.h"

namespace yardstick::training {
namespace {

TEST(Convert, cocoBecomesYoloLayout)
{
    const TempDir dir;
    writePicture(dir / "coco/train2017/a.jpg", 100, 50);
    writePicture(dir / "coco/train2017/b.jpg", 100, 50);
    writePicture(dir / "coco/val2017/c.jpg", 100, 50);
    const std::string categories = R"("categories":[{"id":7,"name":"train: \"fast\""},{"id":3,"name":"car"}])";
    writeText(dir / "coco/annotations/instances_train2017.json",
              R"({"images":[{"id":1,"file_name":"a.jpg","width":100,"height":50},{"id":2,"file_name":"b.jpg","width":100,"height":50},
                 {"id":9,"file_name":"gone.jpg","width":9,"height":9}],"annotations":[
                 {"image_id":1,"category_id":7,"bbox":[10,5,40,20],"iscrowd":0},{"image_id":1,"category_id":3,"bbox":[90,0,20,10]},
                 {"image_id":1,"category_id":3,"bbox":[0,0,50,50],"iscrowd":1},{"image_id":1,"category_id":3,"bbox":[5,5,0,9]},
                 {"image_id":1,"category_id":8,"bbox":[5,5,9,9]}],)" + categories + "}");
    writeText(dir / "coco/annotations/instances_val2017.json",
              R"({"images":[{"id":1,"file_name":"c.jpg","width":100,"height":50}],"annotations":[],)" + categories + "}");
    writeText(dir / "coco/annotations/captions_val2017.json", "not read");
    const auto report = convertCoco(dir / "coco", dir / "out");
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->splits.at("train").images, 2);
    EXPECT_EQ(report->splits.at("train").instances, 2);
    EXPECT_EQ(report->splits.at("val").images, 1);
    EXPECT_EQ(report->skipped, (std::map<std::string, std::int64_t>{{"boxes without area", 1}, {"crowd regions", 1},
                                                                     {"pictures that are missing", 1},
                                                                     {"rows of unknown pictures or categories", 1}}));
    EXPECT_EQ(readText(dir / "out/labels/train/a.txt"), "1 0.300000 0.300000 0.400000 0.400000\n0 0.950000 0.100000 0.100000 0.200000\n");
    EXPECT_EQ(readText(dir / "out/labels/train/b.txt"), "");
    const auto yaml = readDataYaml(report->yaml);
    ASSERT_TRUE(yaml) << yaml.error().message();
    EXPECT_EQ(yaml->names, (std::vector<std::string>{"car", "train: \"fast\""}));
    const auto train = readSplit(*yaml, "train", {});
    ASSERT_TRUE(train) << train.error().message();
    EXPECT_EQ(train->instances, 2);
    EXPECT_EQ(train->backgrounds, 1);
}

TEST(Convert, vocBecomesYoloLayout)
{
    const TempDir dir;
    for (const char* stem : {"x", "y"}) {
        writePicture(dir / "voc/JPEGImages" / (std::string(stem) + ".jpg"), 100, 50);
        writeText(dir / "voc/Annotations" / (std::string(stem) + ".xml"),
                  "<annotation><filename>" + std::string(stem) + ".jpg</filename><size><width>100</width><height>50</height></size>"
                  "<object><name>dog</name><difficult>0</difficult><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>50</xmax><ymax>25</ymax></bndbox></object>"
                  "<object><name>cat</name><bndbox><xmin>51</xmin><ymin>1</ymin><xmax>100</xmax><ymax>50</ymax></bndbox></object>"
                  "<object><name>cat</name><difficult>1</difficult><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object>"
                  "</annotation>");
    }
    writeText(dir / "voc/ImageSets/Main/train.txt", "x\n");
    writeText(dir / "voc/ImageSets/Main/val.txt", "y\n");
    const auto report = convertVoc(dir / "voc", dir / "out");
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->names, (std::vector<std::string>{"cat", "dog"}));
    EXPECT_EQ(report->skipped.at("difficult objects"), 2);
    EXPECT_EQ(readText(dir / "out/labels/train/x.txt"), "1 0.250000 0.250000 0.500000 0.500000\n0 0.750000 0.500000 0.500000 1.000000\n");
    EXPECT_TRUE(readSplit(*readDataYaml(report->yaml), "val", {}));
    writeText(dir / "voc/Annotations/x.xml", "<annotation><size>");
    const auto bad = convertVoc(dir / "voc", dir / "again");
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().message().find("x.xml is no VOC annotation"), std::string::npos) << bad.error().message();
    EXPECT_FALSE(fs::exists(dir / "again"));
}

TEST(Convert, visdroneLeavesOutIgnoredRegions)
{
    const TempDir dir;
    for (const char* split : {"train", "val"}) {
        const fs::path root = dir / "vd" / (std::string("VisDrone2019-DET-") + split);
        writePicture(root / "images/0001.jpg", 200, 100);
        writeText(root / "annotations/0001.txt", "20,10,40,20,1,4,0,1\n0,0,50,50,0,0,0,0\n5,5,9,9,1,11,0,0,\r\n5,5,0,9,1,1,0,0\n");
    }
    const auto report = convertVisdrone(dir / "vd", dir / "out");
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->splits.at("train").instances, 1);
    EXPECT_EQ(report->skipped.at("ignored regions and others"), 4);
    EXPECT_EQ(report->skipped.at("boxes without area"), 2);
    EXPECT_EQ(readText(dir / "out/labels/train/0001.txt"), "3 0.200000 0.200000 0.200000 0.200000\n");
    EXPECT_EQ(report->names.size(), 10u);
    EXPECT_EQ(report->names[9], "motor");
}

TEST(Convert, refusesATargetInUseAndAnEmptySource)
{
    const TempDir dir;
    writeText(dir / "out/mine.txt", "keep");
    EXPECT_EQ(convertVisdrone(dir / "vd", dir / "out").error().code, ErrorCode::AlreadyExists);
    EXPECT_EQ(convertVisdrone(dir / "vd", dir / "new").error().code, ErrorCode::BadData);
    EXPECT_EQ(convertCoco(dir / "vd", dir / "new").error().code, ErrorCode::BadData);
    EXPECT_EQ(convertVoc(dir / "vd", dir / "new").error().code, ErrorCode::BadData);
    writeText(dir / "coco/annotations/instances_train.json", "{\"images\": [");
    EXPECT_NE(convertCoco(dir / "coco", dir / "new").error().message().find("is no COCO data set"), std::string::npos);
    for (const auto& entry : fs::directory_iterator(dir.path())) {
        EXPECT_TRUE(entry.path().filename() == "out" || entry.path().filename() == "coco") << entry.path();
    }
}

} // namespace
} // namespace yardstick::training
