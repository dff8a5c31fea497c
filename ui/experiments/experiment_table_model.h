// ExperimentTableModel: snapshots of experiments as a table with an own order: sorting and filtering work on raw values
// over an index vector, no proxy (100,000 rows stay interactive). Rows keep their persistent indexes, so selection and
// scroll survive every refresh. No I/O: the page feeds it and carries out what it asks (renameRequested).
// Owner thread: GUI. The built-in columns are always there (views hide them); parameter columns are added and removed.
#pragma once

#include "core/records.h"
#include "ui/experiments/experiment_columns.h"
#include "ui/experiments/filter.h"

#include <QAbstractTableModel>
#include <QSet>

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace yardstick::ui {

class ExperimentTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole + 1, ///< qint64
        RawRole,                   ///< QVariant of the raw value; invalid when there is none
        PlainRole,                 ///< as copied
        StatusRole,                ///< int of ExperimentStatus
        ColourRole,                ///< palette index
        ProgressRole,              ///< 0…1 while running, else invalid
        NumericRole,               ///< bool: right-aligned, tabular figures
    };

    explicit ExperimentTableModel(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// A new source: everything is replaced.
    void setExperiments(std::vector<Experiment> experiments, ExperimentNames names);
    /// What is new of `asked`: those in `experiments` are added or replaced, the other asked ones are gone.
    void applyChanges(const QSet<qint64>& asked, std::vector<Experiment> experiments);
    void setNames(ExperimentNames names);
    /// New or renamed experiments, as others name them ("cloned from").
    void rememberNames(const std::vector<Experiment>& experiments);
    void setFilter(const Filter& filter);
    /// Hides archived ones unless wanted.
    void setShowArchived(bool show);
    /// Ids of the parameter columns ("param.imgsz"), behind the built-in ones.
    void setParameterColumns(const std::vector<std::string>& ids);

    [[nodiscard]] const std::vector<const ExperimentColumn*>& columnList() const { return m_columns; }
    [[nodiscard]] int columnOf(std::string_view id) const; ///< -1: not there
    [[nodiscard]] const Experiment& at(int row) const;     ///< a visible row
    [[nodiscard]] const Experiment* byId(ExperimentId id) const; ///< also a filtered one; nullptr: unknown
    [[nodiscard]] int rowOf(ExperimentId id) const;        ///< -1: not visible
    [[nodiscard]] int total() const { return static_cast<int>(m_rows.size()); } ///< filtered and archived ones included
    /// Those that `wanted` chooses, filtered ones included, oldest first.
    [[nodiscard]] std::vector<Experiment> choose(const std::function<bool(const Experiment&)>& wanted) const;
    /// While rows leave: the row that takes the place of a leaving one (the next that stays, else the last); -1: none stays.
    [[nodiscard]] int placeTaker(int leavingRow) const;
    [[nodiscard]] const std::vector<ExperimentId> visibleIds() const;
    /// What should be known of a run (core/alerts.h): a sign in its name cell with this sentence as tooltip.
    void setMarks(std::map<ExperimentId, QString> marks);
    [[nodiscard]] QString mark(ExperimentId id) const; ///< empty: none
    [[nodiscard]] std::string currency() const { return m_currency; }
    [[nodiscard]] const ExperimentNames& names() const { return m_names; }
    /// Columns (by section) that have no value, or one and the same, over the visible rows.
    [[nodiscard]] std::vector<int> emptyColumns() const;
    [[nodiscard]] std::vector<int> constantColumns() const;

Q_SIGNALS:
    void renameRequested(yardstick::ExperimentId id, const QString& name);
    void tagsRequested(yardstick::ExperimentId id, const QStringList& tags);
    void notesRequested(yardstick::ExperimentId id, const QString& notes);

private:
    struct Row
    {
        Experiment experiment;
        std::string haystack;
    };
    struct SortKeys;

    [[nodiscard]] Row makeRow(Experiment experiment) const;
    [[nodiscard]] bool accepts(const Row& row) const;
    [[nodiscard]] std::vector<int> computeOrder() const;
    [[nodiscard]] RawValue rawAt(int row, int section) const;
    void reorder();
    /// Moves the leaving rows to the end, where `endRemoveRows` is the caller's; false: none leaves.
    bool beginLeaving(std::vector<int> arranged, const std::function<bool(int)>& leaves);
    void moveTo(const std::vector<int>& order); ///< same set of rows
    void refreshCurrency();
    [[nodiscard]] bool staysInPlace(int row, const Row& next) const;
    void removeSources(const QSet<qint64>& ids);

    std::vector<Row> m_rows;       ///< all, in the order of the source
    std::vector<int> m_order;      ///< visible rows: indices into m_rows
    std::vector<int> m_position;   ///< source index → visible row, -1: filtered out
    std::unordered_map<std::int64_t, int> m_index; ///< id → source index
    std::vector<int> m_takers; ///< while rows leave: for each, from the first on, the source index of who takes its place
    std::vector<const ExperimentColumn*> m_columns;
    ExperimentNames m_names;
    Filter m_filter;
    bool m_showArchived = false;
    int m_sortColumn = -1;         ///< -1: newest first
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    std::string m_currency = "USD";
    std::map<ExperimentId, QString> m_marks;
};

} // namespace yardstick::ui
