// The window as a whole: names on every widget, shortcuts, undo, trash, second window, closing, languages, faults.
#include "core/actions.h"
#include "tests/support/store_fixture.h"
#include "tests/ui/gui_test_base.h"
#include "ui/dialogs/message_box.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/experiments/filter_edit.h"
#include "ui/format.h"
#include "ui/queues/queue_tree_model.h"
#include "ui/queues/queues_page.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"
#include "ui/window/page.h"
#include "ui/window/side_bar.h"
#include "ui/window/status_line.h"
#include "ui/window/window_host.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTextEdit>
#include <QToolButton>

namespace yardstick::test {
namespace {

using WindowTest = GuiTest;

bool isInteractive(const QWidget* w)
{
    return qobject_cast<const QAbstractButton*>(w) || qobject_cast<const QLineEdit*>(w) || qobject_cast<const QComboBox*>(w) ||
           qobject_cast<const QAbstractSpinBox*>(w) || qobject_cast<const QAbstractItemView*>(w) || qobject_cast<const QSlider*>(w) ||
           qobject_cast<const QTextEdit*>(w) || qobject_cast<const QPlainTextEdit*>(w);
}

/// Parts that Qt makes inside a widget of ours: headers, scroll bars, the field of a spin box, scroll buttons of tabs.
bool isQtsOwn(const QWidget* w)
{
    if (w->objectName().startsWith(QStringLiteral("qt_")) || qobject_cast<const QHeaderView*>(w) ||
        w->objectName() == QStringLiteral("ScrollLeftButton") || w->objectName() == QStringLiteral("ScrollRightButton")) {
        return true;
    }
    const QWidget* parent = w->parentWidget();
    return parent && (qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent) ||
                      qobject_cast<const QTabBar*>(parent) || qobject_cast<const QLineEdit*>(parent) ||
                      QByteArray(parent->metaObject()->className()) == "QComboBoxPrivateContainer" ||
                      (qobject_cast<const QAbstractItemView*>(parent) && qobject_cast<const QAbstractButton*>(w)));
}

QStringList namelessWidgets(const QWidget* top)
{
    QStringList bad;
    for (const QWidget* w : top->findChildren<QWidget*>()) {
        if (!isInteractive(w) || isQtsOwn(w)) {
            continue;
        }
        QStringList path;
        for (const QWidget* p = w; p && path.size() < 6; p = p->parentWidget()) {
            path.prepend(QString::fromLatin1(p->metaObject()->className()) + QLatin1Char('#') + p->objectName());
        }
        const bool text = qobject_cast<const QAbstractButton*>(w) && !static_cast<const QAbstractButton*>(w)->text().isEmpty();
        if (w->objectName().isEmpty() || (w->accessibleName().isEmpty() && !text)) {
            bad << path.join(QStringLiteral(" > "));
        }
    }
    return bad;
}

TEST_F(WindowTest, everyInteractiveWidgetHasAnObjectAndAnAccessibleName)
{
    open();
    addDraft("first");
    for (const char* page : {"experiments", "queues", "machines", "compare", "datasets", "settings"}) {
        window().showPage(QString::fromLatin1(page));
        QTest::qWait(0);
    }
    EXPECT_EQ(namelessWidgets(&window()).join(QLatin1Char('\n')).toStdString(), "");
}

TEST_F(WindowTest, everyDialogsWidgetsHaveNames)
{
    open();
    const ExperimentId id = addDraft("first");
    selectExperiment(id);
    const auto check = [&](const QString& name) {
        auto* dialog = waitForDialog<QDialog>(name);
        ASSERT_NE(dialog, nullptr);
        EXPECT_EQ(namelessWidgets(dialog).join(QLatin1Char('\n')).toStdString(), "") << name.toStdString();
        dialog->reject();
        ASSERT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
    };
    window().experiments().openNew();
    check(QStringLiteral("newDialog"));
    window().experiments().openClone(id);
    check(QStringLiteral("cloneDialog"));
    window().experiments().openEnqueue();
    check(QStringLiteral("enqueueDialog"));
    window().experiments().openExport();
    check(QStringLiteral("exportDialog"));
    window().showPage(QStringLiteral("queues"));
    click(find<QToolButton>(QStringLiteral("tool_queueAdd")));
    check(QStringLiteral("queueDialog"));
    click(find<QToolButton>(QStringLiteral("tool_queuePrice")));
    check(QStringLiteral("priceDialog"));
}

TEST_F(WindowTest, showsTheEmptyCardAndThenTheTable)
{
    open();
    auto* card = find<QWidget>(QStringLiteral("emptyCard"));
    ASSERT_TRUE(waitFor([&] { return card->isVisible(); }));
    EXPECT_TRUE(find<QPushButton>(QStringLiteral("tryDemo"))->isVisible());
    addDraft("first");
    EXPECT_TRUE(waitFor([&] { return !card->isVisible() && window().experiments().view().isVisible(); }));
}

TEST_F(WindowTest, renamesInlineAndUndoesIt)
{
    open();
    const ExperimentId id = addDraft("before");
    selectExperiment(id);
    ui::ExperimentView& view = window().experiments().view();
    QTest::keyClick(&view, Qt::Key_F2);
    auto* editor = view.findChild<QLineEdit*>(QStringLiteral("cellEditor"));
    ASSERT_NE(editor, nullptr);
    type(editor, QStringLiteral("after"));
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return experiment(id).spec.name == "after"; }));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return experiment(id).spec.name == "before"; }));
    QTest::keyClick(&window(), Qt::Key_Y, Qt::ControlModifier);
    EXPECT_TRUE(waitFor([&] { return experiment(id).spec.name == "after"; }));
}

