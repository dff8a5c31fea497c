// Parts of the SSH launcher that need no host: addresses, quoting, what travels with a job, the mirror of a log.
#include "cloud/run_mirror.h"
#include "cloud/shipment.h"
#include "cloud/ssh_copy.h"
#include "cloud/ssh_address.h"
#include "cloud/ssh_errors.h"
#include "cloud/ssh_scripts.h"

#include "tests/support/schedule_fixture.h"

#include <yaml-cpp/yaml.h>

#include <QProcess>

namespace yardstick::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST(SshAddressText, isUserHostAndPort)
{
    EXPECT_EQ(must(parseSshTarget("ann@box.example:2222")), (SshAddress{"ann@box.example", 2222, "", "", ""}));
    EXPECT_EQ(must(parseSshTarget("box")).port, 0);
    EXPECT_EQ(must(parseSshTarget("ann@[fe80::1]:22")), (SshAddress{"ann@fe80::1", 22, "", "", ""}));
    EXPECT_EQ(must(parseSshTarget("fe80::1")).destination, "fe80::1");
    for (const char* bad : {"", "-oProxyCommand=x", "ann@-x", "box:0", "box:70000", "box:x", "a b", "box;rm", "$(id)", "@box", "ann@"}) {
        const auto refused = parseSshTarget(bad);
        EXPECT_FALSE(refused) << bad;
    }
    const auto address = must(sshAddressFromJson(json{{"destination", "box"}, {"root", "/a b"}}));
    EXPECT_EQ(must(sshAddressFromJson(toJson(address))), address);
    EXPECT_FALSE(sshAddressFromJson(json{{"destination", "box"}, {"worker", "a\nb"}}));
}

TEST(ShellQuoting, givesTheShellExactlyTheText)
{
    for (const std::string& text : {std::string("a b"), std::string("it's"), std::string("$(id) `id` \\ \" ' * ~ ; & | <\n>"),
                                    std::string("实验 ü"), std::string(), std::string("-n")}) {
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"), {});
        shell.write(QByteArray::fromStdString("printf '%s' " + shellQuoted(text) + "\n"));
        shell.closeWriteChannel();
        ASSERT_TRUE(shell.waitForFinished());
        EXPECT_EQ(shell.readAllStandardOutput().toStdString(), text);
    }
}

TEST(ScriptAnswer, isWhatStandsBetweenTheMarks)
{
    const ScriptOutput whole = betweenMarks("Welcome!\nyardstick-begin\nroot /a b\n\nyardstick-end\n");
    EXPECT_TRUE(whole.whole);
    EXPECT_EQ(lineOf(whole.text, "root"), "/a b");
    EXPECT_EQ(lineOf(whole.text, "roo"), std::nullopt);
    EXPECT_FALSE(betweenMarks("yardstick-begin\nroot /a\n").whole);
    EXPECT_FALSE(betweenMarks("").whole);
    EXPECT_TRUE(betweenMarks("yardstick-begin\n\nyardstick-end\n").whole);
}

TEST(SshFaults, areOneSentence)
{
    EXPECT_EQ(sshError("box", "WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!\n").code, ErrorCode::Auth);
    EXPECT_EQ(sshError("box", "ann@box: Permission denied (publickey).\n").code, ErrorCode::Auth);
    const Error refused = sshError("box", "ssh: connect to host box port 22: Connection refused\n");
    EXPECT_EQ(refused.code, ErrorCode::Network);
    EXPECT_EQ(refused.message(), "box cannot be reached: ssh: connect to host box port 22: Connection refused");
    EXPECT_EQ(rsyncError("box", "rsync: write failed: No space left on device (28)").code, ErrorCode::DiskFull);
    EXPECT_EQ(rsyncError("box", "rsync: mkdir \"/x\" failed: Permission denied (13)").code, ErrorCode::Network);
}

class Shipping : public testing::Test
{
public:
    void write(const std::string& name, const std::string& text)
    {
        fs::create_directories((dir / name).parent_path());
        must(platform::writeFileAtomic(dir / name, text));
    }
    [[nodiscard]] Result<Shipment> plan(const std::string& data)
    {
        JobSpec job;
        job.data = (dir / data).string();
        return planShipment(job);
    }
    TempDir dir;
};

TEST(CopyProgress, isTheLastPercentageOfRsync)
{
    EXPECT_FALSE(percentOf({}));
    EXPECT_FALSE(percentOf("sending incremental file list\n"));
    EXPECT_EQ(percentOf("\r         32,768   0%    0.00kB/s    0:00:00  "), 0);
    EXPECT_EQ(percentOf("\r  1,048,576   7%  1.0MB/s  0:00:10  \r  9,048,576  64%  1.0MB/s  0:00:03  "), 64);
    EXPECT_EQ(percentOf("\r  9,048,576 100%  1.0MB/s  0:00:03 (xfr#3, to-chk=0/4)\n"), 100);
    EXPECT_FALSE(percentOf("a%name"));
}

