// EmptyCard: what stands where no experiment is yet: one sentence, "Try the demo" and "New experiment", with the demo's
// progress in place. NoMatchCard: what stands where experiments are, but none is shown, with the way back. DemoBar: offers to run
// the demo's drafts while they are drafts. Owner thread: GUI.
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
    void importRequested();

private:
    QPushButton* m_demo = nullptr;
    QPushButton* m_new = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
};

class NoMatchCard : public QWidget
{
    Q_OBJECT
public:
    explicit NoMatchCard(QWidget* parent = nullptr);
    void setFiltered(bool filtered); ///< false: no filter, but every experiment is archived

Q_SIGNALS:
    void clearRequested();
    void archivedRequested();

private:
    QLabel* m_sentence = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_archived = nullptr;
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
