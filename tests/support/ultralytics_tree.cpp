#include "tests/support/ultralytics_tree.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <stdexcept>

namespace yardstick::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr std::array<const char*, 4> kTasks{"detect", "segment", "classify", "pose"};

/// How a version writes its rows.
struct Version
{
    const char* name;
    bool padded;    ///< fields 23 wide, %23.5g; else %.6g
    bool time;      ///< second column
    int firstEpoch; ///< 0 before 8.0.162
};
constexpr std::array<Version, 5> kVersions{{
    {"8.0.50", true, false, 0},
    {"8.0.196", true, false, 1},
    {"8.2.100", true, false, 1},
    {"8.3.0", true, false, 1},
    {"8.3.9", false, true, 1},
}};
enum class History { Once, Resumed, RunAgain, RunAgainWithHeader, NotFinite, EpochWithoutRow, LongClock, Count };
enum class Form { Plain, CrLf, Bom, NoLastEnd, Quoted, BlankLines, MoreColumns, Count };
enum class Arguments { Whole, WithoutTask, None, Commented, Lists, Bare, Count };

constexpr std::array<const char*, 8> kFolders{"train",        "train2",  "two words", "血细胞 试验",
                                              "Grüße-naïve", "it's #1", "a,b;c",     "deep/er/exp (copy)"};

