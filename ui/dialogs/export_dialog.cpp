#include "ui/dialogs/export_dialog.h"

#include "core/compare.h"
#include "ui/dialogs/message_box.h"
#include "ui/dialogs/report_dialog.h"
#include "ui/experiments/experiment_columns.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/store_query.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace yardstick::ui {
namespace {

using exports::Format;
using exports::Kind;

constexpr int kExportWidth = 920;
constexpr int kExportHeight = 700;
constexpr size_t kPreviewRows = 30;
constexpr int kFormWidth = 260;
const QString kLastExportFolder = QStringLiteral("export_folder");

enum Which { Selection, Filtered, Everything, AsShown };

struct FormatName
{
    Format format;
    const char* name;
    const char* ending;
};
constexpr FormatName kFormats[]{{Format::Csv, "CSV", "csv"},     {Format::Tsv, "TSV", "tsv"},   {Format::Markdown, "Markdown", "md"},
                                {Format::Latex, "LaTeX", "tex"}, {Format::Html, "HTML", "html"}, {Format::Json, "JSON", "json"},
                                {Format::Xlsx, "XLSX", "xlsx"}};

const FormatName& formatName(Format format)
{
    return *std::find_if(std::begin(kFormats), std::end(kFormats), [&](const FormatName& f) { return f.format == format; });
}

/// What an export calls a column of the experiments table; empty: no export has it.
std::string exportedAs(const ExperimentColumn& column)
{
    static const std::map<std::string, std::string> others{{"epoch", "epochs"}, {"cost", "cost_total"}, {"param.epochs", "epochs_planned"}};
    if (const auto it = others.find(column.id); it != others.end()) {
        return it->second;
    }
    const std::string_view id = column.id;
    if (id.starts_with("param.")) {
        return column.id.substr(6);
    }
    if (id.starts_with("last.")) {
        return "last_" + column.id.substr(5);
    }
    const auto& known = exports::experimentColumns();
    return std::find(known.begin(), known.end(), column.id) != known.end() ? column.id : std::string();
}

/// Rows in the order of `ids`, by the column that numbers the experiment; rows of others stay behind them as they are.
void orderRows(exports::Table& table, const std::vector<ExperimentId>& ids)
{
    const auto number = std::find_if(table.columns.begin(), table.columns.end(),
                                     [](const exports::Column& c) { return c.id == "id" || c.id == "experiment_id"; });
    if (number == table.columns.end()) {
        return;
    }
    const auto at = static_cast<size_t>(number - table.columns.begin());
    std::unordered_map<std::int64_t, size_t> places;
    for (const ExperimentId id : ids) {
        places.emplace(id.value, places.size());
    }
    const auto placeOf = [&](const std::vector<exports::Cell>& row) {
        const auto* id = std::get_if<std::int64_t>(&row[at].value);
        const auto it = id ? places.find(*id) : places.end();
        return it == places.end() ? places.size() : it->second;
    };
    std::stable_sort(table.rows.begin(), table.rows.end(), [&](const auto& a, const auto& b) { return placeOf(a) < placeOf(b); });
}

/// `columns` empty: the default set.
Result<exports::Table> experimentsInOrder(const StoreReader& store, const std::vector<ExperimentId>& ids,
                                          const std::vector<ExperimentId>& order, std::vector<std::string> columns)
{
    // The number is what rows are known by; where it is not wanted it is taken away again.
    const bool added = !columns.empty() && std::find(columns.begin(), columns.end(), "id") == columns.end();
    if (added) {
        columns.insert(columns.begin(), "id");
    }
    auto table = exports::experimentsTable(store, ids, columns);
    if (!table) {
        return table;
    }
    orderRows(*table, order);
    if (added) {
        table->columns.erase(table->columns.begin());
        for (std::vector<exports::Cell>& row : table->rows) {
            row.erase(row.begin());
        }
    }
    return table;
}

Result<exports::Table> makeTable(const StoreReader& store, Kind kind, const std::vector<ExperimentId>& ids)
{
    switch (kind) {
    case Kind::Machines: {
        CompareOptions options;
        options.experiments = ids;
        const auto comparison = compareMachines(store, options);
        return comparison ? exports::machinesTable(*comparison) : fail(comparison.error());
    }
    case Kind::Epochs:
        return exports::epochsTable(store, ids);
    case Kind::Scalars:
        if (ids.empty()) {
            return fail(ErrorCode::InvalidArgument, "Select the experiment whose scalars shall be exported.");
        }
        return exports::scalarsTable(store, ids.front());
    case Kind::Diff:
        return exports::diffTable(store, ids);
    case Kind::Bill:
        return exports::billTable(store, ids);
    case Kind::Experiments:
    case Kind::Reference:
        break;
    }
    return exports::experimentsTable(store, ids);
}

/// As makeTable(), its rows in the order in which the page shows the experiments.
Result<exports::Table> orderedTable(const StoreReader& store, Kind kind, const std::vector<ExperimentId>& ids,
                                    const std::vector<ExperimentId>& order, const std::vector<std::string>& columns)
{
    if (kind == Kind::Experiments) {
        return experimentsInOrder(store, ids, order, columns);
    }
    auto table = makeTable(store, kind, ids);
    if (table) {
        orderRows(*table, order);
    }
    return table;
}

} // namespace

