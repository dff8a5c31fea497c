// Readers of the three foreign layouts (convert.h). What json, pugixml or the file system throw ends here.
#include "training/data/convert.h"

#include "core/base/platform.h"
#include "training/data/convert_writer.h"
#include "training/data/image_io.h"

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include <algorithm>
#include <set>
#include <sstream>

namespace yardstick::training {
namespace fs = std::filesystem;
namespace {

std::string splitOf(const std::string& name)
{
    for (const char* split : {"train", "val", "test"}) {
        if (name.starts_with(split)) {
            return split;
        }
    }
    return {};
}

/// Files of a folder with an extension, sorted.
std::vector<fs::path> filesIn(const fs::path& folder, const std::string& extension)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (extension.empty() ? hasImageExtension(it->path()) : it->path().extension() == extension) {
            files.push_back(it->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// ---- COCO ----
struct CocoImage
{
    fs::path file;
    double width = 0;
    double height = 0;
    std::vector<Label> labels;
};

fs::path cocoPicture(const fs::path& source, const std::string& name, const std::string& file)
{
    std::error_code error;
    for (const fs::path& folder : {source / name, source / "images" / name, source / "images"}) {
        if (fs::exists(folder / fs::path(file).filename(), error)) {
            return folder / fs::path(file).filename();
        }
    }
    return {};
}

Result<> cocoSplit(const fs::path& source, const std::string& name, const nlohmann::json& all, const std::map<std::int64_t, int>& classOf,
                   ConvertWriter& writer)
{
    std::map<std::int64_t, CocoImage> images;
    for (const auto& image : all.at("images")) {
        images[image.at("id").get<std::int64_t>()] = {cocoPicture(source, name, image.at("file_name").get<std::string>()),
                                                      image.at("width").get<double>(), image.at("height").get<double>(), {}};
    }
    for (const auto& annotation : all.at("annotations")) {
        const auto image = images.find(annotation.at("image_id").get<std::int64_t>());
        const auto cls = classOf.find(annotation.at("category_id").get<std::int64_t>());
        if (annotation.value("iscrowd", 0) != 0) {
            writer.skip("crowd regions");
        } else if (image == images.end() || cls == classOf.end()) {
            writer.skip("rows of unknown pictures or categories");
        } else {
            const auto box = annotation.at("bbox").get<std::array<double, 4>>();
            writer.addBox(image->second.labels, cls->second, box[0], box[1], box[0] + box[2], box[1] + box[3], image->second.width,
                          image->second.height);
        }
    }
    for (const auto& [id, image] : images) {
        if (image.file.empty()) {
            writer.skip("pictures that are missing");
        } else if (auto added = writer.addImage(splitOf(name), image.file, image.labels); !added) {
            return added;
        }
    }
    return {};
}

// ---- VOC ----
struct VocObject
{
    std::string name;
    std::array<double, 4> box{};
};
struct VocImage
{
    fs::path file;
    double width = 0;
    double height = 0;
    std::vector<VocObject> objects;
};

Result<VocImage> readVoc(const fs::path& source, const std::string& stem, ConvertWriter& writer)
{
    const fs::path file = source / "Annotations" / (stem + ".xml");
    const auto text = platform::readFile(file);
    if (!text) {
        return fail(text.error());
    }
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text->data(), text->size());
    const pugi::xml_node root = document.child("annotation");
    if (!parsed || !root) {
        return fail(ErrorCode::BadData, "{0} is no VOC annotation: {1}.", file.string(), parsed ? "it has no <annotation>" : parsed.description());
    }
    VocImage image;
    image.file = source / "JPEGImages" / (stem + ".jpg");
    if (const char* name = root.child_value("filename"); *name != '\0') {
        std::error_code error;
        const fs::path named = source / "JPEGImages" / name;
        image.file = fs::exists(named, error) ? named : image.file;
    }
    image.width = root.child("size").child("width").text().as_double();
    image.height = root.child("size").child("height").text().as_double();
    if (image.width <= 0 || image.height <= 0) {
        return fail(ErrorCode::BadData, "{0} does not say how large its picture is.", file.string());
    }
    for (const pugi::xml_node object : root.children("object")) {
        const pugi::xml_node box = object.child("bndbox");
        if (object.child("difficult").text().as_int() != 0) {
            writer.skip("difficult objects");
            continue;
        }
        image.objects.push_back({object.child_value("name"),
                                 {box.child("xmin").text().as_double() - 1, box.child("ymin").text().as_double() - 1,
                                  box.child("xmax").text().as_double(), box.child("ymax").text().as_double()}});
    }
    return image;
}

Result<ConvertReport> vocInto(const fs::path& source, ConvertWriter writer)
{
    std::vector<std::pair<std::string, VocImage>> images;
    std::set<std::string> names;
    for (const std::string split : {"train", "val", "test"}) {
        const auto list = platform::readFile(source / "ImageSets" / "Main" / (split + ".txt"));
        if (!list) {
            continue;
        }
        std::istringstream in(*list);
        for (std::string stem; in >> stem;) {
            auto image = readVoc(source, stem, writer);
            if (!image) {
                return fail(image.error());
            }
            for (const VocObject& object : image->objects) {
                names.insert(object.name);
            }
            images.emplace_back(split, std::move(*image));
        }
    }
    const std::vector<std::string> ordered(names.begin(), names.end());
    for (const auto& [split, image] : images) {
        std::vector<Label> labels;
        for (const VocObject& object : image.objects) {
            const auto cls = std::lower_bound(ordered.begin(), ordered.end(), object.name) - ordered.begin();
            writer.addBox(labels, static_cast<int>(cls), object.box[0], object.box[1], object.box[2], object.box[3], image.width, image.height);
        }
        if (auto added = writer.addImage(split, image.file, labels); !added) {
            return fail(added.error());
        }
    }
    return writer.finish(ordered);
}

// ---- VisDrone ----
Result<std::vector<Label>> visdroneLabels(const fs::path& annotation, const ImageInfo& size, ConvertWriter& writer)
{
    const auto text = platform::readFile(annotation);
    if (!text) {
        return fail(text.error());
    }
    std::vector<Label> labels;
    std::istringstream in(*text);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) {
            continue;
        }
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream fields(line);
        double x = 0, y = 0, w = 0, h = 0;
        int score = 0, category = 0;
        if (!(fields >> x >> y >> w >> h >> score >> category)) {
            return fail(ErrorCode::BadData, "{0} line {1} is no VisDrone row.", annotation.string(), number);
        }
        if (score == 0 || category < 1 || category > 10) {
            writer.skip("ignored regions and others");
            continue;
        }
        writer.addBox(labels, category - 1, x, y, x + w, y + h, size.width, size.height);
    }
    return labels;
}

Result<> visdroneSplit(const fs::path& folder, const std::string& split, ConvertWriter& writer)
{
    for (const fs::path& picture : filesIn(folder / "images", {})) {
        const auto bytes = platform::readFile(picture);
        if (!bytes) {
            return fail(bytes.error());
        }
        const auto size = inspectImage(*bytes, picture.string());
        if (!size) {
            writer.skip("pictures that cannot be decoded");
            continue;
        }
        const auto labels = visdroneLabels((folder / "annotations" / picture.filename()).replace_extension(".txt"), *size, writer);
        if (!labels) {
            return fail(labels.error());
        }
        if (auto added = writer.addImage(split, picture, *labels); !added) {
            return added;
        }
    }
    return {};
}

} // namespace

