// The parameter editor: schema, marks, typed values, faults in the row, read-only when not a draft.
#include "ui/params/parameter_editor.h"
#include "ui/params/parameter_filter.h"
#include "ui/params/parameter_model.h"
#include "ui/params/spec_values.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace yardstick::ui {
namespace {

Experiment draft(nlohmann::json params = nlohmann::json::object())
{
    Experiment e;
    e.id = ExperimentId(3);
    e.spec.params = std::move(params);
    return e;
}

struct Asked
{
    QString name;
    nlohmann::json value;
};

struct Editor
{
    ParameterEditor widget;
    std::vector<Asked> asked;
    QAbstractItemModelTester tester{&widget.model(), QAbstractItemModelTester::FailureReportingMode::Fatal};

    Editor()
    {
        QObject::connect(&widget, &ParameterEditor::changeRequested, &widget,
                         [this](ExperimentId, const QString& name, const nlohmann::json& value) { asked.push_back({name, value}); });
        widget.resize(700, 600);
        widget.show();
    }
    QTreeView* tree() { return widget.findChild<QTreeView*>(QStringLiteral("parameterTree")); }
    /// Opens the row's field with F2 and types into it.
    QLineEdit* edit(const char* name, const QString& text)
    {
        auto* proxy = static_cast<ParameterFilter*>(tree()->model());
        const QModelIndex index = proxy->mapFromSource(widget.model().find(name));
        EXPECT_TRUE(index.isValid()) << name << " is not shown";
        tree()->setCurrentIndex(index);
        tree()->setFocus();
        QTest::keyClick(tree(), Qt::Key_F2);
        auto* field = tree()->findChild<QLineEdit*>(QStringLiteral("parameterField"));
        if (field) {
            field->selectAll();
            QTest::keyClicks(field, text);
        }
        return field;
    }
    /// Enter is carried out by the event loop.
    void enter(QLineEdit* field)
    {
        ASSERT_NE(field, nullptr);
        QTest::keyClick(field, Qt::Key_Return);
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the next field is another
    }
    QString note(const char* name) { return widget.model().find(name, ParameterModel::NoteColumn).data().toString(); }
};

TEST(ParameterEditor, marksWhatDiffersFromTheDefaultAndFromTheParent)
{
    Editor e;
    Experiment parent = draft({{"batch", 8}});
    parent.id = ExperimentId(1);
    e.widget.setExperiment(draft({{"batch", 32}, {"imgsz", 320}}), parent);
    EXPECT_TRUE(e.widget.model().find("batch").data(ParameterModel::ChangedRole).toBool());
    EXPECT_TRUE(e.widget.model().find("batch").data(ParameterModel::ChangedFromParentRole).toBool());
    EXPECT_TRUE(e.note("batch").contains(QStringLiteral("#1: 8"))) << e.note("batch").toStdString();
    EXPECT_TRUE(e.note("batch").contains(QStringLiteral("default: 16")));
    EXPECT_FALSE(e.widget.model().find("epochs").data(ParameterModel::ChangedRole).toBool());
    EXPECT_TRUE(e.note("epochs").isEmpty());
}

TEST(ParameterEditor, handsOnTypedValues)
{
    Editor e;
    e.widget.setExperiment(draft(), std::nullopt);
    e.enter(e.edit("imgsz", QStringLiteral("320")));
    ASSERT_EQ(e.asked.size(), 1u);
    EXPECT_EQ(e.asked[0].name, QStringLiteral("imgsz"));
    EXPECT_TRUE(e.asked[0].value.is_number_integer());
    EXPECT_EQ(e.asked[0].value, 320);
}

TEST(ParameterEditor, keepsListsAndNoneWithTheirTypes)
{
    Editor e;
    e.widget.setExperiment(draft({{"freeze", {0, 1}}}), std::nullopt);
    auto* search = e.widget.findChild<QLineEdit*>(QStringLiteral("parameterSearch"));
    QTest::keyClicks(search, QStringLiteral("freeze"));
    EXPECT_EQ(e.widget.model().find("freeze").data().toString(), QStringLiteral("[0, 1]"));
    e.enter(e.edit("freeze", QStringLiteral("0, 1, 2")));
    ASSERT_EQ(e.asked.size(), 1u);
    EXPECT_EQ(e.asked[0].value, nlohmann::json({0, 1, 2}));
    e.enter(e.edit("freeze", QStringLiteral("None")));
    ASSERT_EQ(e.asked.size(), 2u);
    EXPECT_TRUE(e.asked[1].value.is_null());
}

TEST(ParameterEditor, showsTheFaultInTheRowAsItIsTypedAndHandsNothingOn)
{
    Editor e;
    e.widget.setExperiment(draft(), std::nullopt);
    QLineEdit* field = e.edit("imgsz", QStringLiteral("big"));
    ASSERT_NE(field, nullptr);
    EXPECT_FALSE(e.widget.model().find("imgsz").data(ParameterModel::FaultRole).toString().isEmpty());
    EXPECT_FALSE(e.note("imgsz").isEmpty());
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_TRUE(e.asked.empty());
    EXPECT_TRUE(field->isVisible()) << "Enter does not leave a text that is no value";
    QTest::keyClick(field, Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(e.note("imgsz").isEmpty()) << "given up: the fault goes with it";
    EXPECT_TRUE(e.asked.empty());
}

TEST(ParameterEditor, isReadOnlyWhenNotADraftAndOffersAClone)
{
    Editor e;
    Experiment done = draft();
    done.status = ExperimentStatus::Completed;
    e.widget.setExperiment(done, std::nullopt);
    EXPECT_EQ(e.edit("imgsz", QStringLiteral("320")), nullptr);
    auto* clone = e.widget.findChild<QPushButton*>(QStringLiteral("parameterClone"));
    ASSERT_TRUE(clone->isVisible());
    QSignalSpy wanted(&e.widget, &ParameterEditor::cloneRequested);
    QTest::mouseClick(clone, Qt::LeftButton);
    EXPECT_EQ(wanted.count(), 1);
}

TEST(ParameterEditor, resetsOneFieldToTheDefaultOrTheParent)
{
    Editor e;
    Experiment parent = draft({{"batch", 8}});
    parent.id = ExperimentId(1);
    e.widget.setExperiment(draft({{"batch", 32}}), parent);
    auto* proxy = static_cast<ParameterFilter*>(e.tree()->model());
    e.tree()->setCurrentIndex(proxy->mapFromSource(e.widget.model().find("batch")));
    QTest::mouseClick(e.widget.findChild<QPushButton*>(QStringLiteral("parameterToDefault")), Qt::LeftButton);
    QTest::mouseClick(e.widget.findChild<QPushButton*>(QStringLiteral("parameterToParent")), Qt::LeftButton);
    ASSERT_EQ(e.asked.size(), 2u);
    EXPECT_EQ(e.asked[0].value, 16);
    EXPECT_EQ(e.asked[1].value, 8);
}

TEST(ParameterEditor, foldsAdvancedOnesAwayUntilSearchedOrChanged)
{
    Editor e;
    e.widget.setExperiment(draft(), std::nullopt);
    auto* proxy = static_cast<ParameterFilter*>(e.tree()->model());
    const ParamSpec* advanced = nullptr;
    for (const ParamSpec& spec : ParamSchema::get().all()) {
        if (spec.advanced && e.widget.model().find(spec.name).isValid() && spec.type == ParamType::Float) {
            advanced = &spec;
        }
    }
    ASSERT_NE(advanced, nullptr);
    const auto shown = [&] { return proxy->mapFromSource(e.widget.model().find(advanced->name)).isValid(); };
    EXPECT_FALSE(shown());
    QTest::mouseClick(e.widget.findChild<QToolButton*>(QStringLiteral("parameterAdvanced")), Qt::LeftButton);
    EXPECT_TRUE(shown());
    QTest::mouseClick(e.widget.findChild<QToolButton*>(QStringLiteral("parameterAdvanced")), Qt::LeftButton);
    QTest::keyClicks(e.widget.findChild<QLineEdit*>(QStringLiteral("parameterSearch")), QString::fromStdString(advanced->name));
    EXPECT_TRUE(shown());
}

TEST(ParameterEditor, doesNotDisturbAFieldThatIsBeingEdited)
{
    Editor e;
    e.widget.setExperiment(draft(), std::nullopt);
    QLineEdit* field = e.edit("imgsz", QStringLiteral("32"));
    ASSERT_NE(field, nullptr);
    e.widget.setExperiment(draft({{"epochs", 7}}), std::nullopt); // a refresh from the store
    ASSERT_TRUE(field->isVisible());
    EXPECT_EQ(field->text(), QStringLiteral("32"));
}

TEST(SpecValues, differFieldByFieldWithTypes)
{
    ExperimentSpec a;
    ExperimentSpec b = a;
    b.params = {{"freeze", {0, 1}}, {"imgsz", 320}};
    b.modelVariant = "yolov8s";
    const auto all = specDifference(a, b);
    ASSERT_EQ(all.size(), 3u);
    for (const ParamDifference& d : all) {
        if (d.name == "freeze") {
            EXPECT_TRUE(d.a.is_null());
            EXPECT_EQ(d.b, nlohmann::json({0, 1}));
        }
    }
}

} // namespace
} // namespace yardstick::ui
