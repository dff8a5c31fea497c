#include "ui/compare/compare_choices.h"

#include "ui/format.h"
#include "ui/theme/tokens.h"
#include "ui/wrap_layout.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>

namespace yardstick::ui {
namespace {

constexpr double kSecondsPerHour = 3600;

QDoubleSpinBox* choiceBox(QWidget* parent, const char* name, double highest, int decimals)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(0, highest);
    box->setDecimals(decimals);
    box->setKeyboardTracking(false);
    return box;
}

QWidget* choiceField(const QString& text, QWidget* field)
{
    auto* both = new QWidget(field->parentWidget());
    auto* label = new QLabel(text, both);
    label->setBuddy(field);
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace1);
    line->addWidget(label);
    line->addWidget(field);
    return both;
}

} // namespace

CompareChoices::CompareChoices(QWidget* parent)
    : QWidget(parent), m_deadline(choiceBox(this, "compareDeadline", 10'000, 1)), m_value(choiceBox(this, "compareValueOfTime", 100'000, 2)),
      m_spot(new QCheckBox(tr("Spo&t"), this)), m_interruptions(choiceBox(this, "compareInterruptions", 10'000, 1)),
      m_perImage(new QCheckBox(tr("Per &image"), this))
{
    m_deadline->setAccessibleName(tr("Deadline, hours from now"));
    m_deadline->setToolTip(tr("Which machines finish the epochs in so many hours, and which of them is cheapest"));
    m_deadline->setSpecialValueText(QStringLiteral("—"));
    m_deadline->setSuffix(tr(" h"));
    m_value->setAccessibleName(tr("What an hour of waiting costs"));
    m_value->setToolTip(tr("Counts an hour of waiting as so much money and says who costs least then"));
    m_value->setSpecialValueText(QStringLiteral("—"));
    m_spot->setObjectName(QStringLiteral("compareSpot"));
    m_spot->setToolTip(tr("Shows machines on the spot market too and counts what interruptions cost"));
    m_interruptions->setAccessibleName(tr("Interruptions in 100 hours on the spot market"));
    m_interruptions->setToolTip(tr("Assumed until enough of your own spot runs say more"));
    m_interruptions->setValue(kAssumedInterruptionsPer100h);
    m_interruptions->setEnabled(false);
    m_perImage->setObjectName(QStringLiteral("comparePerImage"));
    m_perImage->setToolTip(tr("Compares runs on other data by their seconds per image, scaled to the data of this job"));
    auto* row = new WrapLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace2);
    for (QWidget* widget : QList<QWidget*>{choiceField(tr("&Deadline"), m_deadline), choiceField(tr("&Value of time"), m_value), m_spot,
                                           choiceField(tr("I&nterruptions/100 h"), m_interruptions), m_perImage}) {
        row->addWidget(widget);
    }
    for (QDoubleSpinBox* box : {m_deadline, m_value, m_interruptions}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &CompareChoices::changed);
    }
    connect(m_spot, &QCheckBox::toggled, m_interruptions, &QWidget::setEnabled);
    connect(m_spot, &QCheckBox::toggled, this, &CompareChoices::changed);
    connect(m_perImage, &QCheckBox::toggled, this, &CompareChoices::changed);
}

void CompareChoices::setCurrency(const QString& code)
{
    m_value->setSuffix(QStringLiteral(" %1/h").arg(code));
}

bool CompareChoices::any() const
{
    return m_deadline->value() > 0 || m_value->value() > 0 || m_spot->isChecked() || m_perImage->isChecked();
}

void CompareChoices::apply(CompareOptions& options) const
{
    if (m_deadline->value() > 0) {
        options.deadlineSeconds = m_deadline->value() * kSecondsPerHour;
    }
    if (m_value->value() > 0) {
        const auto value = Money::parse(toUtf8(formatFixed(m_value->value(), 2)), options.currency);
        if (value) {
            options.valueOfTime = PricePerHour{*value};
        }
    }
    options.spot = m_spot->isChecked();
    options.interruptionsPer100h = m_interruptions->value();
    options.perImage = m_perImage->isChecked();
}

} // namespace yardstick::ui