TEST_F(WindowTest, deletesToTheTrashUndoesAndRestores)
{
    open();
    const ExperimentId id = addDraft("gone");
    addDraft("stays");
    selectExperiment(id);
    QTest::keyClick(&window().experiments().view(), Qt::Key_Delete);
    ASSERT_TRUE(waitFor([&] { return experiment(id).deletedMs > 0; }));
    ASSERT_TRUE(waitFor([&] { return window().experiments().model().rowOf(id) < 0; }));
    auto* undo = find<QPushButton>(QStringLiteral("errorAction"));
    ASSERT_TRUE(undo->isVisible());
    click(undo);
    ASSERT_TRUE(waitFor([&] { return experiment(id).deletedMs == 0 && window().experiments().model().rowOf(id) >= 0; }));

    selectExperiment(id);
    QTest::keyClick(&window().experiments().view(), Qt::Key_Delete);
    ASSERT_TRUE(waitFor([&] { return experiment(id).deletedMs > 0; }));
    window().findChild<QAction*>(QStringLiteral("actionShowTrash"))->setChecked(true);
    selectExperiment(id);
    click(find<QToolButton>(QStringLiteral("trash_actionRestore")));
    ASSERT_TRUE(waitFor([&] { return experiment(id).deletedMs == 0; }));
    click(find<QPushButton>(QStringLiteral("trashLeave")));
    EXPECT_TRUE(waitFor([&] { return window().experiments().model().rowOf(id) >= 0; }));
}

TEST_F(WindowTest, filtersAsTypedAndShowsTheFaultInPlace)
{
    open();
    addDraft("alpha", {{"imgsz", 320}});
    addDraft("beta", {{"imgsz", 640}});
    ui::ExperimentTableModel& model = window().experiments().model();
    ASSERT_TRUE(waitFor([&] { return model.rowCount() == 2; }));
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    auto* field = find<QLineEdit>(QStringLiteral("filterField"));
    EXPECT_TRUE(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("imgsz<500"));
    EXPECT_EQ(model.rowCount(), 1);
    QTest::keyClicks(field, QStringLiteral(" and ("));
    EXPECT_EQ(model.rowCount(), 1) << "the last good filter stays";
    EXPECT_FALSE(find<ui::FilterEdit>(QStringLiteral("filterEdit"))->fault().isEmpty());
    field->clear();
    EXPECT_EQ(model.rowCount(), 2);
}

TEST_F(WindowTest, selectionAndScrollSurviveWritesOfAnotherProcess)
{
    open();
    std::vector<ExperimentId> ids;
    for (int i = 0; i < 60; ++i) {
        ids.push_back(addDraft("run " + std::to_string(i)));
    }
    selectExperiment(ids[20]);
    ui::ExperimentView& view = window().experiments().view();
    const auto other = must(Store::open(storeFile()));
    for (int i = 0; i < 5; ++i) {
        must(other->run([&](StoreWriter& w) { return actions::rename(w, ids[20], "renamed " + std::to_string(i)); }));
        must(other->runFor<ExperimentId>([](StoreWriter& w) {
            ExperimentSpec spec;
            spec.name = "new";
            return actions::create(w, spec);
        }));
    }
    ASSERT_TRUE(waitFor([&] { return window().experiments().model().rowCount() == 65; }));
    EXPECT_EQ(view.currentId(), ids[20]);
    EXPECT_EQ(view.selectedIds(), std::vector<ExperimentId>{ids[20]});
    EXPECT_EQ(window().experiments().model().byId(ids[20])->spec.name, "renamed 4");
}

