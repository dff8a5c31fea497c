// OwnedPriceDialog: what an hour on an own machine costs: purchase, life, use share, power, tariff; the price follows as
// it is typed. For a rented machine it asks for the price itself. Owner thread: GUI.
#pragma once

#include "core/owned_machine.h"
#include "core/records.h"

#include <QDialog>

#include <optional>

class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace yardstick::ui {

class OwnedPriceDialog : public QDialog
{
    Q_OBJECT
public:
    /// `now`: the quote in force, shown beside the new price; `currency` of a first price.
    OwnedPriceDialog(const Machine& machine, const std::optional<Quote>& now, const QString& currency, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<PricePerHour> price() const;   ///< empty while something is off
    [[nodiscard]] std::optional<OwnedForm> form() const;       ///< empty for a rented machine
    [[nodiscard]] QString source() const;

private:
    void buildOwned(class QFormLayout* layout, const OwnedForm& form);
    void buildRented(class QFormLayout* layout, const std::optional<Quote>& now);
    QLineEdit* addMoney(class QFormLayout* layout, const QString& label, const char* name, const Money& value);
    QDoubleSpinBox* addNumber(class QFormLayout* layout, const QString& label, const char* name, double value, double low, double high,
                              int decimals);
    void refresh();
    [[nodiscard]] Result<PricePerHour> compute() const;

    bool m_owned = false;
    double m_share = 1;
    double m_pue = 1;
    QLineEdit* m_currency = nullptr;
    QLineEdit* m_purchase = nullptr;
    QLineEdit* m_resale = nullptr;
    QLineEdit* m_tariff = nullptr;
    QLineEdit* m_perHour = nullptr;
    QLineEdit* m_source = nullptr;
    QDoubleSpinBox* m_years = nullptr;
    QDoubleSpinBox* m_useShare = nullptr;
    QDoubleSpinBox* m_watts = nullptr;
    QLabel* m_result = nullptr;
    QPushButton* m_accept = nullptr;
};

} // namespace yardstick::ui
