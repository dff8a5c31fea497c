// Migration 3: what was expected of an experiment when it was put on a queue. Released: never edited, only followed.
#pragma once

#include "core/store/sql.h"

namespace yardstick::schema {
void applyV3(sql::Database& database);
} // namespace yardstick::schema
