// ChangeList: the fields of a clone that shall differ: "batch 8 → [16]", one row each, checked as they are typed, and a
// field that adds another parameter with completion over names. Owner thread: GUI.
#pragma once

#include "core/base/params.h"
#include "core/records.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace yardstick::ui {

class ChangeList : public QWidget
{
    Q_OBJECT
public:
    explicit ChangeList(const ExperimentSpec& source, QWidget* parent = nullptr);

    /// Adds the parameter's row (or finds it) and puts the cursor there. False: there is no such parameter.
    bool add(const QString& name, bool focus = true);
    [[nodiscard]] nlohmann::json changes() const; ///< valid values that differ from the source
    [[nodiscard]] QString fault() const;          ///< the first one; empty: all are values

Q_SIGNALS:
    void changed();

private:
    struct Row
    {
        const ParamSpec* spec = nullptr;
        QWidget* field = nullptr; ///< QLineEdit or QComboBox
        QLabel* fault = nullptr;
    };
    void buildAdder();
    [[nodiscard]] QString textOf(const Row& row) const;
    void check(const Row& row);

    ExperimentSpec m_source;
    std::vector<Row> m_rows;
    QGridLayout* m_grid = nullptr;
    QLineEdit* m_adder = nullptr;
    QLabel* m_adderFault = nullptr;
};

} // namespace yardstick::ui
