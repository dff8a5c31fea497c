// Migration 1: the first schema. Released: never edited, only followed by further steps.
#pragma once

#include "core/store/sql.h"

namespace yardstick::schema {
void applyV1(sql::Database& database);
}
