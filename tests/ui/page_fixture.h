// PageFixture: one page of the window on a real store, without the main window: store, watcher, reader thread, settings.
#pragma once

#include "core/store/store.h"
#include "tests/support/store_fixture.h"
#include "tests/support/temp_dir.h"
#include "ui/app_services.h"
#include "ui/settings/settings.h"
#include "ui/store_query.h"
#include "ui/store_watcher.h"
#include "ui/theme/theme.h"
#include "ui/window/error_presenter.h"
#include "ui/window/window_context.h"

#include <gtest/gtest.h>

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QUndoStack>

#include <memory>

namespace yardstick::test {

/// Widgets that take the focus and have no object name or nothing to read out; Qt's own inner parts aside.
inline QStringList namelessWidgets(const QWidget& top)
{
    QStringList bad;
    for (QWidget* w : top.findChildren<QWidget*>()) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(w->parentWidget());
        const bool inner = (area != nullptr && area->viewport() == w) || w->inherits("QComboBoxListView") || w->inherits("QHeaderView")
                           || w->inherits("QComboBoxPrivateContainer") || w->objectName().startsWith(QStringLiteral("qt_"))
                           || qobject_cast<QAbstractSpinBox*>(w->parentWidget()) != nullptr || w->inherits("QTabBar")
                           || w->inherits("QTableCornerButton") || w->inherits("QScrollBar");
        if (inner || w->focusPolicy() == Qt::NoFocus || qobject_cast<QLabel*>(w) != nullptr) {
            continue;
        }
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(w);
        const bool readable = accessible != nullptr && !accessible->text(QAccessible::Name).isEmpty();
        if (w->objectName().isEmpty() || (!readable && qobject_cast<QScrollArea*>(w) == nullptr)) {
            bad << QString::fromLatin1(w->metaObject()->className()) + QLatin1Char('#') + w->objectName();
        }
    }
    return bad;
}

/// A page asks for little: only what is opened in the desktop is remembered.
class PageServices final : public ui::AppServices
{
public:
    explicit PageServices(const Store& store) : m_store(store) {}
    [[nodiscard]] QString version() const override { return QStringLiteral("test"); }
    [[nodiscard]] SchedulerHolder schedulerHolder() const override { return yardstick::schedulerHolder(m_store.info().file); }
    Result<> takeScheduler() override { return fail(ErrorCode::Busy, "A page takes no scheduler."); }
    Result<> handOverToServe() override { return fail(ErrorCode::NotAllowed, "A page hands nothing over."); }
    [[nodiscard]] Result<std::filesystem::path> findWorker() const override { return yardstick::findWorker(); }
    void startDemo(QObject*, Progress, std::function<void(Result<std::vector<ExperimentId>>)> done) override
    {
        done(fail(ErrorCode::NotAllowed, "A page starts no demo."));
    }
    void cancelDemo() override {}
    Result<> openUrl(const QUrl& url) override
    {
        opened = url;
        return {};
    }
    [[nodiscard]] QString commandLine(const QString& subcommand) const override { return subcommand; }

    QUrl opened;

private:
    const Store& m_store;
};

class PageFixture : public testing::Test
{
protected:
    PageFixture()
        : m_store(must(Store::open(m_folder / "store.db"))), m_services(*m_store),
          m_settings(QString::fromStdString((m_folder / "settings.ini").string())), m_watcher(must(m_store->reader())),
          m_query(m_store->info().file), m_context{*m_store, m_services, m_settings, m_watcher, m_query, m_errors, m_undo}
    {
        QApplication::setPalette(ui::paletteFor(false));
        m_watcher.start(20);
    }
    Store& store() { return *m_store; }
    ui::WindowContext& context() { return m_context; }
    [[nodiscard]] std::filesystem::path runs() const { return m_folder / "runs"; }
    /// What the page told of; empty: no fault.
    [[nodiscard]] QString fault() const { return m_errors.sentence(); }
    PageServices& services() { return m_services; }
    template <typename T> static T* find(QWidget& in, const char* name)
    {
        T* widget = in.findChild<T*>(QString::fromLatin1(name));
        EXPECT_NE(widget, nullptr) << "no widget " << name;
        return widget;
    }
    /// Appends events to a run's log and ingests them, as the scheduler does.
    void log(AttemptId id, const std::vector<Event>& events)
    {
        const Attempt attempt = must(must(m_store->reader()).attempt(id));
        const std::filesystem::path file = std::filesystem::path(attempt.runDirectory) / run_files::kEvents;
        std::string bytes;
        if (const auto before = platform::readFile(file)) {
            bytes = *before;
        }
        for (const Event& event : events) {
            bytes += toLine(event) + "\n";
        }
        must(platform::writeFileAtomic(file, bytes));
        ingestAll(*m_store, id);
    }

private:
    TempDir m_folder;
    std::unique_ptr<Store> m_store;
    PageServices m_services;
    ui::Settings m_settings;
    ui::StoreWatcher m_watcher;
    ui::StoreQuery m_query;
    ui::ErrorPresenter m_errors;
    QUndoStack m_undo;
    ui::WindowContext m_context;
};

} // namespace yardstick::test
