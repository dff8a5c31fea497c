// EmptyCard: what stands where no experiment is yet: one sentence, "Try the demo" and "New experiment", with the demo's
// progress in place. DemoBar: offers to run the demo's drafts while they are drafts. Owner thread: GUI.
#pragma once

#include <QFrame>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace yardstick::ui {

class EmptyCard : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyCard(QWidget* parent = nullptr);

    /// total 0: unknown; a negative `done` ends it.
    void setProgress(int done, int total, const QString& text);

Q_SIGNALS:
    void demoRequested();
    void demoCancelled();
    void newRequested();

private:
    QPushButton* m_demo = nullptr;
    QPushButton* m_new = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
};

class DemoBar : public QFrame
{
    Q_OBJECT
public:
    explicit DemoBar(QWidget* parent = nullptr);
    void setDrafts(int count); ///< 0 hides it
    [[nodiscard]] QPushButton* runButton() const { return m_run; }

Q_SIGNALS:
    void runRequested();

private:
    QLabel* m_sentence = nullptr;
    QPushButton* m_run = nullptr;
    bool m_dismissed = false;
};

} // namespace yardstick::ui
