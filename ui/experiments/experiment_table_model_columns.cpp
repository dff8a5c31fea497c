// The columns of the experiments table: which are there, which say nothing, and the currency of their heads.
#include "ui/experiments/experiment_table_model.h"

#include <algorithm>
#include <map>

namespace yardstick::ui {

void ExperimentTableModel::setParameterColumns(const std::vector<std::string>& ids)
{
    const auto first = columns::builtIn().size();
    for (size_t section = m_columns.size(); section-- > first;) {
        if (std::find(ids.begin(), ids.end(), m_columns[section]->id) == ids.end()) {
            beginRemoveColumns({}, static_cast<int>(section), static_cast<int>(section));
            m_columns.erase(m_columns.begin() + static_cast<std::ptrdiff_t>(section));
            endRemoveColumns();
            if (m_sortColumn == static_cast<int>(section)) {
                m_sortColumn = -1;
                reorder();
            } else if (m_sortColumn > static_cast<int>(section)) {
                --m_sortColumn;
            }
        }
    }
    for (const std::string& id : ids) {
        const ExperimentColumn* column = columns::find(id);
        if (column && columnOf(id) < 0) {
            beginInsertColumns({}, columnCount(), columnCount());
            m_columns.push_back(column);
            endInsertColumns();
        }
    }
}

void ExperimentTableModel::setMarks(std::map<ExperimentId, QString> marks)
{
    if (marks == m_marks) {
        return;
    }
    m_marks = std::move(marks);
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::ToolTipRole, Qt::DecorationRole});
    }
}

QString ExperimentTableModel::mark(ExperimentId id) const
{
    const auto found = m_marks.find(id);
    return found == m_marks.end() ? QString() : found->second;
}

void ExperimentTableModel::refreshCurrency()
{
    std::map<std::string, int> seen;
    for (const Row& row : m_rows) {
        const Experiment& e = row.experiment;
        if (e.price) {
            ++seen[std::string(e.price->perHour.currency().code())];
        }
    }
    const auto most = std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::string code = most == seen.end() ? "USD" : most->first;
    if (code != m_currency) {
        m_currency = code;
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

std::vector<int> ExperimentTableModel::emptyColumns() const
{
    std::vector<int> sections;
    for (int section = 0; section < columnCount(); ++section) {
        const bool any = std::any_of(m_order.begin(), m_order.end(), [&](int row) {
            return !std::holds_alternative<std::monostate>(rawAt(row, section));
        });
        if (!any) {
            sections.push_back(section);
        }
    }
    return sections;
}

std::vector<int> ExperimentTableModel::constantColumns() const
{
    std::vector<int> sections;
    for (int section = 0; section < columnCount() && m_order.size() > 1; ++section) {
        const RawValue first = rawAt(m_order.front(), section);
        const bool same = std::all_of(m_order.begin(), m_order.end(), [&](int row) { return rawAt(row, section) == first; });
        if (same) {
            sections.push_back(section);
        }
    }
    return sections;
}

} // namespace yardstick::ui
