// ExperimentsPage: the table with its toolbar, filter, columns and layouts, the details under it (beside it on a very wide
// window), the trash, and what happens when an action is triggered: dialogs first, then ExperimentActions.
// Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "ui/window/page.h"

#include <vector>

class QSplitter;
class QStackedWidget;
class QToolButton;
class QUndoCommand;

namespace yardstick::ui {

class ActionSet;
class ColumnsPopup;
class DemoBar;
class EmptyCard;
class ExperimentActions;
class ExperimentSource;
class ExperimentTableModel;
class ExperimentView;
class FilterEdit;
class ImportBars;
class NoMatchCard;
class TableLayouts;
class TrashBar;

class ExperimentsPage : public Page
{
    Q_OBJECT
public:
    explicit ExperimentsPage(WindowContext& context, QWidget* parent = nullptr);
    ~ExperimentsPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override;
    [[nodiscard]] QList<QAction*> pageActions() const override;
    /// Those that concern no selection: they work from every page, where nobody sees what is selected here.
    [[nodiscard]] QList<QAction*> windowActions() const;
    void refresh() override;
    void focusFilter() override;
    void saveState() override;

    /// The pane under the table; owned by this page from now on.
    void setDetails(QWidget* pane);
    [[nodiscard]] ExperimentTableModel& model() { return *m_model; }
    [[nodiscard]] ExperimentView& view() { return *m_view; }
    [[nodiscard]] ExperimentActions& actions() { return *m_actions; }
    [[nodiscard]] std::vector<Experiment> selection() const;
    void select(const std::vector<ExperimentId>& ids);
    void setFilterText(const QString& text);

    void openNew();
    void openClone(ExperimentId id);
    void openEnqueue();
    void openExport();
    void openImport();
    void saveLayout();

Q_SIGNALS:
    void updated(); ///< the rows changed
    /// The selected ones in the order of the table, the current one first; empty: none.
    void selectionChanged(const std::vector<yardstick::ExperimentId>& ids);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    QWidget* buildToolbar();
    void buildMore(QToolButton* more);
    void connectActions();
    void connectTable();
    void handleSelection();
    void handleUpdated();
    void showState();          ///< table, empty card, nothing that matches, or trash
    void clearFilter();
    void contextMenu(const QPoint& at);
    void startDemo();
    void runDemo();
    [[nodiscard]] std::vector<Experiment> demoDrafts() const;
    void selectMade(ExperimentId id);
    void showMade();
    void deleteSelected();
    void showTrashNote();
    void checkTrashNote();
    void takeBackDeleted();
    [[nodiscard]] std::vector<Experiment> stillDeleted() const;
    void purgeSelected();
    void stopNow();
    void continueSelected();
    void resetSelected();
    void editCell(const char* column);
    [[nodiscard]] ExperimentId onlySelected() const; ///< invalid: none, or several
    void placeDetails();

    ExperimentTableModel* m_model = nullptr;
    ExperimentSource* m_source = nullptr;
    ExperimentActions* m_actions = nullptr;
    ActionSet* m_set = nullptr;
    ExperimentView* m_view = nullptr;
    FilterEdit* m_filter = nullptr;
    TableLayouts* m_layouts = nullptr;
    ColumnsPopup* m_columns = nullptr;
    EmptyCard* m_empty = nullptr;
    NoMatchCard* m_noMatch = nullptr;
    DemoBar* m_demoBar = nullptr;
    TrashBar* m_trashBar = nullptr;
    ImportBars* m_imports = nullptr;
    QStackedWidget* m_stack = nullptr;
    QSplitter* m_splitter = nullptr;
    QWidget* m_details = nullptr;
    QToolButton* m_layoutButton = nullptr;
    /// The note that offers to take a delete back.
    struct TrashNote
    {
        std::vector<Experiment> deleted;
        const QUndoCommand* command = nullptr; ///< compared only, it may be gone
        int shown = 0;                         ///< as the presenter names it
        bool written = false;                  ///< the store has them in the trash
    };
    TrashNote m_trashNote;
    int m_deletes = 0;
    ExperimentId m_made; ///< by us, not yet read by the table
    std::vector<ExperimentId> m_selectWhenThere; ///< made by us, not yet in the table
};

} // namespace yardstick::ui
