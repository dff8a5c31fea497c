// A store with one experiment that waits for its attempt's log: machine, quote, host, queue, attempt 1.
#pragma once

#include "core/base/platform.h"
#include "core/ingest.h"
#include "core/store/store.h"
#include "tests/support/event_log.h"

#include <filesystem>
#include <stdexcept>

namespace yardstick::test {

/// The value, or an exception that fails the test with the sentence.
template <typename T> T must(Result<T> result)
{
    if (!result) {
        throw std::runtime_error(result.error().message() + " " + result.error().detail);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

struct Seeded
{
    MachineId machine;
    HostId host;
    QueueId queue;
    ExperimentId experiment;
    AttemptId attempt;
};

/// Price 3.60 USD an hour: 0.001 a second. Valid since ever.
inline Seeded seed(Store& store, const std::filesystem::path& runs, int attempts = 1)
{
    return must(store.runFor<Seeded>([&](StoreWriter& w) -> Result<Seeded> {
        Seeded s;
        Host host;
        host.name = "this host";
        host.kind = "local";
        s.host = must(w.upsertHost(host));
        Machine machine;
        machine.name = "this host, all cores";
        machine.provider = "owned";
        machine.market = "owned";
        machine.hostId = s.host;
        s.machine = must(w.upsertMachine(machine));
        Quote quote;
        quote.machineId = s.machine;
        quote.price.perHour = Money(3'600'000, {});
        quote.market = "owned";
        quote.source = "test";
        quote.createdMs = 1;
        must(w.insertQuote(quote));
        Queue queue;
        queue.name = "all cores";
        queue.hostId = s.host;
        queue.machineId = s.machine;
        s.queue = must(w.upsertQueue(queue));
        Experiment e;
        e.spec.name = "first";
        e.spec.params = {{"epochs", 4}};
        e.queueId = s.queue;
        s.experiment = must(w.insertExperiment(e));
        for (int i = 1; i <= attempts; ++i) {
            Attempt a;
            a.experimentId = s.experiment;
            a.queueId = s.queue;
            a.machineId = s.machine;
            a.hostId = attempts == 1 ? s.host : HostId(); // several on one host would count as shared
            a.createdMs = 1'780'000'000'000;
            a.endedMs = 0;
            a.token = "token-" + std::to_string(i);
            a.runDirectory = (runs / std::to_string(i)).string();
            std::filesystem::create_directories(a.runDirectory);
            const AttemptId id = must(w.insertAttempt(a));
            s.attempt = i == 1 ? id : s.attempt;
        }
        return s;
    }));
}

inline void writeLog(const std::filesystem::path& runs, int number, std::string_view bytes)
{
    std::filesystem::create_directories(runs / std::to_string(number));
    must(platform::writeFileAtomic(runs / std::to_string(number) / run_files::kEvents, bytes));
}

/// Ingests until nothing is left; the number of events.
inline std::int64_t ingestAll(Store& store, AttemptId id, std::int64_t maxBytes = 1 << 20, bool final = false)
{
    std::int64_t events = 0;
    for (;;) {
        const IngestResult r = must(ingestOnce(store, id, final, maxBytes));
        events += r.events;
        if (!r.more) {
            return events;
        }
    }
}

} // namespace yardstick::test
