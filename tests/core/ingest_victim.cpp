// A program to be killed: it opens a store and works on it until it is done. It notes in a small shared file
// how far it came, so that the test can tell in which phase a kill met it. Exit codes: 0 done, 1 failed (the
// sentence is printed).
//   ingest STORE ATTEMPT BYTES PHASE_FILE [LIMIT]   ingests the attempt's log, BYTES at a time; LIMIT: file
//   size limit write STORE FROM COUNT                          COUNT requests, one transaction each migrate
//   STORE PHASE_FILE                        opens with one more migration
#include "core/base/fault_point.h"
#include "core/ingest.h"
#include "core/store/schema.h"
#include "tests/core/victim_phase.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace yardstick;

volatile std::uint8_t* g_phase = nullptr;

void note(test::VictimPhase phase)
{
    if (g_phase != nullptr) {
        *g_phase = static_cast<std::uint8_t>(phase);
    }
}

void observe(std::string_view point)
{
    if (point == "after_read") {
        note(test::VictimPhase::AfterRead);
    } else if (point == "between_rows_and_offset") {
        note(test::VictimPhase::BetweenRowsAndOffset);
    } else if (point == "before_commit") {
        note(test::VictimPhase::BeforeCommit);
    } else if (point == "after_commit") {
        note(test::VictimPhase::AfterCommit);
    } else if (point == "during_migration") {
        note(test::VictimPhase::Migrating);
    }
}

bool watch(const char* phaseFile)
{
    const int fd = ::open(phaseFile, O_RDWR | O_CLOEXEC);
    void* page = fd < 0 ? MAP_FAILED : ::mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED) {
        return false;
    }
    g_phase = static_cast<volatile std::uint8_t*>(page);
    note(test::VictimPhase::Opening);
    faultPointObserver = observe;
    return true;
}

int failed(const Error& error)
{
    std::printf("%s: %s [%s]\n", std::string(toString(error.code)).c_str(), error.message().c_str(),
                error.detail.c_str());
    return 1;
}

void limitFileSize(const char* bytes)
{
    std::signal(SIGXFSZ, SIG_IGN); // writing beyond the limit fails, as on a full disk
    const rlimit limit{std::strtoull(bytes, nullptr, 10), RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

int ingest(int argc, char** argv)
{
    if (argc < 6 || !watch(argv[5])) {
        return 2;
    }
    if (argc > 6) {
        limitFileSize(argv[6]);
    }
    auto store = Store::open(argv[2]);
    if (!store) {
        return failed(store.error());
    }
    const AttemptId attempt(std::strtoll(argv[3], nullptr, 10));
    for (;;) {
        note(test::VictimPhase::Reading);
        const auto result = ingestOnce(**store, attempt, true, std::strtoll(argv[4], nullptr, 10));
        if (!result) {
            return failed(result.error());
        }
        if (!result->more) {
            break;
        }
    }
    note(test::VictimPhase::Closing);
    store->reset();
    note(test::VictimPhase::Over);
    return 0;
}

int write(int argc, char** argv)
{
    if (argc < 5) {
        return 2;
    }
    auto store = Store::open(argv[2]);
    if (!store) {
        return failed(store.error());
    }
    const long from = std::strtol(argv[3], nullptr, 10);
    for (long i = from; i < from + std::strtol(argv[4], nullptr, 10); ++i) {
        const auto done = (*store)->runFor<RequestId>([i](StoreWriter& w) {
            Request request;
            request.kind = "stop";
            request.target = i;
            return w.insertRequest(request);
        });
        if (!done) {
            return failed(done.error());
        }
    }
    return 0;
}

void applyNext(sql::Database& db)
{
    db.exec("ALTER TABLE hosts ADD COLUMN rack TEXT NOT NULL DEFAULT ''");
    faultPoint("during_migration");
    db.exec("UPDATE hosts SET rack = 'r1'");
    faultPoint("during_migration");
}

int migrate(int argc, char** argv)
{
    if (argc < 4 || !watch(argv[3])) {
        return 2;
    }
    std::vector<schema::Step> steps(schema::steps().begin(), schema::steps().end());
    steps.push_back({steps.back().version + 1, applyNext});
    auto store = Store::open(argv[2], {steps, {}});
    return store ? 0 : failed(store.error());
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    const std::string_view mode = argc > 1 ? argv[1] : "";
    if (mode == "ingest") {
        return ingest(argc, argv);
    }
    if (mode == "write") {
        return write(argc, argv);
    }
    return mode == "migrate" ? migrate(argc, argv) : 2;
}
