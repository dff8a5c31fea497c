// ParameterModel: the schema as a tree of two levels (groups, parameters) over one experiment's values. Text the user
// types is parsed by the schema; a value that does not parse stays as a fault of its row and is never handed on.
// No I/O: it asks for changes (changeRequested). Owner thread: GUI.
#pragma once

#include "core/base/params.h"
#include "core/records.h"

#include <QAbstractItemModel>

#include <map>
#include <optional>
#include <vector>

namespace yardstick::ui {

class ParameterModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, NoteColumn, ColumnCount };
    enum Role {
        NameRole = Qt::UserRole + 1, ///< schema name; empty for a group
        ChangedRole,                 ///< bool: differs from the default
        ChangedFromParentRole,       ///< bool
        AdvancedRole,                ///< bool
        FaultRole,                   ///< sentence, or empty
        IgnoredRole,                 ///< bool: accepted without effect
        ChoicesRole,                 ///< QStringList: what a combo box offers; empty: free text
        SearchRole,                  ///< name, help and value
    };

    explicit ParameterModel(QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    void setExperiment(const Experiment& experiment, const std::optional<Experiment>& parent);
    void clear();
    [[nodiscard]] ExperimentId experimentId() const { return m_experiment.id; }
    [[nodiscard]] const std::optional<Experiment>& parentExperiment() const { return m_parent; }
    [[nodiscard]] bool editable() const { return m_editable; }
    [[nodiscard]] QModelIndex find(std::string_view name, int column = ValueColumn) const;
    [[nodiscard]] const ParamSpec* spec(const QModelIndex& index) const;

    /// What is being typed, before it is handed in: shows or takes away the row's fault. True when it is a value.
    bool check(const QModelIndex& index, const QString& text);
    void forgetFault(const QModelIndex& index);
    void requestReset(const QModelIndex& index, bool toParent);

Q_SIGNALS:
    void changeRequested(const QString& name, const nlohmann::json& value);

private:
    struct Group
    {
        std::string name;
        std::vector<const ParamSpec*> params;
    };
    [[nodiscard]] std::vector<Group> groupsFor(const std::string& task) const;
    [[nodiscard]] QVariant groupData(const Group& group, int column, int role) const;
    [[nodiscard]] QString note(const ParamSpec& param) const;
    [[nodiscard]] bool changed(const ParamSpec& param) const;
    [[nodiscard]] bool changedFromParent(const ParamSpec& param) const;
    void rowChanged(const QModelIndex& index);

    std::vector<Group> m_groups;
    Experiment m_experiment;
    std::optional<Experiment> m_parent;
    bool m_editable = false;
    std::map<std::string, QString> m_faults; ///< by parameter
};

/// The type in words, for tool tips and faults: "whole number from 1", "one of …".
QString describeType(const ParamSpec& param);

} // namespace yardstick::ui
