#include "ui/experiments/empty_card.h"

#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardstick::ui {
namespace {
constexpr int kCardWidth = 560;
}

EmptyCard::EmptyCard(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("emptyCard"));
    auto* title = new QLabel(tr("No experiments yet"), this);
    title->setFont(sized(font(), TextSize::Title, true));
    title->setAlignment(Qt::AlignCenter);
    auto* sentence = new QLabel(tr("An experiment is one training with its parameters, results and costs. The demo draws a small data set "
                                   "and prepares three experiments that train on this computer in a few minutes."),
                                this);
    sentence->setWordWrap(true);
    sentence->setAlignment(Qt::AlignCenter);
    m_demo = new QPushButton(icon(QStringLiteral("play")), tr("Try the demo"), this);
    m_demo->setObjectName(QStringLiteral("tryDemo"));
    m_demo->setDefault(true);
    m_new = new QPushButton(icon(QStringLiteral("add")), tr("New experiment"), this);
    m_new->setObjectName(QStringLiteral("emptyNew"));
    auto* import = new QPushButton(icon(QStringLiteral("import")), tr("Import Ultralytics runs"), this);
    import->setObjectName(QStringLiteral("emptyImport"));
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("demoCancel"));
    for (QPushButton* button : {m_demo, m_new, import, m_cancel}) {
        button->setAccessibleName(button->text());
    }
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("demoProgress"));
    m_progress->setAccessibleName(tr("Progress of the demo"));
    m_progress->setTextVisible(false);
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("demoState"));
    m_state->setAlignment(Qt::AlignCenter);

    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_demo);
    buttons->addWidget(m_new);
    buttons->addWidget(import);
    buttons->addWidget(m_cancel);
    buttons->addStretch(1);
    auto* card = new QWidget(this);
    card->setMaximumWidth(kCardWidth);
    auto* inner = new QVBoxLayout(card);
    inner->setSpacing(kSpace4);
    inner->addWidget(title);
    inner->addWidget(sentence);
    inner->addLayout(buttons);
    inner->addWidget(m_progress);
    inner->addWidget(m_state);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    line->addWidget(card, 4);
    line->addStretch(1);
    layout->addLayout(line);
    layout->addStretch(3);
    connect(m_demo, &QPushButton::clicked, this, &EmptyCard::demoRequested);
    connect(m_new, &QPushButton::clicked, this, &EmptyCard::newRequested);
    connect(import, &QPushButton::clicked, this, &EmptyCard::importRequested);
    connect(m_cancel, &QPushButton::clicked, this, &EmptyCard::demoCancelled);
    setProgress(-1, 0, {});
}

void EmptyCard::setProgress(int done, int total, const QString& text)
{
    const bool running = done >= 0;
    m_progress->setVisible(running);
    m_state->setVisible(running && !text.isEmpty());
    m_cancel->setVisible(running);
    m_demo->setEnabled(!running);
    m_progress->setRange(0, std::max(0, total));
    m_progress->setValue(std::max(0, done));
    m_state->setText(text);
}

NoMatchCard::NoMatchCard(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("noMatchCard"));
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("noMatchSentence"));
    m_clear = new QPushButton(icon(QStringLiteral("close")), tr("Clear the filter"), this);
    m_clear->setObjectName(QStringLiteral("noMatchClear"));
    m_archived = new QPushButton(icon(QStringLiteral("archive")), tr("Show archived experiments"), this);
    m_archived->setObjectName(QStringLiteral("noMatchArchived"));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kSpace3);
    layout->addStretch(1);
    layout->addWidget(m_sentence, 0, Qt::AlignHCenter);
    for (QPushButton* button : {m_clear, m_archived}) {
        button->setAccessibleName(button->text());
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch(2);
    connect(m_clear, &QPushButton::clicked, this, &NoMatchCard::clearRequested);
    connect(m_archived, &QPushButton::clicked, this, &NoMatchCard::archivedRequested);
    setFiltered(true);
}

void NoMatchCard::setFiltered(bool filtered)
{
    m_sentence->setText(filtered ? tr("No experiment matches the filter.") : tr("Every experiment is archived."));
    m_clear->setVisible(filtered);
    m_archived->setVisible(!filtered);
}

DemoBar::DemoBar(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("demoBar"));
    m_sentence = new QLabel(this);
    m_run = new QPushButton(icon(QStringLiteral("play")), tr("Run the demo"), this);
    m_run->setObjectName(QStringLiteral("runDemo"));
    m_run->setAccessibleName(m_run->text());
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("demoBarClose"));
    close->setAccessibleName(tr("Hide this offer"));
    close->setToolTip(close->accessibleName());
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpace3, kSpace1, kSpace2, kSpace1);
    layout->addWidget(m_sentence);
    layout->addWidget(m_run);
    layout->addStretch(1);
    layout->addWidget(close);
    connect(m_run, &QPushButton::clicked, this, &DemoBar::runRequested);
    connect(close, &QToolButton::clicked, this, [this] {
        m_dismissed = true;
        hide();
    });
    hide();
}

void DemoBar::setDrafts(int count)
{
    m_sentence->setText(tr("%n drafts of the demo are ready.", nullptr, count));
    setVisible(count > 0 && !m_dismissed);
}

} // namespace yardstick::ui
