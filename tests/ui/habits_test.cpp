// What a stranger ran into: a selection that jumps, a table that vanishes, sentences that are cut, an export in another order,
// a check that does not say why. On the real window with real mouse and key events.
#include "core/actions.h"
#include "tests/support/store_fixture.h"
#include "tests/ui/gui_test_base.h"
#include "ui/dialogs/message_box.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/format.h"
#include "ui/params/parameter_model.h"
#include "ui/queues/queue_tree_model.h"
#include "ui/theme/tokens.h"
#include "ui/window/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QWindow>

#include <algorithm>
#include <set>

namespace yardstick::test {
namespace {

using Ids = std::vector<ExperimentId>;

class HabitsTest : public GuiTest
{
protected:
    Ids addDrafts(const std::vector<std::string>& names)
    {
        Ids ids;
        for (const std::string& name : names) {
            ids.push_back(addDraft(name));
        }
        EXPECT_TRUE(waitFor([&] { return model().rowCount() == static_cast<int>(names.size()); }));
        return ids;
    }
    ui::ExperimentTableModel& model() { return window().experiments().model(); }
    ui::ExperimentView& view() { return window().experiments().view(); }
    void removeSelected(const Ids& gone)
    {
        QTest::keyClick(&view(), Qt::Key_Delete);
        ASSERT_TRUE(waitFor([&] {
            return std::all_of(gone.begin(), gone.end(), [&](ExperimentId id) { return model().rowOf(id) < 0; });
        }));
    }
    void addToSelection(ExperimentId id)
    {
        const QModelIndex index = model().index(model().rowOf(id), 0);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, Qt::ControlModifier, view().visualRect(index).center());
    }
    ui::MainWindow& narrow(ui::MainWindow& in)
    {
        in.resize(900, 600);
        in.showPage(QStringLiteral("queues"));
        QTest::qWait(50);
        return in;
    }
};

TEST_F(HabitsTest, afterADeleteTheNextRowIsSelected)
{
    open();
    const Ids ids = addDrafts({"a", "b", "c", "d", "e", "f"}); // the newest on top: f, e, d, c, b, a
    selectExperiment(ids[4]);
    removeSelected({ids[4]});
    EXPECT_EQ(view().selectedIds(), Ids{ids[3]});
    EXPECT_EQ(view().currentId(), ids[3]);
    removeSelected({ids[3]});
    EXPECT_EQ(view().selectedIds(), Ids{ids[2]}) << "also the second time, without a click";
    selectExperiment(ids[0]);
    removeSelected({ids[0]});
    EXPECT_EQ(view().selectedIds(), Ids{ids[1]}) << "the last row has none after it: the one before";
}

TEST_F(HabitsTest, severalDeletedRowsLeaveTheOneAfterTheCurrent)
{
    open();
    const Ids ids = addDrafts({"a", "b", "c", "d", "e", "f"});
    selectExperiment(ids[5]);
    addToSelection(ids[3]);
    addToSelection(ids[2]);
    ASSERT_EQ(view().selectedIds(), (Ids{ids[5], ids[3], ids[2]}));
    removeSelected({ids[5], ids[3], ids[2]});
    EXPECT_EQ(view().selectedIds(), Ids{ids[1]});
}

TEST_F(HabitsTest, archivingAndUndoKeepThePlaceToo)
{
    open();
    const Ids ids = addDrafts({"a", "b", "c", "d"});
    selectExperiment(ids[2]);
    window().findChild<QAction*>(QStringLiteral("actionArchive"))->trigger();
    ASSERT_TRUE(waitFor([&] { return model().rowOf(ids[2]) < 0; }));
    EXPECT_EQ(view().selectedIds(), Ids{ids[1]});
    removeSelected({ids[1]});
    EXPECT_EQ(view().selectedIds(), Ids{ids[0]});
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return model().rowOf(ids[1]) >= 0; }));
    EXPECT_EQ(view().selectedIds(), Ids{ids[0]}) << "what comes back takes no selection away";
    EXPECT_EQ(view().currentId(), ids[0]);
}

