// GuiTest: the real main window on a store in a temporary folder, driven by real mouse and key events. Widgets are found by
// object name; conditions are waited for, never slept on.
#pragma once

#include "core/schedule/scheduler.h"
#include "core/store/store.h"
#include "tests/support/temp_dir.h"
#include "ui/app_services.h"
#include "ui/settings/settings.h"
#include "ui/window/main_window.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QPointer>
#include <QTest>

#include <functional>
#include <memory>

namespace yardstick::test {

/// What app gives the window, with the real scheduler and, where it is built, the real worker.
class TestServices : public QObject, public ui::AppServices
{
public:
    explicit TestServices(Store& store) : m_store(store) {}

    [[nodiscard]] QString version() const override { return QStringLiteral("test"); }
    [[nodiscard]] SchedulerHolder schedulerHolder() const override { return yardstick::schedulerHolder(m_store.info().file); }
    Result<> takeScheduler() override;
    Result<> handOverToServe() override;
    [[nodiscard]] Result<std::filesystem::path> findWorker() const override;
    void startDemo(QObject* context, Progress progress, std::function<void(Result<std::vector<ExperimentId>>)> done) override;
    void cancelDemo() override {}
    Result<> openUrl(const QUrl& url) override;
    [[nodiscard]] QString commandLine(const QString& subcommand) const override;

    bool mayTake = true; ///< false: this window stays a client
    int handedOver = 0;
    QUrl opened;

private:
    Store& m_store;
    std::unique_ptr<Scheduler> m_scheduler;
};

/// The worker of this build or of YARDSTICK_WORKER; empty: there is none, and tests that need it are skipped.
std::filesystem::path workerPath();

/// Processes events until it holds; false after `timeoutMs`.
bool waitFor(const std::function<bool()>& condition, int timeoutMs = 10'000);

/// One open window on a store; several may be open on one.
struct OpenWindow
{
    std::unique_ptr<Store> store;
    std::unique_ptr<TestServices> services;
    std::unique_ptr<ui::MainWindow> window;
};

class GuiTest : public testing::Test
{
protected:
    GuiTest();
    ~GuiTest() override;

    [[nodiscard]] std::filesystem::path storeFile() const { return m_folder / "store.db"; }
    [[nodiscard]] const TempDir& folder() const { return m_folder; }
    /// Opens the window and waits until its table is loaded.
    void open(bool scheduler = false);
    OpenWindow openAnother(bool scheduler);

    Store& store() { return *m_main.store; }
    TestServices& services() { return *m_main.services; }
    ui::MainWindow& window() { return *m_main.window; }
    ui::Settings& settings() { return m_settings; }
    void closeWindow() { m_main.window.reset(); }

    template <typename T> T* find(const QString& name) { return find<T>(&window(), name); }
    template <typename T> static T* find(QWidget* in, const QString& name)
    {
        T* widget = in->findChild<T*>(name);
        EXPECT_NE(widget, nullptr) << "no widget " << name.toStdString();
        return widget;
    }
    /// The dialog with this name, once it is shown.
    template <typename T> T* waitForDialog(const QString& name)
    {
        QPointer<T> dialog;
        waitFor([&] {
            for (QWidget* top : QApplication::topLevelWidgets()) {
                if (top->objectName() == name && top->isVisible()) {
                    dialog = qobject_cast<T*>(top);
                }
            }
            return !dialog.isNull();
        });
        EXPECT_FALSE(dialog.isNull()) << "no dialog " << name.toStdString();
        return dialog;
    }
    void activate(); ///< the window has the keyboard again, also after a dialog
    static void click(QWidget* widget);
    static void type(QWidget* widget, const QString& text); ///< replaces what is there
    void selectExperiment(ExperimentId id);                 ///< a mouse click on its row
    Experiment experiment(ExperimentId id);
    ExperimentId addDraft(const std::string& name, const nlohmann::json& params = nlohmann::json::object());

private:
    TempDir m_folder;
    ui::Settings m_settings;
    OpenWindow m_main;
};

} // namespace yardstick::test
