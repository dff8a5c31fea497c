#include "training/worker/convert_command.h"

#include "training/data/convert.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace yardstick::training {
namespace {

void printText(const ConvertReport& report)
{
    for (const auto& [split, counts] : report.splits) {
        std::printf("%s: %lld images, %lld objects\n", split.c_str(), static_cast<long long>(counts.images),
                    static_cast<long long>(counts.instances));
    }
    for (const auto& [reason, count] : report.skipped) {
        std::printf("left out: %lld %s\n", static_cast<long long>(count), reason.c_str());
    }
    std::printf("%s: written\n", report.yaml.c_str());
}

void printJson(const ConvertReport& report)
{
    nlohmann::json splits = nlohmann::json::object();
    for (const auto& [split, counts] : report.splits) {
        splits[split] = {{"images", counts.images}, {"instances", counts.instances}};
    }
    const nlohmann::json all = {{"yaml", report.yaml.string()}, {"splits", splits}, {"skipped", report.skipped}, {"names", report.names}};
    std::printf("%s\n", all.dump(2).c_str());
}

} // namespace

Result<> runDataConvert(const std::string& kind, const std::filesystem::path& source, const std::filesystem::path& target, bool json)
{
    if (kind != "coco" && kind != "voc" && kind != "visdrone") {
        return fail(ErrorCode::Usage, "There is no data set layout called {0}; coco, voc and visdrone are known.", kind);
    }
    const auto report = kind == "coco"  ? convertCoco(source, target)
                        : kind == "voc" ? convertVoc(source, target)
                                        : convertVisdrone(source, target);
    if (!report) {
        return fail(report.error());
    }
    if (json) {
        printJson(*report);
    } else {
        printText(*report);
    }
    return {};
}

} // namespace yardstick::training
