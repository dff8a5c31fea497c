#include "cloud/ssh_address.h"

#include "core/base/json_fields.h"

#include <algorithm>
#include <charconv>

namespace yardstick {
namespace {

bool hasControl(std::string_view text)
{
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool isPlainDestination(std::string_view text)
{
    constexpr std::string_view kRefused = " \"'`$\\;&<>|(){}*?!#~";
    return !text.empty() && text.front() != '-' && text.front() != '@' && text.back() != '@' && !hasControl(text) &&
           text.find("@-") == std::string_view::npos && text.find_first_of(kRefused) == std::string_view::npos;
}

} // namespace

Result<SshAddress> parseSshTarget(std::string_view text)
{
    SshAddress address;
    std::string_view host = text;
    std::string_view port;
    const size_t at = text.rfind('@') == std::string_view::npos ? 0 : text.rfind('@') + 1;
    if (at < text.size() && text[at] == '[') {
        const size_t close = text.find(']', at);
        if (close == std::string_view::npos) {
            return fail(ErrorCode::InvalidArgument, "{0} lacks the closing bracket of its address.", text);
        }
        address.destination = std::string(text.substr(0, at)) + std::string(text.substr(at + 1, close - at - 1));
        host = address.destination;
        port = text.substr(close + 1);
    } else if (const size_t colon = text.find(':', at);
               colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos) {
        host = text.substr(0, colon);
        port = text.substr(colon);
    }
    address.destination = std::string(host);
    if (!port.empty()) {
        const char* end = port.data() + port.size();
        const auto read = std::from_chars(port.data() + 1, end, address.port);
        if (port.front() != ':' || read.ec != std::errc{} || read.ptr != end || address.port < 1 ||
            address.port > 65535) {
            return fail(ErrorCode::InvalidArgument, "The port in {0} is a number from 1 to 65535.", text);
        }
    }
    if (auto good = checkSshAddress(address); !good) {
        return fail(good.error());
    }
    return address;
}

Result<> checkSshAddress(const SshAddress& address)
{
    if (!isPlainDestination(address.destination)) {
        return fail(ErrorCode::InvalidArgument,
                    "\"{0}\" is no SSH host; give user@host, host:port or a name of your SSH configuration.",
                    address.destination);
    }
    if (address.port < 0 || address.port > 65535) {
        return fail(ErrorCode::InvalidArgument, "The SSH port is a number from 1 to 65535, not {0}.", address.port);
    }
    for (const std::string& path : {address.identity, address.worker, address.root, address.ultralytics}) {
        if (hasControl(path)) {
            return fail(ErrorCode::InvalidArgument, "A path of the machine holds a control character: {0}.", path);
        }
    }
    return {};
}

nlohmann::json toJson(const SshAddress& address)
{
    nlohmann::json out = {{"destination", address.destination},
                          {"port", address.port},
                          {"identity", address.identity},
                          {"worker", address.worker},
                          {"root", address.root}};
    if (!address.ultralytics.empty()) {
        out["ultralytics"] = address.ultralytics;
    }
    return out;
}

Result<SshAddress> sshAddressFromJson(const nlohmann::json& j)
{
    SshAddress address;
    JsonFields f(j, ErrorCode::InvalidArgument);
    f.get("destination", address.destination, Need::Required);
    f.get("port", address.port);
    f.get("identity", address.identity);
    f.get("worker", address.worker);
    f.get("root", address.root);
    f.get("ultralytics", address.ultralytics);
    if (f.error()) {
        return fail(*f.error());
    }
    if (auto good = checkSshAddress(address); !good) {
        return fail(good.error());
    }
    return address;
}

} // namespace yardstick