TEST_F(WindowTest, goesToEachPageByKeyAndFoldsTheSideBarWhenNarrow)
{
    open();
    const std::vector<QString> pages{QStringLiteral("experiments"), QStringLiteral("queues"),   QStringLiteral("machines"),
                                     QStringLiteral("compare"),     QStringLiteral("datasets"), QStringLiteral("settings")};
    for (size_t i = pages.size(); i-- > 0;) {
        QTest::keyClick(&window(), static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)), Qt::ControlModifier);
        EXPECT_TRUE(window().page(pages[i])->isVisible()) << pages[i].toStdString();
    }
    auto* side = find<ui::SideBar>(QStringLiteral("sideBar"));
    EXPECT_FALSE(side->folded());
    window().resize(900, 700);
    EXPECT_TRUE(waitFor([&] { return side->folded(); }));
    EXPECT_EQ(window().width(), 900) << "nothing essential asks for more width";
}

TEST_F(WindowTest, takesTheSchedulerWhenItIsFreeAndASecondWindowIsAClient)
{
    open(true);
    auto* first = find<ui::StatusLine>(QStringLiteral("statusLine"));
    ASSERT_TRUE(waitFor([&] { return first->schedulerText().contains(QStringLiteral("this window")); }));
    OpenWindow second = openAnother(true);
    auto* line = GuiTest::find<ui::StatusLine>(second.window.get(), QStringLiteral("statusLine"));
    // The same process holds the lock here; the second object is refused and says so.
    EXPECT_FALSE(second.services->takeScheduler());
    const ExperimentId id = addDraft("seen by both");
    ASSERT_TRUE(waitFor([&] { return second.window->experiments().model().rowOf(id) >= 0; }));
    EXPECT_FALSE(line->schedulerText().isEmpty());
    second.window.reset();
    second.services.reset();
}

TEST_F(WindowTest, saysThatNobodySchedulesAndOffersTo)
{
    open(false);
    auto* line = find<ui::StatusLine>(QStringLiteral("statusLine"));
    ASSERT_TRUE(waitFor([&] { return line->schedulerText().contains(QStringLiteral("none")); }));
    services().mayTake = true;
    click(find<QPushButton>(QStringLiteral("statusTake")));
    EXPECT_TRUE(waitFor([&] { return line->schedulerText().contains(QStringLiteral("this window")); }));
}

TEST_F(WindowTest, enqueueOfAMissingDataSetIsOneSentenceAndNothingIsLost)
{
    open();
    const ExperimentId id = addDraft("no data");
    selectExperiment(id);
    QTest::keyClick(&window(), Qt::Key_Return, Qt::ControlModifier);
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("enqueueDialog"));
    ASSERT_NE(dialog, nullptr);
    click(dialog->findChild<QPushButton*>(QStringLiteral("enqueueAccept")));
    ui::ErrorPresenter& errors = window().context().errors;
    ASSERT_TRUE(waitFor([&] { return errors.sentence().contains(QStringLiteral("data.yaml")); })) << errors.sentence().toStdString();
    EXPECT_EQ(experiment(id).status, ExperimentStatus::Draft);
    EXPECT_EQ(errors.alerts(), 1);
    click(find<QToolButton>(QStringLiteral("errorMore")));
    EXPECT_FALSE(find<QPlainTextEdit>(QStringLiteral("errorDetail"))->toPlainText().isEmpty());
    click(find<QPushButton>(QStringLiteral("errorCopy")));
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("data.yaml")));
    click(find<QToolButton>(QStringLiteral("errorClose")));
    EXPECT_EQ(errors.alerts(), 0);
}

