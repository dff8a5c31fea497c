// The parameter schema: the resource itself, text to value and back, and every way to be refused.
#include "core/base/params.h"
#include "core/base/platform.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>

namespace yardstick {
namespace {

using nlohmann::json;

const ParamSchema& schema()
{
    return ParamSchema::get();
}

/// A random value that the parameter accepts.
json randomValue(const ParamSpec& spec, std::mt19937_64& rng)
{
    const auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(rng) < p; };
    const auto whole = [&] {
        const double low = spec.minimum.value_or(-1000000);
        const double high = spec.maximum.value_or(2147483647);
        return json(std::uniform_int_distribution<std::int64_t>(static_cast<std::int64_t>(low),
                                                                static_cast<std::int64_t>(high))(rng));
    };
    const auto list = [&] {
        json values = json::array();
        for (int n = std::uniform_int_distribution<>(0, 5)(rng); n > 0; --n) {
            values.push_back(whole());
        }
        return values;
    };
    const auto text = [&] {
        static const std::vector<std::string> pieces{"a",     "None", "true", "off", " ", "\"",  "\\", "/",
                                                     ".yaml", "数据", "\n",   "~",   ",", "[0]", "1",  ""};
        std::string s;
        for (int n = std::uniform_int_distribution<>(0, 4)(rng); n > 0; --n) {
            s += pieces[std::uniform_int_distribution<size_t>(0, pieces.size() - 1)(rng)];
        }
        return json(s);
    };
    const auto choice = [&] {
        return json(spec.choices[std::uniform_int_distribution<size_t>(0, spec.choices.size() - 1)(rng)]);
    };
    if (spec.nullable && chance(0.2)) {
        return nullptr;
    }
    switch (spec.type) {
    case ParamType::Bool:
        return chance(0.5);
    case ParamType::Int:
        return whole();
    case ParamType::Float: {
        const double low = spec.minimum.value_or(-1e6);
        const double high = spec.maximum.value_or(1e6);
        const double v = std::uniform_real_distribution<>(low, high)(rng);
        return v > low || !spec.minimumExclusive ? v : high;
    }
    case ParamType::String:
    case ParamType::Path:
        return text();
    case ParamType::Choice:
        return choice();
    case ParamType::IntList:
        return list();
    case ParamType::BoolOrString:
        return chance(0.5) ? json(chance(0.5)) : choice();
    case ParamType::IntOrIntList:
        return chance(0.5) ? whole() : list();
    case ParamType::BoolOrPath:
        return chance(0.5) ? json(chance(0.5)) : text();
    case ParamType::IntOrFraction:
        return chance(0.5) ? json(std::uniform_int_distribution<>(1, 4096)(rng))
                           : json(std::uniform_real_distribution<>(1e-9, 0.999)(rng));
    }
    return nullptr;
}

TEST(Params, readsBackEveryFormattedValue)
{
    std::mt19937_64 rng(20230323);
    for (const ParamSpec& spec : schema().all()) {
        for (int i = 0; i < 300; ++i) {
            const json value = randomValue(spec, rng);
            ASSERT_TRUE(schema().check(spec.name, value)) << spec.name << " " << value;
            const std::string shown = ParamSchema::format(value);
            const auto back = schema().parse(spec.name, shown);
            ASSERT_TRUE(back) << spec.name << " " << shown << ": " << back.error().message();
            ASSERT_EQ(*back, value) << spec.name << " " << shown;
            ASSERT_EQ(back->type() == json::value_t::null, value.is_null());
            ASSERT_EQ(back->is_array(), value.is_array()) << spec.name << " " << shown;
            ASSERT_EQ(back->is_string(), value.is_string()) << spec.name << " " << shown;
        }
    }
}

TEST(Params, everyDefaultIsAcceptedAndReadBack)
{
    for (const ParamSpec& spec : schema().all()) {
        EXPECT_TRUE(schema().check(spec.name, spec.defaultValue)) << spec.name;
        EXPECT_EQ(schema().parse(spec.name, ParamSchema::format(spec.defaultValue)).value(),
                  spec.defaultValue)
            << spec.name;
    }
}

TEST(Params, holdsEveryArgumentOfTheReferenceTrainer)
{
    const std::set<std::string> names{
        "task", "mode", "model", "data", "epochs", "time", "patience", "batch", "imgsz", "save",
        "save_period", "cache", "device", "workers", "project", "name", "exist_ok", "pretrained", "optimizer",
        "verbose", "seed", "deterministic", "single_cls", "rect", "cos_lr", "close_mosaic", "resume", "amp",
        "fraction", "profile", "freeze", "multi_scale", "overlap_mask", "mask_ratio", "dropout", "val",
        "split", "save_json", "save_hybrid", "conf", "iou", "max_det", "half", "dnn", "plots", "source",
        "vid_stride", "stream_buffer", "visualize", "augment", "agnostic_nms", "classes", "retina_masks",
        "embed", "show", "save_frames", "save_txt", "save_conf", "save_crop", "show_labels", "show_conf",
        "show_boxes", "line_width", "format", "keras", "optimize", "int8", "dynamic", "simplify", "opset",
        "workspace", "nms", "lr0", "lrf", "momentum", "weight_decay", "warmup_epochs", "warmup_momentum",
        "warmup_bias_lr", "box", "cls", "dfl", "pose", "kobj", "label_smoothing", "nbs", "hsv_h", "hsv_s",
        "hsv_v", "degrees", "translate", "scale", "shear", "perspective", "flipud", "fliplr", "bgr", "mosaic",
        "mixup", "copy_paste", "auto_augment", "erasing", "crop_fraction", "cfg", "tracker",
        // ours
        "model_variant", "backend", "container_image", "container_arguments", "container_setup_script"};
    std::set<std::string> known;
    for (const ParamSpec& spec : schema().all()) {
        known.insert(spec.name);
    }
    EXPECT_EQ(known, names);
}

TEST(Params, explainsEveryParameterInOneSentence)
{
    for (const ParamSpec& spec : schema().all()) {
        EXPECT_GE(spec.help.size(), 15u) << spec.name;
        EXPECT_EQ(spec.help.back(), '.') << spec.name;
        EXPECT_EQ(spec.help.find(". "), std::string::npos) << spec.name << " has two sentences";
        EXPECT_EQ(spec.support == "ignored", spec.help.starts_with("Ignored")) << spec.name;
        for (const std::string& refused : spec.refusedChoices) {
            EXPECT_NE(std::find(spec.choices.begin(), spec.choices.end(), refused), spec.choices.end())
                << spec.name;
        }
        if (spec.type == ParamType::Choice || spec.type == ParamType::BoolOrString) {
            EXPECT_FALSE(spec.choices.empty()) << spec.name;
        }
    }
}

struct Accepted
{
    const char* name;
    const char* text;
    json value;
};

TEST(Params, acceptsWhatPeopleType)
{
    const std::vector<Accepted> table{
        {"freeze", "[0, 1]", json::array({0, 1})},
        {"freeze", "0,1", json::array({0, 1})},
        {"freeze", "(0, 1)", json::array({0, 1})},
        {"freeze", "10", 10},
        {"freeze", "[10]", json::array({10})},
        {"freeze", "None", nullptr},
        {"freeze", "[]", json::array()},
        {"freeze", "", nullptr},
        {"cache", "ram", "ram"},
        {"cache", "True", true},
        {"cache", "false", false},
        {"cache", "DISK", "disk"},
        {"batch", "16", 16},
        {"batch", "-1", -1},
        {"batch", "0.7", 0.7},
        {"imgsz", " 320 ", 320},
        {"lr0", "1e-3", 0.001},
        {"lr0", "1", 1.0},
        {"amp", "no", false},
        {"amp", "1", true},
        {"pretrained", "weights/a b.ckpt", "weights/a b.ckpt"},
        {"pretrained", "true", true},
        {"pretrained", "\"true\"", "true"},
        {"optimizer", "adamw", "AdamW"},
        {"time", "none", nullptr},
        {"time", "0.5", 0.5},
        {"auto_augment", "None", nullptr},
        {"classes", "3", json::array({3})},
        {"model", "None", nullptr},
        {"model", "\"None\"", "None"},
        {"tracker", "None", "None"},
    };
    for (const Accepted& row : table) {
        const auto value = schema().parse(row.name, row.text);
        ASSERT_TRUE(value) << row.name << "=" << row.text << ": " << value.error().message();
        EXPECT_EQ(*value, row.value) << row.name << "=" << row.text;
        EXPECT_EQ(value->type() == json::value_t::number_float,
                  row.value.type() == json::value_t::number_float)
            << row.name;
    }
}

struct Refused
{
    const char* name;
    const char* text;
    const char* sentence;
};

TEST(Params, refusesInOneClearSentence)
{
    const std::vector<Refused> table{
        {"imgsz", "big", "imgsz must be a whole number from 32 to 8192; it is big."},
        {"imgsz", "16", "imgsz must be a whole number from 32 to 8192; it is 16."},
        {"imgsz", "640.0", "imgsz must be a whole number from 32 to 8192; it is 640.0."},
        {"imgsz", "None", "imgsz must be a whole number from 32 to 8192; it is None."},
        {"epochs", "0", "epochs must be a whole number of at least 1; it is 0."},
        {"epochs", "99999999999", "epochs must be at most 2147483647; it is 99999999999."},
        {"batch", "0",
         "batch must be a whole number of at least 1, -1, or a number between 0 and 1; it is 0."},
        {"batch", "1.5",
         "batch must be a whole number of at least 1, -1, or a number between 0 and 1; it is 1.5."},
        {"lr0", "2", "lr0 must be a number from 0 to 1; it is 2.0."},
        {"lr0", "nan", "lr0 must be a number from 0 to 1; it is nan."},
        {"lr0", "inf", "lr0 must be a number from 0 to 1; it is inf."},
        {"time", "0", "time must be a number above 0 or None; it is 0.0."},
        {"amp", "maybe", "amp must be true or false; it is maybe."},
        {"cache", "gpu", "cache must be true, false or one of ram, disk; it is gpu."},
        {"freeze", "[0, -1]",
         "freeze must be a whole number from 0 to 1000 or a list of them such as [0, 1] or None; it is [0, "
         "-1]."},
        {"freeze", "[0, 1",
         "freeze must be a whole number from 0 to 1000 or a list of them such as [0, 1] or None; it is [0, "
         "1."},
        {"classes", "a",
         "classes must be a list such as [0, 1] of whole numbers of at least 0 or None; it is a."},
        {"optimizer", "SDG",
         "optimizer must be one of auto, SGD, Adam, Adamax, AdamW, NAdam, RAdam, RMSProp; it is SDG."},
        {"perspective", "0.01", "perspective must be a number from 0 to 0.001; it is 0.01."},
        {"imgzs", "1", "There is no parameter imgzs; did you mean imgsz?"},
        {"batch_size", "1", "There is no parameter batch_size; did you mean batch?"},
        {"warmup", "1",
         "There is no parameter warmup; did you mean warmup_epochs, warmup_momentum, warmup_bias_lr?"},
        {"qqqqqqqq", "1", "There is no parameter qqqqqqqq."},
        {"model", "\xff", "The text of model is not UTF-8."},
    };
    for (const Refused& row : table) {
        const auto value = schema().parse(row.name, row.text);
        ASSERT_FALSE(value) << row.name << "=" << row.text;
        EXPECT_EQ(value.error().message(), row.sentence);
        EXPECT_EQ(value.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(exitCode(value.error().code), 2);
    }
}

TEST(Params, listsEveryTemplateForTranslation)
{
    const auto templates = schema().errorTemplates();
    const std::set<std::string> known(templates.begin(), templates.end());
    for (const ParamSpec& spec : schema().all()) {
        for (const json& value :
             {json(-1e9), json(1e300), json("?"), json(json::object()), json(true), json(4000000000u)}) {
            if (const auto good = schema().check(spec.name, value); !good) {
                EXPECT_TRUE(known.contains(good.error().text)) << good.error().text;
            }
        }
    }
    EXPECT_TRUE(known.contains(schema().parse("nope_nope", "1").error().text));
}

/// The window translates what this file lists: it is made of parts at run time, so the sources do not show it.
TEST(Params, templatesForTranslationAreInTheirFile)
{
    const std::filesystem::path file(YARDSTICK_ERROR_TEMPLATES);
    std::string text;
    for (const std::string& line : schema().errorTemplates()) {
        text += line + "\n";
    }
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        ASSERT_TRUE(platform::writeFileAtomic(file, text));
    }
    EXPECT_EQ(platform::readFile(file).value_or(""), text) << "run it with UPDATE_GOLDEN=1, then scripts/update_translations";
}

TEST(Params, reportsAllFaultsOfASet)
{
    const json params{{"imgsz", 1},       {"lr0", "x"},           {"nonsense", 1},
                      {"task", "detect"}, {"optimizer", "RAdam"}, {"epochs", 3}};
    const auto errors = schema().validate(params, "detect");
    std::set<std::string> sentences;
    for (const Error& e : errors) {
        sentences.insert(e.message());
    }
    EXPECT_EQ(sentences, (std::set<std::string>{
                             "imgsz must be a whole number from 32 to 8192; it is 1.",
                             "lr0 must be a number from 0 to 1; it is x.", "There is no parameter nonsense.",
                             "task is set on the experiment itself, not among its parameters.",
                             "optimizer=RAdam is not supported by the native backend."}));
    EXPECT_TRUE(schema().validate({{"optimizer", "RAdam"}}, "detect", "ultralytics").empty());
    EXPECT_TRUE(schema().validate(json::object(), "detect").empty());
    EXPECT_EQ(schema().validate(json::array(), "detect").size(), 1u);
}

TEST(Params, saysWhatHasNoEffect)
{
    const auto notes =
        schema().ignored({{"label_smoothing", 0.1}, {"show", false}, {"imgsz", 320}}, "detect");
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0].message(), "label_smoothing has no effect in the native backend.");
}

