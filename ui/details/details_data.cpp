#include "ui/details/details_data.h"

#include "ui/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>

namespace yardstick::ui {
namespace {

bool startsWithAny(const std::string& name, const std::vector<std::string>& prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& p) { return name.rfind(p, 0) == 0; });
}

/// Takes a read's value over, or returns its error from the enclosing function.
template <typename T> bool take(Result<T> result, T& into, Error& error)
{
    if (!result) {
        error = result.error();
        return false;
    }
    into = std::move(*result);
    return true;
}

Result<> readSeries(const StoreReader& store, ExperimentId id, const std::vector<std::string>& prefixes, DetailsData& data)
{
    auto infos = store.series(id);
    if (!infos) {
        return std::unexpected(infos.error());
    }
    std::set<std::string> names;
    for (const SeriesInfo& info : *infos) {
        names.insert(info.name);
    }
    data.seriesNames.assign(names.begin(), names.end());
    for (const std::string& name : data.seriesNames) {
        if (startsWithAny(name, prefixes)) {
            auto points = store.joinedPoints(id, name);
            if (!points) {
                return std::unexpected(points.error());
            }
            data.series.emplace(name, std::move(*points));
        }
    }
    return {};
}

Result<> readNames(const StoreReader& store, DetailsData& data)
{
    auto machines = store.machines();
    if (!machines) {
        return std::unexpected(machines.error());
    }
    for (const Machine& machine : *machines) {
        data.machines.emplace(machine.id.value, machine.name);
    }
    auto queues = store.queues();
    if (!queues) {
        return std::unexpected(queues.error());
    }
    for (const Queue& queue : *queues) {
        data.queues.emplace(queue.id.value, queue.name);
    }
    std::set<std::int64_t> used;
    for (const Attempt& attempt : data.attempts) {
        used.insert(attempt.machineId.value);
    }
    for (const std::int64_t machine : used) {
        if (machine > 0) {
            auto quotes = store.quotes(MachineId(machine));
            if (!quotes) {
                return std::unexpected(quotes.error());
            }
            data.quotes.emplace(machine, std::move(*quotes));
        }
    }
    return {};
}

} // namespace

std::string DetailsData::machineName(MachineId id) const
{
    const auto at = machines.find(id.value);
    return at == machines.end() ? std::string() : at->second;
}

std::string DetailsData::queueName(QueueId id) const
{
    const auto at = queues.find(id.value);
    return at == queues.end() ? std::string() : at->second;
}

const Attempt* DetailsData::lastAttempt() const
{
    const auto at = std::find_if(attempts.rbegin(), attempts.rend(), [](const Attempt& a) { return !a.hidden; });
    return at == attempts.rend() ? nullptr : &*at;
}

const Attempt* DetailsData::attempt(AttemptId id) const
{
    const auto at = std::find_if(attempts.begin(), attempts.end(), [&](const Attempt& a) { return a.id == id; });
    return at == attempts.end() ? nullptr : &*at;
}

std::optional<Currency> DetailsData::currency() const
{
    if (experiment.price) {
        return experiment.price->perHour.currency();
    }
    for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt) {
        const auto at = quotes.find(attempt->machineId.value);
        if (at != quotes.end() && !at->second.empty()) {
            return at->second.back().price.perHour.currency();
        }
    }
    return std::nullopt;
}

Result<std::shared_ptr<const DetailsData>> readDetails(const StoreReader& store, ExperimentId id, const DetailsWants& wants)
{
    auto data = std::make_shared<DetailsData>();
    auto experiment = store.experiment(id);
    if (!experiment) {
        if (experiment.error().code != ErrorCode::NotFound) {
            return std::unexpected(experiment.error());
        }
        data->has = false;
        return data;
    }
    data->experiment = std::move(*experiment);
    if (data->experiment.clonedFrom.valid()) {
        if (auto parent = store.experiment(data->experiment.clonedFrom)) {
            data->parent = std::move(*parent);
            data->changes = difference(data->parent->spec.params, data->experiment.spec.params, data->experiment.spec.task);
        }
    }
    Error error;
    if (!take(store.attempts(id, true), data->attempts, error)) {
        return std::unexpected(error);
    }
    if (auto names = readNames(store, *data); !names) {
        return std::unexpected(names.error());
    }
    const bool fine = (!wants.epochs
                       || (take(store.joinedEpochs(id), data->epochs, error) && take(store.epochs(id), data->allEpochs, error)
                             && take(outcomesOf(store, id), data->outcomes, error)))
                      && (!wants.phases || take(store.phases(id), data->phases, error))
                      && (!wants.images || take(store.images(id), data->images, error))
                      && (!wants.plots || take(store.plots(id), data->plots, error))
                      && (!wants.artifacts || take(store.artifacts(id), data->artifacts, error))
                      && (!wants.messages || take(store.messages(id), data->messages, error));
    if (!fine) {
        return std::unexpected(error);
    }
    if (wants.series) {
        if (auto read = readSeries(store, id, wants.seriesPrefixes, *data); !read) {
            return std::unexpected(read.error());
        }
    }
    return data;
}

