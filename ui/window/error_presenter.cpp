#include "ui/window/error_presenter.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QDateTime>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kNoteMs = 8000;
constexpr int kHistory = 50;
constexpr int kDetailHeight = 110;
} // namespace

ErrorPresenter::ErrorPresenter(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("errorBar"));
    setAccessibleName(tr("Message"));
    setAutoFillBackground(true);
    m_icon = new QLabel(this);
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("errorSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setTextFormat(Qt::PlainText);
    m_action = new QPushButton(this);
    m_action->setObjectName(QStringLiteral("errorAction"));
    m_action->setAccessibleName(tr("Act on the message"));
    m_more = new QToolButton(this);
    m_more->setObjectName(QStringLiteral("errorMore"));
    m_more->setText(tr("Details"));
    m_more->setAccessibleName(tr("Show details"));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_copy = new QPushButton(tr("Copy"), this);
    m_copy->setObjectName(QStringLiteral("errorCopy"));
    m_copy->setAccessibleName(tr("Copy the details"));
    m_close = new QToolButton(this);
    m_close->setObjectName(QStringLiteral("errorClose"));
    m_close->setAccessibleName(tr("Close the message"));
    m_close->setToolTip(tr("Close the message"));
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_detail = new QPlainTextEdit(this);
    m_detail->setObjectName(QStringLiteral("errorDetail"));
    m_detail->setAccessibleName(tr("Details of the message"));
    m_detail->setReadOnly(true);
    m_detail->setFont(fixedPitch());
    m_detail->setMaximumHeight(kDetailHeight);
    m_detail->hide();
    m_copy->hide();

    auto* line = new QHBoxLayout;
    line->setContentsMargins(kSpace3, kSpace1, kSpace2, kSpace1);
    line->addWidget(m_icon);
    line->addWidget(m_sentence, 1);
    line->addWidget(m_action);
    line->addWidget(m_more);
    line->addWidget(m_copy);
    line->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(m_detail);

    connect(m_close, &QToolButton::clicked, this, &ErrorPresenter::dismiss);
    connect(m_more, &QToolButton::toggled, this, [this](bool on) {
        m_detail->setVisible(on);
        m_copy->setVisible(on);
    });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_detail->toPlainText()); });
    connect(m_action, &QPushButton::clicked, this, [this] {
        const auto run = std::exchange(m_run, {});
        dismiss();
        if (run) {
            run();
        }
    });
    m_timer.setSingleShot(true);
    m_timer.setInterval(kNoteMs);
    connect(&m_timer, &QTimer::timeout, this, &ErrorPresenter::dismiss);
    hide();
}

void ErrorPresenter::setVisible(bool visible)
{
    QFrame::setVisible(visible);
}

QString ErrorPresenter::sentence() const
{
    return isHidden() ? QString() : m_sentence->text();
}

void ErrorPresenter::showError(const Error& error, const QString& what)
{
    const QString text = errorText(error);
    QString detail = what.isEmpty() ? text : what + QStringLiteral(": ") + text;
    detail += QStringLiteral("\n[%1] %2").arg(fromUtf8(toString(error.code)), fromUtf8(error.message()));
    if (!error.detail.empty()) {
        detail += QLatin1Char('\n') + fromUtf8(error.detail);
    }
    present(Tone::Error, what.isEmpty() ? text : tr("%1: %2", "what was tried: what happened").arg(what, text), detail);
}

void ErrorPresenter::showWarning(const QString& sentence)
{
    present(Tone::Warning, sentence, sentence);
}

int ErrorPresenter::showNote(const QString& sentence, const QString& actionText, std::function<void()> action)
{
    present(Tone::Note, sentence, {});
    m_run = std::move(action);
    m_action->setText(actionText);
    m_action->setAccessibleName(actionText);
    m_action->setVisible(static_cast<bool>(m_run));
    m_timer.start();
    return m_presented;
}

void ErrorPresenter::present(Tone tone, const QString& sentence, const QString& detail)
{
    m_timer.stop();
    ++m_presented;
    m_run = {};
    m_action->hide();
    m_tone = tone;
    m_sentence->setText(sentence);
    setAccessibleDescription(sentence);
    m_more->setChecked(false);
    m_more->setVisible(tone != Tone::Note);
    if (tone != Tone::Note) {
        m_history.prepend(QDateTime::currentDateTime().toString(Qt::ISODate) + QLatin1Char(' ') + detail);
        m_history = m_history.mid(0, kHistory);
        m_detail->setPlainText(m_history.join(QStringLiteral("\n\n")));
        ++m_alerts;
        Q_EMIT alertsChanged(m_alerts);
    }
    applyTone();
    show();
}

void ErrorPresenter::dismiss()
{
    m_timer.stop();
    hide();
    if (m_tone != Tone::Note && m_alerts > 0) {
        m_alerts = 0;
        Q_EMIT alertsChanged(0);
    }
}

void ErrorPresenter::applyTone()
{
    const Tokens& t = tokensFor(*this);
    const QColor colour = m_tone == Tone::Error ? t.bad : m_tone == Tone::Warning ? t.warning : t.accent;
    const QString name = m_tone == Tone::Error     ? QStringLiteral("error")
                         : m_tone == Tone::Warning ? QStringLiteral("warning")
                                                   : QStringLiteral("info");
    m_icon->setPixmap(icon(name, colour).pixmap(kIconSmall, kIconSmall));
    QPalette p = QGuiApplication::palette();
    p.setColor(QPalette::Window, mixed(colour, t.window, 0.10));
    setPalette(p);
}

void ErrorPresenter::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && !isHidden()) {
        applyTone();
    }
    QFrame::changeEvent(event);
}

} // namespace yardstick::ui
