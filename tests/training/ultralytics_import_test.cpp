// Weights of Ultralytics YOLOv8: every layout of .pt file, what they say, how they come into our network, what is refused.
#include "training/engine/train_state.h"
#include "training/engine/weights_file.h"

#include "core/base/platform.h"
#include "tests/support/temp_dir.h"
#include "tests/training/torch_file_fixture.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace yardstick::training {
namespace {

namespace fs = std::filesystem;
using test::TorchFileWriter;
using test::TorchLayout;

class UltralyticsImport : public testing::Test
{
protected:
    fs::path write(const TorchLayout& layout, const NamedTensors& tensors) const
    {
        TorchFileWriter writer(layout, tensors);
        return put(writer.bytes());
    }
    fs::path put(const std::string& bytes) const
    {
        const fs::path file = dir.path() / "best.pt";
        std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
        return file;
    }
    /// A network of which no tensor is as at its start.
    static std::shared_ptr<YoloModel> network(const char* variant = "yolov8n", int classes = 3)
    {
        torch::manual_seed(7);
        const torch::NoGradGuard noGrad;
        auto model = *YoloModel::create(*makeArchitecture(variant, classes));
        for (auto& [name, tensor] : stateDict(*model)) {
            at::Tensor target = tensor;
            if (name.ends_with("num_batches_tracked")) {
                target.fill_(41);
            } else if (name.ends_with("running_var")) {
                target.uniform_(0.5, 2);
            } else if (name.ends_with("bn.weight")) {
                target.uniform_(0.5, 1.5);
            } else {
                target.normal_(0, tensor.dim() == 4 ? 1.5 / std::sqrt(static_cast<double>(tensor[0].numel())) : 0.1);
            }
        }
        return model;
    }
    /// Largest difference of two maps, as a share of the largest value.
    static double difference(const at::Tensor& a, const at::Tensor& b)
    {
        return ((a - b).abs().max() / b.abs().max()).item<double>();
    }
    /// Raw head outputs of the peer, saved beside the file, against ours on the same input: |a − b| ≤ 1e-4·max(1, |b|).
    void expectSameOutputs(const fs::path& file, const nlohmann::json& outputs) const
    {
        const torch::NoGradGuard noGrad;
        const auto saved = [&](const std::string& name) {
            const auto& entry = outputs.at(name);
            const std::string bytes = *platform::readFile(dir / entry.at("file").get<std::string>(), 64u << 20);
            at::Tensor tensor = at::empty(entry.at("shape").get<std::vector<std::int64_t>>(), at::kFloat);
            EXPECT_EQ(bytes.size(), tensor.nbytes());
            std::memcpy(tensor.data_ptr(), bytes.data(), tensor.nbytes());
            return tensor;
        };
        const auto loaded = loadModel(file);
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
        const ModelOutput ours = loaded->model->forward(saved("input"));
        std::map<std::string, at::Tensor> byName;
        for (std::size_t i = 0; i < ours.maps.size(); ++i) {
            byName["map" + std::to_string(i)] = ours.maps[i];
        }
        if (ours.protos.defined()) {
            byName["coefficients"] = ours.coefficients.transpose(1, 2);
            byName["protos"] = ours.protos;
        }
        if (ours.logits.defined()) {
            byName["probabilities"] = at::softmax(ours.logits, 1);
        }
        EXPECT_EQ(byName.size() + 1, outputs.size());
        for (const auto& [name, tensor] : byName) {
            const at::Tensor theirs = saved(name);
            ASSERT_EQ(tensor.sizes(), theirs.sizes()) << file << name;
            const double worst = ((tensor - theirs).abs() / theirs.abs().clamp_min(1)).max().item<double>();
            EXPECT_LE(worst, 1e-4) << file << " " << name;
            RecordProperty(file.stem().string() + "_" + name, std::to_string(worst));
        }
    }
    /// Three entries, for tests that go through every byte.
    static NamedTensors few()
    {
        return {{"model.0.conv.weight", at::arange(6, at::kFloat).view({1, 6, 1, 1})},
                {"model.0.bn.running_mean", at::arange(2, at::kFloat)},
                {"model.0.bn.num_batches_tracked", at::full({}, 5, at::kLong)}};
    }

