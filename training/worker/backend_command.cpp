#include "training/worker/backend_command.h"

#include "training/worker/ultralytics_environment.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>

namespace yardstick::training {

Result<> runBackendCheck(const std::string& setting, bool json)
{
    const char* variable = std::getenv(kUltralyticsVariable);
    const auto found = ultralyticsPreflight(!setting.empty() || variable == nullptr ? setting : std::string(variable));
    if (!found) {
        return fail(found.error());
    }
    if (json) {
        const nlohmann::json all = {{"backend", "ultralytics"}, {"program", found->program.python}, {"version", found->version},
                                    {"torch", found->torch}, {"python", found->python}, {"gpus", found->gpus}};
        std::printf("%s\n", all.dump(2).c_str());
        return {};
    }
    std::string device = found->gpus.empty() ? "CPU only" : "";
    for (const std::string& gpu : found->gpus) {
        device += (device.empty() ? "" : ", ") + gpu;
    }
    std::printf("ultralytics %s, torch %s, Python %s, %s (%s)\n", found->version.c_str(), found->torch.c_str(), found->python.c_str(),
                device.c_str(), found->program.python.c_str());
    return {};
}

} // namespace yardstick::training
