#include "ui/compare/compare_page.h"

#include "core/machine_work.h"
#include "ui/compare/compare_choices.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/machines_model.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/window/error_presenter.h"
#include "ui/wrap_layout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <set>

namespace yardstick::ui {
namespace {

constexpr int kCompareCoalesceMs = 250;
constexpr int kJobWidth = 560;   ///< the most, so that it fits the smallest window

/// What one read gives the page.
struct LoadedComparison
{
    Comparison comparison;
    std::vector<std::string> currencies;
    std::vector<MachineWork> work; ///< where it was asked for
};

Result<LoadedComparison> read(const StoreReader& store, const CompareOptions& options, bool withWork)
{
    auto comparison = compareMachines(store, options);
    if (!comparison) {
        return std::unexpected(comparison.error());
    }
    auto quotes = store.quotes();
    if (!quotes) {
        return std::unexpected(quotes.error());
    }
    auto rates = store.fxRates();
    if (!rates) {
        return std::unexpected(rates.error());
    }
    std::set<std::string> codes{std::string(options.currency.code())};
    for (const FxRate& rate : *rates) {
        codes.emplace(rate.from.code());
        codes.emplace(rate.to.code());
    }
    for (const Quote& quote : *quotes) {
        codes.emplace(quote.price.perHour.currency().code());
    }
    LoadedComparison loaded{std::move(*comparison), {codes.begin(), codes.end()}, {}};
    if (withWork) {
        auto work = machineWork(store, loaded.comparison);
        if (!work) {
            return std::unexpected(work.error());
        }
        loaded.work = std::move(*work);
    }
    return loaded;
}

/// The field with its label before it: the two stay together where a line is broken.
QWidget* labelled(const QString& text, QWidget* field)
{
    auto* both = new QWidget(field->parentWidget());
    auto* label = new QLabel(text, both);
    label->setBuddy(field);
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace1);
    line->addWidget(label);
    line->addWidget(field);
    return both;
}

} // namespace

ComparePage::ComparePage(WindowContext& context, QWidget* parent)
    : Page(context, QStringLiteral("compare"), parent), m_model(new MachinesModel(this))
{
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace3, kSpace3, kSpace3, kSpace2);
    box->setSpacing(kSpace2);
    buildControls(*box);
    buildResults(*box);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kCompareCoalesceMs);
    connect(&m_timer, &QTimer::timeout, this, &ComparePage::load);
    connect(&context.watcher, &StoreWatcher::changed, this, [this](const StoreChanges& changes) {
        if (changes.reload || !changes.attempts.isEmpty() || !changes.experiments.isEmpty() || !changes.quotes.isEmpty()
            || !changes.machines.isEmpty()) {
            schedule();
        }
    });
}

ComparePage::~ComparePage() = default;

QString ComparePage::title() const
{
    return tr("Compare");
}

