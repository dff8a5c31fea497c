// ComparePage on the reference benchmark: the article's figures, live, sortable, exported with what is shown.
#include "core/actions.h"
#include "core/compare.h"
#include "tests/ui/page_fixture.h"
#include "ui/charts/bar_compare_chart.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/machines_model.h"
#include "ui/settings/settings.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>

namespace yardstick::test {
namespace {

using ui::ComparePage;
using ui::MachinesModel;

class ComparePageTest : public PageFixture
{
protected:
    ComparePageTest() : page(context())
    {
        page.resize(1280, 760);
        page.show();
    }
    void import() { must(store().runFor<int>([](StoreWriter& w) { return importReference(w); })); }
    bool waitForRows(int rows)
    {
        page.activate();
        return QTest::qWaitFor([&] { return page.model().rowCount() == rows; });
    }
    int rowOf(const QString& machine)
    {
        for (int i = 0; i < page.model().rowCount(); ++i) {
            if (page.model().index(i, MachinesModel::Machine).data().toString() == machine) {
                return i;
            }
        }
        return -1;
    }
    QString cell(const QString& machine, int column) { return page.model().index(rowOf(machine), column).data().toString(); }

    ComparePage page;
};

TEST_F(ComparePageTest, anEmptyStoreSaysWhatBelongsHereAndHowToGetIt)
{
    page.activate();
    QSignalSpy loaded(&page, &ComparePage::loaded);
    ASSERT_TRUE(loaded.wait());
    EXPECT_TRUE(find<QLabel>(page, "compareEmpty")->isVisible());
    QSignalSpy asked(&page, &ComparePage::experimentsRequested);
    QTest::mouseClick(find<QPushButton>(page, "compareEmptyButton"), Qt::LeftButton);
    EXPECT_EQ(asked.count(), 1);
    EXPECT_FALSE(find<QPushButton>(page, "compareExport")->isEnabled());
    EXPECT_TRUE(fault().isEmpty());
}

TEST_F(ComparePageTest, aNarrowPageCutsNoControlAndLetsNoneTouchAnother)
{
    import();
    ASSERT_TRUE(waitForRows(12));
    const auto check = [](ComparePage& in) {
        QList<QRect> places;
        for (const char* name : {"compareJob", "compareEpochs", "compareSetup", "compareComparable", "compareProvider", "compareCurrency",
                                 "compareExport"}) {
            const auto* control = find<QWidget>(in, name);
            if (!control->isVisible()) {
                continue; // one currency: nothing to choose
            }
            const QRect place(control->mapTo(&in, QPoint()), control->size());
            EXPECT_TRUE(in.rect().contains(place)) << name;
            EXPECT_GE(place.width(), std::min(control->sizeHint().width(), control->maximumWidth())) << name;
            for (const QRect& other : places) {
                EXPECT_FALSE(place.adjusted(-2, 0, 2, 0).intersects(other)) << name;
            }
            places << place;
        }
        for (const QLabel* label : in.findChildren<QLabel*>()) {
            if (label->buddy() != nullptr && label->isVisible()) {
                EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
                const QRect place(label->mapTo(&in, QPoint()), label->size());
                EXPECT_FALSE(std::any_of(places.begin(), places.end(), [&](const QRect& other) { return place.intersects(other); }));
            }
        }
    };
    page.resize(840, 540); // what a window of 900 × 600 leaves it
    QTest::qWait(20);
    check(page);
    ui::installLanguage(QStringLiteral("zh_CN"));
    {
        ComparePage chinese(context());
        chinese.resize(840, 540);
        chinese.show();
        chinese.activate();
        ASSERT_TRUE(QTest::qWaitFor([&] { return chinese.model().rowCount() == 12; }));
        QTest::qWait(20);
        check(chinese);
    }
    ui::installLanguage(QStringLiteral("en"));
}

TEST_F(ComparePageTest, showsTheReferenceMachinesWithTheirPublishedFigures)
{
    import();
    ASSERT_TRUE(waitForRows(12));
    EXPECT_EQ(cell(QStringLiteral("g5.xlarge"), MachinesModel::Price).toDouble(), 1.006);
    EXPECT_EQ(cell(QStringLiteral("g5.xlarge"), MachinesModel::BasisColumn).toStdString(), "derived");
    EXPECT_FALSE(find<QLabel>(page, "compareSentence")->text().isEmpty());
    auto* chart = find<ui::BarCompareChart>(page, "priceAndCostChart");
    EXPECT_EQ(chart->chart().groups.size(), 12U);
    EXPECT_TRUE(fault().isEmpty()) << fault().toStdString();
}

TEST_F(ComparePageTest, aNewQuoteDoublesTheRowLive)
{
    import();
    ASSERT_TRUE(waitForRows(12));
    const QString g5 = QStringLiteral("g5.xlarge");
    const double before = page.model().index(rowOf(g5), MachinesModel::CostPerEpoch).data(MachinesModel::RawRole).toDouble();
    const MachineId id = page.model().row(rowOf(g5)).machineId;
    must(store().runFor<QuoteId>([&](StoreWriter& w) {
        return actions::setPrice(w, id, {must(Money::parse("2.012", {}))}, "test", nowUtcMs());
    }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell(g5, MachinesModel::Price).startsWith(QStringLiteral("2.012")); }));
    const double after = page.model().index(rowOf(g5), MachinesModel::CostPerEpoch).data(MachinesModel::RawRole).toDouble();
    EXPECT_NEAR(after, 2 * before, 2e-6);
    const auto& groups = find<ui::BarCompareChart>(page, "priceAndCostChart")->chart().groups;
    const auto bar = std::find_if(groups.begin(), groups.end(), [](const BarGroup& g) { return g.label.find("g5.xlarge") != std::string::npos; });
    ASSERT_NE(bar, groups.end());
    EXPECT_DOUBLE_EQ(bar->values[0], 2.012);
}

TEST_F(ComparePageTest, aPriceInAnotherCurrencySaysWhichAndTheHeadHasNoUnitThen)
{
    import();
    ASSERT_TRUE(waitForRows(12));
    const QString g5 = QStringLiteral("g5.xlarge");
    const auto head = [&] { return page.model().headerData(MachinesModel::Price, Qt::Horizontal).toString().toStdString(); };
    EXPECT_EQ(head(), "price [USD/h]");
    EXPECT_EQ(cell(g5, MachinesModel::Price).toStdString(), "1.006");
    const MachineId other = page.model().row(rowOf(QStringLiteral("g5.2xlarge"))).machineId;
    must(store().runFor<QuoteId>([&](StoreWriter& w) {
        return actions::setPrice(w, other, {must(Money::parse("1.1", must(Currency::parse("EUR"))))}, "test", nowUtcMs());
    }));
    auto* currency = find<QComboBox>(page, "compareCurrency");
    ASSERT_TRUE(QTest::qWaitFor([&] { return currency->findText(QStringLiteral("EUR")) >= 0 && head() == "price per hour"; })) << head();
    EXPECT_EQ(cell(g5, MachinesModel::Price).toStdString(), "1.006 USD");
    EXPECT_EQ(cell(QStringLiteral("g5.2xlarge"), MachinesModel::Price).toStdString(), "1.10 EUR");
    currency->setFocus();
    QTest::keyClicks(currency, QStringLiteral("EUR"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.comparison().options.currency.code() == "EUR"; }));
    EXPECT_EQ(head(), "price per hour");
    EXPECT_EQ(cell(g5, MachinesModel::Price).toStdString(), "1.006 USD");
    EXPECT_EQ(page.model().index(rowOf(g5), MachinesModel::Price).data(MachinesModel::MissingDecimalsRole).toInt(), 0)
        << "the code behind it is no decimal";
}

