// What a stranger saw: long names, words of another language, texts that are cut off, an export that says one thing and does
// another. On the real window with the reference benchmark in its store.
#include "core/compare.h"
#include "tests/support/store_fixture.h"
#include "tests/ui/gui_test_base.h"
#include "ui/charts/bar_compare_chart.h"
#include "ui/compare/compare_page.h"
#include "ui/elided_label.h"
#include "ui/experiments/experiments_page.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/window/main_window.h"
#include "ui/window/page.h"
#include "ui/window/window_host.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>

namespace yardstick::test {
namespace {

const std::string kLong(196, 'm');

class LooksTest : public GuiTest
{
protected:
    void importReferenceRuns()
    {
        must(store().runFor<int>([](StoreWriter& w) { return importReference(w); }));
    }
    ui::ComparePage* comparePage(ui::MainWindow& in, int machines)
    {
        in.showPage(QStringLiteral("compare"));
        auto* page = qobject_cast<ui::ComparePage*>(in.page(QStringLiteral("compare")));
        EXPECT_TRUE(waitFor([&] { return static_cast<int>(page->comparison().rows.size()) == machines; }));
        return page;
    }
};

TEST_F(LooksTest, dialogsKeepTheirWidthWhateverTheNameIs)
{
    open();
    const ExperimentId shortOne = addDraft("short");
    const ExperimentId longOne = addDraft(kLong);
    const auto widthOf = [&](const QString& name) {
        auto* dialog = waitForDialog<QDialog>(name);
        const int width = dialog != nullptr ? dialog->width() : 0;
        EXPECT_LE(dialog->windowTitle().size(), 80);
        dialog->reject();
        EXPECT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
        return width;
    };
    const auto widths = [&](ExperimentId id) {
        selectExperiment(id);
        window().experiments().openClone(id);
        const int clone = widthOf(QStringLiteral("cloneDialog"));
        window().experiments().openEnqueue();
        return std::pair(clone, widthOf(QStringLiteral("enqueueDialog")));
    };
    EXPECT_EQ(widths(longOne), widths(shortOne));
    const int before = window().minimumSizeHint().width();
    selectExperiment(longOne);
    auto* name = find<ui::ElidedLabel>(QStringLiteral("detailsName"));
    EXPECT_TRUE(waitFor([&] { return name->text().contains(QString::fromStdString(kLong)); }));
    EXPECT_EQ(window().minimumSizeHint().width(), before) << "the head of the details does not push the window wider";
}

TEST_F(LooksTest, theCloneDialogShowsTheEndsOfALongNameAndAllInTheTooltip)
{
    open();
    const ExperimentId id = addDraft(kLong);
    selectExperiment(id);
    window().experiments().openClone(id);
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("cloneDialog"));
    ASSERT_NE(dialog, nullptr);
    auto* head = find<ui::ElidedLabel>(dialog, QStringLiteral("cloneHead"));
    EXPECT_TRUE(head->shownText().contains(QChar(0x2026)));
    EXPECT_LE(head->fontMetrics().horizontalAdvance(head->shownText()), head->contentsRect().width());
    auto* name = find<QLineEdit>(dialog, QStringLiteral("cloneName"));
    QTest::keyClicks(name, QString(250, QLatin1Char('x')));
    EXPECT_EQ(name->text().size(), 200);
    name->setText(QString(100, QChar(0x540d)));
    EXPECT_EQ(name->text().toUtf8().size(), 198) << "three bytes each: no half of one";
    dialog->reject();
}

TEST(Shortened, keepsBothEndsAndNoHalfOfACharacter)
{
    EXPECT_EQ(ui::shortened(QStringLiteral("short")), QStringLiteral("short"));
    const QString cut = ui::shortened(QStringLiteral("#7 ") + QString(200, QLatin1Char('x')) + QStringLiteral("-b16"), 20);
    EXPECT_EQ(cut.size(), 20);
    EXPECT_TRUE(cut.startsWith(QStringLiteral("#7 x")) && cut.endsWith(QStringLiteral("x-b16")));
    QString faces;
    for (int i = 0; i < 40; ++i) {
        faces += QString::fromUtf8("😀");
    }
    EXPECT_TRUE(ui::shortened(faces, 21).isValidUtf16());
    EXPECT_TRUE(ui::shortened(faces, 22).isValidUtf16());
}

TEST_F(LooksTest, exportOfComparePromisesWhatItWrites)
{
    open();
    importReferenceRuns();
    const ExperimentId one = addDraft("one");
    selectExperiment(one); // a selection on another page is no selection of machines
    auto* page = comparePage(window(), 12);
    click(find<QPushButton>(page, QStringLiteral("compareExport")));
    auto* dialog = waitForDialog<QDialog>(QStringLiteral("exportDialog"));
    ASSERT_NE(dialog, nullptr);
    auto* rows = find<QComboBox>(dialog, QStringLiteral("exportScope"));
    ASSERT_EQ(rows->count(), 1);
    EXPECT_EQ(rows->currentText().toStdString(), "As shown (12 machines)");
    auto* state = find<QLabel>(dialog, QStringLiteral("exportState"));
    EXPECT_TRUE(waitFor([&] { return state->text().contains(QStringLiteral("12")); })) << state->text().toStdString();
    auto* kind = find<QComboBox>(dialog, QStringLiteral("exportKind"));
    kind->setCurrentIndex(0); // experiments: now the selection is one
    EXPECT_EQ(rows->currentText().toStdString(), "Selection (1)");
    EXPECT_TRUE(waitFor([&] { return state->text().startsWith(QStringLiteral("1 ")); })) << state->text().toStdString();
    kind->setCurrentIndex(1);
    EXPECT_EQ(rows->currentText().toStdString(), "As shown (12 machines)");
    EXPECT_TRUE(waitFor([&] { return state->text().contains(QStringLiteral("12")); }));
    dialog->reject();
}

/// Words of Latin letters in a text that has no Chinese: what was forgotten. Names of things keep theirs.
QStringList latinTexts(const QWidget& in)
{
    static const QRegularExpression han(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
    static const QRegularExpression data(QStringLiteral("^#|^/|yardstick|^v?\\d|USD|mAP|[a-z]_[a-z]|^English$|\\.yaml|Markdown|LaTeX|"
                                                      "^test$|worker was not built|" // the services of tests
                                                      "^precision$|^recall$|^(box|cls|dfl) loss$|^batch$|^imgsz$|^[CG]PU$|^Ultralytics$"));
    QStringList found;
    const auto look = [&](const QWidget* widget, const QString& text) {
        if (!han.match(text).hasMatch() && word.match(text).hasMatch() && !data.match(text).hasMatch()) {
            found << widget->objectName() + QStringLiteral(": ") + text;
        }
    };
    for (const QWidget* widget : in.findChildren<QWidget*>()) {
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            look(label, label->text());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            look(button, button->text());
        } else if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) {
            look(edit, edit->placeholderText());
        } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                look(tabs, tabs->tabText(i));
            }
        } else if (const auto* header = qobject_cast<const QHeaderView*>(widget); header != nullptr && header->model() != nullptr) {
            for (int i = 0; header->orientation() == Qt::Horizontal && i < header->count(); ++i) {
                look(header->parentWidget(), header->model()->headerData(i, Qt::Horizontal).toString());
            }
        }
        look(widget, widget->toolTip());
    }
    return found;
}

