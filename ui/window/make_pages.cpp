#include "ui/window/make_pages.h"

#include "ui/compare/compare_page.h"
#include "ui/datasets/datasets_page.h"
#include "ui/details/details_pane.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/experiments/experiment_actions.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/machines/machines_page.h"
#include "ui/params/parameter_editor.h"
#include "ui/queues/queues_page.h"
#include "ui/settings/settings_page.h"
#include "ui/window/main_window.h"

#include <QPointer>

namespace yardstick::ui {
namespace {

/// The editor shows what the details show, with its parent from the same table.
void showParameters(ParameterEditor& editor, ExperimentsPage& page, ExperimentId id)
{
    const Experiment* e = page.model().byId(id);
    if (!e) {
        editor.clear();
        return;
    }
    const Experiment* parent = e->clonedFrom.valid() ? page.model().byId(e->clonedFrom) : nullptr;
    editor.setExperiment(*e, parent ? std::optional(*parent) : std::nullopt);
}

void connectDetails(ExperimentsPage& page, DetailsPane& details, ParameterEditor& editor)
{
    QObject::connect(&page, &ExperimentsPage::selectionChanged, &details, [&](const std::vector<ExperimentId>& ids) {
        const ExperimentId id = ids.empty() ? ExperimentId{} : ids.front();
        details.setExperiment(id);
        showParameters(editor, page, id);
    });
    QObject::connect(&page, &ExperimentsPage::updated, &editor, [&] { showParameters(editor, page, details.experiment()); });
    QObject::connect(&details, &DetailsPane::parentActivated, &page, [&page](ExperimentId id) { page.select({id}); });
    QObject::connect(&editor, &ParameterEditor::cloneRequested, &page, [&page](ExperimentId id) { page.openClone(id); });
    QObject::connect(&editor, &ParameterEditor::changeRequested, &page,
                     [&page](ExperimentId id, const QString& name, const nlohmann::json& value) {
                         if (const Experiment* e = page.model().byId(id)) {
                             nlohmann::json changes = nlohmann::json::object();
                             changes[name.toStdString()] = value;
                             page.actions().setParams(*e, changes);
                         }
                     });
}

void connectCompare(WindowContext& context, MainWindow& window, ExperimentsPage& page, ComparePage& compare)
{
    QObject::connect(&page, &ExperimentsPage::selectionChanged, &compare, [&compare](const std::vector<ExperimentId>& ids) {
        // Two or more selected rows are a question; one is only where the eye rests.
        compare.setExperiments(ids.size() > 1 ? ids : std::vector<ExperimentId>());
    });
    QObject::connect(&compare, &ComparePage::exportRequested, &compare, [&context, &page, &compare](const Comparison& comparison) {
        ExportScope scope;
        scope.selected = page.view().selectedIds();
        scope.filtered = page.model().visibleIds();
        scope.kind = exports::Kind::Machines;
        scope.comparison = comparison;
        auto* dialog = new ExportDialog(context, scope, &compare);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowModality(Qt::WindowModal);
        dialog->open();
    });
    QObject::connect(&compare, &ComparePage::experimentsRequested, &window, [&window] { window.showPage(QStringLiteral("experiments")); });
}

} // namespace

MadePages makePages(WindowContext& context, MainWindow& window)
{
    auto* experiments = new ExperimentsPage(context, &window);
    auto* details = new DetailsPane(context, experiments);
    auto* editor = new ParameterEditor(details);
    details->setParametersWidget(editor);
    experiments->setDetails(details);
    connectDetails(*experiments, *details, *editor);
    auto* queues = new QueuesPage(context, experiments->actions(), &window);
    QObject::connect(queues, &QueuesPage::experimentActivated, &window, [&window, experiments](ExperimentId id) {
        window.showPage(QStringLiteral("experiments"));
        experiments->select({id});
    });
    auto* compare = new ComparePage(context, &window);
    connectCompare(context, window, *experiments, *compare);
    auto* datasets = new DatasetsPage(context, &window);
    QObject::connect(datasets, &DatasetsPage::experimentsRequested, &window, [&window] { window.showPage(QStringLiteral("experiments")); });
    return {{experiments, queues, new MachinesPage(context, &window), compare, datasets, new SettingsPage(context, &window)},
            experiments};
}

} // namespace yardstick::ui
