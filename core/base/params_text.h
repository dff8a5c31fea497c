// Values of parameters as text: reading, showing and checking one value against its ParamSpec. ParamSchema is the
// door for other layers.
#pragma once

#include "core/base/params.h"

#include <string>
#include <string_view>
#include <vector>

namespace yardstick {

std::vector<ParamSpec> loadParamSpecs(); ///< from resources/parameters.json; throws when that is at fault
Result<nlohmann::json> parseParam(const ParamSpec& spec, std::string_view text);
std::string formatParam(const nlohmann::json& value);
Result<> checkParam(const ParamSpec& spec, const nlohmann::json& value);
/// The templates of the errors that checkParam and parseParam return for this parameter.
std::vector<std::string> paramTemplates(const ParamSpec& spec);
std::string toLowerAscii(std::string_view text);

} // namespace yardstick
