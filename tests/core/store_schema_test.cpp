// Opening: versions, foreign files, migrations with their backup, unclean exits, read-only places.
#include "core/store/schema.h"
#include "tests/support/store_dump.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using test::must;

void applyNext(sql::Database& db)
{
    db.exec("ALTER TABLE hosts ADD COLUMN rack TEXT NOT NULL DEFAULT 'none'");
}
void applyBrokenNext(sql::Database& db)
{
    db.exec("ALTER TABLE hosts ADD COLUMN rack TEXT NOT NULL DEFAULT 'none'");
    db.exec("INSERT INTO no_such_table VALUES (1)");
}
constexpr int kNewest = 3;
/// The released steps and one more.
const std::array<schema::Step, kNewest + 1> kWithNext{{schema::steps()[0], schema::steps()[1], schema::steps()[2], {kNewest + 1, applyNext}}};
const std::array<schema::Step, kNewest + 1> kWithBrokenNext{{schema::steps()[0], schema::steps()[1], schema::steps()[2], {kNewest + 1, applyBrokenNext}}};

class SchemaTest : public testing::Test
{
protected:
    void rawSql(const std::string& sql) const
    {
        SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
    }
    [[nodiscard]] std::vector<fs::path> backups() const
    {
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(m_dir.path())) {
            if (entry.path().string().find(".backup") != std::string::npos) {
                found.push_back(entry.path());
            }
        }
        return found;
    }
    test::TempDir m_dir;
    fs::path m_file = m_dir / "yardstick.db";
};

TEST_F(SchemaTest, refusesNewerSchema)
{
    must(Store::open(m_file));
    rawSql("PRAGMA user_version = 7");
    const auto before = must(platform::sha256File(m_file));
    for (const Error& error : {Store::open(m_file).error(), StoreReader::open(m_file).error()}) {
        EXPECT_EQ(error.code, ErrorCode::NewerVersion);
        EXPECT_EQ(error.message(),
                  "The store " + m_file.string() +
                      " has version 7, written by a newer Yardstick; this one reads up to version 3.");
    }
    EXPECT_EQ(must(platform::sha256File(m_file)), before) << "a refused file is left as it was";
}

TEST_F(SchemaTest, refusesForeignFile)
{
    must(platform::writeFileAtomic(m_file, std::string(5000, 'x')));
    const auto before = must(platform::sha256File(m_file));
    EXPECT_EQ(Store::open(m_file).error().code, ErrorCode::NotADatabase);
    EXPECT_EQ(StoreReader::open(m_file).error().code, ErrorCode::NotADatabase);
    EXPECT_EQ(must(platform::sha256File(m_file)), before);
    EXPECT_EQ(Store::open(m_dir.path()).error().code, ErrorCode::NotADatabase) << "a folder";
}

TEST_F(SchemaTest, refusesDatabaseOfAnotherProgram)
{
    rawSql("CREATE TABLE bookmarks (url TEXT)");
    const auto before = must(platform::sha256File(m_file));
    EXPECT_EQ(Store::open(m_file).error().code, ErrorCode::NotADatabase);
    EXPECT_NE(Store::open(m_file).error().message().find("another program"), std::string::npos);
    EXPECT_EQ(must(platform::sha256File(m_file)), before);
}

TEST_F(SchemaTest, takesAnEmptyFile)
{
    must(platform::writeFileAtomic(m_file, ""));
    EXPECT_EQ(must(Store::open(m_file))->info().schemaVersion, kNewest);
}

TEST_F(SchemaTest, missingStoreCannotBeRead)
{
    EXPECT_EQ(StoreReader::open(m_file).error().code, ErrorCode::NotFound);
}

TEST_F(SchemaTest, unwritableFolderIsOneSentence)
{
    const auto opened = Store::open("/proc/yardstick/yardstick.db");
    ASSERT_FALSE(opened);
    EXPECT_TRUE(opened.error().code == ErrorCode::Io || opened.error().code == ErrorCode::NotFound)
        << opened.error().message();
}

TEST_F(SchemaTest, backupBeforeMigration)
{
    {
        const auto store = must(Store::open(m_file));
        test::seed(*store, m_dir / "runs");
    }
    const auto before = test::dumpStore(m_file);
    {
        const auto store = must(Store::open(m_file, {kWithNext, {}}));
        EXPECT_TRUE(store->info().migrated);
        EXPECT_EQ(store->info().schemaVersion, kNewest + 1);
        ASSERT_EQ(backups(), std::vector{store->info().backup});
        EXPECT_EQ(test::differenceOf(before, test::dumpStore(store->info().backup)), "");
    }
    EXPECT_EQ(test::dumpStore(m_file).at("hosts").front().ends_with("none|"), true) << "migrated";
    EXPECT_FALSE(must(Store::open(m_file, {kWithNext, {}}))->info().migrated) << "only once";
    EXPECT_EQ(Store::open(m_file).error().code, ErrorCode::NewerVersion);
    EXPECT_EQ(must(Store::open(backups().front()))->info().schemaVersion, kNewest)
        << "the backup opens with the old program";
}

