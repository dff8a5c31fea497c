// CloneDialog: clone and enqueue on one screen: what shall differ from the parent, the name, the queue with its estimate.
// Enter does it, Escape leaves. It returns a decision; carrying it out is the caller's. Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "ui/window/window_context.h"

#include <QDialog>

#include <map>
#include <optional>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace yardstick::ui {

class ChangeList;
class QueueChoice;

class CloneDialog : public QDialog
{
    Q_OBJECT
public:
    CloneDialog(WindowContext& context, const Experiment& source, QWidget* parent = nullptr);

    [[nodiscard]] nlohmann::json changes() const; ///< typed; only what differs from the source
    [[nodiscard]] QString name() const;           ///< empty: derived
    [[nodiscard]] std::optional<QueueId> queue() const; ///< empty: saved as a draft

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildButtons(class QVBoxLayout* layout);
    void refresh();
    [[nodiscard]] ExperimentSpec changedSpec() const;

    Experiment m_source;
    ChangeList* m_list = nullptr;
    QueueChoice* m_queues = nullptr;
    QLineEdit* m_name = nullptr;
    QPushButton* m_draft = nullptr;
    QPushButton* m_enqueue = nullptr;
    bool m_asDraft = false;
};

} // namespace yardstick::ui
