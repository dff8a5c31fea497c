#include "core/store/schema_v3.h"

#include "core/base/fault_point.h"

namespace yardstick::schema {

void applyV3(sql::Database& database)
{
    // One row each time an experiment is put on a queue; basis none: nothing comparable was measured then.
    database.exec(R"sql(
CREATE TABLE estimates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    experiment_id INTEGER NOT NULL REFERENCES experiments(id) ON DELETE CASCADE,
    queue_id INTEGER REFERENCES queues(id) ON DELETE SET NULL,
    machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,
    created_ms INTEGER NOT NULL, basis TEXT NOT NULL, epochs INTEGER NOT NULL, timed_epochs INTEGER NOT NULL,
    setup_seconds REAL NOT NULL, epoch_seconds REAL NOT NULL, epoch_seconds_low REAL NOT NULL,
    epoch_seconds_high REAL NOT NULL, price_micros INTEGER, price_currency TEXT
) STRICT;
CREATE INDEX estimates_by_experiment ON estimates(experiment_id, id);
)sql");
    faultPoint("during_migration");
    database.exec("CREATE INDEX experiments_by_data ON experiments(data) WHERE dataset_hash <> ''");
    faultPoint("during_migration");
}

} // namespace yardstick::schema
