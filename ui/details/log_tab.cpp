#include "ui/details/log_tab.h"

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/status_pill.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr int kTailMs = 250;
constexpr int kShownMessages = 4;

} // namespace

void LogModel::setFile(const QString& path)
{
    beginResetModel();
    m_source.setFile(path);
    m_source.poll();
    m_rows = m_source.lineCount();
    endResetModel();
}

bool LogModel::poll()
{
    const qint64 longest = m_source.longestLine();
    const bool changed = m_source.poll();
    const int rows = m_source.lineCount();
    if (m_source.restarted() || rows < m_rows) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
        return true;
    }
    if (!changed) {
        return false;
    }
    if (m_rows > 0) { // the last line may have grown
        Q_EMIT dataChanged(index(m_rows - 1), index(m_rows - 1));
    }
    if (rows > m_rows) {
        beginInsertRows({}, m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    }
    if (m_source.longestLine() > longest) {
        Q_EMIT layoutAboutToBeChanged();
        Q_EMIT layoutChanged();
    }
    return true;
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    if (role == Qt::SizeHintRole) {
        return lineSize();
    }
    return role == Qt::DisplayRole ? QVariant(m_source.line(index.row())) : QVariant();
}

QSize LogModel::lineSize() const
{
    // One size for all lines: the view asks for the first one's only. Wide enough for the longest.
    const double columns = std::max<double>(20, static_cast<double>(m_source.longestLine()) + 1);
    return QSizeF(columns * m_character.width() + 8, m_character.height()).toSize();
}

LogTab::LogTab(QWidget* parent)
    : DetailsTab(parent), m_model(new LogModel(this)), m_attempt(new QComboBox(this)), m_search(new QLineEdit(this)),
      m_previous(new QToolButton(this)), m_next(new QToolButton(this)), m_follow(new QCheckBox(tr("&Follow"), this)),
      m_copy(new QToolButton(this)), m_folder(new QToolButton(this)), m_messages(new QLabel(this)),
      m_empty(new QLabel(tr("The log begins with the first attempt."), this)), m_view(new QListView(this))
{
    build();
    connect(m_attempt, &QComboBox::currentIndexChanged, this, [this](int) {
        m_model->setFile(QDir(m_attempt->currentData().toString()).filePath(QStringLiteral("log.txt")));
        m_shown = false;
        tail();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { search(false); });
    connect(m_next, &QToolButton::clicked, this, [this] { search(false); });
    connect(m_previous, &QToolButton::clicked, this, [this] { search(true); });
    connect(m_copy, &QToolButton::clicked, this, &LogTab::copy);
    connect(m_folder, &QToolButton::clicked, this, [this] { Q_EMIT openFolderRequested(m_attempt->currentData().toString()); });
    // Scrolling up means reading: no more jumping to the end.
    connect(m_view->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this](int) {
        QScrollBar* bar = m_view->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum());
    });
    connect(m_follow, &QCheckBox::toggled, this, [this](bool on) {
        if (on) {
            m_view->scrollToBottom();
        }
    });
    m_timer.setInterval(kTailMs);
    connect(&m_timer, &QTimer::timeout, this, &LogTab::tail);
}

void LogTab::build()
{
    const auto name = [](QToolButton* button, const QString& object, const QString& iconName, const QString& text) {
        button->setObjectName(object);
        button->setIcon(icon(iconName));
        button->setAccessibleName(text);
        button->setToolTip(text);
        button->setAutoRaise(true);
    };
    m_attempt->setObjectName(QStringLiteral("logAttempt"));
    m_attempt->setAccessibleName(tr("Attempt"));
    m_attempt->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_search->setObjectName(QStringLiteral("logSearch"));
    m_search->setAccessibleName(tr("Search the log"));
    m_search->setPlaceholderText(tr("search"));
    m_search->setClearButtonEnabled(true);
    name(m_previous, QStringLiteral("logPrevious"), QStringLiteral("chevron-up"), tr("Previous match"));
    name(m_next, QStringLiteral("logNext"), QStringLiteral("chevron-down"), tr("Next match"));
    name(m_copy, QStringLiteral("logCopy"), QStringLiteral("copy"), tr("Copy the selected lines, or all"));
    name(m_folder, QStringLiteral("logFolder"), QStringLiteral("folder"), tr("Open the run's folder"));
    m_follow->setObjectName(QStringLiteral("logFollow"));
    m_follow->setChecked(true);
    m_messages->setObjectName(QStringLiteral("logMessages"));
    m_messages->setWordWrap(true);
    m_messages->setTextFormat(Qt::PlainText);
    m_messages->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_messages->hide();
    m_empty->setAlignment(Qt::AlignCenter);
    m_view->setObjectName(QStringLiteral("logView"));
    m_view->setAccessibleName(tr("Log"));
    m_view->setModel(m_model);
    m_view->setFont(fixedPitch());
    m_view->setUniformItemSizes(true);
    m_view->setTextElideMode(Qt::ElideNone);
    const QFontMetricsF metrics(fixedPitch());
    m_model->setCharacterSize({metrics.horizontalAdvance(QLatin1Char('0')), metrics.height() + 1});
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setFrameShape(QFrame::NoFrame);
    auto* shortcut = new QShortcut(QKeySequence::Copy, m_view);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, &LogTab::copy);
    auto* row = new QHBoxLayout;
    row->setSpacing(kSpace1);
    for (QWidget* widget : QList<QWidget*>{m_attempt, m_search, m_previous, m_next, m_follow, m_copy, m_folder}) {
        row->addWidget(widget);
    }
    row->setStretch(1, 1);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace2, kSpace2, kSpace2, 0);
    box->addLayout(row);
    box->addWidget(m_messages);
    box->addWidget(m_empty, 1);
    box->addWidget(m_view, 1);
}