TEST_F(Shipping, takesWhatTheYamlNamesAndNothingElse)
{
    write("set/images/train/1.jpg", "one");
    write("set/images/val/2.jpg", "twos");
    write("set/labels/train/1.txt", "0 .5 .5 .1 .1");
    write("set/labels/train.cache", "of another trainer");
    write("set/private/diary.txt", "no");
    write("set/data.yaml", "train: images/train\nval: images/val\nnames: [猫]\n");
    const Shipment s = must(plan("set/data.yaml"));
    EXPECT_EQ(s.data.items, (std::vector<std::string>{"images", "labels"}));
    EXPECT_EQ(s.data.files, 3);
    EXPECT_EQ(s.data.bytes, 3 + 4 + 13);
    EXPECT_EQ(s.data.folder, dir / "set");
    const YAML::Node there = YAML::Load(s.data.yaml);
    EXPECT_EQ(there["path"].as<std::string>(), "files");
    EXPECT_EQ(there["train"].as<std::string>(), "images/train");
    EXPECT_EQ(there["names"][0].as<std::string>(), "猫");
    EXPECT_EQ(withRoot(s.job, "/r s").data, "/r s/" + s.data.key + "/data.yaml");
}

TEST_F(Shipping, theDigestFollowsTheContent)
{
    write("set/images/1.jpg", "one");
    write("set/data.yaml", "train: images\nval: images\nnames: [a]\n");
    const std::string key = must(plan("set/data.yaml")).data.key;
    EXPECT_EQ(must(plan("set/data.yaml")).data.key, key);
    write("set/images/2.jpg", "two");
    EXPECT_NE(must(plan("set/data.yaml")).data.key, key);
}

TEST_F(Shipping, absolutePathsBecomeRelativeOnes)
{
    write("elsewhere/train/images/1.jpg", "one");
    write("yaml/data.yaml", "path: " + (dir / "elsewhere").string() + "\ntrain: " + (dir / "elsewhere/train/images").string() +
                                "\nval: [train/images]\nnames: [a]\n");
    const Shipment s = must(plan("yaml/data.yaml"));
    EXPECT_EQ(s.data.folder, dir / "elsewhere");
    EXPECT_EQ(s.data.items, std::vector<std::string>{"train"});
    EXPECT_EQ(YAML::Load(s.data.yaml)["train"].as<std::string>(), "train/images");
    EXPECT_EQ(YAML::Load(s.data.yaml)["val"][0].as<std::string>(), "train/images");
}

TEST_F(Shipping, aDataSetInPiecesIsRefused)
{
    write("set/images/1.jpg", "one");
    write("far/2.jpg", "two");
    write("set/data.yaml", "train: images\nval: " + (dir / "far").string() + "\nnames: [a]\n");
    const auto refused = plan("set/data.yaml");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadData);
    EXPECT_NE(refused.error().message().find("lies outside of"), std::string::npos);
    EXPECT_EQ(plan("nothing.yaml").error().code, ErrorCode::NotFound);
}

TEST_F(Shipping, foldersOfClassesAndFilesOfWeights)
{
    write("flowers/train/rose/1.jpg", "one");
    write("w/start weights.pt", "weights");
    JobSpec job;
    job.data = (dir / "flowers").string();
    job.params = {{"pretrained", (dir / "w/start weights.pt").string()}, {"epochs", 3}};
    job.resumeFrom = (dir / "w/start weights.pt").string();
    const Shipment s = must(planShipment(job));
    const JobSpec there = withRoot(s.job, "/r");
    EXPECT_EQ(there.data, "/r/" + s.data.key + "/files");
    const std::string sum = platform::sha256("weights").substr(0, 32);
    EXPECT_EQ(there.params["pretrained"], "/r/files/" + sum + "-start_weights.pt");
    EXPECT_EQ(there.params["epochs"], 3);
    EXPECT_EQ(there.resumeFrom, there.params["pretrained"].get<std::string>());
}

TEST_F(Shipping, anUnreadableYamlTravelsForTheWorkerToComplain)
{
    write("set/other.bin", "no");
    write("set/data.yaml", "{\"gate\": [");
    const Shipment s = must(plan("set/data.yaml"));
    EXPECT_EQ(s.data.yaml, "{\"gate\": [");
    EXPECT_TRUE(s.data.items.empty());
}

TEST(Mirror, keepsWhatCameAndNoticesAnotherFile)
{
    TempDir dir;
    const auto files = parseTail("file events.jsonl 11 9 5\nab\ncdfile log.txt 12 100 50\nxyz");
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0].bytes, "ab\ncd");
    EXPECT_TRUE(files[0].whole);
    EXPECT_EQ(files[1].bytes, "xyz");
    EXPECT_FALSE(files[1].whole) << "the answer broke off";
    RunMirror mirror(dir.path());
    must(mirror.append(files[0]));
    must(mirror.append(files[1]));
    RunMirror again(dir.path()); // after a restart of ours
    EXPECT_EQ(again.offset("events.jsonl"), 5);
    EXPECT_EQ(again.offset("log.txt"), 3);
    EXPECT_FALSE(again.isReplaced({"events.jsonl", 11, 9, {}, true}));
    EXPECT_TRUE(again.isReplaced({"events.jsonl", 13, 9, {}, true})) << "another inode";
    EXPECT_TRUE(again.isReplaced({"events.jsonl", 11, 4, {}, true})) << "shorter than what is here";
    EXPECT_FALSE(again.isReplaced({"new.txt", 11, 4, {}, true}));
}

} // namespace
} // namespace yardstick::test