XAxes::XAxes(const DetailsData& data)
{
    m_start = data.experiment.startedMs;
    double money = 0;
    const auto currency = data.currency();
    if (currency) {
        m_currency = std::string(currency->code());
    }
    for (const Attempt& attempt : data.attempts) {
        if (attempt.hidden) {
            continue;
        }
        Span span;
        span.begin = attempt.startedMs > 0 ? attempt.startedMs : attempt.createdMs;
        span.end = attempt.endedMs > 0 ? attempt.endedMs : std::max(attempt.lastEventMs, span.begin);
        if (m_start <= 0) {
            m_start = span.begin;
        }
        span.moneyBefore = money;
        std::vector<PriceSegment> segments;
        const auto quotes = data.quotes.find(attempt.machineId.value);
        if (quotes != data.quotes.end()) {
            for (const Quote& quote : quotes->second) {
                segments.push_back({quote.validFromMs, quote.price});
            }
        }
        const PriceTimeline prices = PriceTimeline::make(segments).value_or(PriceTimeline()).from(span.begin);
        if (!prices.empty() && currency && prices.segments().front().price.perHour.currency() == *currency) {
            span.money.emplace(prices, span.begin);
            money += span.money->at(span.end);
            m_moneyKnown = true;
        }
        m_spans.push_back(std::move(span));
    }
}

double XAxes::at(Mode mode, double epoch, double step, UtcMs t) const
{
    switch (mode) {
    case Mode::Epoch:
        return epoch;
    case Mode::Step:
        return step;
    case Mode::WallTime:
        return static_cast<double>(t);
    case Mode::Elapsed:
        return static_cast<double>(t - m_start) / 1000.0;
    case Mode::Money:
        break;
    }
    // The last attempt that had begun by then.
    const Span* span = nullptr;
    for (const Span& one : m_spans) {
        if (one.begin <= t) {
            span = &one;
        }
    }
    return span == nullptr ? 0 : span->moneyBefore + (span->money ? span->money->at(t) : 0);
}

QString clonedFromText(const DetailsData& data, int most)
{
    const Experiment& experiment = data.experiment;
    if (!experiment.clonedFrom.valid()) {
        return {};
    }
    QStringList parts;
    if (data.parent) {
        if (data.parent->spec.modelVariant != experiment.spec.modelVariant) {
            parts << QCoreApplication::translate("Details", "model %1 → %2")
                         .arg(fromUtf8(data.parent->spec.modelVariant), fromUtf8(experiment.spec.modelVariant));
        }
        if (data.parent->spec.data != experiment.spec.data) {
            parts << QCoreApplication::translate("Details", "another data set");
        }
        for (const ParamDifference& change : data.changes) {
            parts << QStringLiteral("%1 %2 → %3").arg(fromUtf8(change.name), fromUtf8(ParamSchema::format(change.a)),
                                                      fromUtf8(ParamSchema::format(change.b)));
        }
    }
    const QString from = QCoreApplication::translate("Details", "cloned from #%1").arg(experiment.clonedFrom.value);
    if (parts.isEmpty()) {
        return from;
    }
    const auto more = static_cast<int>(parts.size()) - most;
    QString list = parts.mid(0, most).join(QStringLiteral(", "));
    if (more > 0) {
        list += QLatin1Char(' ') + QCoreApplication::translate("Details", "and %n more", nullptr, more);
    }
    return from + QStringLiteral(": ") + list;
}

} // namespace yardstick::ui
