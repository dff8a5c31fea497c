// Price actions: asks for a machine's price (owned-machine form or plain) and writes the new quote; an earlier one is never
// edited. Shared by the pages Queues and Machines. Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "ui/window/window_context.h"

class QWidget;

namespace yardstick::ui {

/// Opens the dialog; the store is written when it is accepted.
void editPrice(WindowContext& context, MachineId machine, QWidget* parent);

} // namespace yardstick::ui
