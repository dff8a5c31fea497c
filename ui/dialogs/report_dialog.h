// ReportDialog: a report of the experiments that a page has, as one HTML or PDF file: title, rows, kind of file. It is the report
// of `yardstick report`, in the window's language. Owner thread: GUI; it is read on the reader thread and drawn here.
#pragma once

#include "core/report/report.h"
#include "ui/dialogs/export_dialog.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace yardstick::ui {

/// Headings, columns and sentences of a report in the window's language.
ReportWords reportWords();

class ReportDialog : public QDialog
{
    Q_OBJECT
public:
    ReportDialog(WindowContext& context, ExportScope scope, QWidget* parent = nullptr);

private:
    void buildForm(QVBoxLayout* layout);
    void buildButtons(QVBoxLayout* layout);
    [[nodiscard]] ReportOptions options() const;
    void save();
    void write(const Result<Report>& report, const QString& path);

    WindowContext& m_context;
    ExportScope m_scope;
    QLineEdit* m_title = nullptr;
    QComboBox* m_which = nullptr;
    QComboBox* m_format = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace yardstick::ui