    test::TempDir dir;
};

class UltralyticsLayout : public UltralyticsImport, public testing::WithParamInterface<TorchLayout>
{
};

TEST_P(UltralyticsLayout, everyTensorArrives)
{
    const auto model = network();
    TorchLayout layout = GetParam();
    layout.names = {"car", "vélo", "人"};
    const fs::path file = write(layout, stateDict(*model));
    const auto opened = UltralyticsFile::open(file);
    ASSERT_TRUE(opened.has_value()) << opened.error().message() << opened.error().detail;
    const UltralyticsCheckpoint& checkpoint = opened->checkpoint();
    EXPECT_EQ(checkpoint.tensors.size(), 355u);
    EXPECT_EQ(checkpoint.task, "detect");
    EXPECT_EQ(checkpoint.variant, "yolov8n");
    EXPECT_EQ(checkpoint.names, layout.stateDict ? std::vector<std::string>({"0", "1", "2"}) : layout.names);
    if (!layout.stateDict) {
        EXPECT_EQ(checkpoint.version, "8.2.100");
        EXPECT_EQ(checkpoint.epoch, layout.epoch);
        EXPECT_EQ(checkpoint.trainArgs.at("data"), "/data/my set.yaml");
        EXPECT_EQ(checkpoint.trainArgs.at("lr0"), 0.01);
        EXPECT_EQ(checkpoint.metrics.at("fitness"), 0.03125);
        EXPECT_EQ(checkpoint.norms.size(), 57u);
    }
    const auto tensors = tensorsOf(*opened);
    ASSERT_TRUE(tensors.has_value()) << tensors.error().detail;
    const NamedTensors expected = stateDict(*model);
    ASSERT_EQ(tensors->size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& [name, tensor] = expected[i];
        ASSERT_EQ((*tensors)[i].first, name);
        const at::Tensor rounded = tensor.is_floating_point() ? tensor.detach().to(layout.type).to(at::kFloat) : tensor;
        ASSERT_TRUE(torch::equal((*tensors)[i].second, rounded)) << name;
    }
}

std::vector<TorchLayout> layouts()
{
    return {{.name = "v8_0_0", .top = "archive", .both = true, .oneModule = true, .epoch = 4},
            {.name = "stripped"},
            {.name = "v8_1_38", .top = "archive", .ema = true, .epoch = 9},
            {.name = "newTorch", .top = "last", .ema = true, .orderedDict = false},
            {.name = "zip64", .zip64 = true},
            {.name = "float32", .type = at::kFloat},
            {.name = "bfloat16", .type = at::kBFloat16},
            {.name = "stateDict", .stateDict = true},
            {.name = "plainStateDict", .orderedDict = false, .stateDict = true, .type = at::kFloat}};
}

INSTANTIATE_TEST_SUITE_P(Layouts, UltralyticsLayout, testing::ValuesIn(layouts()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST_F(UltralyticsImport, becomesAModelThatPredictsTheSame)
{
    const auto model = network();
    TorchLayout layout{.ema = true, .type = at::kFloat, .names = {"a", "b", "c"}, .epoch = 4};
    const auto loaded = loadModel(write(layout, stateDict(*model)));
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
    EXPECT_EQ(loaded->card.variant, "yolov8n");
    EXPECT_EQ(loaded->card.imgsz, 320);
    EXPECT_EQ(loaded->card.names, layout.names);
    EXPECT_EQ(loaded->epoch, 5); // theirs count from 0
    const torch::NoGradGuard noGrad;
    model->eval();
    const at::Tensor picture = at::rand({1, 3, 64, 64});
    const auto ours = loaded->model->forward(picture).maps, theirs = model->forward(picture).maps;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_LT(difference(ours[i], theirs[i]), 1e-4);
    }
    // Another eps in the file is another network.
    layout.eps = 0.5;
    const auto other = loadModel(write(layout, stateDict(*model)));
    ASSERT_TRUE(other.has_value());
    EXPECT_GT(difference(other->model->forward(picture).maps[0], theirs[0]), 1e-2);
}

TEST_F(UltralyticsImport, foldedBatchNormsAreGivenBack)
{
    const auto model = network();
    model->eval();
    NamedTensors folded;
    NamedTensors all = stateDict(*model);
    std::map<std::string, at::Tensor> byName(all.begin(), all.end());
    for (const auto& [name, tensor] : all) {
        if (name.ends_with(".conv.weight") && byName.contains(name.substr(0, name.size() - 11) + "bn.weight")) {
            const std::string bn = name.substr(0, name.size() - 11) + "bn.";
            const at::Tensor scale = byName[bn + "weight"] / at::sqrt(byName[bn + "running_var"] + 1e-3);
            folded.emplace_back(name, tensor * scale.view({-1, 1, 1, 1}));
            folded.emplace_back(name.substr(0, name.size() - 6) + "bias", byName[bn + "bias"] - byName[bn + "running_mean"] * scale);
        } else if (name.find(".bn.") == std::string::npos) {
            folded.emplace_back(name, tensor);
        }
    }
    const auto loaded = loadModel(write({.type = at::kFloat, .names = {"a", "b", "c"}}, folded));
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
    const torch::NoGradGuard noGrad;
    const at::Tensor picture = at::rand({1, 3, 64, 64});
    EXPECT_LT(difference(loaded->model->forward(picture).maps[2], model->forward(picture).maps[2]), 1e-4);
}

TEST_F(UltralyticsImport, transferSaysWhatIsNewAndWhy)
{
    const auto source = network("yolov8n", 80);
    const fs::path file = write({.names = std::vector<std::string>(80, "x")}, stateDict(*source));
    const auto same = *YoloModel::create(*makeArchitecture("yolov8n", 80));
    const auto whole = transferWeights(file, *same);
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(whole->report("yolov8n.pt", same->architecture()), std::vector<std::string>{"Transferred 355/355 items from yolov8n.pt"});

    const auto three = *YoloModel::create(*makeArchitecture("yolov8n", 3));
    const auto part = transferWeights(file, *three);
    ASSERT_TRUE(part.has_value());
    const auto lines = part->report("yolov8n.pt", three->architecture());
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0], "Transferred 319/355 items from yolov8n.pt");
    EXPECT_NE(lines[1].find("model.22.cv3.0.0.conv.weight"), std::string::npos);
    EXPECT_NE(lines[1].find("36 of another shape in the file, 0 not in it"), std::string::npos);
    EXPECT_NE(lines[2].find("80 in the file, 3 here"), std::string::npos);

