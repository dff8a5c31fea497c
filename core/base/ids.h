// Strong ids: rows of the store. 0 means "none".
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace yardstick {

template <typename Tag> struct Id
{
    std::int64_t value = 0;
    constexpr Id() = default;
    constexpr explicit Id(std::int64_t v) : value(v) {}
    [[nodiscard]] constexpr bool valid() const { return value > 0; }
    constexpr auto operator<=>(const Id&) const = default;
};

using ProjectId = Id<struct ProjectTag>;
using ExperimentId = Id<struct ExperimentTag>;
using AttemptId = Id<struct AttemptTag>;
using QueueId = Id<struct QueueTag>;
using HostId = Id<struct HostTag>;
using MachineId = Id<struct MachineTag>;
using InstanceId = Id<struct InstanceTag>;
using SeriesId = Id<struct SeriesTag>;
using QuoteId = Id<struct QuoteTag>;
using RequestId = Id<struct RequestTag>;
using FxRateId = Id<struct FxRateTag>;
using EstimateId = Id<struct EstimateTag>;

} // namespace yardstick

template <typename Tag> struct std::hash<yardstick::Id<Tag>>
{
    size_t operator()(const yardstick::Id<Tag>& id) const noexcept { return std::hash<std::int64_t>{}(id.value); }
};
