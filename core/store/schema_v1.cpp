#include "core/store/schema_v1.h"

#include "core/base/fault_point.h"

namespace yardstick::schema {
namespace {

// Times are UTC milliseconds, 0: not yet. Money is micro-units and an ISO 4217 code. JSON is text.

constexpr const char* kSetup = R"sql(
CREATE TABLE writers (           -- processes that have the store open for writing; a stale row tells of an unclean exit
    token TEXT PRIMARY KEY, host TEXT NOT NULL, boot_id TEXT NOT NULL, pid INTEGER NOT NULL,
    start_ticks INTEGER NOT NULL,
    opened_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE changes (           -- what was written, kept 10 minutes
    seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id INTEGER NOT NULL, t_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE projects (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE hosts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, address TEXT,
    slots INTEGER NOT NULL,
    cpu_threads INTEGER NOT NULL, cpu TEXT NOT NULL, ram_bytes INTEGER NOT NULL, gpus TEXT
) STRICT;
CREATE TABLE machines (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, provider TEXT NOT NULL, region TEXT NOT NULL,
    market TEXT NOT NULL,
    gpu TEXT NOT NULL, vram_gb REAL NOT NULL, vcpu INTEGER NOT NULL, ram_gb REAL NOT NULL,
    host_id INTEGER REFERENCES hosts(id) ON DELETE SET NULL, threads INTEGER NOT NULL, owned_price TEXT,
    source TEXT NOT NULL,
    UNIQUE (provider, name, market)
) STRICT;
CREATE TABLE quotes (            -- never edited, superseded
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    machine_id INTEGER NOT NULL REFERENCES machines(id) ON DELETE CASCADE,
    price_micros INTEGER NOT NULL, price_currency TEXT NOT NULL, market TEXT NOT NULL,
    valid_from_ms INTEGER NOT NULL,
    source TEXT NOT NULL, example INTEGER NOT NULL, created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX quotes_by_machine ON quotes(machine_id, valid_from_ms, id);
CREATE TABLE queues (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, launcher TEXT NOT NULL,
    host_id INTEGER REFERENCES hosts(id) ON DELETE SET NULL,
    machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,
    threads INTEGER NOT NULL, gpus TEXT, position INTEGER NOT NULL, paused INTEGER NOT NULL,
    limits TEXT NOT NULL, settings TEXT,
    example INTEGER NOT NULL
) STRICT;
CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, target INTEGER NOT NULL, payload TEXT,
    created_ms INTEGER NOT NULL,
    done_ms INTEGER NOT NULL, result TEXT NOT NULL
) STRICT;
CREATE INDEX requests_open ON requests(id) WHERE done_ms = 0;
)sql";

constexpr const char* kExperiments = R"sql(
CREATE TABLE experiments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, project_id INTEGER NOT NULL REFERENCES projects(id),
    name TEXT NOT NULL,
    task TEXT NOT NULL, model_variant TEXT NOT NULL, data TEXT NOT NULL, backend TEXT NOT NULL,
    params TEXT NOT NULL,
    container TEXT, tags TEXT, notes TEXT NOT NULL, status TEXT NOT NULL,
    cloned_from INTEGER REFERENCES experiments(id) ON DELETE SET NULL, colour INTEGER NOT NULL,
    published INTEGER NOT NULL,
    archived INTEGER NOT NULL, created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL,
    deleted_ms INTEGER NOT NULL,
    queue_id INTEGER REFERENCES queues(id) ON DELETE SET NULL, queue_position INTEGER NOT NULL,
    queued_ms INTEGER NOT NULL,
    requeues INTEGER NOT NULL, resume INTEGER NOT NULL, reason TEXT NOT NULL,
    -- summary: derived from attempts, series and quotes, so that tables never scan points
    epochs_done INTEGER NOT NULL DEFAULT 0, epochs_planned INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    started_ms INTEGER NOT NULL DEFAULT 0, ended_ms INTEGER NOT NULL DEFAULT 0,
    epoch_seconds REAL NOT NULL DEFAULT 0,
    price_micros INTEGER, price_currency TEXT, epoch_cost_micros INTEGER, epoch_cost_currency TEXT,
    cost_micros INTEGER, cost_currency TEXT, machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,
    dataset_hash TEXT NOT NULL DEFAULT '', last TEXT NOT NULL DEFAULT '', best TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX experiments_by_queue ON experiments(queue_id, status, queue_position);
CREATE INDEX experiments_by_parent ON experiments(cloned_from) WHERE cloned_from IS NOT NULL;
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    experiment_id INTEGER NOT NULL REFERENCES experiments(id) ON DELETE CASCADE,
    number INTEGER NOT NULL, queue_id INTEGER REFERENCES queues(id) ON DELETE SET NULL,
    host_id INTEGER REFERENCES hosts(id) ON DELETE SET NULL,
    machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,
    instance_id INTEGER, token TEXT NOT NULL, run_directory TEXT NOT NULL, launcher TEXT NOT NULL,
    handle TEXT, job_params TEXT,
    resume_from TEXT NOT NULL, outcome TEXT NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL,
    hidden INTEGER NOT NULL,
    shared INTEGER NOT NULL, created_ms INTEGER NOT NULL, started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    threads INTEGER NOT NULL, gpus TEXT,
    -- ingestion
    base_ms INTEGER NOT NULL DEFAULT 0, log_offset INTEGER NOT NULL DEFAULT 0,
    last_seq INTEGER NOT NULL DEFAULT 0,
    bad_lines INTEGER NOT NULL DEFAULT 0, hello TEXT, args TEXT, epochs_planned INTEGER NOT NULL DEFAULT 0,
    last_event_ms INTEGER NOT NULL DEFAULT 0,
    -- summary
    cost_micros INTEGER, cost_currency TEXT, wasted_micros INTEGER, wasted_currency TEXT,
    UNIQUE (experiment_id, number)
) STRICT;
CREATE UNIQUE INDEX attempts_by_token ON attempts(token) WHERE token <> '';
CREATE INDEX attempts_open ON attempts(id) WHERE outcome = 'none';
CREATE INDEX attempts_by_host ON attempts(host_id, ended_ms) WHERE host_id IS NOT NULL;
CREATE INDEX attempts_by_machine ON attempts(machine_id) WHERE machine_id IS NOT NULL;
CREATE INDEX attempts_by_queue ON attempts(queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX attempts_by_end ON attempts(ended_ms);
)sql";

constexpr const char* kEvents = R"sql(
CREATE TABLE epochs (
    attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, epoch INTEGER NOT NULL,
    step INTEGER NOT NULL,
    seconds REAL NOT NULL, data_wait_seconds REAL, compute_seconds REAL, validation_seconds REAL,
    other_seconds REAL,
    images INTEGER NOT NULL, images_per_second REAL, memory_bytes INTEGER NOT NULL,
    gpu_memory_bytes INTEGER NOT NULL,
    mosaic INTEGER NOT NULL, shared INTEGER NOT NULL, ended_ms INTEGER NOT NULL, PRIMARY KEY (attempt_id,
    epoch)
) STRICT, WITHOUT ROWID;
CREATE TABLE series (            -- one scalar curve of one attempt; NULL last or best: no finite value
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, name TEXT NOT NULL,
    points INTEGER NOT NULL DEFAULT 0, nans INTEGER NOT NULL DEFAULT 0, first_step INTEGER, last_step INTEGER,
    last REAL, best REAL, UNIQUE (attempt_id, name)
) STRICT;
CREATE TABLE points (            -- NULL is NaN; infinities are REAL; step of system/…: ms since base_ms
    series INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, step INTEGER NOT NULL, value REAL,
    PRIMARY KEY (series, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE ticks (             -- t_ms: since base_ms; at each change of epoch, else one a second
    attempt INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, step INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    t_ms INTEGER NOT NULL, PRIMARY KEY (attempt, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE phases (
    id INTEGER PRIMARY KEY, attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    origin TEXT NOT NULL, begin_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX phases_by_attempt ON phases(attempt_id);
CREATE TABLE images (
    attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
    path TEXT NOT NULL,
    kind TEXT NOT NULL, epoch INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL, boxes TEXT, names TEXT, UNIQUE (attempt_id, seq)
) STRICT;
CREATE TABLE plots (
    attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    epoch INTEGER NOT NULL, data TEXT, UNIQUE (attempt_id, seq)
) STRICT;
CREATE TABLE artifacts (
    attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
    path TEXT NOT NULL,
    kind TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, epoch INTEGER NOT NULL,
    best INTEGER NOT NULL,
    UNIQUE (attempt_id, seq)
) STRICT;
CREATE TABLE messages (
    attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
    t_ms INTEGER NOT NULL,
    error INTEGER NOT NULL, code TEXT NOT NULL, text TEXT NOT NULL, args TEXT, detail TEXT NOT NULL,
    UNIQUE (attempt_id, seq)
) STRICT;
CREATE TABLE bad_lines (         -- lines of a log that are no events, kept aside
    id INTEGER PRIMARY KEY, attempt_id INTEGER NOT NULL REFERENCES attempts(id) ON DELETE CASCADE,
    log_offset INTEGER NOT NULL,
    text TEXT NOT NULL, why TEXT NOT NULL
) STRICT;
CREATE INDEX bad_lines_by_attempt ON bad_lines(attempt_id, log_offset);
)sql";

} // namespace

void applyV1(sql::Database& database)
{
    database.exec(kSetup);
    faultPoint("during_migration");
    database.exec(kExperiments);
    faultPoint("during_migration");
    database.exec(kEvents);
    faultPoint("during_migration");
}

} // namespace yardstick::schema