    const auto small = *YoloModel::create(*makeArchitecture("yolov8s", 80));
    const auto little = transferWeights(file, *small);
    ASSERT_TRUE(little.has_value());
    EXPECT_LT(little->copied, 355u);
    EXPECT_NE(little->report("f", small->architecture()).back().find("The file holds a yolov8n, this run is a yolov8s"), std::string::npos);
}

TEST_F(UltralyticsImport, otherTasksTransferAllButTheirClasses)
{
    struct Case
    {
        const char *variant, *modelClass, *task;
        int published;
        std::size_t entries, copied; ///< with another number of classes
    };
    for (const Case& c : {Case{"yolov8n-seg", "SegmentationModel", "segment", 80, 417, 381},
                          Case{"yolov8n-cls", "ClassificationModel", "classify", 1000, 158, 156}}) {
        const auto source = network(c.variant, c.published);
        TorchLayout layout{.ema = true, .type = at::kFloat, .names = std::vector<std::string>(static_cast<std::size_t>(c.published), "x")};
        layout.modelClass = c.modelClass;
        layout.eps = c.published == 1000 ? 1e-5 : 1e-3;
        const fs::path file = write(layout, stateDict(*source));
        const auto opened = UltralyticsFile::open(file);
        ASSERT_TRUE(opened.has_value()) << opened.error().detail;
        EXPECT_EQ(opened->checkpoint().task, c.task);
        EXPECT_EQ(opened->checkpoint().variant, c.variant);
        const auto whole = transferWeights(file, *network(c.variant, c.published));
        ASSERT_TRUE(whole.has_value());
        EXPECT_EQ(whole->copied, c.entries);
        EXPECT_EQ(whole->total, c.entries);
        const auto part = transferWeights(file, *network(c.variant, 10));
        ASSERT_TRUE(part.has_value());
        EXPECT_EQ(part->copied, c.copied);
        EXPECT_EQ(part->fresh.size(), c.entries - c.copied);

        const auto loaded = loadModel(file);
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
        const torch::NoGradGuard noGrad;
        source->eval();
        const at::Tensor picture = at::rand({1, 3, 64, 64});
        const ModelOutput ours = loaded->model->forward(picture), theirs = source->forward(picture);
        for (const auto member : {&ModelOutput::logits, &ModelOutput::coefficients, &ModelOutput::protos}) {
            EXPECT_EQ((ours.*member).defined(), (theirs.*member).defined());
            if ((theirs.*member).defined()) {
                EXPECT_LT(difference(ours.*member, theirs.*member), 1e-4) << c.variant;
            }
        }
    }
}

