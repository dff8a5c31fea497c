// ParameterEditor: every parameter of one experiment, from the schema, in groups; what differs from the default and from
// the parent is marked; faults are shown in the row as they are typed. It writes nothing itself: it says what the user
// wants changed. Read-only when the experiment is no draft ("Clone to change"). Owner thread: GUI.
#pragma once

#include "core/base/params.h"
#include "core/records.h"

#include <QModelIndex>
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
    /// `value` is typed and valid (actions::setParams); a reset asks for the default's or the parent's value.
    void changeRequested(yardstick::ExperimentId id, const QString& name, const nlohmann::json& value);
    void cloneRequested(yardstick::ExperimentId id);

private:
    void buildBar();
    void buildView();
    void applyFilter();
    void showCurrent();
    void showEditable();
    [[nodiscard]] QModelIndex currentSource() const;

    ParameterModel* m_model = nullptr;
    ParameterFilter* m_filter = nullptr;
    QLineEdit* m_search = nullptr;
    QToolButton* m_changedOnly = nullptr;
    QToolButton* m_advanced = nullptr;
    QWidget* m_banner = nullptr;
    QPushButton* m_clone = nullptr;
    QTreeView* m_view = nullptr;
    QLabel* m_help = nullptr;
    QPushButton* m_toDefault = nullptr;
    QPushButton* m_toParent = nullptr;
};

} // namespace yardstick::ui
