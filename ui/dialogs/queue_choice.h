// QueueChoice: where an experiment shall run: one row per queue with what waits there, and when it would be ready and what
// it would cost, computed from what was measured on that queue's machine; where nothing comparable was measured it says
// so. Used by the dialogs that enqueue. Owner thread: GUI; estimates come from the reader thread.
#pragma once

#include "core/estimate.h"
#include "core/records.h"
#include "ui/window/window_context.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTableWidget;

namespace yardstick::ui {

class QueueChoice : public QWidget
{
    Q_OBJECT
public:
    explicit QueueChoice(WindowContext& context, QWidget* parent = nullptr);

    /// What would run; estimates follow (again, when parameters change).
    void setSpec(const ExperimentSpec& spec, ExperimentId self = {}); ///< `self`: it may be in the store already
    void select(QueueId queue);
    [[nodiscard]] std::optional<QueueId> selected() const;
    [[nodiscard]] int count() const { return static_cast<int>(m_queues.size()); }

Q_SIGNALS:
    void changed();
    void activated(); ///< Enter or a double click on a row

private:
    void load();
    void ask();
    void show(const std::vector<QueueEstimate>& estimates);
    void fitWidth();
    void showWarning();
    void showSentence();

    WindowContext& m_context;
    ExperimentSpec m_spec;
    ExperimentId m_self;
    std::vector<Queue> m_queues;
    std::vector<QueueEstimate> m_estimates;
    QTableWidget* m_table = nullptr;
    QLabel* m_sentence = nullptr; ///< the estimate of the selected queue in words
    QLabel* m_warning = nullptr;
    int m_asked = 0; ///< answers to earlier questions are dropped
};

} // namespace yardstick::ui
