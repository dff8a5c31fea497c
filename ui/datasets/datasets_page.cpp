#include "ui/datasets/datasets_page.h"

#include "core/spec_edit.h"
#include "core/store/store_reader.h"
#include "ui/app_services.h"
#include "ui/datasets/data_checker.h"
#include "ui/datasets/data_report.h"
#include "ui/format.h"
#include "ui/machines/value_table_model.h"
#include "ui/machines/value_view.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

using Uses = std::map<std::string, std::pair<std::string, int>>; ///< path → task, experiments

QString goneSentence(const QString& path)
{
    return DatasetsPage::tr("The data set %1 does not exist any more.").arg(path);
}

ValueCell countCell(std::int64_t count, bool bad = false, const QString& toolTip = {})
{
    return {QString::number(count), static_cast<double>(count), toolTip, false, bad};
}

} // namespace

DatasetsPage::DatasetsPage(WindowContext& context, QWidget* parent) : Page(context, QStringLiteral("datasets"), parent)
{
    m_checker = new DataChecker([&services = context.services] { return services.findWorker(); }, this);
    build();
    connect(&context.watcher, &StoreWatcher::changed, this, [this](const StoreChanges& changes) {
        if (changes.reload || !changes.experiments.isEmpty()) {
            m_stale = true;
            if (isVisible()) {
                load();
            }
        }
    });
    connect(m_checker, &DataChecker::checked, this, [this](const QString& path, const nlohmann::json& report) {
        m_sets[path].checking = false;
        m_sets[path].report = report;
        m_sets[path].fault.clear();
        show();
    });
    connect(m_checker, &DataChecker::failed, this, [this](const QString& path, const Error& error) {
        m_sets[path].checking = false;
        m_sets[path].report = {}; // what an earlier check counted is no longer so
        m_sets[path].fault = errorText(error);
        show();
    });
}

DatasetsPage::~DatasetsPage() = default;

QString DatasetsPage::title() const
{
    return tr("Data sets");
}

QString DatasetsPage::iconName() const
{
    return QStringLiteral("datasets");
}

void DatasetsPage::build()
{
    m_model = new ValueTableModel({{tr("data set"), false, 180},
                                   {tr("task"), false, 80},
                                   {tr("experiments"), true, 90},
                                   {tr("train images"), true, 90},
                                   {tr("val images"), true, 90},
                                   {tr("instances"), true, 90},
                                   {tr("classes"), true, 70},
                                   {tr("problems"), true, 80},
                                   {tr("path"), false, 300}},
                                  this);
    m_classes = new ValueTableModel({{tr("class"), false, 160}, {tr("images"), true, 80}, {tr("instances"), true, 90}}, this);
    const auto action = [this](const char* name, const QString& text, const char* iconName, void (DatasetsPage::*act)()) {
        auto* made = new QAction(icon(QString::fromLatin1(iconName)), text, this);
        made->setObjectName(QString::fromLatin1(name));
        connect(made, &QAction::triggered, this, act);
        return made;
    };
    m_check = action("dataCheck", tr("Check"), "check", &DatasetsPage::checkCurrent);
    m_checkAll = action("dataCheckAll", tr("Check all"), "refresh", &DatasetsPage::checkAll);
    m_open = action("dataOpen", tr("Open the folder"), "folder", &DatasetsPage::openFolder);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
    bar->setSpacing(kSpace2);
    for (QAction* a : pageActions()) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("tool_") + a->objectName());
        button->setDefaultAction(a);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(a->text());
        button->setFocusPolicy(Qt::TabFocus);
        bar->addWidget(button);
    }
    bar->addStretch(1);
    m_view = new ValueView(QStringLiteral("datasetsTable"), tr("Data sets"), m_model, this);
    auto* classView = new ValueView(QStringLiteral("classesTable"), tr("Classes"), m_classes, this);
    m_problems = new QPlainTextEdit(this);
    m_problems->setObjectName(QStringLiteral("dataProblems"));
    m_problems->setAccessibleName(tr("Problems by file and line"));
    m_problems->setReadOnly(true);
    m_problems->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_problems->setTabChangesFocus(true);
    m_summary = new QLabel(this);
    m_summary->setObjectName(QStringLiteral("dataSummary"));
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
    buildEmpty();
    auto* lower = new QSplitter(Qt::Horizontal, this);
    lower->addWidget(classView);
    lower->addWidget(m_problems);
    lower->setSizes({360, 640});
    auto* lowerBox = new QWidget(this);
    auto* lowerLayout = new QVBoxLayout(lowerBox);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    lowerLayout->setSpacing(0);
    lowerLayout->addWidget(m_summary);
    lowerLayout->addWidget(lower, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_view);
    splitter->addWidget(lowerBox);
    splitter->setSizes({260, 400});
    m_content = splitter;
    m_content->hide(); // until the first reading says which of the two
    m_empty->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_empty, 1);
    layout->addWidget(splitter, 1);
    connect(m_view, &ValueView::currentIdChanged, this, &DatasetsPage::showReport);
}

void DatasetsPage::buildEmpty()
{
    m_empty = new QWidget(this);
    auto* sentence = new QLabel(tr("Data sets appear here as soon as an experiment uses them."), m_empty);
    sentence->setObjectName(QStringLiteral("datasetsEmpty"));
    auto* button = new QPushButton(tr("Go to Experiments"), m_empty);
    button->setObjectName(QStringLiteral("datasetsEmptyButton"));
    button->setAccessibleName(button->text());
    connect(button, &QPushButton::clicked, this, &DatasetsPage::experimentsRequested);
    auto* box = new QVBoxLayout(m_empty);
    box->addStretch(1);
    box->addWidget(sentence, 0, Qt::AlignHCenter);
    box->addWidget(button, 0, Qt::AlignHCenter);
    box->addStretch(2);
}

