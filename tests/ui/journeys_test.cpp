// The three journeys on the real window, with real mouse and key events, the real scheduler and the real worker:
// clone and enqueue, compare machines, export; and the demo from its card. Training is tiny but real.
#include "core/actions.h"
#include "core/compare.h"
#include "tests/support/store_fixture.h"
#include "tests/ui/gui_test_base.h"
#include "ui/compare/compare_page.h"
#include "ui/details/details_pane.h"
#include "ui/dialogs/message_box.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"
#include "ui/window/page.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTableWidget>

namespace yardstick::test {
namespace {

constexpr int kTrainingMs = 180'000; ///< two epochs of eight small images, on a busy machine

class Journeys : public GuiTest
{
protected:
    void SetUp() override
    {
        if (workerPath().empty()) {
            GTEST_SKIP() << "the worker is not built here and YARDSTICK_WORKER names none";
        }
        QProcess draw;
        draw.start(QString::fromStdString(workerPath().string()),
                   {QStringLiteral("data"), QStringLiteral("demo"), QString::fromStdString((folder() / "shapes").string()), QStringLiteral("--train"),
                    QStringLiteral("16"), QStringLiteral("--val"), QStringLiteral("8"), QStringLiteral("--size"), QStringLiteral("96"),
                    QStringLiteral("--json")});
        ASSERT_TRUE(draw.waitForFinished(60'000));
        ASSERT_EQ(draw.exitCode(), 0) << draw.readAllStandardError().toStdString();
        m_data = nlohmann::json::parse(draw.readAllStandardOutput().toStdString()).at("yaml").get<std::string>();
    }

    ExperimentId addRun(const std::string& name, const char* queueName)
    {
        return must(store().runFor<ExperimentId>([&](StoreWriter& w) -> Result<ExperimentId> {
            ExperimentSpec spec;
            spec.name = name;
            spec.data = m_data;
            spec.params = {{"imgsz", 64}, {"batch", 8}, {"epochs", 5}, {"pretrained", false}, {"close_mosaic", 0}, {"workers", 0}};
            const auto id = actions::create(w, spec);
            if (!id) {
                return id;
            }
            const auto queue = w.read().queueByName(queueName);
            if (!queue) {
                return fail(queue.error());
            }
            if (const auto queued = actions::enqueue(w, *id, queue->id); !queued) {
                return fail(queued.error());
            }
            return id;
        }));
    }

    void waitUntilCompleted(ExperimentId id)
    {
        ASSERT_TRUE(waitFor(
            [&] {
                const ExperimentStatus s = experiment(id).status;
                return s == ExperimentStatus::Completed || s == ExperimentStatus::Failed;
            },
            kTrainingMs));
        const Experiment e = experiment(id);
        ASSERT_EQ(e.status, ExperimentStatus::Completed) << e.reason;
    }

    std::string m_data;
};

TEST_F(Journeys, cloneAndEnqueueIsWatchedLiveToItsEnd)
{
    open(true);
    const ExperimentId first = addRun("v8n-64-b8", "all cores");
    waitUntilCompleted(first);
    selectExperiment(first);

    QTest::keyClick(&window(), Qt::Key_D, Qt::ControlModifier);
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("cloneDialog"));
    ASSERT_NE(dialog, nullptr);
    type(dialog->findChild<QWidget*>(QStringLiteral("change_batch")), QStringLiteral("4"));
    type(dialog->findChild<QWidget*>(QStringLiteral("change_imgsz")), QStringLiteral("96"));
    auto* queues = dialog->findChild<QTableWidget*>(QStringLiteral("queueChoice"));
    ASSERT_EQ(queues->rowCount(), 2);
    const int oneCore = queues->item(0, 0)->text() == QStringLiteral("1 core") ? 0 : 1;
    QTest::mouseClick(queues->viewport(), Qt::LeftButton, {}, queues->visualItemRect(queues->item(oneCore, 0)).center());
    // Nothing was measured with these pixels: it says so instead of guessing.
    ASSERT_TRUE(waitFor([&] { return queues->item(oneCore, 1)->text() == QStringLiteral("no measurement yet"); }));
    QTest::keyClick(dialog, Qt::Key_Return);

    ui::ExperimentTableModel& model = window().experiments().model();
    ASSERT_TRUE(waitFor([&] { return model.total() == 2; }));
    const ExperimentId clone(first.value + 1);
    ASSERT_TRUE(waitFor([&] { return window().experiments().view().currentId() == clone; })) << "the clone is selected";
    const Experiment made = experiment(clone);
    EXPECT_EQ(made.clonedFrom, first);
    EXPECT_EQ(made.spec.params.at("imgsz"), 96);
    EXPECT_EQ(made.spec.params.at("batch"), 4);
    EXPECT_EQ(made.spec.params.at("epochs"), 5);

    // Live: the row counts epochs while it runs.
    bool seenRunning = false;
    int seenEpochs = 0;
    ASSERT_TRUE(waitFor(
        [&] {
            const Experiment* row = model.byId(clone);
            seenRunning = seenRunning || (row && row->status == ExperimentStatus::Running);
            if (row && row->status == ExperimentStatus::Running) {
                seenEpochs = std::max(seenEpochs, row->epochsDone);
            }
            return row && (row->status == ExperimentStatus::Completed || row->status == ExperimentStatus::Failed);
        },
        kTrainingMs));
    EXPECT_TRUE(seenRunning);
    EXPECT_GE(seenEpochs, 1);
    const Experiment* row = model.byId(clone);
    ASSERT_EQ(row->status, ExperimentStatus::Completed) << row->reason;
    EXPECT_EQ(row->epochsDone, 5);
    EXPECT_GT(row->epochSeconds, 0);
    ASSERT_TRUE(row->costPerEpoch.has_value());
    EXPECT_GT(row->costPerEpoch->micros(), 0);
    auto* details = window().findChild<ui::DetailsPane*>();
    ASSERT_NE(details, nullptr);
    EXPECT_EQ(details->experiment(), clone);

    // What was measured now tells what a further clone would take.
    selectExperiment(clone);
    QTest::keyClick(&window(), Qt::Key_D, Qt::ControlModifier);
    dialog = waitForDialog<QDialog>(QStringLiteral("cloneDialog"));
    ASSERT_NE(dialog, nullptr);
    queues = dialog->findChild<QTableWidget*>(QStringLiteral("queueChoice"));
    EXPECT_TRUE(waitFor([&] { return queues->item(oneCore, 2)->text().contains(QStringLiteral("example price")); }))
        << queues->item(oneCore, 2)->text().toStdString();
    EXPECT_EQ(queues->currentRow(), oneCore) << "the queue it last ran on";
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
    EXPECT_EQ(model.total(), 2) << "Escape leaves everything as it was";
}

TEST_F(Journeys, compareMachinesShowsTheReferenceAndOwnRuns)
{
    open(true);
    const ExperimentId own = addRun("own run", "all cores");
    window().showPage(QStringLiteral("machines"));
    click(find<QWidget>(QStringLiteral("tool_machineImport")));
    ASSERT_TRUE(waitFor([&] { return window().context().errors.sentence().contains(QStringLiteral("12")); }));
    waitUntilCompleted(own);
    QTest::keyClick(&window(), Qt::Key_4, Qt::ControlModifier);
    auto& page = static_cast<ui::ComparePage&>(*window().page(QStringLiteral("compare")));
    ASSERT_TRUE(page.isVisible());
    const auto expected = must(compareMachines(must(store().reader()), page.comparison().options));
    ASSERT_TRUE(waitFor([&] { return page.comparison().rows.size() >= 12; }));
    int rented = 0;
    int mine = 0;
    for (const MachineRow& row : page.comparison().rows) {
        rented += row.basis == Basis::Derived ? 1 : 0;
        mine += row.machine == "this host, all cores" && row.epochSeconds > 0 ? 1 : 0;
        if (row.basis == Basis::Derived) {
            ASSERT_TRUE(row.price && row.costPerEpoch);
            EXPECT_EQ(must(costPerEpoch(*row.price, row.epochSeconds)).micros(), row.costPerEpoch->micros()) << row.machine;
        }
    }
    EXPECT_EQ(rented, 12);
    EXPECT_EQ(mine, 1);
}

TEST_F(Journeys, exportsTheSelectionAsCsvMarkdownAndJson)
{
    open(true);
    const ExperimentId a = addRun("export a", "all cores");
    addDraft("not exported");
    waitUntilCompleted(a);
    ASSERT_TRUE(waitFor([&] {
        const Experiment* e = window().experiments().model().byId(a);
        return e && e->status == ExperimentStatus::Completed;
    }));
    selectExperiment(a);
    for (const char* format : {"CSV", "Markdown", "JSON"}) {
        activate();
        QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
        auto* dialog = waitForDialog<QDialog>(QStringLiteral("exportDialog"));
        ASSERT_NE(dialog, nullptr);
        auto* scope = dialog->findChild<QComboBox*>(QStringLiteral("exportScope"));
        EXPECT_TRUE(scope->currentText().contains(QStringLiteral("(1)"))) << "the selection comes first";
        dialog->findChild<QComboBox*>(QStringLiteral("exportFormat"))->setCurrentText(QString::fromLatin1(format));
        auto* save = dialog->findChild<QPushButton*>(QStringLiteral("exportSave"));
        ASSERT_TRUE(waitFor([&] { return save->isEnabled(); }));
        const QString preview = dialog->findChild<QPlainTextEdit*>(QStringLiteral("exportPreview"))->toPlainText();
        const std::filesystem::path file = folder() / (std::string("table.") + format);
        ui::FileDialog::queueAnswer(QString::fromStdString(file.string()));
        click(save);
        ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(file); }));
        const std::string text = must(platform::readFile(file));
        EXPECT_EQ(QString::fromStdString(text).remove(QLatin1Char('\r')).trimmed().toStdString(), preview.trimmed().toStdString()) << "what is previewed is what is written";
        EXPECT_NE(text.find("export a"), std::string::npos) << format;
        EXPECT_EQ(text.find("not exported"), std::string::npos) << format;
        ASSERT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
    }
    const auto json = nlohmann::json::parse(must(platform::readFile(folder() / "table.JSON")));
    EXPECT_FALSE(json.empty());
}

TEST_F(Journeys, theDemoStartsFromItsCardAndRunsWithOneClick)
{
    open(true);
    auto* demo = find<QPushButton>(QStringLiteral("tryDemo"));
    ASSERT_TRUE(waitFor([&] { return demo->isVisible(); }));
    click(demo);
    ui::ExperimentTableModel& model = window().experiments().model();
    ASSERT_TRUE(waitFor([&] { return model.total() == 3; }, 60'000)) << window().context().errors.sentence().toStdString();
    auto* run = find<QPushButton>(QStringLiteral("runDemo"));
    ASSERT_TRUE(waitFor([&] { return run->isVisible(); }));
    click(run);
    ASSERT_TRUE(waitFor(
        [&] {
            int done = 0;
            for (int row = 0; row < model.rowCount(); ++row) {
                done += model.at(row).status == ExperimentStatus::Completed ? 1 : 0;
                EXPECT_NE(model.at(row).status, ExperimentStatus::Failed) << model.at(row).reason;
            }
            return done == 3;
        },
        kTrainingMs))
        << window().context().errors.sentence().toStdString();
    EXPECT_FALSE(run->isVisible());
}

} // namespace
} // namespace yardstick::test