void ComparePage::buildControls(QVBoxLayout& box)
{
    m_job = new QComboBox(this);
    m_job->setObjectName(QStringLiteral("compareJob"));
    m_job->setAccessibleName(tr("Job to compare"));
    m_job->setToolTip(tr("Only runs of the same work are compared: model, task, data set, image size, augmentation, AMP, cache"));
    m_job->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_job->setMinimumContentsLength(24);
    m_job->setMaximumWidth(kJobWidth);
    m_epochs = new QSpinBox(this);
    m_epochs->setObjectName(QStringLiteral("compareEpochs"));
    m_epochs->setAccessibleName(tr("Epochs of the all-in cost"));
    m_epochs->setRange(1, 100'000);
    m_epochs->setValue(50);
    m_setup = new QCheckBox(tr("Include &set-up"), this);
    m_setup->setObjectName(QStringLiteral("compareSetup"));
    m_setup->setChecked(true);
    m_comparable = new QCheckBox(tr("&Only comparable"), this);
    m_comparable->setObjectName(QStringLiteral("compareComparable"));
    m_comparable->setToolTip(tr("Hide machines that ran other work"));
    m_provider = new QLineEdit(this);
    m_provider->setObjectName(QStringLiteral("compareProvider"));
    m_provider->setAccessibleName(tr("Provider contains"));
    m_provider->setPlaceholderText(tr("provider"));
    m_provider->setClearButtonEnabled(true);
    m_provider->setFixedWidth(110);
    m_currency = new QComboBox(this);
    m_currency->setObjectName(QStringLiteral("compareCurrency"));
    m_currency->setAccessibleName(tr("Currency"));
    m_currency->setToolTip(tr("Prices in other currencies are converted with the rates that you entered: yardstick fx set EUR USD 1.08"));
    m_currencyBox = labelled(tr("&Currency"), m_currency);
    m_export = new QPushButton(icon(QStringLiteral("export")), tr("&Export…"), this);
    m_export->setObjectName(QStringLiteral("compareExport"));
    m_export->setAccessibleName(tr("Export the table"));
    m_more = new QPushButton(tr("&More"), this);
    m_more->setObjectName(QStringLiteral("compareMore"));
    m_more->setAccessibleName(tr("Deadline, value of time, spot market, per image"));
    m_more->setToolTip(m_more->accessibleName());
    m_more->setCheckable(true);
    auto* row = new WrapLayout;
    row->setSpacing(kSpace2);
    for (QWidget* widget : QList<QWidget*>{labelled(tr("&Job"), m_job), labelled(tr("E&pochs"), m_epochs), m_setup, m_comparable, m_provider,
                                           m_currencyBox, m_more, m_export}) {
        row->addWidget(widget);
    }
    box.addLayout(row);
    buildChoices(box);
    m_scope = new QLabel(this);
    m_allButton = new QPushButton(tr("Compare all"), this);
    m_allButton->setObjectName(QStringLiteral("compareAll"));
    connect(m_allButton, &QPushButton::clicked, this, [this] { setExperiments({}); });
    auto* scope = new QHBoxLayout;
    scope->addWidget(m_scope);
    scope->addWidget(m_allButton);
    scope->addStretch(1);
    box.addLayout(scope);
    m_scope->hide();
    m_allButton->hide();
    const auto changed = [this] {
        if (!m_filling) {
            m_timer.start(0);
        }
    };
    connect(m_job, &QComboBox::currentIndexChanged, this, changed);
    connect(m_epochs, &QSpinBox::valueChanged, this, changed);
    connect(m_setup, &QCheckBox::toggled, this, changed);
    connect(m_comparable, &QCheckBox::toggled, this, changed);
    connect(m_provider, &QLineEdit::textChanged, this, [this] { m_timer.start(kCompareCoalesceMs); });
    connect(m_currency, &QComboBox::currentIndexChanged, this, changed);
    connect(m_currency, &QComboBox::currentTextChanged, this, [this](const QString& code) { m_choices->setCurrency(code); });
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(m_comparison); });
}

void ComparePage::buildChoices(QVBoxLayout& box)
{
    m_choices = new CompareChoices(this);
    m_choices->setObjectName(QStringLiteral("compareChoices"));
    m_choices->setCurrency(m_context.settings.currency());
    m_choices->hide();
    box.addWidget(m_choices);
    connect(m_more, &QPushButton::toggled, m_choices, &QWidget::setVisible);
    connect(m_choices, &CompareChoices::changed, this, [this] { m_timer.start(0); });
    m_more->setChecked(m_context.settings.text(QStringLiteral("compare_more")) == QStringLiteral("true"));
}

void ComparePage::showNotes()
{
    QStringList notes;
    for (const Sentence* note : {&m_comparison.deadlineSentence, &m_comparison.timeValueSentence, &m_comparison.tieSentence,
                                 &m_comparison.extrapolatedSentence}) {
        if (!note->empty()) {
            notes << errorText(note->text, note->args);
        }
    }
    m_notes->setText(notes.join(QLatin1Char(' ')));
    m_notes->setVisible(!notes.isEmpty());
}