Names columnsOf(const std::string& task)
{
    const auto with = [](Names losses, const Names& metrics) {
        Names all{};
        for (const std::string& loss : losses) {
            all.push_back("train/" + loss);
        }
        all.insert(all.end(), metrics.begin(), metrics.end());
        for (const std::string& loss : losses) {
            all.push_back("val/" + loss);
        }
        for (const char* lr : {"lr/pg0", "lr/pg1", "lr/pg2"}) {
            all.emplace_back(lr);
        }
        return all;
    };
    const auto four = [](const std::string& suffix) {
        return Names{"metrics/precision(" + suffix + ")", "metrics/recall(" + suffix + ")", "metrics/mAP50(" + suffix + ")",
                     "metrics/mAP50-95(" + suffix + ")"};
    };
    const auto eight = [&](const std::string& other) {
        Names all = four("B");
        const Names more = four(other);
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    if (task == "segment") {
        return with({"box_loss", "seg_loss", "cls_loss", "dfl_loss"}, eight("M"));
    }
    if (task == "pose") {
        return with({"box_loss", "pose_loss", "kobj_loss", "cls_loss", "dfl_loss"}, eight("P"));
    }
    if (task == "classify") {
        return with({"loss"}, {"metrics/accuracy_top1", "metrics/accuracy_top5"});
    }
    return with({"box_loss", "cls_loss", "dfl_loss"}, four("B"));
}

std::string printed(const char* format, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

void writeFile(const fs::path& file, const std::string& bytes)
{
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    if (!out.flush()) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

/// Writes one results.csv and keeps what it means.
class Results
{
public:
    Results(const Version& version, Form form, const std::string& task, std::uint64_t seed)
        : m_version(version)
        , m_form(form)
        , m_names(columnsOf(task))
        , m_random(seed)
    {
        if (form == Form::MoreColumns) {
            m_names.emplace_back("metrics/of_tomorrow");
        }
    }

    void header()
    {
        std::vector<std::string> fields{"epoch"};
        if (m_version.time) {
            fields.emplace_back("time");
        }
        fields.insert(fields.end(), m_names.begin(), m_names.end());
        line(fields, true);
    }
    void beginSegment()
    {
        m_segments.emplace_back();
        m_clock = m_written = 0;
    }
    /// `taken` seconds of the trainer, of which the epochs without a row are a part.
    void row(int epoch, double taken, bool finite, bool alone)
    {
        MeantEpoch meant;
        meant.epoch = epoch;
        m_clock += taken;
        std::vector<std::string> fields{std::to_string(epoch - 1 + m_version.firstEpoch)};
        if (m_version.time) {
            fields.push_back(printed("%.6g", m_clock));
            const double written = std::strtod(fields.back().c_str(), nullptr);
            if (alone) {
                meant.seconds = written - m_written;
                meant.trueSeconds = taken;
                meant.quantum = std::pow(10.0, std::floor(std::log10(std::max(written, 1e-5))) - 5);
            }
            m_written = written;
        }
        std::uniform_real_distribution<double> any(0, 3);
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            double value = any(m_random) / (1 + 0.1 * epoch);
            if (!finite && i % 3 != 2) {
                value = i % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : (i % 2 == 0 ? 1 : -1) * std::numeric_limits<double>::infinity();
            }
            fields.push_back(printed(m_version.padded ? "%.5g" : "%.6g", value));
            meant.values[m_names[i]] = std::strtod(fields.back().c_str(), nullptr);
        }
        line(fields, false);
        m_segments.back().push_back(std::move(meant));
    }
    [[nodiscard]] std::string bytes() const
    {
        std::string all = (m_form == Form::Bom ? "\xEF\xBB\xBF" : "") + m_text;
        if (m_form == Form::NoLastEnd) {
            all.pop_back();
        }
        return all;
    }
    [[nodiscard]] std::vector<std::vector<MeantEpoch>> segments() const { return m_segments; }

private:
    void line(const std::vector<std::string>& fields, bool names)
    {
        std::string text;
        for (std::string field : fields) {
            if (m_form == Form::Quoted && (names || field == fields.front())) {
                field = '"' + field + '"';
            }
            const std::size_t width = m_version.padded ? 23 : 0;
            text += (text.empty() ? "" : ",") + std::string(width > field.size() ? width - field.size() : 0, ' ') + field;
        }
        m_text += text + (m_form == Form::CrLf ? "\r\n" : "\n") + (m_form == Form::BlankLines && !names ? "\n  \n" : "");
    }

    const Version& m_version;
    Form m_form;
    Names m_names;
    std::mt19937_64 m_random;
    double m_clock = 0, m_written = 0;
    std::string m_text;
    std::vector<std::vector<MeantEpoch>> m_segments;
};

void writeRows(Results& out, History history, int epochs)
{
    out.header();
    out.beginSegment();
    const int middle = epochs / 2;
    const double each = history == History::LongClock ? 61234.5 : 12.375;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
        const bool first = epoch == 1;
        if (history == History::EpochWithoutRow && epoch == middle) {
            continue;
        }
        if (epoch == middle + 1 && history == History::Resumed) {
            out.beginSegment();
        }
        const bool spansTwo = history == History::EpochWithoutRow && epoch == middle + 1;
        const bool finite = history != History::NotFinite || epoch % 2 == 0;
        out.row(epoch, (first ? 1.7 : 1) * (spansTwo ? 2 : 1) * (each + 0.01 * epoch), finite, !spansTwo);
    }
    if (history == History::RunAgain || history == History::RunAgainWithHeader) {
        if (history == History::RunAgainWithHeader) {
            out.header();
        }
        out.beginSegment();
        for (int epoch = 1; epoch <= middle; ++epoch) {
            out.row(epoch, each / 2 + 0.01 * epoch, true, true);
        }
    }
}

void writeArguments(const MeantRun& run, Arguments arguments, bool crLf)
{
    const std::string end = crLf ? "\r\n" : "\n";
    std::string text;
    const auto put = [&](const std::string& line) { text += line + end; };
    if (arguments == Arguments::None) {
        return;
    }
    if (arguments == Arguments::Commented) {
        put("# kept by hand");
        put("---");
    }
    if (arguments != Arguments::WithoutTask && arguments != Arguments::Bare) {
        put("task: " + run.task + (arguments == Arguments::Commented ? "   # as ever" : ""));
        put("mode: train");
    }
    const bool list = arguments == Arguments::Lists;
    put("model: " + (list ? "/data/models/" + run.modelVariant + ".yaml" : run.modelVariant + ".pt"));
    if (arguments != Arguments::Bare) {
        put("argument_of_tomorrow: {a: 1}"); // what stands behind it is not lost
    }
    put("data: '" + run.data + "'");
    put("epochs: " + std::to_string(run.epochsPlanned));
    if (run.imgsz) {
        put("imgsz: " + std::to_string(*run.imgsz));
    }
    if (arguments != Arguments::Bare) {
        put("name: null");
        put("time: null");
        put("freeze: null");
        put("resume: " + std::string(list ? "/data/runs/train/weights/last.pt" : "false"));
        put(list ? "classes:" + end + "- 0" + end + "- 2" : "classes: null");
        put("lr0: 0.01");
        put("save_dir: /data/runs/" + run.task + "/train");
    }
    writeFile(run.folder / "args.yaml", text);
}

/// Combinations so that each choice meets each other one within a few hundred folders: the strides share no factor with the sizes.
MeantRun makeRun(const fs::path& root, int index, int epochs)
{
    const auto pick = [&](int count, int stride) { return (index * stride + index / count) % count; };
    const Version& version = kVersions[static_cast<std::size_t>(index % static_cast<int>(kVersions.size()))];
    const auto task = std::string(kTasks[static_cast<std::size_t>(pick(4, 3))]);
    auto history = static_cast<History>(pick(static_cast<int>(History::Count), 2));
    const auto form = static_cast<Form>(pick(static_cast<int>(Form::Count), 3));
    auto arguments = static_cast<Arguments>(pick(static_cast<int>(Arguments::Count), 5));
    if (!version.time && (history == History::Resumed || history == History::LongClock)) {
        history = History::Once; // without a clock nobody can tell
    }
    MeantRun run;
    run.folder = root / ("set " + std::to_string(index)) / kFolders[static_cast<std::size_t>(pick(8, 3))];
    run.name = run.folder.filename().string();
    run.task = task;
    run.layout = std::string(version.name) + " " + task + " history " + std::to_string(static_cast<int>(history)) + " form " +
                 std::to_string(static_cast<int>(form)) + " arguments " + std::to_string(static_cast<int>(arguments));
    if (arguments != Arguments::None) {
        const std::string suffix = task == "segment" ? "-seg" : task == "classify" ? "-cls" : task == "pose" ? "-pose" : "";
        run.modelVariant = std::string("yolov8") + "nsmlx"[index % 5] + suffix;
        run.data = "/data/数据 " + std::to_string(index % 3) + "/data.yaml";
        run.epochsPlanned = epochs;
        run.imgsz = 320 + 32 * (index % 7);
    }
    Results results(version, form, task, static_cast<std::uint64_t>(index) + 1);
    writeRows(results, history, epochs);
    writeFile(run.folder / "results.csv", results.bytes());
    writeArguments(run, arguments, form == Form::CrLf);
    run.segments = results.segments();
    return run;
}

std::vector<BrokenPart> makeBroken(const fs::path& root)
{
    std::vector<BrokenPart> broken;
    const std::string header = "epoch,time,train/box_loss,metrics/mAP50(B)\n";
    const auto add = [&](const std::string& name, const std::string& bytes, std::vector<int> lines, bool usable) {
        const fs::path file = root / "malformed" / name / "results.csv";
        writeFile(file, bytes);
        writeFile(file.parent_path() / "args.yaml", "task: detect\nmodel: yolov8n.pt\nepochs: 3\n");
        for (const int line : lines) {
            broken.push_back({file, line, usable});
        }
    };
    add("cut in the header", "epoch,time,trai", {0}, false);
    add("cut in a row", header + "1,10,1.5,0.1\n2,20,1", {3}, true);
    add("too few columns", header + "1,10,1.5,0.1\n2,20\n3,30,1.3,0.3\n", {3}, true);
    add("words", header + "1,10,1.5,0.1\n2,20,many,0.2\n3,30,1.3,none\n", {3, 4}, true);
    add("no header", "1,10,1.5,0.1\n2,20,1.4,0.2\n", {1, 2}, false);
    add("no epochs of ours", header + "-1,10,1.5,0.1\n1.5,20,1.5,0.1\n1e99,30,1.5,0.1\nnan,40,1,1\n1,50,1.5,0.1\n", {2, 3, 4, 5}, true);
    add("empty", "", {0}, false);
    std::string noise;
    std::mt19937_64 random(7);
    for (int i = 0; i < 40'000; ++i) {
        noise += static_cast<char>(random() & 0xFF);
    }
    add("binary", noise, {1}, false);
    add("zeros after a crash", header + "1,10,1.5,0.1\n" + std::string(4096, '\0') + "\n3,30,1.3,0.3\n", {3}, true);
    add("arguments", header + "1,10,1.5,0.1\n", {}, true);
    const fs::path arguments = root / "malformed" / "arguments" / "args.yaml";
    writeFile(arguments, "task: detect\nimgsz: wide\nepochs: 3\n");
    broken.push_back({arguments, 2, true});
    add("arguments cut", header + "1,10,1.5,0.1\n", {}, true);
    const fs::path cut = root / "malformed" / "arguments cut" / "args.yaml";
    writeFile(cut, "task: detect\nimgsz: [320, \nepochs: 3\n");
    broken.push_back({cut, -1, true}); // where the parser gives up is its own
    fs::create_directories(root / "malformed" / "a folder" / "results.csv");
    broken.push_back({root / "malformed" / "a folder" / "results.csv", 0, false});
    fs::create_directories(root / "malformed" / "gone");
    fs::create_symlink("nowhere.csv", root / "malformed" / "gone" / "results.csv");
    broken.push_back({root / "malformed" / "gone" / "results.csv", 0, false});
    return broken;
}

} // namespace

UltralyticsTree makeUltralyticsTree(const fs::path& root, int folders, int epochs, bool malformed)
{
    UltralyticsTree tree;
    for (int i = 0; i < folders; ++i) {
        tree.runs.push_back(makeRun(root, i, epochs));
    }
    if (malformed) {
        tree.broken = makeBroken(root);
    }
    return tree;
}

} // namespace yardstick::test