TEST_F(UltralyticsImport, variantsAreToldApartByTheirWidths)
{
    for (const char* variant : {"yolov8s", "yolov8m"}) {
        const auto opened = UltralyticsFile::open(write({.names = {"a"}}, stateDict(*network(variant, 1))));
        ASSERT_TRUE(opened.has_value());
        EXPECT_EQ(opened->checkpoint().variant, variant);
    }
    // One layer more, or another width, is no published model: it transfers, but is not built.
    NamedTensors tensors = stateDict(*network());
    tensors.emplace_back("model.23.conv.weight", at::zeros({1, 1, 1, 1}));
    const fs::path file = write({.names = {"a", "b", "c"}}, tensors);
    EXPECT_EQ(UltralyticsFile::open(file)->checkpoint().variant, "");
    EXPECT_EQ(loadModel(file).error().code, ErrorCode::Unsupported);
    const auto target = network();
    EXPECT_EQ(transferWeights(file, *target)->copied, 355u);
}

TEST_F(UltralyticsImport, namesOfPartsAreStraightened)
{
    NamedTensors bare, wrapped;
    for (const auto& [name, tensor] : stateDict(*network())) {
        bare.emplace_back(name.substr(6), tensor);
        wrapped.emplace_back("model." + name, tensor);
    }
    for (const auto& tensors : {bare, wrapped}) {
        const auto opened = UltralyticsFile::open(write({.stateDict = true}, tensors));
        ASSERT_TRUE(opened.has_value());
        EXPECT_EQ(opened->checkpoint().tensors.front().first, "model.0.conv.weight");
        EXPECT_EQ(opened->checkpoint().variant, "yolov8n");
    }
}

TEST_F(UltralyticsImport, viewsOfAStorageAreHonoured)
{
    // A transposed view that starts at element 1 of six: [[1, 3], [2, 4]].
    test::PickleBuilder pickle;
    pickle.emptyDict().mark().text("x.weight").global("torch._utils", "_rebuild_tensor_v2").mark();
    pickle.mark().text("storage").global("torch", "FloatStorage").text("0").text("cpu").integer(6).tuple().persistent();
    pickle.integer(1).counts({2, 2}).counts({1, 2}).boolean(false).none().tuple().reduce().setItems();
    const std::string storage(reinterpret_cast<const char*>(std::array<float, 6>{0, 1, 2, 3, 4, 5}.data()), 24);
    const auto open = [&](const std::string& bytes) {
        return UltralyticsFile::open(put(test::zipOf({{"a/data.pkl", pickle.stop()}, {"a/data/0", bytes}})));
    };
    const auto file = open(storage);
    ASSERT_TRUE(file.has_value());
    EXPECT_TRUE(torch::equal(tensorsOf(*file)->front().second, torch::tensor({{1.f, 3.f}, {2.f, 4.f}})));
    EXPECT_EQ(tensorsOf(*open(storage.substr(4))).error().code, ErrorCode::BadFile);
}

