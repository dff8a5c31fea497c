// Provider: a cloud that rents machines. Asynchronous like Launcher; safe to repeat with the same token. Implementations
// live in cloud/. Amounts and counts come from the provider's own lists, never from our arithmetic.
#pragma once

#include "core/base/result.h"
#include "core/launcher.h"
#include "core/records.h"

namespace yardstick {

enum class InstanceState { Requested, Booting, Running, Stopping, Stopped, Terminating, Gone };

struct Offer
{
    std::string machineType, region, zone, market; ///< market: on-demand | spot
    std::string gpu;
    int gpus = 0, vcpu = 0;
    double ramGb = 0, vramGb = 0;
    std::optional<PricePerHour> price;
    bool available = true;
};
struct LaunchRequest
{
    std::string token;      ///< unique; the client token, tag or name
    std::string machineType, zone, market, image;
    int diskGb = 50;
    std::string userData;   ///< boot script; the dead-man timer is armed there, before anything else
    std::string sshPublicKey;
    bool stopOnPowerOff = true;
};
struct ProviderInstance
{
    std::string providerId, token, name, zone, machineType, market, address;
    InstanceState state = InstanceState::Requested;
    UtcMs launchedMs = 0;
    bool ours = false;      ///< carries our tag
};

class Provider
{
public:
    virtual ~Provider() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    virtual void checkKey(Deadline deadline, QObject* context, Done<void> done) = 0;
    virtual void offers(const std::string& region, Deadline deadline, QObject* context, Done<std::vector<Offer>> done) = 0;
    virtual void launch(const LaunchRequest& request, Deadline deadline, QObject* context, Done<ProviderInstance> done) = 0;
    virtual void list(const std::string& region, Deadline deadline, QObject* context, Done<std::vector<ProviderInstance>> done) = 0;
    virtual void terminate(const std::string& providerId, const std::string& zone, Deadline deadline, QObject* context, Done<void> done) = 0;
};

} // namespace yardstick