DetailsWants LogTab::wants() const
{
    DetailsWants wants;
    wants.messages = true;
    return wants;
}

void LogTab::setData(const DetailsData& details, bool sameExperiment)
{
    const bool newest = !sameExperiment || m_attempt->currentIndex() == m_attempt->count() - 1;
    const QString before = m_attempt->currentData().toString();
    {
        const QSignalBlocker blocker(m_attempt);
        m_attempt->clear();
        for (const Attempt& attempt : details.attempts) {
            const QString hidden = attempt.hidden ? tr(" (reset)") : QString();
            m_attempt->addItem(tr("attempt %1: %2").arg(attempt.number).arg(outcomeWord(attempt.outcome)) + hidden,
                               fromUtf8(attempt.runDirectory));
        }
        const int same = m_attempt->findData(before);
        m_attempt->setCurrentIndex(newest || same < 0 ? m_attempt->count() - 1 : same);
    }
    const QString folder = m_attempt->currentData().toString();
    const QString file = folder.isEmpty() ? QString() : QDir(folder).filePath(QStringLiteral("log.txt"));
    if (file != m_model->source().path()) {
        m_model->setFile(file);
        m_shown = false;
        m_follow->setChecked(true);
    }
    showMessages(details);
    tail();
}

void LogTab::showMessages(const DetailsData& details)
{
    QStringList lines;
    bool error = false;
    const size_t first = details.messages.size() > kShownMessages ? details.messages.size() - kShownMessages : 0;
    for (size_t i = first; i < details.messages.size(); ++i) {
        const MessageRow& message = details.messages[i];
        error = error || message.error;
        lines << QStringLiteral("%1  %2").arg(formatTime(message.t), errorText(message.text, message.args));
    }
    if (first > 0) {
        lines.prepend(tr("%n earlier message(s)", nullptr, static_cast<int>(first)));
    }
    m_messages->setText(lines.join(QLatin1Char('\n')));
    m_messages->setVisible(!lines.isEmpty());
    QPalette p = palette();
    p.setColor(QPalette::WindowText, error ? tokensFor(*this).bad : tokensFor(*this).warning);
    m_messages->setPalette(p);
}

void LogTab::tail()
{
    const bool grew = m_model->poll();
    const bool some = m_model->rowCount() > 0;
    m_empty->setText(m_attempt->count() == 0 ? tr("The log begins with the first attempt.")
                                             : tr("This attempt has printed nothing yet."));
    m_empty->setVisible(!some);
    m_view->setVisible(some);
    if ((grew || !m_shown) && some && m_follow->isChecked()) {
        m_view->scrollToBottom();
        m_shown = true;
    }
    m_timer.setInterval(m_model->source().more() ? 0 : kTailMs);
}

void LogTab::showEvent(QShowEvent* event)
{
    DetailsTab::showEvent(event);
    tail();
    m_timer.start();
}

void LogTab::hideEvent(QHideEvent* event)
{
    DetailsTab::hideEvent(event);
    m_timer.stop();
}

void LogTab::search(bool backwards)
{
    const int current = m_view->currentIndex().isValid() ? m_view->currentIndex().row() : (backwards ? 0 : -1);
    const auto row = m_model->source().find(m_search->text(), current + (backwards ? -1 : 1), backwards);
    QPalette p = palette();
    if (!row && !m_search->text().isEmpty()) {
        p.setColor(QPalette::Text, tokensFor(*this).bad);
    }
    m_search->setPalette(p);
    if (row) {
        m_follow->setChecked(false);
        const QModelIndex index = m_model->index(*row);
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
    }
}

void LogTab::copy()
{
    QModelIndexList rows = m_view->selectionModel()->selectedIndexes();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    if (rows.size() > 1 || (rows.size() == 1 && m_view->hasFocus())) {
        for (const QModelIndex& index : rows) {
            lines << index.data().toString();
        }
    } else {
        for (int i = 0; i < m_model->rowCount(); ++i) {
            lines << m_model->source().line(i);
        }
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

} // namespace yardstick::ui
