// What happens to experiments that one does not see at the moment: in the trash, behind a filter, on another page, in a column
// out of sight. On the real window with real mouse and key events.
#include "core/actions.h"
#include "tests/support/store_fixture.h"
#include "tests/ui/gui_test_base.h"
#include "ui/dialogs/message_box.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiments_page.h"
#include "ui/format.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QWindow>

namespace yardstick::test {
namespace {

class HiddenTest : public GuiTest
{
protected:
    ui::ExperimentTableModel& model() { return window().experiments().model(); }
    ui::ExperimentView& view() { return window().experiments().view(); }
    void press(Qt::Key key) { QTest::keyClick(window().windowHandle(), key, Qt::ControlModifier); } // through the shortcuts
    QLineEdit* cellEditor() { return view().findChild<QLineEdit*>(QStringLiteral("cellEditor")); }
    /// Ctrl+T, the text, Enter.
    void tag(ExperimentId id, const QString& tags)
    {
        selectExperiment(id);
        view().setFocus();
        press(Qt::Key_T);
        ASSERT_NE(cellEditor(), nullptr);
        type(cellEditor(), tags);
        QTest::keyClick(cellEditor(), Qt::Key_Return);
        ASSERT_TRUE(waitFor([&] { return experiment(id).spec.tags.size() == 1; }));
    }
    void remove(ExperimentId id)
    {
        selectExperiment(id);
        QTest::keyClick(&view(), Qt::Key_Delete);
        ASSERT_TRUE(waitFor([&] { return experiment(id).deletedMs > 0 && model().rowOf(id) < 0; }));
    }
    QPushButton* noteButton() { return find<QPushButton>(QStringLiteral("errorAction")); }
    QString note() { return find<QLabel>(QStringLiteral("errorSentence"))->text(); }
};

TEST_F(HiddenTest, undoInTheNoteTakesBackItsOwnDeleteAndNoOtherChange)
{
    open();
    const ExperimentId gone = addDraft("gone");
    const ExperimentId other = addDraft("other");
    remove(gone);
    tag(other, QStringLiteral("kept"));
    ASSERT_TRUE(noteButton()->isVisible());
    click(noteButton());
    ASSERT_TRUE(waitFor([&] { return experiment(gone).deletedMs == 0; }));
    EXPECT_EQ(experiment(other).spec.tags, std::vector<std::string>{"kept"});
    EXPECT_FALSE(noteButton()->isVisible());
}

TEST_F(HiddenTest, undoInTheNoteIsPlainUndoWhileTheDeleteIsTheLatestChange)
{
    open();
    const ExperimentId gone = addDraft("gone");
    const ExperimentId other = addDraft("other");
    tag(other, QStringLiteral("kept"));
    remove(gone);
    click(noteButton());
    ASSERT_TRUE(waitFor([&] { return experiment(gone).deletedMs == 0; }));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return experiment(other).spec.tags.empty(); })) << "the next undo is of the change before";
    EXPECT_EQ(experiment(gone).deletedMs, 0);
}

TEST_F(HiddenTest, theNoteGoesWhenWhatItNamesIsBackInAnotherWay)
{
    open();
    const ExperimentId gone = addDraft("gone");
    const ExperimentId other = addDraft("other");
    tag(other, QStringLiteral("kept"));
    remove(gone);
    ASSERT_TRUE(noteButton()->isVisible());
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return experiment(gone).deletedMs == 0; }));
    EXPECT_TRUE(waitFor([&] { return !noteButton()->isVisible(); }, 4000)) << "well before its time is over";
    EXPECT_EQ(experiment(other).spec.tags, std::vector<std::string>{"kept"});

    selectExperiment(gone);
    QTest::keyClick(&view(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&view(), Qt::Key_Delete);
    ASSERT_TRUE(waitFor([&] { return model().total() == 0; }));
    EXPECT_EQ(note().toStdString(), "2 experiments are in the trash.");
    must(store().runFor<bool>([&](StoreWriter& w) -> Result<bool> { // as another window does it
        must(actions::restore(w, gone));
        return true;
    }));
    ASSERT_TRUE(waitFor([&] { return note().startsWith(QStringLiteral("1 ")); })) << note().toStdString();
    click(noteButton());
    EXPECT_TRUE(waitFor([&] { return experiment(other).deletedMs == 0; }));
    EXPECT_EQ(experiment(gone).deletedMs, 0);
}

TEST_F(HiddenTest, keysThatConcernASelectionDoNothingOnOtherPages)
{
    open();
    const ExperimentId id = addDraft("first");
    selectExperiment(id);
    view().horizontalHeader()->setSectionHidden(model().columnOf("tags"), true); // then a dialog asks
    for (const char* page : {"queues", "machines", "settings"}) {
        window().showPage(QString::fromLatin1(page));
        activate();
        ui::InputDialog::queueAnswer(QStringLiteral("overwritten"));
        press(Qt::Key_T);
        press(Qt::Key_D);
        QTest::qWait(50);
        EXPECT_EQ(QApplication::activeModalWidget(), nullptr) << page;
        EXPECT_TRUE(experiment(id).spec.tags.empty()) << page;
        EXPECT_EQ(ui::InputDialog::text(nullptr, {}, {}, {}).value_or(QString()).toStdString(), "overwritten") << "nobody asked for it";
    }
    window().showPage(QStringLiteral("experiments"));
    activate();
    ui::InputDialog::queueAnswer(QStringLiteral("wanted"));
    press(Qt::Key_T);
    EXPECT_TRUE(waitFor([&] { return experiment(id).spec.tags == std::vector<std::string>{"wanted"}; }));
}