TEST_F(SchemaTest, failedMigrationLeavesTheOldStore)
{
    {
        const auto store = must(Store::open(m_file));
        test::seed(*store, m_dir / "runs");
    }
    const auto before = test::dumpStore(m_file);
    EXPECT_FALSE(Store::open(m_file, {kWithBrokenNext, {}}));
    EXPECT_EQ(test::differenceOf(before, test::dumpStore(m_file)), "");
    EXPECT_EQ(must(Store::open(m_file))->info().schemaVersion, kNewest);
}

TEST_F(SchemaTest, writerNoticesThatANewerProgramMigrated)
{
    const auto store = must(Store::open(m_file));
    rawSql("PRAGMA user_version = " + std::to_string(kNewest + 1));
    const auto written = store->run([](StoreWriter& w) { return w.setSetting("a", "1"); });
    EXPECT_EQ(written.error().code, ErrorCode::NewerVersion);
}

TEST_F(SchemaTest, rollbackJournalOnANetworkFileSystem)
{
    const auto store = must(Store::open(m_file, {schema::steps(), true}));
    EXPECT_FALSE(store->info().wal);
    must(store->run([](StoreWriter& w) { return w.setSetting("a", "1"); }));
    EXPECT_EQ(must(must(store->reader()).setting("a")), "1");
    EXPECT_FALSE(fs::exists(m_file.string() + "-wal"));
}

/// Opens the store in a child that dies without closing it.
void openAndDie(const fs::path& file)
{
    const pid_t child = fork();
    if (child == 0) {
        const auto store = Store::open(file);
        _exit(store ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(SchemaTest, checksAfterAnUncleanExit)
{
    must(Store::open(m_file));
    openAndDie(m_file);
    EXPECT_TRUE(must(Store::open(m_file))->info().uncleanBefore);
    EXPECT_FALSE(must(Store::open(m_file))->info().uncleanBefore) << "told once";
}

TEST_F(SchemaTest, aLivingWriterIsNoUncleanExit)
{
    const auto first = must(Store::open(m_file));
    const auto second = must(Store::open(m_file));
    EXPECT_FALSE(second->info().uncleanBefore);
}

TEST_F(SchemaTest, damageIsFoundAfterAnUncleanExit)
{
    {
        const auto store = must(Store::open(m_file));
        const auto s = test::seed(*store, m_dir / "runs");
        test::writeLog(m_dir / "runs", 1, test::logOfRun({}));
        test::ingestAll(*store, s.attempt);
    }
    openAndDie(m_file);
    rawSql("PRAGMA wal_checkpoint(TRUNCATE)");
    // A page of points is overwritten as a failing disk would.
    std::int64_t page = 0;
    {
        SQLite::Database db(m_file.string(), SQLite::OPEN_READONLY);
        page = db.execAndGet("SELECT rootpage FROM sqlite_schema WHERE name = 'points'").getInt64();
    }
    {
        std::fstream raw(m_file, std::ios::in | std::ios::out | std::ios::binary);
        raw.seekp((page - 1) * 4096 + 8);
        raw << std::string(600, '\x5a');
    }
    for (int i = 0; i < 2; ++i) { // and again at the next opening: nothing was declared sound
        const auto opened = Store::open(m_file);
        ASSERT_FALSE(opened);
        EXPECT_EQ(opened.error().code, ErrorCode::BadFile);
        EXPECT_EQ(opened.error().message(), "The store " + m_file.string() + " is damaged.");
    }
}

std::string read(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A store of every released version, filled by that version, opens now with all its rows.
TEST_F(SchemaTest, everyReleasedVersionMigrates)
{
    for (const schema::Step& step : schema::steps()) {
        char name[16];
        std::snprintf(name, sizeof name, "v%02d", step.version);
        const fs::path folder = YARDSTICK_MIGRATION_FIXTURES;
        ASSERT_TRUE(fs::exists(folder / (std::string(name) + ".sql")))
            << "version " << step.version << " has no fixture";
        const fs::path file = m_dir / (std::string(name) + ".db");
        SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec(read(folder / (std::string(name) + ".sql")));
        {
            const auto store = must(Store::open(file));
            EXPECT_EQ(must(store->check()), std::vector<std::string>{});
            const auto reader = must(store->reader());
            EXPECT_EQ(must(reader.experimentByName("first")).last.at("map50"), 0.75);
        }
        const nlohmann::json now = test::dumpStore(file);
        const fs::path expected = folder / (std::string(name) + "_expected.json");
        if (std::getenv("UPDATE_GOLDEN") != nullptr) {
            must(platform::writeFileAtomic(expected, now.dump(1) + "\n"));
        }
        EXPECT_EQ(now, nlohmann::json::parse(read(expected), nullptr, false));
    }
}

} // namespace
} // namespace yardstick
