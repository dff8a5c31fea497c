#include "training/engine/trainer.h"

#include "core/base/platform.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

namespace yardstick::training {
namespace {

bool isOutOfMemory(const std::string& text)
{
    return text.find("allocate memory") != std::string::npos || text.find("out of memory") != std::string::npos;
}

Error outOfMemory(const TrainOptions& options, const std::string& detail)
{
    return {ErrorCode::OutOfMemory,
            "The memory of this machine is not enough for batch {0} at {1} px: use a smaller batch or imgsz.",
            {std::to_string(options.batch), std::to_string(options.imgsz)},
            detail};
}

} // namespace

Result<TrainOutcome> Trainer::run()
{
    try {
        if (auto ready = setUp(); !ready) {
            return fail(ready.error());
        }
        auto outcome = epochLoop();
        if (!outcome) {
            return fail(outcome.error());
        }
        return conclude(*outcome);
    } catch (const std::bad_alloc& error) {
        return fail(outOfMemory(m_options, error.what()));
    } catch (const std::exception& error) {
        if (isOutOfMemory(error.what())) {
            return fail(outOfMemory(m_options, error.what()));
        }
        const std::string all = error.what(); // LibTorch adds a stack of its own
        return fail({ErrorCode::Internal, "The training failed inside the worker: {0}", {all.substr(0, all.find('\n'))}, all});
    }
}

bool Trainer::mosaicIn(int epoch) const
{
    const int open = m_progress.epochs - m_options.closeMosaic; // epochs with mosaic
    return !(m_options.closeMosaic > 0 && open >= 0 && epoch > open);
}

double Trainer::secondsSoFar() const
{
    return m_progress.secondsBefore + monotonicSeconds() - m_start;
}

Result<std::string> Trainer::epochLoop()
{
    m_log.phase("train", true);
    while (m_progress.epoch < m_progress.epochs) {
        const int epoch = m_progress.epoch + 1;
        m_epochMark = monotonicSeconds();
        m_epochSecondsBefore = m_progress.epochSeconds;
        auto end = trainEpoch(epoch);
        if (!end) {
            return fail(end.error());
        }
        if (*end == BatchEnd::StopAsked) {
            return endEarly(m_stop.poll());
        }
        if (auto finished = finishEpoch(epoch); !finished) {
            if (finished.error().code == ErrorCode::Cancelled) {
                return endEarly(m_stop.poll());
            }
            return fail(finished.error());
        }
        if (m_earlyStop->shouldStop(epoch)) {
            m_log.line(formatTemplate("No better fitness ({0}) than {1} of epoch {2} for {3} epochs: the run ends at epoch {4}.",
                                      {std::string(fitnessFormula(m_options.task)), std::to_string(m_earlyStop->bestFitness()),
                                       std::to_string(m_earlyStop->bestEpoch()), std::to_string(m_options.patience),
                                       std::to_string(epoch)}));
            break;
        }
        if (m_stop.poll() != StopKind::None && m_progress.epoch < m_progress.epochs) {
            return endEarly(m_stop.poll());
        }
    }
    m_log.phase("train", false);
    return std::string("completed");
}

Result<std::string> Trainer::endEarly(StopKind kind)
{
    m_progress.epochSeconds = m_epochSecondsBefore + monotonicSeconds() - m_epochMark;
    Progress now = m_progress;
    now.secondsBefore = secondsSoFar();
    const Checkpoint state = trainingCheckpoint(m_card, *m_model, *m_ema, *m_optimizer, now);
    if (auto saved = saveFile("last.ckpt", state, false); !saved) {
        return fail(saved.error());
    }
    m_log.phase("train", false);
    m_log.line(formatTemplate("Saved at epoch {0}, batch {1}; the run can be resumed from weights/last.ckpt.",
                              {std::to_string(m_progress.epoch + 1), std::to_string(m_progress.batch)}));
    return std::string(kind == StopKind::Stopped ? "stopped" : "interrupted");
}

Result<> Trainer::finishEpoch(int epoch)
{
    EpochReport report{.epoch = epoch, .losses = m_progress.lossSums, .event = {}, .validation = {}};
    for (double& value : report.losses) {
        value /= static_cast<double>(m_loader->batchesPerEpoch());
    }
    if (m_options.validate || epoch >= m_progress.epochs || m_earlyStop->mayStopAt(epoch)) {
        const double before = monotonicSeconds();
        auto result = validate(epoch);
        if (!result) {
            return fail(result.error());
        }
        if (!*result) {
            return fail(ErrorCode::Cancelled, "The run was asked to stop during validation.");
        }
        report.validation = std::move(*result);
        report.event.validationSeconds = monotonicSeconds() - before;
    }
    m_progress.rows.push_back(resultRow(report));
    const bool best = report.validation && m_earlyStop->add(epoch, report.validation->fitness);
    m_progress.bestFitness = m_earlyStop->bestFitness();
    m_progress.bestEpoch = m_earlyStop->bestEpoch();
    beginNextEpoch(report);
    if (m_options.save || epoch >= m_progress.epochs || m_earlyStop->shouldStop(epoch)) {
        if (auto saved = save(best || (report.validation && !m_options.save)); !saved) {
            return saved;
        }
    }
    if (auto written = m_log.writeResults(resultColumns(m_options.task), m_progress.rows); !written) {
        return written;
    }
    reportEpoch(report);
    return m_log.status();
}

ResultRow Trainer::resultRow(const EpochReport& report) const
{
    ResultRow row{static_cast<double>(report.epoch), secondsSoFar()};
    row.insert(row.end(), report.losses.begin(), report.losses.end());
    if (report.validation) {
        row.insert(row.end(), report.validation->values.begin(), report.validation->values.end());
        row.insert(row.end(), report.validation->losses.begin(), report.validation->losses.end());
    } else {
        row.insert(row.end(), metricNames(m_options.task).size() + lossNames(m_options.task).size(), std::nan(""));
    }
    for (const ParameterGroup& group : m_optimizer->groups()) {
        row.push_back(group.lr);
    }
    return row;
}

void Trainer::beginNextEpoch(EpochReport& report)
{
    report.event.epoch = report.epoch;
    report.event.dataWaitSeconds = m_progress.dataWaitSeconds;
    report.event.computeSeconds = m_progress.computeSeconds;
    report.event.images = m_progress.epochImages;
    report.event.mosaic = mosaicIn(report.epoch) && m_options.augment.mosaic > 0;
    m_progress.epoch = report.epoch;
    m_progress.batch = 0;
    m_progress.lossSums.clear();
    m_progress.epochSeconds = m_progress.dataWaitSeconds = m_progress.computeSeconds = 0;
    m_progress.epochImages = 0;
    if (m_options.hours) {
        replanForTime();
    }
}

Result<std::optional<ValidationResult>> Trainer::validate(int epoch)
{
    m_log.phase("val", true);
    auto result = m_validator->run(m_ema->model(), [this] { return m_stop.poll() != StopKind::None; });
    m_log.phase("val", false);
    if (result && *result && m_options.plots) {
        const int every = std::max(m_progress.epochs / 10, 1);
        if (epoch == 1 || epoch % every == 0 || epoch >= m_progress.epochs) {
            if (auto added = m_samples->addValidation(m_val, (*result)->samples, epoch); !added) {
                return fail(added.error());
            }
        }
    }
    return result;
}

void Trainer::replanForTime()
{
    const double budget = *m_options.hours * 3600;
    const double each = secondsSoFar() / m_progress.epoch;
    const int fits = secondsSoFar() >= budget ? m_progress.epoch : static_cast<int>(std::ceil(budget / std::max(each, 1e-6)));
    m_progress.epochs = std::max(fits, m_progress.epoch);
    m_options.epochs = m_progress.epochs;
    m_schedule->setEpochs(m_progress.epochs);
}

Result<> Trainer::save(bool best)
{
    Progress now = m_progress;
    now.secondsBefore = secondsSoFar();
    if (!m_progress.rows.empty()) {
        nlohmann::json metrics = nlohmann::json::object();
        const auto& columns = resultColumns(m_options.task);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            metrics[columns[i]] = numberToJson(m_progress.rows.back()[i]);
        }
        m_card.metrics = std::move(metrics);
    }
    if (best) {
        if (auto saved = saveFile("best.ckpt", weightsCheckpoint(m_card, m_ema->model(), m_progress.epoch), true); !saved) {
            return saved;
        }
    }
    const Checkpoint state = trainingCheckpoint(m_card, *m_model, *m_ema, *m_optimizer, now);
    if (m_options.savePeriod > 0 && m_progress.epoch % m_options.savePeriod == 0) {
        if (auto saved = saveFile("epoch" + std::to_string(m_progress.epoch) + ".ckpt", state, false); !saved) {
            return saved;
        }
    }
    return saveFile("last.ckpt", state, false);
}

Result<> Trainer::saveFile(const std::string& name, const Checkpoint& checkpoint, bool best)
{
    const std::string relative = std::string(run_files::kWeights) + "/" + name;
    auto written = writeCheckpoint(m_log.directory() / relative, checkpoint);
    if (!written) {
        return fail(written.error());
    }
    m_log.event(CheckpointEvent{relative, m_progress.epoch, m_progress.step, written->bytes, written->sha256, best});
    return {};
}

Result<TrainOutcome> Trainer::conclude(const std::string& outcome)
{
    TrainOutcome result{outcome, m_progress.epoch, 0, {}};
    if (outcome == "completed") {
        if (auto reported = reportFinal(result); !reported) {
            return fail(reported.error());
        }
    }
    std::error_code ec;
    if (std::filesystem::exists(m_log.directory() / "results.csv", ec)) {
        m_log.artifact("results.csv", "results_csv");
    }
    result.seconds = monotonicSeconds() - m_start;
    if (auto status = m_log.status(); !status) {
        return fail(status.error());
    }
    return result;
}

} // namespace yardstick::training
