// Importing Ultralytics runs in the window: dialog, progress, problems, a machine, and a run that grows while it is watched; and
// Settings › Ultralytics.
#include "tests/support/ultralytics_tree.h"
#include "tests/ui/gui_test_base.h"

#include "core/base/platform.h"
#include "ui/app_services.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiments_page.h"
#include "ui/imports/import_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <fstream>

namespace yardstick::test {
namespace {

using namespace yardstick::ui;

class ImportTest : public GuiTest
{
protected:
    /// Answers the dialog and waits for the bar.
    ImportBar* import(const std::filesystem::path& folder, bool watch)
    {
        window().experiments().openImport();
        auto* dialog = waitForDialog<ImportDialog>(QStringLiteral("importDialog"));
        find<QLineEdit>(dialog, QStringLiteral("importFolder"))->setText(QString::fromStdString(folder.string()));
        find<QCheckBox>(dialog, QStringLiteral("importWatch"))->setChecked(watch);
        auto* machine = find<QComboBox>(dialog, QStringLiteral("importMachine"));
        machine->setCurrentIndex(machine->findText(QStringLiteral("this host, all cores")));
        EXPECT_GT(machine->currentIndex(), 0);
        click(find<QPushButton>(dialog, QStringLiteral("importAccept")));
        ImportBar* bar = nullptr;
        waitFor([&] {
            bar = window().findChild<ImportBar*>();
            return bar != nullptr;
        });
        return bar;
    }
    static QString sentenceOf(ImportBar* bar) { return bar->findChild<QLabel*>(QStringLiteral("importSentence"))->text(); }
    std::vector<Experiment> all() { return store().reader()->experiments().value_or(std::vector<Experiment>{}); }
};

TEST_F(ImportTest, aTreeIsImportedWithItsProblemsNamed)
{
    const auto tree = makeUltralyticsTree(folder() / "runs", 40, 5, true);
    open();
    ImportBar* bar = import(folder() / "runs", false);
    ASSERT_NE(bar, nullptr);
    ASSERT_TRUE(waitFor([&] { return sentenceOf(bar).startsWith(QStringLiteral("Imported from")); })) << sentenceOf(bar).toStdString();
    const auto imported = all();
    EXPECT_GE(imported.size(), tree.runs.size());
    EXPECT_TRUE(sentenceOf(bar).contains(QStringLiteral("%1 new").arg(imported.size())));
    EXPECT_TRUE(waitFor([&] { return window().experiments().model().rowCount() == static_cast<int>(imported.size()); }));
    EXPECT_TRUE(std::ranges::all_of(imported, [](const Experiment& e) { return e.machineId.valid(); })) << "a machine was named";
    click(find<QPushButton>(bar, QStringLiteral("importProblems")));
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("importProblemsDialog"));
    const QString list = find<QPlainTextEdit>(dialog, QStringLiteral("importProblemsList"))->toPlainText();
    for (const BrokenPart& part : tree.broken) {
        EXPECT_TRUE(list.contains(QString::fromStdString(part.file.string()))) << part.file;
    }
    click(find<QPushButton>(dialog, QStringLiteral("importProblemsClose")));
    EXPECT_FALSE(find<QProgressBar>(bar, QStringLiteral("importProgress"))->isVisible());
    click(find<QToolButton>(bar, QStringLiteral("importClose")));
    EXPECT_TRUE(waitFor([&] { return window().findChild<ImportBar*>() == nullptr; }));
}

TEST_F(ImportTest, aWatchedRunGrowsUntilWatchingEnds)
{
    const auto file = folder() / "runs" / "live" / "results.csv";
    std::filesystem::create_directories(file.parent_path());
    const auto append = [&](const char* text) { std::ofstream(file, std::ios::app) << text; };
    append("epoch,time,metrics/mAP50(B)\n1,10,0.1\n");
    open();
    ImportBar* bar = import(folder() / "runs", true);
    ASSERT_NE(bar, nullptr);
    const auto epochs = [&] { return all().empty() ? 0 : all().front().epochsDone; };
    ASSERT_TRUE(waitFor([&] { return epochs() == 1; }));
    append("2,20,0.2\n3,30,0.3\n");
    EXPECT_TRUE(waitFor([&] { return epochs() == 3; })) << "read a second later";
    EXPECT_TRUE(waitFor([&] { return sentenceOf(bar).startsWith(QStringLiteral("Watching")); }));
    auto* stop = find<QPushButton>(bar, QStringLiteral("importStop"));
    EXPECT_EQ(stop->text(), QStringLiteral("Stop watching"));
    click(stop);
    EXPECT_FALSE(bar->watching());
    EXPECT_TRUE(find<QToolButton>(bar, QStringLiteral("importClose"))->isVisible());
}

TEST_F(ImportTest, theEnvironmentIsKeptWithThisHostAndChecked)
{
    open();
    window().showPage(QStringLiteral("settings"));
    auto* environment = find<QLineEdit>(QStringLiteral("settingsUltralytics"));
    const std::string nowhere = (folder() / "no such environment").string();
    environment->setText(QString::fromStdString(nowhere));
    Q_EMIT environment->editingFinished();
    const auto named = [&] {
        for (const Host& host : store().reader()->hosts().value_or(std::vector<Host>{})) {
            if (host.kind == "local") {
                return ultralyticsOf(host);
            }
        }
        return std::string("no host");
    };
    EXPECT_TRUE(waitFor([&] { return named() == nowhere; }));
    click(find<QPushButton>(QStringLiteral("settingsUltralyticsCheck")));
    auto* state = find<QLabel>(QStringLiteral("settingsUltralyticsState"));
    if (!services().findWorker()) {
        return; // its sentence is shown then; see the page
    }
    EXPECT_TRUE(waitFor([&] { return state->text().contains(QStringLiteral("has no program that can be run")); }, 30'000)) << state->text().toStdString();
    EXPECT_TRUE(state->text().contains(QString::fromStdString(nowhere)));
}

} // namespace
} // namespace yardstick::test