TEST_F(HiddenTest, whatTheFilterHidesIsSaidAndShownOnDemand)
{
    open();
    std::vector<ExperimentId> ids;
    for (int i = 0; i < 40; ++i) {
        ids.push_back(addDraft("first " + std::to_string(i)));
    }
    ASSERT_TRUE(waitFor([&] { return model().rowCount() == 40; }));
    const auto clone = [&](const QString& name) {
        activate();
        view().setFocus();
        press(Qt::Key_D);
        auto* dialog = waitForDialog<QDialog>(QStringLiteral("cloneDialog"));
        ASSERT_NE(dialog, nullptr);
        type(find<QLineEdit>(dialog, QStringLiteral("cloneName")), name);
        click(find<QPushButton>(dialog, QStringLiteral("cloneDraft")));
        ASSERT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
    };
    const auto selected = [&] {
        const std::vector<ExperimentId> chosen = view().selectedIds();
        return chosen.size() == 1 ? experiment(chosen.front()).spec.name : std::string();
    };
    selectExperiment(ids.front()); // the last row: the table is scrolled down
    clone(QStringLiteral("second"));
    ASSERT_TRUE(waitFor([&] { return selected() == "second"; })) << selected();
    EXPECT_TRUE(view().viewport()->rect().intersects(view().visualRect(view().currentIndex()))) << "scrolled to";
    EXPECT_FALSE(noteButton()->isVisible());

    window().experiments().setFilterText(QStringLiteral("first"));
    selectExperiment(ids.front());
    clone(QStringLiteral("third"));
    ASSERT_TRUE(waitFor([&] { return noteButton()->isVisible(); }));
    EXPECT_TRUE(note().endsWith(QStringLiteral(" third is saved as a draft; the filter hides it."))) << note().toStdString();
    EXPECT_EQ(view().selectedIds(), std::vector<ExperimentId>{ids.front()});
    click(noteButton());
    EXPECT_TRUE(find<QLineEdit>(QStringLiteral("filterField"))->text().isEmpty());
    EXPECT_EQ(selected(), "third");
    EXPECT_TRUE(view().viewport()->rect().intersects(view().visualRect(view().currentIndex())));
}

TEST_F(HiddenTest, theFilterFieldLeavesTheWindowItsKeys)
{
    open(); // on X11 a field takes Ctrl+E for the end of its line, elsewhere it never did
    addDraft("first");
    ASSERT_TRUE(waitFor([&] { return model().rowCount() == 1; }));
    activate();
    press(Qt::Key_F);
    ASSERT_TRUE(waitFor([&] { return find<QLineEdit>(QStringLiteral("filterField"))->hasFocus(); }));
    press(Qt::Key_E);
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("exportDialog"));
    ASSERT_NE(dialog, nullptr);
    dialog->reject();
}

TEST_F(HiddenTest, anUnchangedTagWithACommaStaysOne)
{
    open();
    const ExperimentId id = must(store().runFor<ExperimentId>([&](StoreWriter& w) {
        ExperimentSpec spec;
        spec.name = "first";
        spec.tags = {"a, b", "c"};
        return actions::create(w, spec);
    }));
    selectExperiment(id);
    view().setFocus();
    press(Qt::Key_T);
    ASSERT_NE(cellEditor(), nullptr);
    QTest::keyClick(cellEditor(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return cellEditor() == nullptr; }));
    QTest::qWait(100);
    EXPECT_EQ(experiment(id).spec.tags, (std::vector<std::string>{"a, b", "c"}));
    EXPECT_FALSE(window().findChild<QAction*>(QStringLiteral("undo"))->isEnabled()) << "nothing was written";
}

TEST_F(HiddenTest, afterAnEditTheTableStandsWhereItStood)
{
    open();
    const ExperimentId id = addDraft("first");
    window().resize(900, 600);
    selectExperiment(id);
    QScrollBar* bar = view().horizontalScrollBar();
    ASSERT_TRUE(waitFor([&] { return bar->maximum() > 0; }));
    ASSERT_EQ(bar->value(), 0);
    view().setFocus();
    press(Qt::Key_T);
    ASSERT_NE(cellEditor(), nullptr);
    EXPECT_GT(bar->value(), 0) << "the tags are out of sight";
    type(cellEditor(), QStringLiteral("best"));
    QTest::keyClick(cellEditor(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return !experiment(id).spec.tags.empty() && cellEditor() == nullptr; }));
    QTest::qWait(50);
    EXPECT_EQ(bar->value(), 0);
    EXPECT_EQ(view().currentIndex().column(), 0);
    EXPECT_EQ(view().selectedIds(), std::vector<ExperimentId>{id});
}

