// ExportDialog: a table of the store as a file or on the clipboard: kind, scope, format, columns, digits, preview. The
// tables and the writers are core's (core/export): what is previewed here is what `yardstick export` writes.
// Owner thread: GUI; tables are read on the reader thread.
#pragma once

#include "core/export/shape.h"
#include "core/export/tables.h"
#include "ui/window/window_context.h"

#include <QDialog>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace yardstick::ui {

struct ExperimentColumn;

/// What the page has: its selection, its filter result (both in the order shown) and its shown columns.
struct ExportScope
{
    std::vector<ExperimentId> selected;
    std::vector<ExperimentId> filtered;
    std::vector<const ExperimentColumn*> columns; ///< of the experiments table, from left to right; empty: no such table
    exports::Kind kind = exports::Kind::Experiments;
    std::optional<Comparison> comparison; ///< of the page Compare: the machines as shown there
};

class ExportDialog : public QDialog
{
    Q_OBJECT
public:
    ExportDialog(WindowContext& context, ExportScope scope, QWidget* parent = nullptr);

private:
    void buildChoices(QFormLayout* form);
    void buildButtons(QVBoxLayout* layout);
    void fillRows();             ///< the choices that the kind allows
    void load();                 ///< asks for the table of kind and scope
    void showColumns();
    [[nodiscard]] QString shownHelp() const;
    [[nodiscard]] std::vector<std::string> shownColumns() const; ///< ids of the export; empty: its default set
    void buildShape(QFormLayout* form);
    void allowChoices(); ///< digits where the format rounds, bold where it can, and so on
    [[nodiscard]] exports::Shape shape() const;
    void openReport();
    void showPreview();
    [[nodiscard]] Result<exports::Table> chosen(std::optional<size_t> rows = {}) const;
    [[nodiscard]] exports::Format format() const;
    [[nodiscard]] std::vector<ExperimentId> ids() const; ///< empty: all
    void copy();
    void save();
    void writeTo(const QString& path, const std::string& bytes);
    void busy(bool on);

    WindowContext& m_context;
    ExportScope m_scope;
    exports::Table m_table;
    int m_asked = 0;
    QComboBox* m_kind = nullptr;
    QComboBox* m_which = nullptr;
    QComboBox* m_format = nullptr;
    QSpinBox* m_digits = nullptr;
    QCheckBox* m_bold = nullptr;
    QCheckBox* m_plusMinus = nullptr;
    QCheckBox* m_long = nullptr; ///< one line per value; of scalars the other way round: one line per step when it is off
    QCheckBox* m_bom = nullptr;
    QLineEdit* m_caption = nullptr;
    QLineEdit* m_label = nullptr;
    QCheckBox* m_asShown = nullptr; ///< the columns of the experiments table
    QListWidget* m_columns = nullptr;
    QPlainTextEdit* m_preview = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace yardstick::ui
