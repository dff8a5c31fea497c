#include "ui/params/parameter_filter.h"

#include "ui/params/parameter_model.h"

#include <algorithm>

namespace yardstick::ui {

ParameterFilter::ParameterFilter(QObject* parent) : QSortFilterProxyModel(parent) {}

void ParameterFilter::setWanted(const QString& search, bool changedOnly, bool advanced)
{
    m_words = search.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_changedOnly = changedOnly;
    m_advanced = advanced;
    invalidateFilter();
}

bool ParameterFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (!parent.isValid()) { // a group: when any of its parameters is shown
        for (int child = 0; child < sourceModel()->rowCount(index); ++child) {
            if (filterAcceptsRow(child, index)) {
                return true;
            }
        }
        return false;
    }
    const bool changed = index.data(ParameterModel::ChangedRole).toBool() || index.data(ParameterModel::ChangedFromParentRole).toBool();
    if (m_changedOnly && !changed) {
        return false;
    }
    if (!m_advanced && m_words.isEmpty() && !changed && index.data(ParameterModel::AdvancedRole).toBool()) {
        return false;
    }
    const QString text = index.data(ParameterModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace yardstick::ui
