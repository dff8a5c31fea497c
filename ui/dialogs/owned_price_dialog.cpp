#include "ui/dialogs/owned_price_dialog.h"

#include "ui/compare/chart_words.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr double kHoursPerYear = 365 * 24;
constexpr double kWattsPerKilowatt = 1000;
constexpr int kPriceWidth = 440;
} // namespace

OwnedPriceDialog::OwnedPriceDialog(const Machine& machine, const std::optional<Quote>& now, const QString& currency, QWidget* parent)
    : QDialog(parent)
    , m_owned(machine.market == "owned" || machine.provider == "owned")
{
    setObjectName(QStringLiteral("priceDialog"));
    setWindowTitle(tr("Price of %1").arg(fromUtf8(machine.name)));
    auto* layout = new QVBoxLayout(this);
    auto* sentence = new QLabel(m_owned ? tr("What an hour of use costs: purchase over the hours in use, and power.")
                                        : tr("What the provider asks for an hour. Earlier prices are kept."),
                                this);
    sentence->setWordWrap(true);
    layout->addWidget(sentence);
    auto* rows = new QFormLayout;
    layout->addLayout(rows);
    m_currency = new QLineEdit(now ? fromUtf8(now->price.perHour.currency().code()) : currency, this);
    m_currency->setObjectName(QStringLiteral("priceCurrency"));
    m_currency->setAccessibleName(tr("Currency"));
    m_currency->setMaxLength(3);
    rows->addRow(tr("&Currency"), m_currency);
    connect(m_currency, &QLineEdit::textChanged, this, &OwnedPriceDialog::refresh);
    if (m_owned) {
        const auto kept = machine.ownedPrice.is_object() ? ownedFormFromJson(machine.ownedPrice) : Result<OwnedForm>(exampleForm(1));
        buildOwned(rows, kept.value_or(exampleForm(1)));
    } else {
        buildRented(rows, now);
    }
    m_source = new QLineEdit(this);
    m_source->setPlaceholderText(tr("you"));
    m_source->setObjectName(QStringLiteral("priceSource"));
    m_source->setAccessibleName(tr("Source of the price"));
    rows->addRow(tr("Sou&rce"), m_source);

    m_result = new QLabel(this);
    m_result->setObjectName(QStringLiteral("priceResult"));
    m_result->setWordWrap(true);
    m_result->setFont(sized(font(), TextSize::Large, true));
    layout->addWidget(m_result);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("priceCancel"));
    m_accept = new QPushButton(tr("Set the price"), this);
    m_accept->setObjectName(QStringLiteral("priceAccept"));
    m_accept->setDefault(true);
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    for (QPushButton* button : {cancel, m_accept}) {
        button->setAccessibleName(button->text());
        line->addWidget(button);
    }
    layout->addLayout(line);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_accept, &QPushButton::clicked, this, &QDialog::accept);
    refresh();
    resize(kPriceWidth, sizeHint().height());
}

QLineEdit* OwnedPriceDialog::addMoney(QFormLayout* layout, const QString& label, const char* name, const Money& value)
{
    auto* edit = new QLineEdit(fromUtf8(value.toDecimal(2)), this);
    edit->setObjectName(QString::fromLatin1(name));
    edit->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    edit->setAlignment(Qt::AlignRight);
    layout->addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, &OwnedPriceDialog::refresh);
    return edit;
}

QDoubleSpinBox* OwnedPriceDialog::addNumber(QFormLayout* layout, const QString& label, const char* name, double value, double low,
                                            double high, int decimals)
{
    auto* box = new QDoubleSpinBox(this);
    box->setObjectName(QString::fromLatin1(name));
    box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    box->setAlignment(Qt::AlignRight);
    box->setDecimals(decimals);
    box->setRange(low, high);
    box->setValue(value);
    layout->addRow(label, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, &OwnedPriceDialog::refresh);
    return box;
}