TEST_F(UltralyticsImport, tensorsOutsideTheirStorageAreRefused)
{
    const auto tensor = [](std::int64_t offset, const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& stride) {
        test::PickleBuilder pickle;
        pickle.global("torch._utils", "_rebuild_tensor_v2").mark();
        pickle.mark().text("storage").global("torch", "FloatStorage").text("0").text("cpu").integer(6).tuple().persistent();
        pickle.integer(offset).counts(shape).counts(stride).boolean(false).none().tuple().reduce();
        return tensorFrom(*readPickle(pickle.stop()));
    };
    EXPECT_TRUE(tensor(0, {6}, {1}).has_value());
    EXPECT_TRUE(tensor(5, {}, {}).has_value());
    EXPECT_TRUE(tensor(0, {2, 3}, {3, 1}).has_value());
    EXPECT_TRUE(tensor(6, {0}, {1}).has_value());
    const std::int64_t huge = std::int64_t{1} << 62;
    for (const auto& refused : {tensor(1, {6}, {1}), tensor(6, {}, {}), tensor(-1, {1}, {1}), tensor(0, {7}, {0}), tensor(0, {2, 3}, {4, 1}),
                                tensor(0, {-1}, {1}), tensor(0, {2}, {-1}), tensor(0, {2}, {1, 1}), tensor(huge, {1}, {1}),
                                tensor(0, {huge}, {huge}), tensor(0, {2}, {std::int64_t{1} << 40})}) {
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    }
}

TEST_F(UltralyticsImport, foreignFilesAreRefusedInOneSentence)
{
    const auto codeOf = [&](const std::string& bytes) { return UltralyticsFile::open(put(bytes)).error().code; };
    EXPECT_EQ(codeOf("PK\x03\x04 no archive"), ErrorCode::BadFile);
    EXPECT_EQ(codeOf(test::zipOf({{"a/readme.txt", "hello"}})), ErrorCode::BadFile);
    EXPECT_EQ(codeOf(test::zipOf({{"a/data.pkl", test::PickleBuilder().none().stop()}})), ErrorCode::BadFile);
    EXPECT_EQ(codeOf(std::string("\x80\x02\x8a\x0al\xfc\x9c", 7)), ErrorCode::Unsupported); // before PyTorch 1.6
    EXPECT_EQ(UltralyticsFile::open(dir / "none.pt").error().code, ErrorCode::NotFound);

    test::PickleBuilder v5;
    v5.emptyDict().mark().text("model").global("models.yolo", "DetectionModel").emptyTuple().newObject().emptyDict().mark().text("_modules")
        .emptyDict().setItems().build().setItems();
    const auto refused = UltralyticsFile::open(put(test::zipOf({{"a/data.pkl", v5.stop()}})));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
    EXPECT_NE(refused.error().message().find("YOLOv5"), std::string::npos);

    const auto other = UltralyticsFile::open(put(test::zipOf({{"a/data.pkl", test::PickleBuilder().emptyDict().stop()}, {"a/byteorder", "big"}})));
    ASSERT_FALSE(other.has_value());
    EXPECT_EQ(other.error().code, ErrorCode::Unsupported);
}

TEST_F(UltralyticsImport, refusesTruncationAtAnyByte)
{
    TorchFileWriter writer({}, few());
    const std::string whole = writer.bytes();
    ASSERT_TRUE(readWeightsFile(put(whole)).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto read = readWeightsFile(put(whole.substr(0, length)));
        ASSERT_FALSE(read.has_value()) << length;
        ASSERT_EQ(read.error().code, ErrorCode::BadFile) << length;
    }
}

TEST_F(UltralyticsImport, anyChangedByteIsReadTheSameOrRefused)
{
    TorchFileWriter writer({}, few());
    const std::string whole = writer.bytes();
    const auto expected = readWeightsFile(put(whole));
    ASSERT_TRUE(expected.has_value());
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x15);
        const auto read = readWeightsFile(put(changed)); // padding and dates may differ without harm
        ASSERT_TRUE(!read || read->meta == expected->meta) << at;
        for (std::size_t i = 0; read && i < read->tensors.size(); ++i) {
            ASSERT_TRUE(torch::equal(read->tensors[i].second, expected->tensors[i].second)) << at;
        }
    }
}