void ComparePage::buildResults(QVBoxLayout& box)
{
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("compareSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setFont(sized(font(), TextSize::Large));
    m_notes = new QLabel(this);
    m_notes->setObjectName(QStringLiteral("compareNotes"));
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_notes->hide();
    m_rates = new QLabel(this);
    m_rates->setObjectName(QStringLiteral("compareRates"));
    m_rates->setWordWrap(true);
    m_rates->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_rates->hide();
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("machinesTable"));
    m_view->setAccessibleName(tr("Machines by cost per epoch"));
    m_view->setModel(m_model);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_view->verticalHeader()->setVisible(false);
    m_view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setHighlightSections(false);
    auto* errors = new ValueErrorDelegate(m_view);
    for (const int column : {MachinesModel::EpochTime, MachinesModel::Price, MachinesModel::CostPerEpoch, MachinesModel::AllIn,
                             MachinesModel::AllInPerEpoch, MachinesModel::Total}) {
        m_view->setItemDelegateForColumn(column, errors);
    }
    m_pictures = new ComparePictures(this);
    m_pictures->setCurrent(m_context.settings.text(QStringLiteral("compare_picture")));
    connect(m_pictures, &ComparePictures::workNeeded, this, &ComparePage::load);
    connect(m_pictures, &ComparePictures::failed, this, [this](const QString& text) { m_context.errors.showWarning(text); });
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setObjectName(QStringLiteral("compareSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_pictures);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    if (!m_splitter->restoreState(m_context.settings.bytes(QStringLiteral("state/compare_splitter")))) {
        m_splitter->setSizes({300, 400});
    }

    auto* empty = new QWidget(this);
    auto* emptyBox = new QVBoxLayout(empty);
    auto* sentence = new QLabel(tr("Machines stand here side by side as soon as an experiment has run three epochs."), empty);
    sentence->setObjectName(QStringLiteral("compareEmpty"));
    auto* button = new QPushButton(tr("Go to Experiments"), empty);
    button->setObjectName(QStringLiteral("compareEmptyButton"));
    connect(button, &QPushButton::clicked, this, &ComparePage::experimentsRequested);
    emptyBox->addStretch(1);
    emptyBox->addWidget(sentence, 0, Qt::AlignHCenter);
    emptyBox->addWidget(button, 0, Qt::AlignHCenter);
    emptyBox->addStretch(2);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_splitter);
    m_stack->addWidget(empty);
    box.addWidget(m_sentence);
    box.addWidget(m_notes);
    box.addWidget(m_rates);
    box.addWidget(m_stack, 1);
}

CompareOptions ComparePage::options() const
{
    CompareOptions options;
    options.experiments = m_only;
    options.epochs = m_epochs->value();
    options.includeSetup = m_setup->isChecked();
    options.onlyComparable = m_comparable->isChecked();
    if (!m_provider->text().trimmed().isEmpty()) {
        options.providerContains = toUtf8(m_provider->text().trimmed());
    }
    const QString code = m_currency->count() > 0 ? m_currency->currentText() : m_context.settings.currency();
    if (const auto currency = Currency::parse(toUtf8(code))) {
        options.currency = *currency;
    }
    m_choices->apply(options);
    options.baseline = ExperimentId(m_job->currentData().toLongLong());
    return options;
}

void ComparePage::setExperiments(std::vector<ExperimentId> experiments)
{
    m_only = std::move(experiments);
    m_scope->setVisible(!m_only.empty());
    m_allButton->setVisible(!m_only.empty());
    m_scope->setText(tr("Only the %n selected experiment(s)", nullptr, static_cast<int>(m_only.size())));
    m_filling = true;
    m_job->setCurrentIndex(-1); // the newest of the selection decides
    m_filling = false;
    m_behind = true;
    if (isVisible()) {
        load();
    }
}

void ComparePage::activate()
{
    if (m_behind) {
        load();
    }
}

void ComparePage::refresh()
{
    load();
}

void ComparePage::focusFilter()
{
    m_provider->setFocus();
    m_provider->selectAll();
}

void ComparePage::saveState()
{
    m_context.settings.setBytes(QStringLiteral("state/compare_splitter"), m_splitter->saveState());
    m_context.settings.setText(QStringLiteral("compare_more"), m_more->isChecked() ? QStringLiteral("true") : QStringLiteral("false"));
    m_context.settings.setText(QStringLiteral("compare_picture"), m_pictures->current());
}

void ComparePage::schedule()
{
    m_behind = true;
    if (isVisible() && !m_timer.isActive()) {
        m_timer.start(kCompareCoalesceMs);
    }
}