void OwnedPriceDialog::buildOwned(QFormLayout* layout, const OwnedForm& form)
{
    m_share = form.share;
    m_pue = form.machine.pue;
    m_purchase = addMoney(layout, tr("&Purchase"), "pricePurchase", form.machine.purchase);
    m_resale = addMoney(layout, tr("&Resale at the end"), "priceResale", form.machine.resale);
    m_years = addNumber(layout, tr("&Life [years]"), "priceYears", form.machine.lifeHours / kHoursPerYear, 0.1, 30, 1);
    m_useShare = addNumber(layout, tr("&In use [% of the time]"), "priceUseShare", form.machine.useShare * 100, 0.1, 100, 1);
    m_watts = addNumber(layout, tr("Po&wer at work [W]"), "priceWatts", form.machine.kilowatts * kWattsPerKilowatt, 0, 100000, 0);
    m_tariff = addMoney(layout, tr("&Tariff per kWh"), "priceTariff", form.machine.tariffPerKwh);
    if (m_share < 1) {
        layout->addRow(tr("Share of a job"), new QLabel(tr("%1 % of the machine").arg(formatNumber(m_share * 100, 3)), this));
    }
}

void OwnedPriceDialog::buildRented(QFormLayout* layout, const std::optional<Quote>& now)
{
    m_perHour = addMoney(layout, tr("&Price per hour"), "pricePerHour", now ? now->price.perHour : Money());
    if (now) {
        layout->addRow(tr("Until now"), new QLabel(tr("%1 since %2, %3")
                                                        .arg(formatPriceWithCode(now->price.perHour), formatTime(now->validFromMs),
                                                             priceSourceText(now->source)),
                                                    this));
    }
}

std::optional<OwnedForm> OwnedPriceDialog::form() const
{
    if (!m_owned) {
        return std::nullopt;
    }
    const auto currency = Currency::parse(toUtf8(m_currency->text().toUpper()));
    if (!currency) {
        return std::nullopt;
    }
    const auto purchase = Money::parse(toUtf8(m_purchase->text().trimmed()), *currency);
    const auto resale = Money::parse(toUtf8(m_resale->text().trimmed()), *currency);
    const auto tariff = Money::parse(toUtf8(m_tariff->text().trimmed()), *currency);
    if (!purchase || !resale || !tariff) {
        return std::nullopt;
    }
    OwnedForm form;
    form.machine.purchase = *purchase;
    form.machine.resale = *resale;
    form.machine.tariffPerKwh = *tariff;
    form.machine.lifeHours = m_years->value() * kHoursPerYear;
    form.machine.useShare = m_useShare->value() / 100;
    form.machine.kilowatts = m_watts->value() / kWattsPerKilowatt;
    form.machine.pue = m_pue;
    form.share = m_share;
    form.example = false;
    return form;
}

Result<PricePerHour> OwnedPriceDialog::compute() const
{
    const auto currency = Currency::parse(toUtf8(m_currency->text().toUpper()));
    if (!currency) {
        return fail(currency.error());
    }
    if (!m_owned) {
        const auto perHour = Money::parse(toUtf8(m_perHour->text().trimmed()), *currency);
        return perHour ? Result<PricePerHour>(PricePerHour{*perHour}) : fail(perHour.error());
    }
    for (const QLineEdit* edit : {m_purchase, m_resale, m_tariff}) {
        if (const auto money = Money::parse(toUtf8(edit->text().trimmed()), *currency); !money) {
            return fail(money.error());
        }
    }
    return priceOf(*form());
}

std::optional<PricePerHour> OwnedPriceDialog::price() const
{
    const auto price = compute();
    return price ? std::optional(*price) : std::nullopt;
}

QString OwnedPriceDialog::source() const
{
    return m_source->text().trimmed();
}

void OwnedPriceDialog::refresh()
{
    if (!m_accept) {
        return; // still being built
    }
    const auto price = compute();
    const Tokens& t = tokensFor(*this);
    QPalette p = m_result->palette();
    p.setColor(QPalette::WindowText, price ? t.text : t.bad);
    m_result->setPalette(p);
    m_result->setText(price ? tr("%1 per hour").arg(formatPriceWithCode(price->perHour)) : errorText(price.error()));
    m_accept->setEnabled(price.has_value());
}

} // namespace yardstick::ui
