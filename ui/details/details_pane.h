// DetailsPane: one experiment from close by: a header line (name, status, what it was cloned from and what differs) over
// the tabs Parameters (the window's own editor), Scalars, Plots, Images, Log, Cost, Attempts and Artifacts. It follows the
// store by itself; only the tab in sight is read. Writes nothing. Owner thread: GUI; reads on the store reader thread.
#pragma once

#include "ui/details/details_data.h"
#include "ui/window/window_context.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <map>

class QLabel;
class QStackedLayout;
class QTabWidget;

namespace yardstick::ui {

class DetailsHeader;
class DetailsTab;

class DetailsPane : public QWidget
{
    Q_OBJECT
public:
    enum class Tab { Parameters, Scalars, Plots, Images, Log, Cost, Attempts, Artifacts };

    explicit DetailsPane(WindowContext& context, QWidget* parent = nullptr);
    ~DetailsPane() override;

    void setExperiment(ExperimentId id); ///< an invalid id shows "select an experiment"
    [[nodiscard]] ExperimentId experiment() const { return m_id; }
    void setParametersWidget(QWidget* editor); ///< becomes the first tab; the pane takes it over
    void showTab(Tab tab);
    [[nodiscard]] Tab currentTab() const;
    /// What is shown now; null until the first read is back.
    [[nodiscard]] std::shared_ptr<const DetailsData> data() const { return m_data; }

Q_SIGNALS:
    void parentActivated(yardstick::ExperimentId id); ///< the user clicked on what it was cloned from
    void loaded();                                   ///< a read is on the screen

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A tab is made when it is first looked at: charts are not cheap to make, and the window must be there at once.
    void addTab(Tab tab, std::function<DetailsTab*()> make, const QString& title, const QString& iconName);
    DetailsTab* builtTab(); ///< the one in sight; null for the parameters
    void storeChanged(const class StoreChanges& changes);
    void schedule();
    void load();
    void present(std::shared_ptr<const DetailsData> shown);

    WindowContext& m_context;
    ExperimentId m_id;
    std::shared_ptr<const DetailsData> m_data;
    DetailsHeader* m_header;
    QTabWidget* m_tabs;
    QLabel* m_empty;
    QWidget* m_body;
    std::map<QWidget*, std::function<DetailsTab*()>> m_makers; ///< by page, until it is made
    QTimer m_timer; ///< coalesces changes
    bool m_reading = false;
    bool m_again = false;
};

} // namespace yardstick::ui
