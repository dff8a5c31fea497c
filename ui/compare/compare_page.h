// ComparePage (Compare › Machines): which machine is cheapest per epoch for a job: a sentence, the table, pictures.
// All figures come from compareMachines in core. Live; nothing is written. Owner thread: GUI; reads on the reader thread.
#pragma once

#include "core/compare.h"
#include "ui/window/page.h"

#include <QTimer>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace yardstick {
struct MachineWork;
}

namespace yardstick::ui {

class CompareChoices;
class ComparePictures;
class MachinesModel;

class ComparePage : public Page
{
    Q_OBJECT
public:
    explicit ComparePage(WindowContext& context, QWidget* parent = nullptr);
    ~ComparePage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("compare"); }
    void activate() override;
    void refresh() override;
    void focusFilter() override;
    void saveState() override;

    /// Only these (a selection of the experiments page); empty: all that have epochs.
    void setExperiments(std::vector<ExperimentId> experiments);
    [[nodiscard]] const Comparison& comparison() const { return m_comparison; }
    [[nodiscard]] MachinesModel& model() { return *m_model; }

Q_SIGNALS:
    void exportRequested(const yardstick::Comparison& comparison); ///< "Export…": the dialog is the window's
    void experimentsRequested();                                    ///< the empty page's button
    void loaded();

private:
    void buildControls(class QVBoxLayout& box);
    void buildChoices(class QVBoxLayout& box);
    void showNotes();
    void buildResults(class QVBoxLayout& box);
    void schedule();
    void load();
    void present(Comparison comparison, const std::vector<MachineWork>& work);
    void fillWorkloads();
    void fillCurrencies(const std::vector<std::string>& codes);
    [[nodiscard]] CompareOptions options() const;

    Comparison m_comparison;
    std::vector<ExperimentId> m_only;
    MachinesModel* m_model = nullptr;
    QComboBox* m_job = nullptr;
    QSpinBox* m_epochs = nullptr;
    QCheckBox* m_setup = nullptr;
    QCheckBox* m_comparable = nullptr;
    QLineEdit* m_provider = nullptr;
    QComboBox* m_currency = nullptr;
    QWidget* m_currencyBox = nullptr;
    CompareChoices* m_choices = nullptr;
    QPushButton* m_more = nullptr; ///< shows the choices
    QPushButton* m_export = nullptr;
    QLabel* m_scope = nullptr;
    QPushButton* m_allButton = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_notes = nullptr; ///< what else there is to say: deadline, value of time, ties, guesses
    QLabel* m_rates = nullptr; ///< with which prices were converted
    QStackedWidget* m_stack = nullptr;
    QSplitter* m_splitter = nullptr;
    QTableView* m_view = nullptr;
    ComparePictures* m_pictures = nullptr;
    QTimer m_timer;
    bool m_reading = false, m_again = false, m_behind = true, m_filling = false;
};

} // namespace yardstick::ui