Result<ConvertReport> convertCoco(const fs::path& source, const fs::path& target)
try {
    auto writer = ConvertWriter::create(target);
    if (!writer) {
        return fail(writer.error());
    }
    std::map<std::int64_t, std::string> categories;
    std::vector<std::pair<std::string, nlohmann::json>> splits;
    for (const fs::path& file : filesIn(source / "annotations", ".json")) {
        const std::string stem = file.stem().string();
        const std::string name = stem.starts_with("instances_") ? stem.substr(10) : std::string();
        if (splitOf(name).empty()) {
            continue;
        }
        const auto text = platform::readFile(file);
        if (!text) {
            return fail(text.error());
        }
        splits.emplace_back(name, nlohmann::json::parse(*text));
        for (const auto& category : splits.back().second.at("categories")) {
            categories[category.at("id").get<std::int64_t>()] = category.at("name").get<std::string>();
        }
    }
    std::map<std::int64_t, int> classOf;
    std::vector<std::string> names;
    for (const auto& [id, name] : categories) {
        classOf[id] = static_cast<int>(names.size());
        names.push_back(name);
    }
    for (const auto& [name, all] : splits) {
        if (auto done = cocoSplit(source, name, all, classOf, *writer); !done) {
            return fail(done.error());
        }
    }
    return writer->finish(names);
} catch (const std::exception& e) {
    return fail(ErrorCode::BadData, "{0} is no COCO data set that can be read: {1}.", source.string(), e.what());
}

Result<ConvertReport> convertVoc(const fs::path& source, const fs::path& target)
try {
    auto writer = ConvertWriter::create(target);
    if (!writer) {
        return fail(writer.error());
    }
    return vocInto(source, std::move(*writer));
} catch (const std::exception& e) {
    return fail(ErrorCode::BadData, "{0} is no VOC data set that can be read: {1}.", source.string(), e.what());
}

Result<ConvertReport> convertVisdrone(const fs::path& source, const fs::path& target)
try {
    auto writer = ConvertWriter::create(target);
    if (!writer) {
        return fail(writer.error());
    }
    for (const auto& [folder, split] : {std::pair<const char*, const char*>{"train", "train"}, {"val", "val"}, {"test-dev", "test"}}) {
        if (auto done = visdroneSplit(source / (std::string("VisDrone2019-DET-") + folder), split, *writer); !done) {
            return fail(done.error());
        }
    }
    return writer->finish({"pedestrian", "people", "bicycle", "car", "van", "truck", "tricycle", "awning-tricycle", "bus", "motor"});
} catch (const std::exception& e) {
    return fail(ErrorCode::BadData, "{0} is no VisDrone data set that can be read: {1}.", source.string(), e.what());
}

} // namespace yardstick::training
