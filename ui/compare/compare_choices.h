// CompareChoices: what else a comparison of machines may weigh: a deadline, what waiting costs, the spot market with its
// interruptions, runs on other data per image. A line of controls that a button opens. Owner thread: GUI.
#pragma once

#include "core/compare.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;

namespace yardstick::ui {

class CompareChoices : public QWidget
{
    Q_OBJECT
public:
    explicit CompareChoices(QWidget* parent = nullptr);

    void apply(CompareOptions& options) const; ///< `options.currency` is set already
    void setCurrency(const QString& code);     ///< in which the value of time is
    [[nodiscard]] bool any() const;            ///< one of them is in use

Q_SIGNALS:
    void changed();

private:
    QDoubleSpinBox* m_deadline;
    QDoubleSpinBox* m_value;
    QCheckBox* m_spot;
    QDoubleSpinBox* m_interruptions;
    QCheckBox* m_perImage;
};

} // namespace yardstick::ui