TEST_F(LooksTest, theChineseWindowSaysEverythingInChinese)
{
    open();
    importReferenceRuns();
    const ExperimentId draft = addDraft("2");
    ui::installLanguage(QStringLiteral("zh_CN"));
    {
        const OpenWindow chinese = openAnother(false);
        auto* compare = comparePage(*chinese.window, 12);
        for (const char* name : {"epochTimeChart", "priceAndCostChart", "spotChart"}) {
            const BarChart& chart = find<ui::BarCompareChart>(compare, QString::fromLatin1(name))->chart();
            std::vector<std::string> texts = chart.sets;
            texts.insert(texts.end(), {chart.title, chart.footnote});
            for (const std::string& text : texts) {
                EXPECT_FALSE(ui::fromUtf8(text).contains(QRegularExpression(QStringLiteral("[A-Za-z]{3,}")))) << text;
            }
            for (const std::string& unit : chart.units) {
                EXPECT_TRUE(unit == "s" || unit == "USD/h" || unit == "USD") << unit;
            }
        }
        for (const char* page : {"experiments", "queues", "machines", "compare", "datasets", "settings"}) {
            chinese.window->showPage(QString::fromLatin1(page));
            QTest::qWait(0);
            EXPECT_EQ(latinTexts(*chinese.window->page(QString::fromLatin1(page))).join(QLatin1Char('\n')).toStdString(), "") << page;
        }
        const QAbstractItemModel* machines = find<QAbstractItemView>(chinese.window.get(), QStringLiteral("machinesTable"))->model();
        ASSERT_GE(machines->rowCount(), 12);
        for (int row = 0; row < machines->rowCount(); ++row) {
            const QString source = machines->index(row, machines->columnCount() - 1).data().toString();
            EXPECT_TRUE(source.contains(QRegularExpression(QStringLiteral("[\\x{4e00}-\\x{9fff}]")))) << source.toStdString();
        }
        chinese.window->showPage(QStringLiteral("experiments"));
        chinese.window->experiments().select({draft});
        const auto check = [&](const QString& name) {
            auto* dialog = waitForDialog<QDialog>(name);
            ASSERT_NE(dialog, nullptr);
            EXPECT_EQ(latinTexts(*dialog).join(QLatin1Char('\n')).toStdString(), "") << name.toStdString();
            dialog->reject();
            ASSERT_TRUE(waitFor([&] { return QApplication::activeModalWidget() == nullptr; }));
        };
        chinese.window->experiments().openNew();
        check(QStringLiteral("newDialog"));
        chinese.window->experiments().openClone(draft);
        check(QStringLiteral("cloneDialog"));
        chinese.window->experiments().openExport();
        check(QStringLiteral("exportDialog"));
    }
    ui::installLanguage(QStringLiteral("en"));
}