TEST_F(WindowTest, createsADraftFromTheDialogWithFaultsInPlace)
{
    open();
    QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("newDialog"));
    ASSERT_NE(dialog, nullptr);
    type(dialog->findChild<QWidget*>(QStringLiteral("newImgsz")), QStringLiteral("huge"));
    auto* fault = dialog->findChild<QLabel*>(QStringLiteral("newImgszFault"));
    EXPECT_TRUE(fault->isVisible());
    EXPECT_FALSE(dialog->findChild<QPushButton*>(QStringLiteral("newDraft"))->isEnabled());
    type(dialog->findChild<QWidget*>(QStringLiteral("newImgsz")), QStringLiteral("320"));
    EXPECT_FALSE(fault->isVisible());
    EXPECT_FALSE(dialog->findChild<QPushButton*>(QStringLiteral("newEnqueue"))->isEnabled()) << "there is no data set yet";
    click(dialog->findChild<QPushButton*>(QStringLiteral("newDraft")));
    ui::ExperimentTableModel& model = window().experiments().model();
    ASSERT_TRUE(waitFor([&] { return model.rowCount() == 1; }));
    EXPECT_EQ(model.at(0).spec.params.at("imgsz"), 320);
    EXPECT_TRUE(waitFor([&] { return window().experiments().view().currentId() == model.at(0).id; }));
}

TEST_F(WindowTest, movesWithinAQueueByKeyAndPausesIt)
{
    open();
    std::vector<ExperimentId> ids;
    must(platform::writeFileAtomic(folder() / "data.yaml", "path: .\ntrain: t\nval: v\nnames: [a]\n"));
    const QueueId queue = must(must(store().reader()).queues()).front().id;
    for (int i = 0; i < 3; ++i) {
        ids.push_back(addDraft("job " + std::to_string(i)));
        must(store().run([&](StoreWriter& w) { return actions::enqueue(w, ids.back(), queue); }));
    }
    window().showPage(QStringLiteral("queues"));
    auto& page = static_cast<ui::QueuesPage&>(*window().page(QStringLiteral("queues")));
    const QAbstractItemModelTester tester(&page.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(waitFor([&] { return page.model().indexOf(ids[2]).isValid(); }));
    auto* tree = find<QAbstractItemView>(QStringLiteral("queuesTree"));
    tree->setFocus();
    tree->setCurrentIndex(page.model().indexOf(ids[2]));
    QTest::keyClick(tree, Qt::Key_Up, Qt::AltModifier);
    ASSERT_TRUE(waitFor([&] { return page.model().indexOf(ids[2]).row() == 1; }));
    EXPECT_EQ(page.model().jobAt(tree->currentIndex())->id, ids[2]) << "the moved one stays current";
    QTest::keyClick(tree, Qt::Key_Up, Qt::AltModifier);
    ASSERT_TRUE(waitFor([&] { return page.model().indexOf(ids[2]).row() == 0; }));
    tree->setCurrentIndex(page.model().indexOf(queue));
    click(find<QToolButton>(QStringLiteral("tool_queuePause")));
    EXPECT_TRUE(waitFor([&] { return must(must(store().reader()).queues()).front().paused; }));
}

TEST_F(WindowTest, setsThePriceFromTheOwnedMachineForm)
{
    open();
    window().showPage(QStringLiteral("machines"));
    click(find<QToolButton>(QStringLiteral("tool_machinePrice")));
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("priceDialog"));
    ASSERT_NE(dialog, nullptr);
    type(dialog->findChild<QWidget*>(QStringLiteral("pricePurchase")), QStringLiteral("2628"));
    type(dialog->findChild<QWidget*>(QStringLiteral("priceTariff")), QStringLiteral("0"));
    auto* result = dialog->findChild<QLabel*>(QStringLiteral("priceResult"));
    EXPECT_TRUE(result->text().contains(QStringLiteral("0.20 USD"))) << "2628 over 3 years, half used: " << result->text().toStdString();
    type(dialog->findChild<QWidget*>(QStringLiteral("pricePurchase")), QStringLiteral("much"));
    EXPECT_FALSE(dialog->findChild<QPushButton*>(QStringLiteral("priceAccept"))->isEnabled());
    type(dialog->findChild<QWidget*>(QStringLiteral("pricePurchase")), QStringLiteral("2628"));
    click(dialog->findChild<QPushButton*>(QStringLiteral("priceAccept")));
    ASSERT_TRUE(waitFor([&] {
        const auto quotes = must(must(store().reader()).quotes());
        return quotes.back().price.perHour.micros() == 200'000 && !quotes.back().example;
    }));
    EXPECT_EQ(must(must(store().reader()).quotes()).size(), 3u) << "superseded, not edited";
}