TEST_F(HabitsTest, editingTagsByKeyKeepsTheSelection)
{
    open();
    const Ids ids = addDrafts({"a", "b", "c"});
    selectExperiment(ids[1]);
    activate();
    view().setFocus();
    Qt::KeyboardModifiers held;
    QObject::connect(window().findChild<QAction*>(QStringLiteral("actionTags")), &QAction::triggered, &window(),
            [&held] { held = QGuiApplication::keyboardModifiers(); });
    QTest::keyClick(window().windowHandle(), Qt::Key_T, Qt::ControlModifier); // as from the keyboard: Ctrl is held down
    ASSERT_TRUE(held.testFlag(Qt::ControlModifier));
    auto* editor = view().findChild<QLineEdit*>(QStringLiteral("cellEditor"));
    ASSERT_NE(editor, nullptr);
    EXPECT_EQ(view().selectedIds(), Ids{ids[1]});
    type(editor, QStringLiteral("best, small"));
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return model().byId(ids[1])->spec.tags.size() == 2; }));
    EXPECT_EQ(view().selectedIds(), Ids{ids[1]});
    EXPECT_EQ(view().currentId(), ids[1]);
    EXPECT_EQ(experiment(ids[1]).spec.tags, (std::vector<std::string>{"best", "small"}));
}

TEST_F(HabitsTest, aFilterThatHidesEveryRowSaysSoAndOffersTheWayBack)
{
    open();
    must(store().runFor<ExperimentId>([&](StoreWriter& w) {
        ExperimentSpec spec;
        spec.name = "demo";
        spec.tags = {"demo"};
        return actions::create(w, spec);
    }));
    addDraft("other");
    ASSERT_TRUE(waitFor([&] { return model().rowCount() == 2; }));
    auto* bar = find<QWidget>(QStringLiteral("demoBar"));
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    auto* field = find<QLineEdit>(QStringLiteral("filterField"));
    QTest::keyClicks(field, QStringLiteral("zzzz"));
    ASSERT_EQ(model().rowCount(), 0);
    EXPECT_FALSE(find<QWidget>(QStringLiteral("emptyCard"))->isVisible()) << "there are experiments";
    EXPECT_TRUE(find<QLabel>(QStringLiteral("noMatchSentence"))->isVisible());
    EXPECT_FALSE(find<QPushButton>(QStringLiteral("noMatchArchived"))->isVisible());
    addDraft("a third one"); // a refresh of the hidden table changes nothing of that
    ASSERT_TRUE(waitFor([&] { return model().total() == 3; }));
    EXPECT_TRUE(bar->isVisible()) << "the demo's draft is there, shown or not";
    EXPECT_TRUE(find<QLabel>(QStringLiteral("noMatchSentence"))->isVisible());
    click(find<QPushButton>(QStringLiteral("noMatchClear")));
    EXPECT_TRUE(field->text().isEmpty());
    EXPECT_TRUE(view().isVisible());
    EXPECT_EQ(model().rowCount(), 3);
    EXPECT_EQ(view().selectedIds().size(), 1U);
}

TEST_F(HabitsTest, whenAllAreArchivedThePageSaysSo)
{
    open();
    const Ids ids = addDrafts({"a"});
    selectExperiment(ids[0]);
    window().findChild<QAction*>(QStringLiteral("actionArchive"))->trigger();
    ASSERT_TRUE(waitFor([&] { return model().rowCount() == 0; }));
    auto* button = find<QPushButton>(QStringLiteral("noMatchArchived"));
    ASSERT_TRUE(waitFor([&] { return button->isVisible(); }));
    click(button);
    EXPECT_TRUE(view().isVisible());
    EXPECT_EQ(model().rowCount(), 1);
}

TEST_F(HabitsTest, anExportHasTheRowsAndOnDemandTheColumnsAsShown)
{
    open();
    const Ids ids = addDrafts({"b", "c", "a"});
    QHeaderView* header = view().horizontalHeader();
    const int name = model().columnOf("name");
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(header->sectionViewportPosition(name) + 20, header->height() / 2));
    const Ids order = model().visibleIds();
    ASSERT_EQ(model().at(1).spec.name, "b");
    ASSERT_NE(order, Ids(ids.rbegin(), ids.rend()));
    header->moveSection(header->visualIndex(model().columnOf("status")), 0);
    selectExperiment(ids[0]);
    window().experiments().openExport();
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("exportDialog"));
    ASSERT_NE(dialog, nullptr);
    auto* rows = find<QComboBox>(dialog, QStringLiteral("exportScope"));
    auto* state = find<QLabel>(dialog, QStringLiteral("exportState"));
    auto* preview = find<QPlainTextEdit>(dialog, QStringLiteral("exportPreview"));
    for (const char* scope : {"Filter result (3)", "All"}) {
        rows->setCurrentIndex(rows->findText(QString::fromLatin1(scope)));
        ASSERT_TRUE(waitFor([&] { return state->text().startsWith(QStringLiteral("3 ")); })) << state->text().toStdString();
        const QStringList lines = preview->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        ASSERT_EQ(lines.size(), 4) << scope;
        for (size_t i = 0; i < order.size(); ++i) {
            EXPECT_TRUE(lines[static_cast<int>(i) + 1].startsWith(QString::number(order[i].value) + QLatin1Char(','))) << scope;
        }
    }
    auto* asShown = find<QCheckBox>(dialog, QStringLiteral("exportAsShown"));
    QTest::mouseClick(asShown, Qt::LeftButton, {}, QPoint(8, asShown->height() / 2));
    ASSERT_TRUE(asShown->isChecked());
    ASSERT_TRUE(waitFor([&] { return preview->toPlainText().startsWith(QStringLiteral("status,")); })) << preview->toPlainText().toStdString();
    const QStringList lines = preview->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    EXPECT_EQ(lines[0].toStdString(), "status,name,machine,epochs,map50,epoch_seconds,price_per_hour,cost_per_epoch,cost_total,currency,tags");
    for (size_t i = 0; i < order.size(); ++i) {
        const QString wanted = QStringLiteral("draft,") + ui::fromUtf8(experiment(order[i]).spec.name) + QLatin1Char(',');
        EXPECT_TRUE(lines[static_cast<int>(i) + 1].startsWith(wanted)) << lines[static_cast<int>(i) + 1].toStdString();
    }
    dialog->reject();
}