TEST(Params, resolvesDefaultsByTask)
{
    EXPECT_EQ(schema().value(json::object(), "imgsz", "detect"), 640);
    EXPECT_EQ(schema().value(json::object(), "imgsz", "classify"), 224);
    EXPECT_EQ(schema().value({{"imgsz", 320}}, "imgsz", "classify"), 320);
    EXPECT_EQ(schema().withoutDefaults({{"imgsz", 640}, {"lr0", 0.01}, {"epochs", 5}}, "detect"),
              json({{"epochs", 5}}));
    EXPECT_EQ(schema().withoutDefaults({{"imgsz", 640}}, "classify"), json({{"imgsz", 640}}));
    EXPECT_EQ(schema().withoutDefaults({{"mosaic", 1}}, "detect"), json::object())
        << "a whole number equals the same float";
}

TEST(Params, resolvesAJobCompletelyAndInOrder)
{
    JobSpec job;
    job.task = "segment";
    job.modelVariant = "yolov8s-seg";
    job.data = "/d/coco8.yaml";
    job.params = {{"epochs", 7}};
    const auto resolved = schema().resolved(job);
    EXPECT_EQ(resolved["task"], "segment");
    EXPECT_EQ(resolved["model_variant"], "yolov8s-seg");
    EXPECT_EQ(resolved["data"], "/d/coco8.yaml");
    EXPECT_EQ(resolved["epochs"], 7);
    EXPECT_EQ(resolved["lr0"], 0.01);
    std::vector<std::string> expected;
    for (const ParamSpec& spec : schema().all()) {
        if (spec.group != "Container") {
            expected.push_back(spec.name);
        }
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : resolved.items()) {
        names.push_back(name);
    }
    EXPECT_EQ(names, expected);
    EXPECT_FALSE(schema().resolved(json::object(), "detect").contains("model_variant"));
}