ExportDialog::ExportDialog(WindowContext& context, ExportScope scope, QWidget* parent)
    : QDialog(parent)
    , m_context(context)
    , m_scope(std::move(scope))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export"));
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    buildChoices(form);
    m_columns = new QListWidget(this);
    m_columns->setObjectName(QStringLiteral("exportColumns"));
    m_columns->setAccessibleName(tr("Columns"));
    auto* left = new QVBoxLayout;
    left->addLayout(form);
    auto* columnsLabel = new QLabel(tr("Co&lumns"), this);
    columnsLabel->setBuddy(m_columns);
    m_asShown = new QCheckBox(tr("Columns as &shown"), this);
    m_asShown->setObjectName(QStringLiteral("exportAsShown"));
    m_asShown->setToolTip(shownHelp());
    left->addWidget(columnsLabel);
    left->addWidget(m_asShown);
    left->addWidget(m_columns, 1);
    auto* leftWidget = new QWidget(this);
    leftWidget->setLayout(left);
    left->setContentsMargins(0, 0, 0, 0);
    leftWidget->setFixedWidth(std::max(kFormWidth, left->sizeHint().width())); // no label is cut
    m_preview = new QPlainTextEdit(this);
    m_preview->setObjectName(QStringLiteral("exportPreview"));
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setReadOnly(true);
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setFont(fixedPitch());
    m_preview->setTabChangesFocus(true);
    auto* middle = new QHBoxLayout;
    middle->addWidget(leftWidget);
    middle->addWidget(m_preview, 1);
    layout->addLayout(middle, 1);
    buildButtons(layout);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        const QSignalBlocker quiet(m_long);
        m_long->setChecked(static_cast<Kind>(m_kind->currentData().toInt()) == Kind::Scalars); // these are long unless asked otherwise
        fillRows();
        load();
    });
    connect(m_which, &QComboBox::currentIndexChanged, this, &ExportDialog::load);
    connect(m_asShown, &QCheckBox::toggled, this, &ExportDialog::load);
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        allowChoices();
        showPreview();
    });
    connect(m_digits, &QSpinBox::valueChanged, this, &ExportDialog::showPreview);
    connect(m_columns, &QListWidget::itemChanged, this, &ExportDialog::showPreview);
    load();
    resize(kExportWidth, kExportHeight);
}