TEST_F(HabitsTest, anExportIsSavedWhereTheLastOneWasElseInDocumentsElseAtHome)
{
    const QByteArray home = qgetenv("HOME");
    const QByteArray config = qgetenv("XDG_CONFIG_HOME");
    const QString own = QString::fromStdString((folder() / "home").string());
    QDir().mkpath(own);
    qputenv("HOME", own.toUtf8());
    qputenv("XDG_CONFIG_HOME", (own + QStringLiteral("/.config")).toUtf8());
    open();
    addDrafts({"a"});
    const auto startOfSave = [&](const QString& answer) {
        window().experiments().openExport();
        auto* dialog = waitForDialog<QDialog>(QStringLiteral("exportDialog"));
        auto* save = find<QPushButton>(dialog, QStringLiteral("exportSave"));
        EXPECT_TRUE(waitFor([&] { return save->isEnabled(); }));
        ui::FileDialog::queueAnswer(answer);
        click(save);
        if (answer.isEmpty()) {
            dialog->reject();
        }
        EXPECT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
        return ui::FileDialog::lastStart().toStdString();
    };
    const std::string base = own.toStdString();
    EXPECT_EQ(startOfSave({}), base + "/experiments.csv") << "there is no folder Documents";
    QDir().mkpath(own + QStringLiteral("/Documents"));
    EXPECT_EQ(startOfSave({}), base + "/Documents/experiments.csv");
    QDir().mkpath(own + QStringLiteral("/tables"));
    startOfSave(own + QStringLiteral("/tables/one.csv"));
    EXPECT_TRUE(QFileInfo::exists(own + QStringLiteral("/tables/one.csv")));
    EXPECT_EQ(startOfSave({}), base + "/tables/experiments.csv");
    QDir(own + QStringLiteral("/tables")).removeRecursively();
    EXPECT_EQ(startOfSave({}), base + "/Documents/experiments.csv") << "the last folder is gone";
    qputenv("HOME", home);
    config.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", config);
}

TEST_F(HabitsTest, theNewDialogMakesRoomForSentencesOfSeveralLines)
{
    open();
    QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("newDialog"));
    ASSERT_NE(dialog, nullptr);
    const QString words = QStringLiteral("as many as there are in the whole of the world, and then some more of them");
    for (const char* field : {"newImgsz", "newBatch", "newEpochs"}) {
        type(dialog->findChild<QWidget*>(QString::fromLatin1(field)), words);
    }
    type(dialog->findChild<QWidget*>(QStringLiteral("newData")), QStringLiteral("/nowhere/") + QString(words).replace(QLatin1Char(' '), QLatin1Char('-')));
    QTest::qWait(50);
    for (const char* name : {"newImgszFault", "newBatchFault", "newEpochsFault", "newDataFault"}) {
        auto* fault = dialog->findChild<QLabel*>(QString::fromLatin1(name));
        ASSERT_TRUE(fault->isVisible()) << name;
        EXPECT_GE(fault->height(), fault->heightForWidth(fault->width())) << name << ": " << fault->text().toStdString();
        const QRect place(fault->mapTo(dialog, QPoint()), fault->size());
        EXPECT_TRUE(dialog->rect().contains(place)) << name;
    }
    auto* imgsz = dialog->findChild<QLabel*>(QStringLiteral("newImgszFault"));
    EXPECT_GT(imgsz->height(), 2 * imgsz->fontMetrics().height() - 1) << "it does take two lines";
    dialog->reject();
}