void ComparePage::load()
{
    if (m_reading) {
        m_again = true;
        return;
    }
    m_reading = true;
    m_behind = false;
    m_context.query.run<LoadedComparison>([options = options(), withWork = m_pictures->needsWork()](const StoreReader& store) { return read(store, options, withWork); }, this,
                                [this](Result<LoadedComparison> loaded) {
                                    m_reading = false;
                                    if (!loaded && loaded.error().code == ErrorCode::NotFound && m_job->currentIndex() >= 0) {
                                        m_job->setCurrentIndex(-1); // the run that stood for the job is gone
                                        m_again = true;
                                    } else if (!loaded) {
                                        m_context.errors.showError(loaded.error(), tr("Compare machines"));
                                    } else {
                                        fillCurrencies(loaded->currencies);
                                        present(std::move(loaded->comparison), loaded->work);
                                    }
                                    if (m_again) {
                                        m_again = false;
                                        load();
                                    }
                                });
}

void ComparePage::fillCurrencies(const std::vector<std::string>& codes)
{
    QStringList texts;
    for (const std::string& code : codes) {
        texts << fromUtf8(code);
    }
    m_currency->setVisible(texts.size() > 1);
    m_currencyBox->setVisible(texts.size() > 1);
    QStringList shown;
    for (int i = 0; i < m_currency->count(); ++i) {
        shown << m_currency->itemText(i);
    }
    if (texts == shown) {
        return;
    }
    m_filling = true;
    const QString current = m_currency->count() > 0 ? m_currency->currentText() : m_context.settings.currency();
    m_currency->clear();
    m_currency->addItems(texts);
    m_currency->setCurrentText(current);
    m_choices->setCurrency(m_currency->currentText());
    m_filling = false;
}

void ComparePage::fillWorkloads()
{
    m_filling = true;
    m_job->clear();
    for (const Workload& work : m_comparison.workloads) {
        // Of a path the folder and the file: the whole one is in the tooltip.
        QStringList path = fromUtf8(work.data).split(QLatin1Char('/'));
        QStringList parts{fromUtf8(work.model), path.mid(std::max<qsizetype>(0, path.size() - 2)).join(QLatin1Char('/')),
                          tr("%1 px").arg(work.imgsz)};
        parts.removeAll(QString());
        const QString machines = tr("%n machine(s)", nullptr, work.machines);
        m_job->addItem(parts.join(QStringLiteral(" · ")) + QStringLiteral(" — ") + machines,
                       static_cast<qlonglong>(work.example.value));
        m_job->setItemData(m_job->count() - 1, fromUtf8(work.data), Qt::ToolTipRole);
    }
    m_job->setCurrentIndex(m_comparison.workload ? static_cast<int>(*m_comparison.workload) : -1);
    m_filling = false;
}

void ComparePage::present(Comparison comparison, const std::vector<MachineWork>& work)
{
    const bool firstTime = m_comparison.rows.empty();
    m_comparison = std::move(comparison);
    fillWorkloads();
    m_model->setComparison(m_comparison);
    for (int column = 0; column < MachinesModel::ColumnCount; ++column) { // what no machine has takes no room
        m_view->setColumnHidden(column, !m_comparison.rows.empty() && m_model->isEmptyColumn(column));
    }
    if (firstTime && !m_comparison.rows.empty()) {
        m_view->resizeColumnsToContents(); // once, not on every change
    }
    m_sentence->setText(errorText(m_comparison.sentence, m_comparison.sentenceArgs));
    m_sentence->setVisible(!m_comparison.sentence.empty() && !m_comparison.rows.empty()); // the empty page has its own
    showNotes();
    QStringList rates;
    for (const FxRate& rate : ratesUsed(m_comparison)) {
        rates << tr("Converted with %1, from: %2").arg(rateText(rate), fromUtf8(rate.source));
    }
    m_rates->setText(rates.join(QLatin1Char('\n')));
    m_rates->setVisible(!rates.isEmpty());
    m_pictures->present(m_comparison, work);
    m_stack->setCurrentIndex(m_comparison.rows.empty() ? 1 : 0);
    m_export->setEnabled(!m_comparison.rows.empty());
    Q_EMIT loaded();
}

} // namespace yardstick::ui
