// ImagesTab: sample images of the run with boxes drawn from data (class, confidence), per epoch and kind. The epoch slider
// stays where the user put it when new images arrive; only at its end it follows. Files are read from the run directory.
// Owner thread: GUI.
#pragma once

#include "ui/details/details_tab.h"

#include <QHash>
#include <QImage>

class QComboBox;
class QDoubleSpinBox;
class QCheckBox;
class QGridLayout;
class QLabel;
class QScrollArea;
class QSlider;

namespace yardstick::ui {

/// One image with its boxes; scaled to fit, boxes drawn in widget pixels so that lines and words stay sharp.
class SampleView : public QWidget
{
    Q_OBJECT
public:
    explicit SampleView(QWidget* parent = nullptr);
    void set(const ImageRow& row, const QImage& image, bool showBoxes, double minConfidence);
    [[nodiscard]] QSize sizeHint() const override { return {260, 220}; }
    [[nodiscard]] const ImageRow& row() const { return m_row; }
    /// Boxes that pass the confidence, for tests.
    [[nodiscard]] int shownBoxes() const;

Q_SIGNALS:
    void activated(); ///< double-click or Enter: show it large

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void paintBoxes(QPainter& painter, const QRectF& target) const;

    ImageRow m_row;
    QImage m_image;
    bool m_showBoxes = true;
    double m_minConfidence = 0.25;
};

class ImagesTab : public DetailsTab
{
    Q_OBJECT
public:
    explicit ImagesTab(QWidget* parent = nullptr);

    [[nodiscard]] DetailsWants wants() const override;
    void setData(const DetailsData& details, bool sameExperiment) override;
    [[nodiscard]] int epoch() const; ///< shown; 0: none
    [[nodiscard]] const QList<SampleView*>& samples() const { return m_views; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showEpoch();
    void place();
    void enlarge(const SampleView& view);
    [[nodiscard]] QString pathOf(const ImageRow& row) const;
    [[nodiscard]] QImage load(const QString& path);

    QComboBox* m_kind;
    QSlider* m_slider;
    QLabel* m_epochText;
    QCheckBox* m_boxes;
    QDoubleSpinBox* m_confidence;
    QScrollArea* m_scroll;
    QWidget* m_page;
    QGridLayout* m_grid;
    QLabel* m_empty;
    std::vector<ImageRow> m_rows;
    std::map<std::int64_t, QString> m_folders; ///< run directory by attempt
    std::vector<int> m_epochs;                 ///< that have images of the kind
    QList<SampleView*> m_views;
    QHash<QString, QImage> m_cache;
    int m_columns = 0;
};

} // namespace yardstick::ui