void ExportDialog::buildChoices(QFormLayout* form)
{
    const auto box = [&](const QString& label, const char* name) {
        auto* combo = new QComboBox(this);
        combo->setObjectName(QString::fromLatin1(name));
        combo->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        form->addRow(label, combo);
        return combo;
    };
    m_kind = box(tr("&Table"), "exportKind");
    m_kind->addItem(tr("Experiments"), static_cast<int>(Kind::Experiments));
    m_kind->addItem(tr("Machines"), static_cast<int>(Kind::Machines));
    m_kind->addItem(tr("Epochs"), static_cast<int>(Kind::Epochs));
    m_kind->addItem(tr("Scalars of one experiment"), static_cast<int>(Kind::Scalars));
    m_kind->addItem(tr("Differing parameters"), static_cast<int>(Kind::Diff));
    m_kind->addItem(tr("Bill"), static_cast<int>(Kind::Bill));
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(static_cast<int>(m_scope.kind))));
    m_which = box(tr("&Rows"), "exportScope");
    fillRows();
    m_format = box(tr("&Format"), "exportFormat");
    for (const FormatName& f : kFormats) {
        m_format->addItem(QString::fromLatin1(f.name), static_cast<int>(f.format));
    }
    m_digits = new QSpinBox(this);
    m_digits->setObjectName(QStringLiteral("exportDigits"));
    m_digits->setAccessibleName(tr("Digits"));
    m_digits->setRange(-1, 6);
    m_digits->setValue(-1);
    m_digits->setSpecialValueText(tr("as shown"));
    form->addRow(tr("&Digits"), m_digits);
    buildShape(form);
    allowChoices();
}

void ExportDialog::buildShape(QFormLayout* form)
{
    const auto edit = [&](const QString& label, const char* name, const QString& help) {
        auto* line = new QLineEdit(this);
        line->setObjectName(QString::fromLatin1(name));
        line->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        line->setToolTip(help);
        form->addRow(label, line);
        connect(line, &QLineEdit::textChanged, this, &ExportDialog::showPreview);
        return line;
    };
    m_caption = edit(tr("&Caption"), "exportCaption", tr("Above the table in Markdown, LaTeX, HTML and JSON; empty: its usual caption"));
    m_label = edit(tr("La&bel"), "exportLabel", tr("For references in LaTeX, and the name of an XLSX sheet; empty: its usual label"));
    const auto box = [&](const QString& label, const char* name, bool on) {
        auto* check = new QCheckBox(label, this);
        check->setObjectName(QString::fromLatin1(name));
        check->setChecked(on);
        form->addRow(check);
        connect(check, &QCheckBox::toggled, this, &ExportDialog::showPreview);
        return check;
    };
    m_bold = box(tr("The best in b&old"), "exportBold", true);
    m_plusMinus = box(tr("With ± (&half the 95 % interval)"), "exportPlusMinus", true);
    m_long = box(tr("Lon&g form: one line per value"), "exportLong", false);
    m_bom = box(tr("UTF-8 &mark for spreadsheets"), "exportBom", false);
}

void ExportDialog::allowChoices()
{
    const Format chosen = format();
    const bool exact = chosen == Format::Csv || chosen == Format::Tsv || chosen == Format::Json;
    m_digits->setEnabled(!exact);
    m_digits->setToolTip(exact ? tr("CSV, TSV and JSON hold the exact values")
                               : tr("Decimals of every number; a cell of XLSX shows so many and holds the exact value"));
    m_bold->setEnabled(!exact);
    m_caption->setEnabled(chosen != Format::Csv && chosen != Format::Tsv && chosen != Format::Xlsx);
    m_label->setEnabled(chosen == Format::Latex || chosen == Format::Json || chosen == Format::Xlsx);
    m_bom->setEnabled(chosen != Format::Json && chosen != Format::Xlsx);
}

