// ConfusionView: a confusion matrix as a heat map: rows predicted, columns true, counts or shares of a column; painted by
// us. Arrow keys walk the cells and the value is read out. Owner thread: GUI.
#pragma once

#include <nlohmann/json.hpp>

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace yardstick::ui {

class ConfusionView : public QWidget
{
    Q_OBJECT
public:
    explicit ConfusionView(QWidget* parent = nullptr);
    /// {"names":[…],"matrix":[[…]…]}; anything else shows nothing. Of many classes those that neither occur nor were
    /// predicted are left out, so that the others are legible.
    void setData(const nlohmann::json& plot);
    void setNormalised(bool normalised); ///< share of the true class instead of counts
    /// "68 classes without objects are left out"; empty: none is.
    [[nodiscard]] QString leftOutText() const;
    [[nodiscard]] int classes() const { return static_cast<int>(m_matrix.size()); }
    /// "predicted car, true van: 12 (0.24 of van)".
    [[nodiscard]] QString cellText(int row, int column) const;
    [[nodiscard]] QSize sizeHint() const override { return {420, 380}; }

Q_SIGNALS:
    void enlargeRequested(); ///< a double click, or Enter

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override; ///< tooltips

private:
    struct Layout
    {
        QRectF grid;
        double cellWidth = 0, cellHeight = 0;
        bool upright = false; ///< names under the grid are turned
        double below = 0; ///< height of the names under the grid
    };
    [[nodiscard]] Layout layOut() const;
    [[nodiscard]] double share(int row, int column) const;
    void paintCells(QPainter& painter, const Layout& layout) const;
    void paintNames(QPainter& painter, const Layout& layout) const;
    [[nodiscard]] std::optional<QPoint> cellAt(const QPointF& pixel) const; ///< x column, y row
    void setCurrent(QPoint cell);
    void leaveOutEmpty();

    QStringList m_names;
    std::vector<std::vector<double>> m_matrix;
    std::vector<double> m_columnSums;
    std::optional<QPoint> m_current;
    bool m_normalised = true;
    int m_leftOut = 0;
};

} // namespace yardstick::ui
