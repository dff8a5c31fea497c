// The words of the comparison charts, and of where prices come from, in the window's language. Owner thread: GUI.
#pragma once

#include "core/charts.h"

#include <QString>

namespace yardstick::ui {

ChartWords chartWords();
/// Where a price comes from: what the program itself wrote is translated, what the user typed stays as it is.
QString priceSourceText(std::string_view source);

} // namespace yardstick::ui
