// PlotView: what the charts of a comparison have in common as widgets: a scene that fills the view, drawn again when the data,
// the size, the font or the theme changes; items (machines) that keys walk through and that are read out; tooltips;
// copies and exports. The picture is the derived class's. Owner thread: GUI.
#pragma once

#include "core/base/result.h"

#include <QGraphicsView>
#include <QTimer>

#include <optional>

class QMenu;

namespace yardstick::ui {

struct Tokens;

class PlotView : public QGraphicsView
{
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);

    void setCurrentItem(std::optional<int> item);
    [[nodiscard]] std::optional<int> currentItem() const { return m_current; }
    [[nodiscard]] virtual int itemCount() const = 0;
    [[nodiscard]] virtual QString itemText(int item) const = 0; ///< in words
    [[nodiscard]] QString readout() const { return m_current ? itemText(*m_current) : QString(); }
    [[nodiscard]] virtual QString chartTitle() const = 0;

    void copyImage();
    void exportImage(const QString& file);
    void exportCsv(const QString& file);
    void exportAs(const QString& suffix); ///< asks for the file
    void fillMenu(QMenu& menu);
    void flush(); ///< draws now what is pending

Q_SIGNALS:
    void currentItemChanged(std::optional<int> item);
    void failed(const QString& message);

protected:
    /// To call at the end of the constructor of a derived class.
    void applyLook();
    void schedule(); ///< the data changed
    virtual void drawPlot(const QSizeF& size) = 0;
    virtual void setPlotLook(bool dark, const QFont& font) = 0;
    virtual void markItem(std::optional<int> item) = 0;
    [[nodiscard]] virtual std::optional<int> itemAt(const QPointF& pixel) const = 0;
    [[nodiscard]] virtual QString toolTipAt(const QPointF& pixel) const;
    [[nodiscard]] virtual QByteArray csv() const = 0;
    [[nodiscard]] const Tokens& look() const;

    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    void redraw();

    QTimer m_timer;
    std::optional<int> m_current;
    bool m_dirty = true;
};

} // namespace yardstick::ui
