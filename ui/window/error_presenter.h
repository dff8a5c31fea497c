// ErrorPresenter: the one place where the window tells of an error: a bar over the page that does not stop the work, with
// details that can be copied. Also short notes with one action ("Undo"). The newest message is shown, the earlier ones
// are counted and listed in the details. Owner thread: GUI.
#pragma once

#include "core/base/result.h"

#include <QFrame>
#include <QStringList>
#include <QTimer>

#include <functional>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace yardstick::ui {

class ErrorPresenter : public QFrame
{
    Q_OBJECT
public:
    explicit ErrorPresenter(QWidget* parent = nullptr);

    /// `what`: what was tried, translated ("Enqueue #14"); may be empty.
    void showError(const Error& error, const QString& what = {});
    void showWarning(const QString& sentence);
    /// Goes away by itself after some seconds; `action` is offered as a button when it is set. The result names this note.
    int showNote(const QString& sentence, const QString& actionText = {}, std::function<void()> action = {});
    void dismiss();
    /// As long as this note stands there and no other message in its place.
    [[nodiscard]] bool showsNote(int note) const { return !isHidden() && note == m_presented; }

    [[nodiscard]] QString sentence() const;
    /// Errors and warnings since the window opened that were not dismissed.
    [[nodiscard]] int alerts() const { return m_alerts; }

    void setVisible(bool visible) override;

Q_SIGNALS:
    void alertsChanged(int alerts);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Tone { Error, Warning, Note };
    void present(Tone tone, const QString& sentence, const QString& detail);
    void applyTone();

    QLabel* m_icon = nullptr;
    QLabel* m_sentence = nullptr;
    QPushButton* m_action = nullptr;
    QToolButton* m_more = nullptr;
    QPushButton* m_copy = nullptr;
    QToolButton* m_close = nullptr;
    QPlainTextEdit* m_detail = nullptr;
    std::function<void()> m_run;
    QTimer m_timer;
    Tone m_tone = Tone::Note;
    QStringList m_history;
    int m_alerts = 0;
    int m_presented = 0; ///< messages so far
};

} // namespace yardstick::ui
