// Rows for machines on which the compared work was not timed itself: the same per image, or extrapolated and marked so.
#include "core/base/extrapolation.h"
#include "core/compare_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace yardstick::compare {
namespace {

std::string wholeNumber(double v) { return std::to_string(std::llround(v)); }

/// What is near in its other parts is nearest: the number of processors says most of them. Of equal ones the newest.
const MachineRow* nearestOfSameGpu(const Frame& frame, const Machine& machine, std::span<const MachineRow> timed)
{
    const MachineRow* best = nullptr;
    std::pair<double, UtcMs> least;
    for (const MachineRow& row : timed) {
        const Machine* other = frame.catalogue.machine(row.machineId);
        if (row.basis != Basis::Measured || other == nullptr || !isSameGpu(other->gpu, machine.gpu)) {
            continue;
        }
        const bool known = other->vcpu > 0 && machine.vcpu > 0;
        const double apart = known ? std::abs(std::log(static_cast<double>(other->vcpu) / machine.vcpu)) : 100;
        const std::pair key(apart, -row.lastMeasuredMs);
        if (best == nullptr || key < least) {
            best = &row;
            least = key;
        }
    }
    return best;
}

/// A row of `machine` with the times of another; what was measured of the other's computer alone stays out.
MachineRow borrowed(const Machine& machine, const MachineRow& from, const EpochEstimate& estimate)
{
    MachineRow row;
    row.machineId = machine.id;
    row.machine = machine.name;
    row.provider = machine.provider;
    row.market = machine.market;
    row.gpu = machine.gpu;
    row.basisFrom = from.machine;
    row.experiments = from.experiments;
    setEstimate(row, estimate);
    row.images = from.images;
    row.dataWaitShare = std::numeric_limits<double>::quiet_NaN();
    row.setupSeconds = from.setupSeconds;
    row.setupKnown = from.setupKnown;
    row.lastMeasuredMs = from.lastMeasuredMs;
    row.batch = from.batch;
    row.workers = from.workers;
    return row;
}

/// Runs that differ from the compared work in their data only, with its batch size.
std::vector<const Run*> scalableRuns(const Frame& frame, const std::vector<const Run*>& other, bool sameBatch)
{
    std::vector<const Run*> fit;
    for (const Run* run : other) {
        if (!run->derived && differsOnlyInData(run->key, frame.base) && (!sameBatch || batchOf(run->experiment) == frame.batch)) {
            fit.push_back(run);
        }
    }
    return onNewestData(fit);
}

/// Times of runs on other data, with their number of images; nullopt: none that can be scaled.
Result<std::optional<MachineRow>> scalableRow(const Frame& frame, const MachineRuns& runs)
{
    const std::vector<const Run*> fit = scalableRuns(frame, runs.other, true);
    if (fit.empty() || !(frame.images > 0)) {
        return std::nullopt;
    }
    auto row = timedRow(frame.store, *runs.machine, fit);
    if (!row) {
        return fail(row.error());
    }
    return row->basis == Basis::Measured && row->images > 0 ? std::optional(std::move(*row)) : std::nullopt;
}

MachineRow similarRow(const Machine& machine, const MachineRow& from)
{
    MachineRow row = borrowed(machine, from, similarEstimate(estimateOf(from)));
    setReason(row, {ErrorCode::NotAllowed, "Not timed here: extrapolated from {0}, which has the same GPU.", {from.machine}, {}});
    return row;
}

MachineRow guessedRow(const Frame& frame, const Machine& machine, const MachineRow& from)
{
    MachineRow row = borrowed(machine, from, scaledEstimate(estimateOf(from), from.images, frame.images));
    row.imagesTimed = from.images;
    row.images = frame.images;
    const std::vector<std::string> numbers{wholeNumber(from.images), wholeNumber(frame.images)};
    if (from.machineId == machine.id) {
        row.basisFrom.clear();
        row.threads = from.threads;
        setReason(row, {ErrorCode::NotAllowed, "Not timed on this data: extrapolated from {0} to {1} images an epoch.", numbers, {}});
    } else {
        setReason(row, {ErrorCode::NotAllowed, "Not timed here: extrapolated from {2}, which has the same GPU, and from {0} to {1} images an epoch.",
                        {numbers[0], numbers[1], from.machine}, {}});
    }
    return row;
}

} // namespace

std::vector<const Run*> onNewestData(std::span<const Run* const> runs)
{
    std::vector<const Run*> kept;
    const auto newest = std::max_element(runs.begin(), runs.end(), [](const Run* a, const Run* b) {
        return std::pair(a->experiment.startedMs, a->experiment.id) < std::pair(b->experiment.startedMs, b->experiment.id);
    });
    for (const Run* run : runs) {
        const bool sameData = run->key.datasetHash == (*newest)->key.datasetHash && run->key.dataPart == (*newest)->key.dataPart;
        if (run == *newest || (sameData && !run->key.datasetHash.empty())) {
            kept.push_back(run);
        }
    }
    return kept;
}

Result<std::optional<MachineRow>> perImageRow(const Frame& frame, const MachineRuns& runs)
{
    const std::vector<const Run*> fit = scalableRuns(frame, runs.other, false);
    if (fit.empty()) {
        return std::nullopt;
    }
    auto row = timedRow(frame.store, *runs.machine, fit);
    if (!row) {
        return fail(row.error());
    }
    if (!(row->images > 0) || !(frame.images > 0)) {
        setReason(*row, {ErrorCode::NotAllowed, "The data set is another one, and how many images an epoch has is not known.", {}, {}});
    } else {
        const double scale = frame.images / row->images;
        for (double* seconds : {&row->epochSeconds, &row->epochMedian, &row->epochLow, &row->epochHigh, &row->epochDeviation}) {
            *seconds *= scale;
        }
        row->imagesTimed = row->images;
        row->images = frame.images;
    }
    priceRow(frame, *row, frame.catalogue.quote(runs.machine->id));
    return std::optional(std::move(*row));
}

Result<std::optional<MachineRow>> extrapolatedRow(const Frame& frame, const MachineRuns& runs, std::span<const MachineRow> timed,
                                                  std::span<const MachineRuns> all)
{
    const Machine& machine = *runs.machine;
    std::optional<MachineRow> row;
    if (const MachineRow* near = nearestOfSameGpu(frame, machine, timed)) {
        row = similarRow(machine, *near);
    } else {
        auto own = scalableRow(frame, runs);
        if (!own) {
            return fail(own.error());
        }
        std::vector<MachineRow> others;
        for (const MachineRuns& other : all) {
            if (!*own && other.machine != &machine && isSameGpu(other.machine->gpu, machine.gpu)) {
                auto there = scalableRow(frame, other);
                if (!there) {
                    return fail(there.error());
                }
                if (*there) {
                    others.push_back(std::move(**there));
                }
            }
        }
        const MachineRow* from = *own ? &**own : nearestOfSameGpu(frame, machine, others);
        if (from == nullptr) {
            return std::nullopt;
        }
        row = guessedRow(frame, machine, *from);
    }
    priceRow(frame, *row, frame.catalogue.quote(machine.id));
    return row;
}

} // namespace yardstick::compare
