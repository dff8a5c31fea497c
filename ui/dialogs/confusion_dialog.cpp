#include "ui/dialogs/confusion_dialog.h"

#include "ui/details/confusion_view.h"
#include "ui/theme/tokens.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace yardstick::ui {
namespace {
constexpr double kScreenShare = 0.9;
constexpr QSize kMatrixWindow{1000, 900};
} // namespace

ConfusionDialog::ConfusionDialog(const QString& title, const nlohmann::json& plot, bool normalised, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("confusionDialog"));
    setWindowTitle(title);
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* view = new ConfusionView(this);
    view->setObjectName(QStringLiteral("confusionLarge"));
    view->setData(plot);
    view->setNormalised(normalised);
    auto* shares = new QCheckBox(tr("&Shares of the true class"), this);
    shares->setObjectName(QStringLiteral("confusionLargeNormalised"));
    shares->setChecked(normalised);
    connect(shares, &QCheckBox::toggled, view, &ConfusionView::setNormalised);
    auto* note = new QLabel(view->leftOutText(), this);
    note->setObjectName(QStringLiteral("confusionLeftOut"));
    auto* line = new QHBoxLayout;
    line->addWidget(shares);
    line->addStretch(1);
    line->addWidget(note);
    auto* box = new QVBoxLayout(this);
    box->setSpacing(kSpace2);
    box->addLayout(line);
    box->addWidget(view, 1);
    const QSize room = screen()->availableGeometry().size() * kScreenShare;
    resize(kMatrixWindow.boundedTo(room));
    view->setFocus();
}

} // namespace yardstick::ui
