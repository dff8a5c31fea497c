// AttemptsTab: every execution of the experiment: how it ended, where, how long, what it cost and what of that was wasted.
// Hidden attempts (reset) stay in the list, greyed: their cost counts. Owner thread: GUI.
#pragma once

#include "ui/details/details_tab.h"

#include <QAbstractTableModel>

class QLabel;
class QTableView;

namespace yardstick::ui {

/// An attempt with what the store's rows say about it.
struct AttemptLine
{
    Attempt attempt;
    QString machine, queue;
    int epochs = 0;          ///< done
    double setupSeconds = 0; ///< from start to the begin of the first epoch; 0: none yet
    double seconds = 0;      ///< from start to end, or to the last event
};
std::vector<AttemptLine> attemptLines(const DetailsData& data);

class AttemptsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Number, Outcome, Machine, QueueName, Started, Duration, Setup, Epochs, Cost, Wasted, Threads, Message, ColumnCount };
    enum Role { RawRole = Qt::UserRole + 1, OutcomeRole, FolderRole };
    explicit AttemptsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setLines(std::vector<AttemptLine> lines, const QString& currency);
    [[nodiscard]] const AttemptLine& line(int row) const { return m_lines[static_cast<size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const AttemptLine& line, int column) const;
    std::vector<AttemptLine> m_lines;
    QString m_currency;
};

class AttemptsTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit AttemptsTab(QWidget* parent = nullptr);
    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;

private:
    void showMenu(const QPoint& at);
    AttemptsModel* m_model;
    QTableView* m_view;
    QLabel* m_empty;
};

} // namespace yardstick::ui
