// EnqueueDialog: which queue the selected experiments go to. With several, the estimate is the first one's.
// Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "ui/window/window_context.h"

#include <QDialog>

#include <optional>
#include <vector>

namespace yardstick::ui {

class QueueChoice;

class EnqueueDialog : public QDialog
{
    Q_OBJECT
public:
    EnqueueDialog(WindowContext& context, const std::vector<Experiment>& experiments, QWidget* parent = nullptr);
    [[nodiscard]] std::optional<QueueId> queue() const;

private:
    QueueChoice* m_queues = nullptr;
};

} // namespace yardstick::ui