TEST_F(ComparePageTest, controlsChangeTheComparison)
{
    import();
    ASSERT_TRUE(waitForRows(12));
    auto* provider = find<QLineEdit>(page, "compareProvider");
    provider->setFocus();
    QTest::keyClicks(provider, QStringLiteral("genesis"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.model().rowCount() == 5; }));
    provider->clear();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.model().rowCount() == 12; }));
    auto* epochs = find<QSpinBox>(page, "compareEpochs");
    epochs->setValue(200);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.comparison().options.epochs == 200; }));
    EXPECT_TRUE(page.model().headerData(MachinesModel::AllIn, Qt::Horizontal).toString().contains(QStringLiteral("200")));
    QTest::mouseClick(find<QCheckBox>(page, "compareSetup"), Qt::LeftButton, {}, QPoint(8, 8));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.comparison().options.includeSetup; }));
    QSignalSpy exported(&page, &ComparePage::exportRequested);
    QTest::mouseClick(find<QPushButton>(page, "compareExport"), Qt::LeftButton);
    ASSERT_EQ(exported.count(), 1);
}

TEST_F(ComparePageTest, theModelKeepsItsPromisesWhileItChangesAndSorts)
{
    MachinesModel& model = page.model();
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    import();
    ASSERT_TRUE(waitForRows(12));
    const QPersistentModelIndex g5 = model.index(rowOf(QStringLiteral("g5.xlarge")), MachinesModel::Machine);
    for (int column = 0; column < MachinesModel::ColumnCount; ++column) {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            EXPECT_EQ(g5.data().toString().toStdString(), "g5.xlarge");
        }
    }
    model.sort(MachinesModel::Price, Qt::DescendingOrder);
    double before = 1e9;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QVariant raw = model.index(row, MachinesModel::Price).data(MachinesModel::RawRole);
        if (raw.isValid()) {
            EXPECT_LE(raw.toDouble(), before);
            before = raw.toDouble();
        }
    }
    model.setComparison({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(ComparePageTest, aSecondCurrencyBringsTheChoiceAndTheRateUsed)
{
    import();
    ASSERT_TRUE(waitForRows(12));
    auto* currency = find<QComboBox>(page, "compareCurrency");
    EXPECT_FALSE(currency->isVisible()) << "one currency: nothing to choose";
    EXPECT_FALSE(find<QLabel>(page, "compareRates")->isVisible());
    const QString g5 = QStringLiteral("g5.xlarge");
    const MachineId id = page.model().row(rowOf(g5)).machineId;
    const Currency eur = must(Currency::parse("EUR"));
    must(store().runFor<QuoteId>([&](StoreWriter& w) { return actions::setPrice(w, id, {must(Money::parse("2", eur))}, "test", nowUtcMs()); }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return currency->isVisible(); }));
    EXPECT_TRUE(cell(g5, MachinesModel::Reason).contains(QStringLiteral("EUR")));
    must(store().runFor<FxRateId>([&](StoreWriter& w) { return actions::setFxRate(w, eur, {}, "1.08", "a bank", 1'793'491'200'000); }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell(g5, MachinesModel::Price) == QStringLiteral("2.16"); }));
    EXPECT_EQ(cell(g5, MachinesModel::Reason).toStdString(), "");
    EXPECT_TRUE(find<QLabel>(page, "compareRates")->text().contains(QStringLiteral("1 EUR = 1.08 USD since 2026-11-01")));
    EXPECT_TRUE(page.model().index(rowOf(g5), MachinesModel::Price).data(Qt::ToolTipRole).toString().contains(QStringLiteral("2.00 EUR/h")));
    currency->setCurrentText(QStringLiteral("EUR"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell(g5, MachinesModel::Price) == QStringLiteral("2.00"); }));
    EXPECT_TRUE(page.model().headerData(MachinesModel::Price, Qt::Horizontal).toString().contains(QStringLiteral("EUR")));
}

TEST_F(ComparePageTest, everyControlHasANameForScreenReaders)
{
    EXPECT_EQ(namelessWidgets(page).join(QLatin1Char('\n')).toStdString(), "");
}

} // namespace
} // namespace yardstick::test
