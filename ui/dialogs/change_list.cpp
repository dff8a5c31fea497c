#include "ui/dialogs/change_list.h"

#include "ui/format.h"
#include "ui/params/parameter_model.h"
#include "ui/params/spec_values.h"
#include "ui/theme/tokens.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

QStringList choicesOf(const ParamSpec& spec, const std::string& task)
{
    QStringList choices;
    if (spec.name == "model_variant") {
        for (const std::string& variant : modelVariants(task)) {
            choices << fromUtf8(variant);
        }
    } else if (spec.type == ParamType::Choice) {
        for (const std::string& choice : spec.choices) {
            choices << fromUtf8(choice);
        }
    } else if (spec.type == ParamType::Bool) {
        choices << QStringLiteral("true") << QStringLiteral("false");
    }
    if (!choices.isEmpty() && spec.nullable) {
        choices << QStringLiteral("None");
    }
    return choices;
}

void setFaultColour(QLabel* label)
{
    QPalette p = label->palette();
    p.setColor(QPalette::WindowText, tokensFor(*label).bad);
    label->setPalette(p);
}

} // namespace

ChangeList::ChangeList(const ExperimentSpec& source, QWidget* parent) : QWidget(parent), m_source(source)
{
    setObjectName(QStringLiteral("changeList"));
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kSpace2);
    m_grid->setVerticalSpacing(kSpace1);
    m_grid->setColumnStretch(3, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_grid);
    buildAdder();
    layout->addStretch(1);
}

void ChangeList::buildAdder()
{
    m_adder = new QLineEdit(this);
    m_adder->setObjectName(QStringLiteral("addParameter"));
    m_adder->setAccessibleName(tr("Change another parameter"));
    m_adder->setPlaceholderText(tr("+ change another parameter"));
    m_adderFault = new QLabel(this);
    m_adderFault->setObjectName(QStringLiteral("addParameterFault"));
    m_adderFault->setWordWrap(true);
    setFaultColour(m_adderFault);
    m_adderFault->hide();
    QStringList names;
    for (const ParamSpec& spec : ParamSchema::get().all()) {
        if (spec.name != "mode") {
            names << fromUtf8(spec.name);
        }
    }
    auto* completer = new QCompleter(names, m_adder);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->popup()->setObjectName(QStringLiteral("addParameterCompletions"));
    completer->popup()->setAccessibleName(tr("Parameters that can be changed"));
    m_adder->setCompleter(completer);
    const auto take = [this](const QString& name) {
        if (name.isEmpty()) {
            return;
        }
        if (add(name)) {
            // The completer writes its text after this signal: clear once it has.
            QMetaObject::invokeMethod(m_adder, &QLineEdit::clear, Qt::QueuedConnection);
            m_adderFault->hide();
            return;
        }
        const auto parsed = ParamSchema::get().parse(toUtf8(name), "");
        m_adderFault->setText(parsed ? QString() : errorText(parsed.error()));
        m_adderFault->setVisible(!m_adderFault->text().isEmpty());
    };
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, take);
    connect(m_adder, &QLineEdit::returnPressed, this, [this, take] { take(m_adder->text().trimmed()); });
    connect(m_adder, &QLineEdit::textEdited, m_adderFault, &QLabel::hide);
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    layout->addWidget(m_adder);
    layout->addWidget(m_adderFault);
}

bool ChangeList::add(const QString& name, bool focus)
{
    const ParamSpec* spec = ParamSchema::get().find(toUtf8(name));
    if (!spec) {
        return false;
    }
    for (const Row& row : m_rows) {
        if (row.spec == spec) {
            row.field->setFocus();
            return true;
        }
    }
    const QString before = fromUtf8(ParamSchema::format(specValue(m_source, spec->name)));
    Row row{spec, nullptr, new QLabel(this)};
    const QStringList choices = choicesOf(*spec, m_source.task);
    if (choices.isEmpty()) {
        auto* edit = new QLineEdit(before, this);
        edit->selectAll();
        row.field = edit;
    } else {
        auto* box = new QComboBox(this);
        box->addItems(choices);
        box->setCurrentText(before);
        row.field = box;
    }
    row.field->setObjectName(QStringLiteral("change_") + name);
    row.field->setAccessibleName(name);
    row.field->setToolTip(parameterHelp(spec->help) + QLatin1Char('\n') + describeType(*spec));
    row.fault->setObjectName(QStringLiteral("fault_") + name);
    row.fault->setWordWrap(true);
    setFaultColour(row.fault);
    row.fault->hide();
    const int line = static_cast<int>(m_rows.size()) * 2;
    auto* label = new QLabel(name, this);
    label->setBuddy(row.field);
    auto* old = new QLabel(before, this);
    old->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    old->setMaximumWidth(fontMetrics().averageCharWidth() * 18);
    old->setToolTip(before);
    QPalette p = old->palette();
    p.setColor(QPalette::WindowText, tokensFor(*this).secondary);
    old->setPalette(p);
    m_grid->addWidget(label, line, 0);
    m_grid->addWidget(old, line, 1);
    m_grid->addWidget(new QLabel(QStringLiteral("→"), this), line, 2);
    m_grid->addWidget(row.field, line, 3);
    m_grid->addWidget(row.fault, line + 1, 0, 1, 4);
    m_rows.push_back(row);
    const auto changedHere = [this, spec] {
        for (const Row& r : m_rows) {
            if (r.spec == spec) {
                check(r);
            }
        }
        Q_EMIT changed();
    };
    if (auto* edit = qobject_cast<QLineEdit*>(row.field)) {
        connect(edit, &QLineEdit::textChanged, this, changedHere);
    } else {
        connect(qobject_cast<QComboBox*>(row.field), &QComboBox::currentTextChanged, this, changedHere);
    }
    setTabOrder(m_rows.size() > 1 ? m_rows[m_rows.size() - 2].field : this, row.field);
    setTabOrder(row.field, m_adder);
    if (focus) {
        row.field->setFocus();
    }
    return true;
}

QString ChangeList::textOf(const Row& row) const
{
    if (const auto* edit = qobject_cast<const QLineEdit*>(row.field)) {
        return edit->text().trimmed();
    }
    return qobject_cast<const QComboBox*>(row.field)->currentText();
}

void ChangeList::check(const Row& row)
{
    const auto parsed = ParamSchema::get().parse(row.spec->name, toUtf8(textOf(row)));
    row.fault->setText(parsed ? QString() : errorText(parsed.error()));
    row.fault->setVisible(!parsed);
    row.field->setAccessibleDescription(row.fault->text());
}

nlohmann::json ChangeList::changes() const
{
    nlohmann::json all = nlohmann::json::object();
    for (const Row& row : m_rows) {
        const auto parsed = ParamSchema::get().parse(row.spec->name, toUtf8(textOf(row)));
        if (parsed && *parsed != specValue(m_source, row.spec->name)) {
            all[row.spec->name] = *parsed;
        }
    }
    return all;
}

QString ChangeList::fault() const
{
    for (const Row& row : m_rows) {
        if (const auto parsed = ParamSchema::get().parse(row.spec->name, toUtf8(textOf(row))); !parsed) {
            return errorText(parsed.error());
        }
    }
    return {};
}

} // namespace yardstick::ui