void DatasetsPage::activate()
{
    if (m_stale) {
        load();
    }
}

void DatasetsPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    activate();
}

void DatasetsPage::load()
{
    m_stale = false;
    m_context.query.run<Uses>(
        [](const StoreReader& store) -> Result<Uses> {
            const auto experiments = store.experiments();
            if (!experiments) {
                return yardstick::fail(experiments.error());
            }
            Uses uses;
            for (const Experiment& e : *experiments) {
                if (!e.spec.data.empty()) {
                    auto& use = uses[e.spec.data];
                    use.first = e.spec.task;
                    ++use.second;
                }
            }
            return uses;
        },
        this, [this](Result<Uses> uses) {
            if (!uses) {
                m_context.errors.showError(uses.error(), tr("Read the data sets"));
                return;
            }
            for (auto& [path, set] : m_sets) {
                set.experiments = 0;
            }
            for (const auto& [path, use] : *uses) {
                const QString key = fromUtf8(path);
                const bool fresh = !m_sets.contains(key);
                DataSet& set = m_sets[key];
                if (fresh) {
                    set.id = static_cast<qint64>(m_sets.size());
                    set.path = key;
                }
                set.task = use.first;
                set.experiments = use.second;
            }
            show();
        });
}

void DatasetsPage::show()
{
    std::vector<ValueRow> rows;
    for (const auto& [path, set] : m_sets) {
        if (set.experiments == 0) {
            continue;
        }
        const DataReport report(set.report);
        const bool there = QFileInfo::exists(path);
        ValueRow row{set.id,
                     {{fromUtf8(dataName(toUtf8(path))), {}, path, false, !there}, {fromUtf8(set.task), {}, {}, false, false},
                      countCell(set.experiments)}};
        if (set.checking || !there || !set.fault.isEmpty() || set.report.is_null()) {
            const QString why = set.checking ? tr("checking…") : !there ? tr("missing") : set.fault.isEmpty() ? tr("not checked") : tr("failed");
            const QString toolTip = there || set.checking || !set.fault.isEmpty() ? set.fault : goneSentence(path);
            row.cells.push_back({why, {}, toolTip, true, false});
            row.cells.insert(row.cells.end(), 4, ValueCell{});
        } else {
            const QString why = report.usable() ? QString() : report.sentence();
            row.cells.push_back(countCell(report.images("train"), !why.isEmpty(), why));
            row.cells.push_back(countCell(report.images("val"), !why.isEmpty(), why));
            row.cells.push_back(countCell(report.instances()));
            row.cells.push_back(countCell(report.classes()));
            row.cells.push_back(countCell(report.problems(), report.problems() > 0));
        }
        row.cells.push_back({path, {}, {}, false, false});
        rows.push_back(std::move(row));
    }
    m_empty->setVisible(rows.empty());
    m_content->setVisible(!rows.empty());
    m_model->setRows(std::move(rows));
    if (m_view->currentId() == 0) {
        m_view->setCurrentId(0);
    }
    showReport();
}

DatasetsPage::DataSet* DatasetsPage::current()
{
    for (auto& [path, set] : m_sets) {
        if (set.id == m_view->currentId() && set.experiments > 0) {
            return &set;
        }
    }
    return nullptr;
}

void DatasetsPage::showReport()
{
    const DataSet* set = current();
    m_check->setEnabled(set != nullptr && !set->checking);
    m_open->setEnabled(set != nullptr);
    m_checkAll->setEnabled(m_model->rowCount() > 0);
    std::vector<ValueRow> rows;
    QString summary;
    QString problems;
    if (set) {
        const bool gone = !QFileInfo::exists(set->path);
        const DataReport report(gone ? nlohmann::json() : set->report); // what an earlier check counted is gone with it
        summary = set->fault.isEmpty() ? report.sentence() : set->fault;
        if (set->checking) {
            summary = tr("The worker reads every label…");
        } else if (gone && set->fault.isEmpty()) {
            summary = goneSentence(set->path);
        } else if (set->report.is_null() && set->fault.isEmpty()) {
            summary = tr("Not checked yet: “Check” lets the worker read every label.");
        }
        for (const DataReport::ClassCount& c : report.classCounts()) {
            rows.push_back({c.id + 1, {{c.name, {}, {}, false, false}, countCell(c.images, c.images == 0), countCell(c.instances)}});
        }
        problems = report.problemText();
    }
    m_summary->setText(summary);
    m_classes->setRows(std::move(rows));
    m_problems->setPlainText(problems);
}

void DatasetsPage::checkCurrent()
{
    if (DataSet* set = current()) {
        set->checking = true;
        m_checker->check(set->path);
        show();
    }
}

void DatasetsPage::checkAll()
{
    for (auto& [path, set] : m_sets) {
        if (set.experiments > 0 && QFileInfo::exists(path)) {
            set.checking = true;
            m_checker->check(path);
        }
    }
    show();
}

void DatasetsPage::openFolder()
{
    if (const DataSet* set = current()) {
        const QFileInfo info(set->path);
        const QString folder = info.isDir() ? set->path : info.absolutePath();
        if (const Result<> opened = m_context.services.openUrl(QUrl::fromLocalFile(folder)); !opened) {
            m_context.errors.showError(opened.error(), tr("Open the folder"));
        }
    }
}

} // namespace yardstick::ui