TEST_F(HiddenTest, aDataSetThatIsGoneIsCalledSo)
{
    open();
    const std::string yaml = (folder() / "data.yaml").string();
    must(platform::writeFileAtomic(yaml, "path: .\n"));
    addDraft("first");
    window().showPage(QStringLiteral("datasets"));
    auto* summary = find<QLabel>(QStringLiteral("dataSummary"));
    ASSERT_TRUE(waitFor([&] { return summary->text().startsWith(QStringLiteral("Not checked yet")); }));
    ASSERT_TRUE(QFile::remove(QString::fromStdString(yaml)));
    click(find<QToolButton>(QStringLiteral("tool_dataCheckAll")));
    EXPECT_EQ(summary->text().toStdString(), "The data set " + yaml + " does not exist any more.");
    const auto* table = find<QTableView>(QStringLiteral("datasetsTable"));
    EXPECT_EQ(table->model()->index(0, 3).data().toString().toStdString(), "missing");
}

TEST_F(HiddenTest, theNewDialogTakesPathsAsPeoplePasteThem)
{
    const QByteArray home = qgetenv("HOME");
    const QString own = QString::fromStdString((folder() / "my home").string());
    ASSERT_TRUE(QDir().mkpath(own));
    must(platform::writeFileAtomic((own + QStringLiteral("/data.yaml")).toStdString(), "path: .\n"));
    qputenv("HOME", own.toUtf8());
    open();
    window().experiments().openNew();
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("newDialog"));
    ASSERT_NE(dialog, nullptr);
    dialog->activateWindow(); // as where there is a window manager
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog));
    auto* field = find<QLineEdit>(dialog, QStringLiteral("newData"));
    auto* fault = find<QLabel>(dialog, QStringLiteral("newDataFault"));
    const QString url = QString::fromLatin1(QUrl::fromLocalFile(own + QStringLiteral("/data.yaml")).toEncoded());
    ASSERT_TRUE(url.contains(QStringLiteral("%20")));
    for (const QString& typed : {QStringLiteral("~/data.yaml"), url}) {
        type(field, typed);
        EXPECT_FALSE(fault->isVisible()) << fault->text().toStdString();
    }
    type(field, QStringLiteral("~/other.yaml"));
    EXPECT_TRUE(fault->isVisible());
    type(field, url);
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return model().rowCount() == 1; }));
    EXPECT_EQ(model().at(0).spec.data, (own + QStringLiteral("/data.yaml")).toStdString());
    qputenv("HOME", home);
}

TEST_F(HiddenTest, builtInLayoutsGoByTheLanguageOfTheWindow)
{
    open();
    const auto choose = [](ui::MainWindow& in, const QString& name) {
        auto* button = find<QToolButton>(&in, QStringLiteral("layoutButton"));
        QMenu* menu = button->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == name) {
                action->trigger();
            }
        }
        Q_EMIT menu->aboutToShow(); // anew
        QStringList said{button->text()};
        for (const QAction* action : menu->actions()) {
            if (action->isChecked() || !action->isEnabled()) {
                said << action->text();
            }
        }
        return said.join(QLatin1Char('|')).toStdString();
    };
    EXPECT_EQ(choose(window(), QStringLiteral("Costs")), "Layout: Costs|Costs|Remove “Costs”");
    ASSERT_TRUE(waitFor([&] {
        const auto last = settings().currentTableLayout();
        return last && last->name == QStringLiteral("Costs");
    }));
    ui::installLanguage(QStringLiteral("zh_CN"));
    {
        const OpenWindow chinese = openAnother(false);
        EXPECT_EQ(choose(*chinese.window, {}), "布局：成本|成本|移除“成本”");
        EXPECT_EQ(choose(*chinese.window, QStringLiteral("默认")), "布局：默认|默认|移除“默认”");
    }
    ui::installLanguage(QStringLiteral("en"));
}

TEST_F(HiddenTest, digitsCanBeChosenWhereTheyCount)
{
    open();
    addDraft("first");
    ASSERT_TRUE(waitFor([&] { return model().rowCount() == 1; }));
    window().experiments().openExport();
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("exportDialog"));
    ASSERT_NE(dialog, nullptr);
    auto* format = find<QComboBox>(dialog, QStringLiteral("exportFormat"));
    auto* digits = find<QSpinBox>(dialog, QStringLiteral("exportDigits"));
    for (const char* name : {"CSV", "Markdown", "TSV", "LaTeX", "JSON", "HTML", "XLSX"}) {
        const QString text = QString::fromLatin1(name);
        format->setCurrentIndex(format->findText(text));
        const bool exact = text == QStringLiteral("CSV") || text == QStringLiteral("TSV") || text == QStringLiteral("JSON");
        EXPECT_EQ(digits->isEnabled(), !exact) << name;
        EXPECT_EQ(digits->toolTip() == QStringLiteral("CSV, TSV and JSON hold the exact values"), exact) << name;
    }
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        if (label->buddy() != nullptr) {
            EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
        }
    }
    dialog->reject();
}

} // namespace
} // namespace yardstick::test
