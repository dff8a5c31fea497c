// ParameterFilter: which rows of the editor are shown: search words, changed only, advanced ones folded away. About a
// hundred rows, so the stock proxy serves. Owner thread: GUI.
#pragma once

#include <QSortFilterProxyModel>

namespace yardstick::ui {

class ParameterFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit ParameterFilter(QObject* parent = nullptr);

    /// An advanced parameter is shown when wanted, when it is searched for, or when it differs from the default.
    void setWanted(const QString& search, bool changedOnly, bool advanced);
    void refresh() { invalidateFilter(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    bool m_changedOnly = false;
    bool m_advanced = false;
};

} // namespace yardstick::ui