TEST_F(WindowTest, asksOnceWhenJobsRunAndLeavesThemRunning)
{
    open(true);
    ASSERT_TRUE(waitFor([&] { return services().schedulerHolder().self; }));
    const ExperimentId id = addDraft("runs");
    must(store().run([&](StoreWriter& w) -> Result<> {
        Experiment e = must(w.read().experiment(id));
        e.status = ExperimentStatus::Running;
        return w.updateExperiment(e);
    }));
    ASSERT_TRUE(waitFor([&] { return window().experiments().model().rowOf(id) >= 0; }));
    ui::MessageBox::queueAnswer(-1); // Escape
    EXPECT_FALSE(window().close());
    EXPECT_TRUE(window().isVisible());
    const int leave = 1; // without a tray: hand over, leave running, stop
    ui::MessageBox::queueAnswer(leave);
    EXPECT_TRUE(window().close());
    EXPECT_EQ(experiment(id).status, ExperimentStatus::Running);
}

TEST_F(WindowTest, remembersColumnsAndLayouts)
{
    open();
    addDraft("a", {{"imgsz", 320}});
    addDraft("b", {{"imgsz", 640}});
    ui::ExperimentTableModel& model = window().experiments().model();
    ASSERT_TRUE(waitFor([&] { return model.rowCount() == 2; }));
    click(find<QToolButton>(QStringLiteral("columnsButton")));
    auto* list = find<QListWidget>(QStringLiteral("columnsList"));
    ASSERT_TRUE(list->isVisible());
    const auto items = list->findItems(QStringLiteral("imgsz"), Qt::MatchExactly);
    ASSERT_EQ(items.size(), 1);
    items.front()->setCheckState(Qt::Checked);
    EXPECT_GE(model.columnOf("param.imgsz"), 0);
    click(find<QPushButton>(QStringLiteral("columnsHideEmpty")));
    EXPECT_TRUE(window().experiments().view().isColumnHidden(model.columnOf("cost")));
    EXPECT_FALSE(window().experiments().view().isColumnHidden(model.columnOf("param.imgsz")));
    ASSERT_TRUE(waitFor([&] {
        const auto layout = settings().currentTableLayout();
        return layout && layout->columns.contains(QStringLiteral("param.imgsz"));
    }));
    list->window()->close();
    closeWindow();
    const OpenWindow again = openAnother(false);
    EXPECT_GE(again.window->experiments().model().columnOf("param.imgsz"), 0);
}

TEST_F(WindowTest, opensInChineseWithoutARestart)
{
    open();
    addDraft("first");
    ui::installLanguage(QStringLiteral("zh_CN"));
    const OpenWindow chinese = openAnother(false);
    EXPECT_EQ(chinese.window->page(QStringLiteral("experiments"))->title(), QString::fromUtf8("实验"));
    EXPECT_EQ(ui::statusWord(ExperimentStatus::Running), QString::fromUtf8("运行中"));
    ui::installLanguage(QStringLiteral("en"));
}

TEST(Plurals, oneThingIsNotMany)
{
    const auto machines = [](int count) {
        return QCoreApplication::translate("yardstick::ui::ComparePage", "%n machine(s)", nullptr, count);
    };
    for (const auto& [language, one, many] : {std::tuple("en", "1 machine", "2 machines"), std::tuple("zh_CN", "1 台机器", "2 台机器")}) {
        ui::installLanguage(QString::fromLatin1(language));
        EXPECT_EQ(machines(1), QString::fromUtf8(one));
        EXPECT_EQ(machines(2), QString::fromUtf8(many));
    }
    ui::installLanguage(QStringLiteral("en"));
}

TEST(StoreFaults, aNewerStoreAndAForeignFileAreOneSentenceEach)
{
    const TempDir folder;
    must(platform::writeFileAtomic(folder / "text.db", "this is no database, only a text that somebody has put there"));
    const auto foreign = Store::open(folder / "text.db");
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, ErrorCode::NotADatabase);
    EXPECT_TRUE(ui::errorText(foreign.error()).contains(QStringLiteral("text.db")));
    EXPECT_EQ(must(platform::readFile(folder / "text.db")), "this is no database, only a text that somebody has put there");
}

} // namespace
} // namespace yardstick::test