void ExportDialog::openReport()
{
    auto* dialog = new ReportDialog(m_context, m_scope, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    connect(dialog, &QDialog::accepted, this, &QDialog::accept);
    dialog->open();
}

/// What the rows may be follows from the table: machines that Compare shows are exported as it shows them.
void ExportDialog::fillRows()
{
    const QSignalBlocker quiet(m_which);
    const QVariant before = m_which->currentData();
    m_which->clear();
    if (static_cast<Kind>(m_kind->currentData().toInt()) == Kind::Machines && m_scope.comparison) {
        m_which->addItem(tr("As shown (%n machines)", nullptr, static_cast<int>(m_scope.comparison->rows.size())), AsShown);
        return;
    }
    if (!m_scope.selected.empty()) {
        m_which->addItem(tr("Selection (%n)", nullptr, static_cast<int>(m_scope.selected.size())), Selection);
    }
    if (!m_scope.filtered.empty()) {
        m_which->addItem(tr("Filter result (%n)", nullptr, static_cast<int>(m_scope.filtered.size())), Filtered);
    }
    m_which->addItem(tr("All"), Everything);
    m_which->setCurrentIndex(std::max(0, m_which->findData(before)));
}

void ExportDialog::buildButtons(QVBoxLayout* layout)
{
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("exportState"));
    m_state->setWordWrap(true);
    m_copy = new QPushButton(tr("Copy"), this);
    m_copy->setObjectName(QStringLiteral("exportCopy"));
    m_save = new QPushButton(tr("Save…"), this);
    m_save->setObjectName(QStringLiteral("exportSave"));
    m_save->setDefault(true);
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("exportClose"));
    auto* report = new QPushButton(tr("Re&port…"), this);
    report->setObjectName(QStringLiteral("exportReport"));
    report->setToolTip(tr("One HTML or PDF file with tables, charts and where the figures are from"));
    connect(report, &QPushButton::clicked, this, &ExportDialog::openReport);
    auto* line = new QHBoxLayout;
    line->addWidget(report);
    line->addWidget(m_state, 1);
    for (QPushButton* button : {report, close, m_copy, m_save}) {
        button->setAccessibleName(button->text().remove(QLatin1Char('&')));
        if (button != report) {
            line->addWidget(button);
        }
    }
    layout->addLayout(line);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
}

std::vector<ExperimentId> ExportDialog::ids() const
{
    switch (m_which->currentData().toInt()) {
    case Selection:
        return m_scope.selected;
    case Filtered:
        return m_scope.filtered;
    default:
        return {};
    }
}

Format ExportDialog::format() const
{
    return static_cast<Format>(m_format->currentData().toInt());
}

void ExportDialog::busy(bool on)
{
    m_copy->setEnabled(!on && !m_table.rows.empty());
    m_save->setEnabled(!on && !m_table.rows.empty());
}

void ExportDialog::load()
{
    const int number = ++m_asked;
    const auto kind = static_cast<Kind>(m_kind->currentData().toInt());
    const auto shown = kind == Kind::Machines ? m_scope.comparison : std::nullopt;
    m_asShown->setVisible(kind == Kind::Experiments && !m_scope.columns.empty());
    const auto columns = m_asShown->isChecked() ? shownColumns() : std::vector<std::string>();
    busy(true);
    m_state->setText(tr("Reading…"));
    m_context.query.run<exports::Table>(
        [kind, shown, columns, wanted = ids(), order = m_scope.filtered](const StoreReader& store) {
            return shown ? exports::machinesTable(*shown) : orderedTable(store, kind, wanted, order, columns);
        },
        this,
        [this, number](Result<exports::Table> table) {
            if (number != m_asked) {
                return;
            }
            m_table = table.value_or(exports::Table{});
            m_state->setText(table ? tr("%n rows", nullptr, static_cast<int>(m_table.rows.size())) : errorText(table.error()));
            showColumns();
            showPreview();
            busy(false);
        });
}

std::vector<std::string> ExportDialog::shownColumns() const
{
    std::vector<std::string> ids;
    for (const ExperimentColumn* column : m_scope.columns) {
        const std::string id = exportedAs(*column);
        if (!id.empty() && std::find(ids.begin(), ids.end(), id) == ids.end()) {
            ids.push_back(id);
        }
    }
    return ids;
}

QString ExportDialog::shownHelp() const
{
    QStringList missing;
    for (const ExperimentColumn* column : m_scope.columns) {
        if (exportedAs(*column).empty()) {
            missing << columns::title(*column);
        }
    }
    const QString help = tr("The columns of the table, in their order");
    return missing.isEmpty() ? help : help + QLatin1Char('\n') + tr("Not in an export: %1").arg(missing.join(QStringLiteral(", ")));
}