TEST(Params, findsWhatDiffersBetweenTwoSets)
{
    const auto d = difference({{"imgsz", 320}, {"lr0", 0.01}},
                              {{"freeze", json::array({0, 1})}, {"old_name", 1}}, "detect");
    ASSERT_EQ(d.size(), 3u);
    EXPECT_EQ(d[0].name, "imgsz");
    EXPECT_EQ(d[0].a, 320);
    EXPECT_EQ(d[0].b, 640);
    EXPECT_EQ(d[1].name, "freeze");
    EXPECT_TRUE(d[1].a.is_null());
    EXPECT_EQ(d[1].b, json::array({0, 1}));
    EXPECT_EQ(d[2].name, "old_name");
}

TEST(Params, knowsModelVariantsByTask)
{
    EXPECT_EQ(taskOfVariant("yolov8n"), "detect");
    EXPECT_EQ(taskOfVariant("yolov8x-seg"), "segment");
    EXPECT_EQ(taskOfVariant("yolov8m-cls"), "classify");
    EXPECT_EQ(taskOfVariant("yolov9n"), std::nullopt);
    const ParamSpec* spec = schema().find("model_variant");
    std::set<std::string> choices(spec->choices.begin(), spec->choices.end());
    std::set<std::string> variants;
    for (const char* task : {"detect", "segment", "classify"}) {
        for (const std::string& v : modelVariants(task)) {
            variants.insert(v);
        }
    }
    EXPECT_EQ(choices, variants);
}

} // namespace
} // namespace yardstick
