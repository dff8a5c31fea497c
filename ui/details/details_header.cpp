#include "ui/details/details_header.h"

#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/sentences.h"
#include "ui/theme/icons.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {

constexpr int kLeastParent = 40;

/// The status pill as a widget.
class PillWidget final : public QWidget
{
public:
    using QWidget::QWidget;
    void setStatus(ExperimentStatus status)
    {
        m_status = status;
        setAccessibleName(statusWord(status));
        updateGeometry();
        update();
    }
    [[nodiscard]] QSize sizeHint() const override { return pillSize(pillFor(m_status, tokensFor(*this)), font()); }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paintPill(painter, rect(), pillFor(m_status, tokensFor(*this)), font(), tokensFor(*this));
    }

private:
    ExperimentStatus m_status = ExperimentStatus::Draft;
};

} // namespace

DetailsHeader::DetailsHeader(QWidget* parent)
    : QWidget(parent), m_name(new ElidedLabel(this)), m_pill(new PillWidget(this)), m_parent(new QLabel(this)),
      m_where(new QLabel(this)), m_reason(new QLabel(this)), m_copy(new QToolButton(this))
{
    m_name->setObjectName(QStringLiteral("detailsName"));
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setTextFormat(Qt::PlainText);
    m_pill->setObjectName(QStringLiteral("detailsStatus"));
    m_pill->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_parent->setObjectName(QStringLiteral("detailsClonedFrom"));
    m_parent->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_parent->setTextFormat(Qt::RichText);
    m_parent->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // its tooltip has all
    m_parent->setMinimumWidth(kLeastParent);
    m_where->setObjectName(QStringLiteral("detailsMachine"));
    m_where->setTextFormat(Qt::PlainText);
    m_reason->setObjectName(QStringLiteral("detailsReason"));
    m_reason->setWordWrap(true);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_copy->setObjectName(QStringLiteral("detailsCopyReason"));
    m_copy->setAccessibleName(tr("Copy the reason"));
    m_copy->setToolTip(tr("Copy the reason"));
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setAutoRaise(true);
    auto* line = new QHBoxLayout;
    line->setSpacing(kSpace2);
    line->addWidget(m_name);
    line->addWidget(m_pill);
    line->addWidget(m_parent, 1);
    line->addWidget(m_where);
    auto* second = new QHBoxLayout;
    second->addWidget(m_reason, 1);
    second->addWidget(m_copy);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace3, kSpace1, kSpace3, kSpace1);
    box->setSpacing(2);
    box->addLayout(line);
    box->addLayout(second);
    connect(m_parent, &QLabel::linkActivated, this, [this](const QString&) { Q_EMIT parentActivated(m_parentId); });
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_reason->text()); });
    applyLook();
}

void DetailsHeader::setData(const DetailsData& details)
{
    const Experiment& e = details.experiment;
    m_name->setText(displayName(e));
    m_status = e.status;
    static_cast<PillWidget*>(m_pill)->setStatus(e.status);
    m_parentId = e.clonedFrom;
    QString parent = clonedFromText(details).toHtmlEscaped();
    if (e.clonedFrom.valid()) {
        const QString number = QStringLiteral("#%1").arg(e.clonedFrom.value);
        parent.replace(number, QStringLiteral("<a href=\"parent\">%1</a>").arg(number));
    }
    m_parent->setText(parent);
    m_parent->setToolTip(clonedFromText(details, 1000));
    QStringList where{fromUtf8(details.queueName(e.queueId)), fromUtf8(details.machineName(e.machineId))};
    where.removeAll(QString());
    where.removeDuplicates();
    m_where->setText(where.join(QStringLiteral(" · ")));
    const bool told = !e.reason.empty() && e.status != ExperimentStatus::Completed;
    m_reason->setText(translatedSentence(e.reason));
    m_reason->setVisible(told);
    m_copy->setVisible(told);
    applyLook();
}

void DetailsHeader::applyLook()
{
    const Tokens& t = tokensFor(*this);
    m_name->setFont(sized(font(), TextSize::Large, true));
    const auto ink = [](QWidget* widget, const QColor& colour) {
        QPalette p = widget->palette();
        if (p.color(QPalette::WindowText) != colour) {
            p.setColor(QPalette::WindowText, colour);
            widget->setPalette(p);
        }
    };
    ink(m_parent, t.secondary);
    ink(m_where, t.secondary);
    ink(m_reason, m_status == ExperimentStatus::Failed ? t.bad : t.secondary);
}

void DetailsHeader::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyLook();
    }
}

void DetailsHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(tokensFor(*this).line);
    painter.drawLine(rect().topLeft(), rect().topRight());
}

} // namespace yardstick::ui