TEST(Sentences, aReasonWithinAReasonIsTranslatedToo)
{
    const std::string why = "It was interrupted 3 times and is not queued again by itself; the last time: The computer was restarted while it ran.";
    EXPECT_EQ(ui::errorText(why, {}).toStdString(), why);
    ui::installLanguage(QStringLiteral("zh_CN"));
    const QString filled = ui::errorText(why, {});
    const QString inParts = ui::errorText("It was interrupted {0} times and is not queued again by itself; the last time: {1}",
                                          {"3", "The computer was restarted while it ran."});
    ui::installLanguage(QStringLiteral("en"));
    EXPECT_FALSE(filled.contains(QRegularExpression(QStringLiteral("[A-Za-z]{3,}")))) << filled.toStdString();
    EXPECT_EQ(filled, inParts);
}

TEST_F(LooksTest, anEmptyPageHasOneSentenceAndAButtonThatHelps)
{
    open();
    window().showPage(QStringLiteral("datasets"));
    auto* button = find<QPushButton>(QStringLiteral("datasetsEmptyButton"));
    ASSERT_TRUE(waitFor([&] { return button->isVisible(); }));
    EXPECT_FALSE(find<QWidget>(QStringLiteral("datasetsTable"))->isVisible()) << "no empty tables around the sentence";
    click(button);
    EXPECT_TRUE(find<QWidget>(QStringLiteral("emptyCard"))->isVisible());
    window().showPage(QStringLiteral("compare"));
    ASSERT_TRUE(waitFor([&] { return find<QPushButton>(QStringLiteral("compareEmptyButton"))->isVisible(); }));
    EXPECT_FALSE(find<QLabel>(QStringLiteral("compareSentence"))->isVisible());
}

TEST_F(LooksTest, textsOfTheSettingsAreWhole)
{
    open();
    window().showPage(QStringLiteral("settings"));
    for (const int width : {900, 1280}) {
        window().resize(width, 800);
        QTest::qWait(0);
        for (const char* name : {"settingsPrivacy", "settingsServe", "settingsWorker", "settingsStorePath"}) {
            auto* label = find<QLabel>(QString::fromLatin1(name));
            ASSERT_FALSE(label->text().isEmpty()) << name;
            EXPECT_GE(label->height(), label->heightForWidth(label->width())) << name << " at " << width;
            const QRect text = label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 10000), Qt::TextWordWrap, label->text());
            EXPECT_LE(text.height(), label->height()) << name << " at " << width;
        }
    }
}

} // namespace
} // namespace yardstick::test
