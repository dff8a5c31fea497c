// Migration 2: exchange rates. Released: never edited, only followed by further steps.
#pragma once

#include "core/store/sql.h"

namespace yardstick::schema {
void applyV2(sql::Database& database);
}
