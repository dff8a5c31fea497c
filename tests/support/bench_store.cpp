#include "tests/support/bench_store.h"

#include "core/store/store.h"

#include <cmath>
#include <random>

namespace yardstick::test {
namespace {

constexpr UtcMs kStartMs = 1'780'000'000'000;
constexpr int kSeriesPerStep = 6;

class BenchStore
{
public:
    BenchStore(StoreWriter& writer, std::int64_t pointsEach, std::vector<MachineId> machines)
        : m_writer(writer)
        , m_pointsEach(pointsEach)
        , m_machines(std::move(machines))
    {}

    static Result<std::vector<MachineId>> setUp(StoreWriter& writer)
    {
        std::vector<MachineId> machines;
        for (int i = 0; i < 4; ++i) {
            Machine machine;
            machine.name = "machine " + std::to_string(i + 1);
            machine.provider = "owned";
            machine.market = "owned";
            auto id = writer.upsertMachine(machine);
            if (!id) {
                return fail(id.error());
            }
            Quote quote;
            quote.machineId = *id;
            quote.price.perHour = Money(200'000 * (i + 1), {});
            quote.market = "owned";
            quote.source = "bench";
            if (auto done = writer.insertQuote(quote); !done) {
                return fail(done.error());
            }
            machines.push_back(*id);
        }
        return machines;
    }

    Result<> addExperiment(int number)
    {
        static constexpr const char* kVariants[] = {"yolov8n", "yolov8s", "yolov8m", "yolov8l"};
        Experiment e;
        e.spec.name = "run " + std::to_string(number);
        e.spec.project = "Project " + std::to_string(number % 10);
        e.spec.modelVariant = kVariants[number % 4];
        e.spec.data = "/data/visdrone.yaml";
        e.spec.params = {{"epochs", 50},
                         {"imgsz", 320 + 32 * (number % 11)},
                         {"batch", 8 << (number % 4)},
                         {"lr0", 0.001 * (number % 7 + 1)}};
        e.spec.tags = {number % 3 == 0 ? "baseline" : "sweep"};
        const bool ran = number % 10 != 0;
        e.status = ran ? ExperimentStatus::Completed : ExperimentStatus::Draft;
        e.createdMs = kStartMs + number * 60'000LL;
        const auto id = m_writer.insertExperiment(e);
        if (!id || !ran) {
            return id ? Result<>{} : Result<>(fail(id.error()));
        }
        Attempt a;
        a.experimentId = *id;
        a.machineId = m_machines[static_cast<size_t>(number) % m_machines.size()];
        a.token = "bench-" + std::to_string(number);
        a.outcome = AttemptOutcome::Completed;
        a.createdMs = e.createdMs;
        const auto attempt = m_writer.insertAttempt(a);
        if (!attempt) {
            return fail(attempt.error());
        }
        return m_writer.ingest(*attempt, events(number, e.createdMs), {}, 1);
    }

private:
    std::vector<Event> events(int number, UtcMs start)
    {
        std::mt19937 random(static_cast<unsigned>(number));
        std::uniform_real_distribution<double> noise(-0.05, 0.05);
        std::vector<Event> out;
        const auto add = [&](UtcMs t, EventBody body) {
            Event event;
            event.seq = static_cast<std::int64_t>(out.size()) + 1;
            event.t = t;
            event.body = std::move(body);
            out.push_back(std::move(event));
        };
        add(start, HelloEvent{});
        const std::int64_t steps = std::max<std::int64_t>(m_pointsEach / kSeriesPerStep, 5);
        const int epochs = 5;
        for (std::int64_t step = 1; step <= steps; ++step) {
            const int epoch = static_cast<int>((step - 1) * epochs / steps) + 1;
            const double decay = 2 / std::sqrt(static_cast<double>(step));
            ScalarsEvent s{step, epoch, {}};
            s.values = {{"train/box_loss", decay + noise(random)},
                        {"train/cls_loss", decay + noise(random)},
                        {"train/dfl_loss", decay + noise(random)},
                        {"metrics/mAP50(B)", 0.9 - decay / 4 + noise(random)},
                        {"metrics/precision(B)", 0.8 + noise(random)},
                        {"metrics/recall(B)", 0.7 + noise(random)}};
            add(start + step * 500, std::move(s));
            if (step == steps || static_cast<int>(step * epochs / steps) + 1 != epoch) {
                EpochEvent e;
                e.epoch = epoch;
                e.epochs = 50;
                e.step = step;
                e.seconds = 20 + noise(random) * 20;
                e.images = 400;
                add(start + step * 500, e);
            }
        }
        return out;
    }

    StoreWriter& m_writer;
    std::int64_t m_pointsEach;
    std::vector<MachineId> m_machines;
};

} // namespace

Result<> makeBenchStore(const std::filesystem::path& file, int experiments, std::int64_t points)
{
    auto store = Store::open(file);
    if (!store) {
        return fail(store.error());
    }
    const int runs = std::max(1, experiments - (experiments + 9) / 10);
    constexpr int kPerTransaction = 200;
    const auto machines = (*store)->runFor<std::vector<MachineId>>(&BenchStore::setUp);
    if (!machines) {
        return fail(machines.error());
    }
    for (int first = 1; first <= experiments; first += kPerTransaction) {
        const auto done = (*store)->run(
            [&](StoreWriter& writer) -> Result<> {
                BenchStore bench(writer, points / runs + kSeriesPerStep, *machines);
                for (int n = first; n < first + kPerTransaction && n <= experiments; ++n) {
                    if (auto added = bench.addExperiment(n); !added) {
                        return added;
                    }
                }
                return {};
            },
            Store::Durability::Process);
        if (!done) {
            return done;
        }
    }
    return {};
}

} // namespace yardstick::test