void ExportDialog::showColumns()
{
    const QSignalBlocker quiet(m_columns);
    m_columns->clear();
    for (const exports::Column& column : m_table.columns) {
        auto* item = new QListWidgetItem(fromUtf8(column.id), m_columns);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
}

exports::Shape ExportDialog::shape() const
{
    exports::Shape shape;
    for (int i = 0; i < m_columns->count(); ++i) {
        if (m_columns->item(i)->checkState() == Qt::Checked) {
            shape.columns.push_back(m_table.columns[static_cast<size_t>(i)].id);
        }
    }
    if (m_digits->value() >= 0) {
        shape.digits = m_digits->value();
    }
    const auto own = [](const QLineEdit* edit) { return edit->text().isEmpty() ? std::nullopt : std::optional(toUtf8(edit->text())); };
    shape.caption = own(m_caption);
    shape.label = own(m_label);
    shape.bestInBold = m_bold->isChecked();
    shape.plusMinus = m_plusMinus->isChecked();
    shape.form = m_long->isChecked() ? exports::Shape::Form::Long : exports::Shape::Form::Wide;
    return shape;
}

Result<exports::Table> ExportDialog::chosen(std::optional<size_t> rows) const
{
    const exports::Shape wanted = shape();
    exports::Table table;
    table.caption = m_table.caption;
    table.label = m_table.label;
    if (wanted.columns.empty()) { // none is ticked: nothing, and not all
        return table;
    }
    table.columns = m_table.columns;
    // A line of the wide form has points from all over the table.
    const bool all = !rows || (wanted.form == exports::Shape::Form::Wide && static_cast<Kind>(m_kind->currentData().toInt()) == Kind::Scalars);
    const size_t count = all ? m_table.rows.size() : std::min(m_table.rows.size(), *rows);
    table.rows.assign(m_table.rows.begin(), m_table.rows.begin() + static_cast<std::ptrdiff_t>(count));
    auto made = exports::shaped(table, wanted);
    if (made && rows && made->rows.size() > *rows) {
        made->rows.resize(*rows);
    }
    return made;
}

void ExportDialog::showPreview()
{
    // A workbook has no text: its preview is the table in Markdown.
    const Format shown = format() == Format::Xlsx ? Format::Markdown : format();
    const auto table = chosen(kPreviewRows);
    const auto text = table ? exports::write(*table, shown) : fail(table.error());
    QString preview = text ? fromUtf8(*text) : errorText(text.error());
    if (text && m_table.rows.size() > kPreviewRows) {
        preview += tr("… and %n more rows", nullptr, static_cast<int>(m_table.rows.size() - kPreviewRows));
    }
    m_preview->setPlainText(preview);
    m_copy->setEnabled(format() != Format::Xlsx && !m_table.rows.empty());
}

void ExportDialog::copy()
{
    const auto table = chosen();
    const auto text = table ? exports::write(*table, format(), {.bom = false}) : fail(table.error());
    if (!text) {
        m_state->setText(errorText(text.error()));
        return;
    }
    QGuiApplication::clipboard()->setText(fromUtf8(*text));
    m_state->setText(tr("%n rows copied", nullptr, static_cast<int>(m_table.rows.size())));
}

void ExportDialog::save()
{
    const FormatName& name = formatName(format());
    const QString ending = QString::fromLatin1(name.ending);
    const QString start = FileDialog::startFolder(m_context.settings.text(kLastExportFolder)) +
                          QStringLiteral("/%1.%2").arg(m_kind->currentText().toLower(), ending);
    QString path = FileDialog::saveFile(this, tr("Export"), start, QStringLiteral("%1 (*.%2)").arg(QString::fromLatin1(name.name), ending));
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QLatin1Char('.') + ending;
    }
    m_context.settings.setText(kLastExportFolder, QFileInfo(path).absolutePath());
    busy(true);
    m_state->setText(tr("Writing…"));
    m_context.query.run<std::string>(
        [table = chosen(), wanted = format(), bom = m_bom->isEnabled() && m_bom->isChecked()](const StoreReader&) -> Result<std::string> {
            return table ? exports::write(*table, wanted, {.bom = bom}) : fail(table.error());
        },
        this,
        [this, path](Result<std::string> bytes) {
            busy(false);
            if (bytes) {
                writeTo(path, *bytes);
            } else {
                m_state->setText(errorText(bytes.error()));
            }
        });
}

void ExportDialog::writeTo(const QString& path, const std::string& bytes)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size()) && file.commit();
    if (!written) {
        m_state->setText(tr("%1 cannot be written: %2").arg(path, file.errorString()));
        return;
    }
    m_context.errors.showNote(tr("%n rows written to %1", nullptr, static_cast<int>(m_table.rows.size())).arg(path));
    accept();
}

} // namespace yardstick::ui
