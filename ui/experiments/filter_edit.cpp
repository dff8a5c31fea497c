#include "ui/experiments/filter_edit.h"

#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStringListModel>

namespace yardstick::ui {
namespace {
constexpr int kShownCandidates = 10;
constexpr int kPauseMs = 500;

/// The text ends in the beginning of and, or, not after something else.
bool endsInConnective(const QString& text)
{
    const QString last = text.section(QLatin1Char(' '), -1);
    if (last.isEmpty() || last.size() == text.trimmed().size()) {
        return false;
    }
    for (const char* word : {"and", "or", "not"}) {
        const QLatin1String whole(word);
        if (last.size() < whole.size() && QString(whole).startsWith(last, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

/// Clone, export, commands: on X11 a field takes these keys for moves and deletions of its own.
bool isWindowsKey(const QKeyEvent& event)
{
    const bool key = event.key() == Qt::Key_D || event.key() == Qt::Key_E || event.key() == Qt::Key_K;
    return key && event.modifiers() == Qt::ControlModifier;
}

} // namespace

FilterEdit::FilterEdit(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("filterEdit"));
    m_field = new QLineEdit(this);
    m_field->setObjectName(QStringLiteral("filterField"));
    m_field->setAccessibleName(tr("Filter"));
    m_field->setPlaceholderText(tr("Filter: map50>0.6 and (model~\"v8s\" or tag:best) and cost<2"));
    m_field->setToolTip(tr("Words are looked for in names, tags and notes. Compare columns and parameters with = != < <= > >= ~ and : "
                           "and combine with and, or, not and brackets."));
    m_field->setClearButtonEnabled(true);
    m_field->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_field->installEventFilter(this);
    setFocusProxy(m_field);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);

    m_fault = new QLabel(this);
    m_fault->setObjectName(QStringLiteral("filterFault"));
    m_fault->setWindowFlags(Qt::ToolTip);
    m_fault->setMargin(kSpace1);
    m_fault->hide();

    m_candidates = new QStringListModel(this);
    m_completer = new QCompleter(m_candidates, this);
    m_completer->setWidget(m_field);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(kShownCandidates);
    m_completer->popup()->setObjectName(QStringLiteral("filterCompletions"));
    m_completer->popup()->setAccessibleName(tr("Completions of the filter"));
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterEdit::insert);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FilterEdit::apply);
    connect(m_field, &QLineEdit::returnPressed, this, &FilterEdit::apply);
    connect(m_field, &QLineEdit::textChanged, this, &FilterEdit::parse);
    connect(m_field, &QLineEdit::textEdited, this, &FilterEdit::complete);
}

QString FilterEdit::text() const
{
    return m_field->text();
}

void FilterEdit::setText(const QString& text)
{
    m_field->setText(text);
}

void FilterEdit::setKnown(const QStringList& tags, const QStringList& models)
{
    m_tags = tags;
    m_models = models;
}

QString FilterEdit::fault() const
{
    return m_fault->text();
}

void FilterEdit::parse()
{
    m_pause.stop();
    if (endsInConnective(m_field->text())) {
        m_pause.start();
    } else {
        apply();
    }
}

void FilterEdit::apply()
{
    m_pause.stop();
    const auto filter = Filter::parse(m_field->text());
    QPalette p;
    if (filter) {
        m_fault->clear();
        m_fault->hide();
        m_field->setPalette(p);
        m_field->setAccessibleDescription({});
        Q_EMIT filterChanged(*filter);
        return;
    }
    const Tokens& t = tokensFor(*this);
    p.setColor(QPalette::Text, t.bad);
    m_field->setPalette(p);
    m_fault->setText(filter.error().sentence);
    m_field->setAccessibleDescription(filter.error().sentence);
    QPalette label = m_fault->palette();
    label.setColor(QPalette::WindowText, t.bad);
    label.setColor(QPalette::Window, t.base);
    m_fault->setPalette(label);
    placeFault();
}

void FilterEdit::placeFault()
{
    // Under the field; while candidates are shown they say more than the fault does.
    if (m_fault->text().isEmpty() || !m_field->hasFocus() || m_completer->popup()->isVisible()) {
        m_fault->hide();
        return;
    }
    m_fault->adjustSize();
    m_fault->move(m_field->mapToGlobal(QPoint(0, m_field->height() + 2)));
    m_fault->show();
}

void FilterEdit::complete()
{
    const FilterCompletion found = completeFilter(m_field->text(), m_field->cursorPosition(), m_tags, m_models);
    m_start = found.start;
    m_candidates->setStringList(found.candidates);
    if (found.candidates.isEmpty()) {
        m_completer->popup()->hide();
    } else {
        QRect rect = m_field->rect();
        rect.setWidth(std::min(rect.width(), 280));
        m_completer->complete(rect);
    }
    placeFault();
}

void FilterEdit::insert(const QString& candidate)
{
    const QString text = m_field->text();
    const int cursor = m_field->cursorPosition();
    const bool quote = candidate.contains(QLatin1Char(' '));
    const QString word = quote ? QLatin1Char('"') + candidate + QLatin1Char('"') : candidate;
    m_field->setText(text.left(m_start) + word + text.mid(cursor));
    m_field->setCursorPosition(m_start + static_cast<int>(word.size()));
}

bool FilterEdit::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)) {
        m_fault->hide();
    } else if (watched == m_field && event->type() == QEvent::FocusIn) {
        placeFault();
    } else if (watched == m_field && event->type() == QEvent::ShortcutOverride && isWindowsKey(*static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace yardstick::ui
