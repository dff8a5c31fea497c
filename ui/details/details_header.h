// DetailsHeader: the line over the tabs: name, status, parent and what differs from it, machine; below it the reason when
// the experiment failed or waits. Owner thread: GUI.
#pragma once

#include "ui/details/details_data.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace yardstick::ui {

class DetailsHeader : public QWidget
{
    Q_OBJECT
public:
    explicit DetailsHeader(QWidget* parent = nullptr);
    void setData(const DetailsData& details);

Q_SIGNALS:
    void parentActivated(yardstick::ExperimentId id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyLook();

    QLabel* m_name;
    QWidget* m_pill;
    QLabel* m_parent;
    QLabel* m_where;
    QLabel* m_reason;
    QToolButton* m_copy;
    ExperimentId m_parentId;
    ExperimentStatus m_status = ExperimentStatus::Draft;
};

} // namespace yardstick::ui
