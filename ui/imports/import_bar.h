// ImportBars: imports of Ultralytics runs that are under way, watched or done, one bar each over the table: progress, what came,
// problems by file and line, and an end. Owner thread: GUI.
#pragma once

#include "ui/imports/run_import.h"
#include "ui/window/window_context.h"

#include <QFrame>
#include <QStringList>

class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace yardstick::ui {

class ElidedLabel;

class ImportBar : public QFrame
{
    Q_OBJECT
public:
    ImportBar(WindowContext& context, const imports::UltralyticsImport::Options& options, bool watch, QWidget* parent = nullptr);

    [[nodiscard]] const std::filesystem::path& root() const { return m_root; }
    [[nodiscard]] bool watching() const { return m_watch; }

Q_SIGNALS:
    void imported(const std::vector<yardstick::ExperimentId>& ids); ///< after the first look

private:
    void handleLooked(const imports::UltralyticsReport& report);
    void handleFailed(const Error& error);
    void handleStop();
    void showProblems();
    void showState();
    [[nodiscard]] QString sentence() const;

    WindowContext& m_context;
    std::filesystem::path m_root;
    RunImport* m_import = nullptr;
    ElidedLabel* m_sentence = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_problemsButton = nullptr;
    QPushButton* m_stop = nullptr;
    QToolButton* m_close = nullptr;
    QStringList m_problems;
    bool m_watch = false;
    bool m_first = true;       ///< the first look is not over
    int m_done = 0, m_total = 0;
    int m_added = 0, m_runs = 0, m_inTrash = 0, m_replaced = 0;
    UtcMs m_newsMs = 0;        ///< when the last new epochs came
    QString m_fault;           ///< why the last look failed
};

class ImportBars : public QWidget
{
    Q_OBJECT
public:
    explicit ImportBars(WindowContext& context, QWidget* parent = nullptr);
    /// A folder that is being imported or watched already ends that first.
    void start(const imports::UltralyticsImport::Options& options, bool watch);

Q_SIGNALS:
    void imported(const std::vector<yardstick::ExperimentId>& ids);

private:
    WindowContext& m_context;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace yardstick::ui
