// ImportDialog: which folder of Ultralytics runs to import, the machine that they ran on, and whether to go on watching it.
// Owner thread: GUI.
#pragma once

#include "core/import/ultralytics_import.h"
#include "ui/window/window_context.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace yardstick::ui {

class ImportDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ImportDialog(WindowContext& context, QWidget* parent = nullptr);

    [[nodiscard]] imports::UltralyticsImport::Options options() const;
    [[nodiscard]] bool watch() const;

private:
    void fillMachines();
    void chooseFolder();
    void refresh();
    [[nodiscard]] std::filesystem::path folder() const;

    WindowContext& m_context;
    QLineEdit* m_folder = nullptr;
    QComboBox* m_machine = nullptr;
    QLineEdit* m_project = nullptr;
    QCheckBox* m_watch = nullptr;
    QLabel* m_fault = nullptr;
    QPushButton* m_accept = nullptr;
};

} // namespace yardstick::ui