TEST_F(UltralyticsImport, mutatedPicklesAreReadOrRefused)
{
    TorchFileWriter writer({}, few());
    const auto zip = *ZipReader::fromBytes(writer.bytes());
    std::vector<test::ZipFile> files;
    for (const auto& entry : zip.entries()) {
        files.push_back({entry.name, *zip.read(entry, 1 << 20)});
    }
    const std::string pickle = files.front().bytes;
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        files.front().bytes = test::Mutator(seed).mutated(pickle); // the checksum is made anew
        const auto read = readWeightsFile(put(test::zipOf(files)));
        if (read) {
            (void)read->meta.dump();
        } else {
            ASSERT_TRUE(read.error().code == ErrorCode::BadFile || read.error().code == ErrorCode::Unsupported) << read.error().message();
        }
    }
}

/// What the real package saves. Skipped where the peers' environment does not exist (scripts/test --peers).
TEST_F(UltralyticsImport, realFilesArriveWhole)
{
    const char* peers = std::getenv("YARDSTICK_PEERS");
    const fs::path python = fs::path(peers != nullptr ? peers : "") / "bin" / "python";
    const char* record = std::getenv("YARDSTICK_PEERS_FILE");
    const auto note = [&](const char* what) {
        if (record != nullptr) {
            std::ofstream(record, std::ios::app) << what << " ultralytics-weights\n";
        }
    };
    if (peers == nullptr || !fs::exists(python)) {
        note("skipped");
        GTEST_SKIP() << "the peer ultralytics is missing: scripts/test --peers installs it";
    }
    const std::string command = python.string() + " '" + YARDSTICK_SOURCE_DIR + "/tests/training/save_ultralytics.py' '" + dir.path().string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    note("ran");
    const auto list = nlohmann::json::parse(*platform::readFile(dir / "expected.json"));
    EXPECT_GE(list.size(), 6u);
    for (const auto& expected : list) {
        const fs::path file = dir / expected.at("file").get<std::string>();
        const auto opened = UltralyticsFile::open(file);
        ASSERT_TRUE(opened.has_value()) << file << opened.error().message() << opened.error().detail;
        EXPECT_EQ(opened->checkpoint().variant, expected.at("variant").get<std::string>()) << file;
        EXPECT_EQ(opened->checkpoint().task, expected.at("task").get<std::string>()) << file;
        EXPECT_EQ(opened->checkpoint().names.size(), expected.at("classes").get<std::size_t>()) << file;
        const auto tensors = tensorsOf(*opened);
        ASSERT_TRUE(tensors.has_value()) << file << tensors.error().detail;
        std::map<std::string, at::Tensor> byName(tensors->begin(), tensors->end());
        EXPECT_EQ(byName.size(), expected.at("tensors").size()) << file;
        for (const auto& [name, facts] : expected.at("tensors").items()) {
            ASSERT_TRUE(byName.contains(name)) << file << name;
            const at::Tensor& tensor = byName[name];
            ASSERT_EQ(tensor.sizes().vec(), facts.at("shape").get<std::vector<std::int64_t>>()) << name;
            ASSERT_EQ(platform::sha256({static_cast<const char*>(tensor.data_ptr()), tensor.nbytes()}), facts.at("sha256").get<std::string>()) << file << name;
        }
        const auto architecture =
            makeArchitecture(expected.at("variant").get<std::string>(), static_cast<int>(opened->checkpoint().names.size()));
        if (architecture) { // pose and oriented boxes have none here
            const auto transfer = transferWeights(file, **YoloModel::create(*architecture));
            ASSERT_TRUE(transfer.has_value()) << file;
            EXPECT_EQ(transfer->copied, transfer->total) << file;
            EXPECT_EQ(transfer->total, expected.at("tensors").size()) << file;
        }
        if (expected.contains("outputs")) {
            expectSameOutputs(file, expected.at("outputs"));
        }
    }
}

} // namespace
} // namespace yardstick::training
