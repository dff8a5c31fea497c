// NewExperimentDialog: what a first experiment needs: data set, model, image size, batch, epochs, name; the rest is edited
// in the draft. Faults stand under the field as it is typed. Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "ui/window/window_context.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace yardstick::ui {

class QueueChoice;

class NewExperimentDialog : public QDialog
{
    Q_OBJECT
public:
    explicit NewExperimentDialog(WindowContext& context, QWidget* parent = nullptr);

    [[nodiscard]] ExperimentSpec spec() const;
    [[nodiscard]] std::optional<QueueId> queue() const; ///< empty: saved as a draft

protected:
    bool event(QEvent* event) override; ///< makes room for a sentence that takes more lines

private:
    struct Field
    {
        QLineEdit* edit = nullptr;
        QLabel* fault = nullptr;
        std::string parameter;
    };
    Field addField(class QFormLayout* form, const QString& label, const char* name, const std::string& parameter);
    void buildButtons(class QVBoxLayout* layout);
    void browse();
    void taskChanged();
    void refresh();

    WindowContext& m_context;
    QComboBox* m_task = nullptr;
    QComboBox* m_model = nullptr;
    QLineEdit* m_data = nullptr;
    QLabel* m_dataFault = nullptr;
    QLineEdit* m_name = nullptr;
    Field m_imgsz, m_batch, m_epochs;
    QueueChoice* m_queues = nullptr;
    QPushButton* m_draft = nullptr;
    QPushButton* m_enqueue = nullptr;
    bool m_asDraft = false;
};

} // namespace yardstick::ui
