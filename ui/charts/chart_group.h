// ChartGroup: charts of one page that share x view, cursor, smoothing, log and follow; and the tool bar that sets them.
// Owner thread: GUI. The charts are owned by their parents; one that is destroyed leaves the group.
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace yardstick::ui {

class MetricChart;

class ChartGroup : public QObject
{
    Q_OBJECT
public:
    explicit ChartGroup(QObject* parent = nullptr) : QObject(parent) {}

    /// `smoothed`: follows the smoothing slider.
    void add(MetricChart* chart, bool smoothed = true);
    void setSmoothing(double weight);
    void setLogY(bool log);
    void setFollow(bool follow);
    void resetView();
    [[nodiscard]] QList<MetricChart*> charts() const;

private:
    void shareView(MetricChart* from, bool fixed, double low, double high);
    void shareCursor(MetricChart* from, std::optional<double> x);

    QList<QPointer<MetricChart>> m_charts, m_smoothed;
    double m_smoothing = 0;
    bool m_log = false, m_follow = true;
};

/// x axis, smoothing, log, follow, reset: one row.
class ChartToolBar : public QWidget
{
    Q_OBJECT
public:
    enum class XMode { Epoch, Step, WallTime, Elapsed, Money };
    explicit ChartToolBar(ChartGroup& group, QWidget* parent = nullptr);

    [[nodiscard]] XMode xMode() const;
    void setXMode(XMode mode);
    void setSmoothing(double weight);
    /// The money axis needs a price; without one it is greyed with the reason.
    void setMoneyAvailable(bool available, const QString& reason);

Q_SIGNALS:
    void xModeChanged(yardstick::ui::ChartToolBar::XMode mode);

private:
    ChartGroup& m_group;
    QComboBox* m_x;
    QSlider* m_smoothing;
    QLabel* m_smoothingText;
    QCheckBox* m_log;
    QCheckBox* m_follow;
    QToolButton* m_reset;
};

} // namespace yardstick::ui
