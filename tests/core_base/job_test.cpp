// job.json and exit.json: round trips, refusals, random damage.
#include "core/base/job.h"
#include "tests/core_base/json_mutator.h"
#include "tests/core_base/scratch.h"

#include <gtest/gtest.h>

namespace yardstick {
namespace {

using nlohmann::json;

JobSpec sampleJob()
{
    JobSpec job;
    job.token = "0123abcd";
    job.mode = "train";
    job.task = "segment";
    job.modelVariant = "yolov8s-seg";
    job.data = "/data/数据/coco8.yaml";
    job.params = {{"epochs", 3}, {"freeze", {0, 1}}, {"time", nullptr}, {"cache", "ram"}, {"lr0", 0.002}};
    job.resumeFrom = "weights/last.ckpt";
    job.threads = 2;
    job.gpus = {0, 2};
    job.container = {
        "nvidia/cuda:11.4.3-runtime-ubuntu20.04", {"--ipc=host", "-v /a:/b"}, "apt-get update\n"};
    job.experimentId = 42;
    job.experimentName = "a \"name\"";
    job.attemptNumber = 3;
    return job;
}

TEST(Job, comesBackAsItWasWritten)
{
    const test::TempDir dir;
    JobSpec job = sampleJob();
    job.ultralytics = "~/venvs/环境";
    ASSERT_TRUE(writeJob(dir.path(), job));
    const auto back = readJob(dir.path());
    ASSERT_TRUE(back) << back.error().message();
    EXPECT_EQ(toJson(*back), toJson(job));
    EXPECT_EQ(back->container, job.container);
    EXPECT_EQ(back->ultralytics, job.ultralytics);
    EXPECT_FALSE(toJson(JobSpec{}).contains("ultralytics")) << "a job of another backend says nothing of it";
    EXPECT_EQ(back->params, job.params);
    EXPECT_TRUE(back->params["freeze"].is_array());
    EXPECT_TRUE(back->params["time"].is_null());
    EXPECT_EQ(toJson(jobFromJson(toJson(JobSpec{})).value()), toJson(JobSpec{}));
}

TEST(Job, everyFieldIsInTheFile)
{
    const json j = toJson(sampleJob());
    const json fresh = toJson(JobSpec{});
    for (const auto& [key, value] : fresh.items()) {
        if (key != "version" && key != "mode" && key != "backend") {
            EXPECT_NE(j[key], value) << key << " is not written";
        }
    }
}

TEST(Job, refusesByName)
{
    const auto sentence = [](const char* key, const json& value) {
        json j = toJson(sampleJob());
        j[key] = value;
        const auto job = jobFromJson(j);
        EXPECT_FALSE(job) << key;
        EXPECT_EQ(job.error().code, std::string(key) == "version" && value == 2 ? ErrorCode::NewerVersion
                                                                                : ErrorCode::InvalidArgument);
        return job.error().message();
    };
    EXPECT_EQ(sentence("version", 2), "The job has version 2; this worker reads up to 1: update the worker.");
    EXPECT_EQ(sentence("version", 0), "The field \"version\" is 0; the least is 1.");
    EXPECT_EQ(sentence("version", "1"), "The field \"version\" is not a whole number.");
    EXPECT_EQ(sentence("mode", "dance"),
              "The field \"mode\" is \"dance\"; known are: train, val, predict, export.");
    EXPECT_EQ(sentence("task", "pose"),
              "The field \"task\" is \"pose\"; known are: detect, segment, classify.");
    EXPECT_EQ(sentence("backend", "jax"),
              "The field \"backend\" is \"jax\"; known are: native, ultralytics.");
    EXPECT_EQ(sentence("params", json::array()), "The field \"params\" is not an object.");
    EXPECT_EQ(sentence("threads", -1), "The field \"threads\" is -1; the least is 0.");
    EXPECT_EQ(sentence("threads", 2.0), "The field \"threads\" is not a whole number.");
    EXPECT_EQ(sentence("gpus", {0, -1}), "The field \"gpus\" is -1; the least is 0.");
    EXPECT_EQ(sentence("gpus", "0"), "The field \"gpus\" is not a list of whole numbers.");
    EXPECT_EQ(sentence("container", {{"image", 1}}), "The field \"image\" is not a text.");
    EXPECT_EQ(sentence("attempt", 0), "The field \"attempt\" is 0; the least is 1.");
    EXPECT_EQ(jobFromJson(json::array()).error().message(), "A JSON object is expected.");
    EXPECT_EQ(jobFromJson(json::object()).error().message(), "The field \"version\" is missing.");
}

TEST(Job, letsUnknownFieldsThrough)
{
    json j = toJson(sampleJob());
    j["future"] = {{"x", 1}};
    EXPECT_EQ(toJson(jobFromJson(j).value()), toJson(sampleJob()));
}

TEST(Job, readsFilesThatAreNoJobWithASentence)
{
    const test::TempDir dir;
    EXPECT_EQ(readJob(dir.path()).error().code, ErrorCode::NotFound);
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("\xff\xfe"), std::string(100000, '[')}) {
        test::spew(dir / "job.json", text);
        const auto job = readJob(dir.path());
        ASSERT_FALSE(job);
        EXPECT_EQ(job.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(job.error().message(), (dir / "job.json").string() + " is no JSON.");
    }
}

TEST(Job, damagedJobsNeverThrow)
{
    test::JsonMutator mutate(51);
    const json whole = toJson(sampleJob());
    const std::string text = whole.dump();
    int accepted = 0;
    for (int i = 0; i < 6000; ++i) {
        const json j = i % 2 == 0 ? mutate.values(whole) : json::parse(mutate.bytes(text), nullptr, false);
        Result<JobSpec> job;
        ASSERT_NO_THROW(job = jobFromJson(j)) << j;
        if (job) {
            ++accepted;
            ASSERT_EQ(toJson(jobFromJson(toJson(*job)).value()), toJson(*job));
        }
    }
    EXPECT_GT(accepted, 600);
}

TEST(Job, everyReleasedVersionStaysReadable)
{
    const test::TempDir dir;
    test::spew(dir / "job.json", test::slurp(YARDSTICK_TEST_DATA "/job_v1.json"));
    const auto job = readJob(dir.path());
    ASSERT_TRUE(job) << job.error().message();
    EXPECT_EQ(toJson(*job), toJson(sampleJob()));
}

TEST(ExitRecord, comesBackAndIsChecked)
{
    const ExitRecord record{"failed", "diverged", "The loss became NaN in epoch 3.", 2, 1'679'529'600'000};
    const auto back = exitFromJson(toJson(record));
    ASSERT_TRUE(back);
    EXPECT_EQ(toJson(*back), toJson(record));
    EXPECT_EQ(exitFromJson({{"outcome", "vanished"}}).error().code, ErrorCode::BadFile);
    EXPECT_EQ(exitFromJson(json::object()).error().message(), "The field \"outcome\" is missing.");
    test::JsonMutator mutate(52);
    for (int i = 0; i < 5000; ++i) {
        ASSERT_NO_THROW((void)exitFromJson(mutate.values(toJson(record))));
    }
}

} // namespace
} // namespace yardstick
