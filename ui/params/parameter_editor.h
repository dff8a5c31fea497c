// ParameterEditor: every parameter of one experiment, from the schema, in groups; what differs from the default and from
// the parent is marked; faults are shown in the row as they are typed. It writes nothing itself: it says what the user
// wants changed. Read-only when the experiment is no draft ("Clone to change"). Owner thread: GUI.
#pragma once

#include "core/base/params.h"
#include "core/records.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QTreeView;

namespace yardstick::ui {

class ParameterModel;
class ParameterFilter;

class ParameterEditor : public QWidget
{
    Q_OBJECT
public:
    explicit ParameterEditor(QWidget* parent = nullptr);
    ~ParameterEditor() override;

    /// Shows `experiment`; `parent`: what it was cloned from, when that is still there. Keeps search, folds and the
    /// current row, and does not disturb a field that is being edited.
    void setExperiment(const Experiment& experiment, const std::optional<Experiment>& parent);
    void clear();
    [[nodiscard]] ParameterModel& model() { return *m_model; }

Q_SIGNALS:
    /// `value` is typed and valid; null resets a parameter that is not nullable to its default (actions::setParams).
    void changeRequested(yardstick::ExperimentId id, const QString& name, const nlohmann::json& value);
    void resetRequested(yardstick::ExperimentId id, const QString& name);
    void cloneRequested(yardstick::ExperimentId id);

private:
    void buildBar();
    void buildView();
    void applyFilter();
    void showCurrent();

    ParameterModel* m_model = nullptr;
    ParameterFilter* m_filter = nullptr;
    QLineEdit* m_search = nullptr;
    QToolButton* m_changedOnly = nullptr;
    QToolButton* m_advanced = nullptr;
    QPushButton* m_clone = nullptr;
    QLabel* m_note = nullptr;
    QTreeView* m_view = nullptr;
    QLabel* m_help = nullptr;
};

} // namespace yardstick::ui
