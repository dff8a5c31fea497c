// The zip reader: entries as torch.save writes them, ZIP64, and what is refused.
#include "training/model/zip_reader.h"

#include "core/base/platform.h"
#include "tests/support/temp_dir.h"
#include "tests/training/pickle_builder.h"

#include <gtest/gtest.h>

namespace yardstick::training {
namespace {

using test::zipOf;

const std::vector<test::ZipFile> kFiles{{"top/data.pkl", "the pickle"}, {"top/data/0", std::string(100, '\x07')}, {"top/empty", ""}};

TEST(Zip, crcIsThePublishedOne)
{
    EXPECT_EQ(crc32(""), 0u);
    EXPECT_EQ(crc32("123456789"), 0xCBF43926u);
    EXPECT_EQ(crc32("The quick brown fox jumps over the lazy dog"), 0x414FA339u);
}

TEST(Zip, readsStoredEntries)
{
    for (const auto& options : {test::ZipOptions{}, test::ZipOptions{.zip64 = true}, test::ZipOptions{.align = false},
                                test::ZipOptions{.comment = "a comment"}}) {
        const auto zip = ZipReader::fromBytes(zipOf(kFiles, options));
        ASSERT_TRUE(zip.has_value()) << zip.error().detail;
        ASSERT_EQ(zip->entries().size(), 3u);
        for (const auto& file : kFiles) {
            const auto* entry = zip->find(file.name);
            ASSERT_NE(entry, nullptr);
            EXPECT_EQ(zip->read(*entry, 1000), file.bytes);
        }
        EXPECT_EQ(zip->find("top"), nullptr);
        EXPECT_EQ(zip->read(zip->entries()[1], 99).error().code, ErrorCode::BadFile);
    }
}

TEST(Zip, readsFiles)
{
    const test::TempDir dir;
    ASSERT_TRUE(platform::writeFileAtomic(dir / "a.zip", zipOf(kFiles)).has_value());
    const auto zip = ZipReader::open(dir / "a.zip");
    ASSERT_TRUE(zip.has_value());
    EXPECT_EQ(zip->read(zip->entries()[0], 100), "the pickle");
    EXPECT_EQ(ZipReader::open(dir / "none").error().code, ErrorCode::NotFound);
    EXPECT_EQ(ZipReader::open(dir.path()).error().code, ErrorCode::Io);
}

TEST(Zip, refusesWhatIsCompressed)
{
    EXPECT_EQ(ZipReader::fromBytes(zipOf(kFiles, {.method = 8})).error().code, ErrorCode::Unsupported);
}

TEST(Zip, refusesDoubledNamesAndOverlaps)
{
    EXPECT_FALSE(ZipReader::fromBytes(zipOf({{"a", "1"}, {"a", "2"}})).has_value());
    // The second entry's directory record points at the first one's bytes.
    std::string overlapping = zipOf({{"a", "1"}, {"b", "2"}}, {.align = false});
    const std::size_t second = overlapping.find("PK\x01\x02", overlapping.find("PK\x01\x02") + 1);
    overlapping.replace(second + 42, 4, std::string(4, '\0'));
    EXPECT_FALSE(ZipReader::fromBytes(overlapping).has_value());
}

TEST(Zip, findsAnyChangedByteOfAnEntry)
{
    const std::string whole = zipOf(kFiles);
    const std::size_t at = whole.find("the pickle");
    for (std::size_t i = 0; i < 10; ++i) {
        std::string changed = whole;
        changed[at + i] = static_cast<char>(changed[at + i] ^ 1);
        const auto zip = ZipReader::fromBytes(changed);
        ASSERT_TRUE(zip.has_value());
        EXPECT_EQ(zip->read(*zip->find("top/data.pkl"), 100).error().code, ErrorCode::BadFile);
    }
}

TEST(Zip, refusesTruncationAtAnyByte)
{
    for (const bool zip64 : {false, true}) {
        const std::string whole = zipOf(kFiles, {.zip64 = zip64});
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto zip = ZipReader::fromBytes(whole.substr(0, length));
            ASSERT_FALSE(zip.has_value()) << length;
            ASSERT_EQ(zip.error().code, ErrorCode::BadFile) << length;
        }
        EXPECT_FALSE(ZipReader::fromBytes(whole + "x").has_value());
        EXPECT_FALSE(ZipReader::fromBytes("x" + whole).has_value());
    }
}

TEST(Zip, mutatedArchivesAreReadOrRefused)
{
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
        const auto zip = ZipReader::fromBytes(test::Mutator(seed).mutated(zipOf(kFiles, {.zip64 = seed % 2 == 0})));
        for (std::size_t i = 0; zip && i < zip->entries().size(); ++i) {
            if (const auto bytes = zip->read(zip->entries()[i], 1000)) {
                ASSERT_EQ(crc32(*bytes), zip->entries()[i].crc);
            }
        }
    }
}

} // namespace
} // namespace yardstick::training