TEST(ParameterHelp, boundsHaveNoDecimalsThatSayNothing)
{
    for (const ParamSpec& param : ParamSchema::get().all()) {
        const QString text = ui::describeType(param);
        EXPECT_FALSE(text.contains(QRegularExpression(QStringLiteral("\\.\\d*0(\\D|$)")))) << param.name << ": " << text.toStdString();
    }
    EXPECT_EQ(ui::describeType(*ParamSchema::get().find("epochs")).toStdString(), "whole number, at least 1");
}

TEST_F(HabitsTest, theQueuesPageFitsASmallWindow)
{
    open();
    addDraft("first");
    const auto check = [](ui::MainWindow& in) {
        ASSERT_EQ(in.width(), 900);
        QWidget* page = in.page(QStringLiteral("queues"));
        QList<QRect> places;
        for (const QToolButton* button : page->findChildren<QToolButton*>(QRegularExpression(QStringLiteral("^tool_")))) {
            const QRect place(button->mapTo(page, QPoint()), button->size());
            EXPECT_TRUE(page->rect().contains(place)) << button->text().toStdString();
            EXPECT_GE(place.width(), button->sizeHint().width()) << button->text().toStdString();
            for (const QRect& other : places) {
                EXPECT_FALSE(place.intersects(other)) << button->text().toStdString();
            }
            places << place;
        }
        EXPECT_EQ(places.size(), 8);
        const auto* tree = page->findChild<QTreeView*>(QStringLiteral("queuesTree"));
        EXPECT_LE(tree->header()->length(), tree->viewport()->width()) << "nothing to scroll to the side for";
        for (int section = 0; section < tree->header()->count(); ++section) {
            const QString title = tree->model()->headerData(section, Qt::Horizontal).toString();
            EXPECT_GE(tree->header()->sectionSize(section), tree->header()->fontMetrics().horizontalAdvance(title)) << title.toStdString();
        }
        EXPECT_GE(tree->header()->sectionSize(ui::QueueTreeModel::ReasonColumn), 150);
        const QRect state = tree->visualRect(tree->model()->index(1, ui::QueueTreeModel::StateColumn)); // not the selected one
        EXPECT_GE(state.height(), ui::kRowHeightCompact);
        const QImage cell = tree->viewport()->grab(state).toImage();
        std::set<QRgb> colours;
        for (int y = 0; y < cell.height(); ++y) {
            for (int x = 0; x < cell.width(); ++x) {
                colours.insert(cell.pixel(x, y));
            }
        }
        EXPECT_GT(colours.size(), 2U) << "“open” or “paused” is written there";
    };
    check(narrow(window()));
    ui::installLanguage(QStringLiteral("zh_CN"));
    {
        const OpenWindow chinese = openAnother(false);
        check(narrow(*chinese.window));
        const int section = chinese.window->experiments().model().columnOf("epoch_seconds");
        EXPECT_EQ(chinese.window->experiments().model().headerData(section, Qt::Horizontal).toString(), QString::fromUtf8("每轮时间 [秒]"));
    }
    ui::installLanguage(QStringLiteral("en"));
}

TEST_F(HabitsTest, aFailedCheckOfADataSetSaysWhatTheWorkerSaid)
{
    if (workerPath().empty()) {
        GTEST_SKIP() << "the worker is not built here and YARDSTICK_WORKER names none";
    }
    open();
    addDrafts({"a"}); // its data.yaml is not there
    const std::string yaml = (folder() / "data.yaml").string();
    window().showPage(QStringLiteral("datasets"));
    auto* table = find<QTableView>(QStringLiteral("datasetsTable"));
    ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == 1; }));
    auto* summary = find<QLabel>(QStringLiteral("dataSummary"));
    const auto checkSays = [&](const std::string& sentence) {
        click(find<QToolButton>(QStringLiteral("tool_dataCheck")));
        EXPECT_TRUE(waitFor([&] { return summary->text().toStdString() == sentence; }, 60'000)) << summary->text().toStdString();
        const int trainImages = 3;
        EXPECT_EQ(table->model()->index(0, trainImages).data(Qt::ToolTipRole).toString().toStdString(), sentence);
    };
    checkSays("The data set file " + yaml + " does not exist.");
    must(platform::writeFileAtomic(yaml, "path: .\ntrain: t\nval: v\n"));
    checkSays(yaml + " has no class names (key \"names\").");
}

} // namespace
} // namespace yardstick::test
