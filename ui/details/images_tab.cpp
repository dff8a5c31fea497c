#include "ui/details/images_tab.h"

#include "core/base/event.h"
#include "ui/format.h"
#include "ui/theme/tokens.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QImageReader>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>

namespace yardstick::ui {
namespace {

constexpr int kSampleWidth = 250;
constexpr int kCachedImages = 64;

QString kindText(const std::string& kind)
{
    if (kind == "train_batch") {
        return ImagesTab::tr("training batches");
    }
    if (kind == "val_labels") {
        return ImagesTab::tr("validation: labels");
    }
    if (kind == "val_pred") {
        return ImagesTab::tr("validation: predictions");
    }
    return fromUtf8(kind);
}

struct Box
{
    int cls = 0;
    double confidence = -1;
    QRectF rect;
    QPolygonF polygon;
};

std::vector<Box> boxesOf(const ImageRow& row)
{
    std::vector<Box> out;
    if (!row.boxes.is_array()) {
        return out;
    }
    const auto numbers = [](const nlohmann::json& json) {
        std::vector<double> values;
        if (json.is_array()) {
            for (const auto& v : json) {
                values.push_back(v.is_number() ? v.get<double>() : 0.0);
            }
        }
        return values;
    };
    for (const auto& json : row.boxes) {
        if (!json.is_object()) {
            continue;
        }
        Box box;
        box.cls = json.contains("class") && json["class"].is_number_integer() ? json["class"].get<int>() : 0;
        box.confidence = json.contains("confidence") && json["confidence"].is_number() ? json["confidence"].get<double>() : -1;
        const auto xyxy = numbers(json.value("xyxy", nlohmann::json::array()));
        if (xyxy.size() == 4) {
            box.rect = QRectF(QPointF(xyxy[0], xyxy[1]), QPointF(xyxy[2], xyxy[3]));
        }
        const auto polygon = numbers(json.value("polygon", nlohmann::json::array()));
        for (size_t i = 0; i + 1 < polygon.size(); i += 2) {
            box.polygon << QPointF(polygon[i], polygon[i + 1]);
        }
        out.push_back(std::move(box));
    }
    return out;
}

QString className(const ImageRow& row, int cls)
{
    if (row.names.is_array() && cls >= 0 && static_cast<size_t>(cls) < row.names.size()
        && row.names[static_cast<size_t>(cls)].is_string()) {
        return fromUtf8(row.names[static_cast<size_t>(cls)].get<std::string>());
    }
    return QString::number(cls);
}

} // namespace

SampleView::SampleView(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("sample"));
    setFocusPolicy(Qt::StrongFocus);
}

void SampleView::set(const ImageRow& row, const QImage& image, bool showBoxes, double minConfidence)
{
    m_row = row;
    m_image = image;
    m_showBoxes = showBoxes;
    m_minConfidence = minConfidence;
    setAccessibleName(tr("%1, epoch %2, %n box(es)", nullptr, shownBoxes()).arg(kindText(row.kind)).arg(row.epoch));
    setToolTip(fromUtf8(row.path));
    update();
}

int SampleView::shownBoxes() const
{
    int count = 0;
    for (const Box& box : boxesOf(m_row)) {
        count += box.confidence < 0 || box.confidence >= m_minConfidence;
    }
    return count;
}

void SampleView::paintEvent(QPaintEvent*)
{
    const Tokens& t = tokensFor(*this);
    QPainter painter(this);
    painter.fillRect(rect(), t.base);
    if (m_image.isNull()) {
        painter.setPen(t.secondary);
        painter.drawText(rect().adjusted(kSpace2, 0, -kSpace2, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The file %1 cannot be read.").arg(fromUtf8(m_row.path)));
    } else {
        const QSizeF size = QSizeF(m_image.size()).scaled(QSizeF(this->size()), Qt::KeepAspectRatio);
        const QRectF target(QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(target, m_image);
        if (m_showBoxes) {
            paintBoxes(painter, target);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(hasFocus() ? t.focus : t.line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void SampleView::paintBoxes(QPainter& painter, const QRectF& target) const
{
    // Boxes are in pixels of the stored image, whatever size the file was read at.
    const double width = m_row.width > 0 ? m_row.width : m_image.width();
    const double height = m_row.height > 0 ? m_row.height : m_image.height();
    const double sx = target.width() / width;
    const double sy = target.height() / height;
    painter.setFont(sized(font(), TextSize::Small));
    painter.setClipRect(target);
    const QFontMetricsF metrics(painter.font());
    for (const Box& box : boxesOf(m_row)) {
        if (box.confidence >= 0 && box.confidence < m_minConfidence) {
            continue;
        }
        const QColor colour = seriesColour(box.cls, true);
        const QRectF r(target.left() + box.rect.left() * sx, target.top() + box.rect.top() * sy, box.rect.width() * sx,
                       box.rect.height() * sy);
        // A dark line under the coloured one: seen on any ground.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(QColor(0, 0, 0, 150), 3));
        painter.drawRect(r);
        painter.setPen(QPen(colour, 1.5, box.cls >= kSeriesColours ? Qt::DashLine : Qt::SolidLine));
        painter.drawRect(r);
        if (box.polygon.size() > 2) {
            QPolygonF polygon;
            for (const QPointF& p : box.polygon) {
                polygon << QPointF(target.left() + p.x() * sx, target.top() + p.y() * sy);
            }
            QColor fill = colour;
            fill.setAlphaF(0.3F);
            painter.setBrush(fill);
            painter.drawPolygon(polygon);
        }
        if (r.width() < 14 || r.height() < 10) {
            continue; // no room for words
        }
        QString text = className(m_row, box.cls);
        if (box.confidence >= 0) {
            text += QStringLiteral(" %1").arg(box.confidence, 0, 'f', 2);
        }
        QRectF label(r.left(), r.top() - metrics.height(), metrics.horizontalAdvance(text) + 6, metrics.height());
        label.moveTop(std::max(label.top(), target.top()));
        painter.fillRect(label, colour);
        painter.setPen(contrast(Qt::black, colour) >= contrast(Qt::white, colour) ? Qt::black : Qt::white);
        painter.drawText(label, Qt::AlignCenter, text);
    }
    painter.setClipping(false);
}

void SampleView::mouseDoubleClickEvent(QMouseEvent*)
{
    Q_EMIT activated();
}

void SampleView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
        Q_EMIT activated();
        return;
    }
    QWidget::keyPressEvent(event);
}

void SampleView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void SampleView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

ImagesTab::ImagesTab(QWidget* parent)
    : DetailsTab(parent), m_kind(new QComboBox(this)), m_slider(new QSlider(Qt::Horizontal, this)), m_epochText(new QLabel(this)),
      m_boxes(new QCheckBox(tr("&Boxes"), this)), m_confidence(new QDoubleSpinBox(this)), m_scroll(new QScrollArea(this)),
      m_page(new QWidget), m_grid(new QGridLayout(m_page)), m_empty(new QLabel(tr("Sample images appear here with the first epoch."), this))
{
    m_kind->setObjectName(QStringLiteral("imageKind"));
    m_kind->setAccessibleName(tr("Kind of image"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_slider->setObjectName(QStringLiteral("imageEpoch"));
    m_slider->setAccessibleName(tr("Epoch"));
    m_slider->setPageStep(1);
    m_epochText->setFont(tabular(font()));
    m_epochText->setMinimumWidth(m_epochText->fontMetrics().horizontalAdvance(tr("epoch %1 of %2").arg(1000).arg(1000)));
    m_boxes->setObjectName(QStringLiteral("imageBoxes"));
    m_boxes->setChecked(true);
    m_confidence->setObjectName(QStringLiteral("imageConfidence"));
    m_confidence->setAccessibleName(tr("Least confidence"));
    m_confidence->setToolTip(tr("Predictions below this confidence are not drawn"));
    m_confidence->setRange(0, 1);
    m_confidence->setSingleStep(0.05);
    m_confidence->setValue(0.25);
    m_scroll->setObjectName(QStringLiteral("imagesArea"));
    m_scroll->setAccessibleName(tr("Sample images"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kSpace2);
    m_scroll->setWidget(m_page);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* row = new QHBoxLayout;
    row->setSpacing(kSpace2);
    row->addWidget(m_kind);
    row->addWidget(m_slider, 1);
    row->addWidget(m_epochText);
    row->addWidget(m_boxes);
    auto* confidence = new QLabel(tr("&Confidence ≥"), this);
    confidence->setBuddy(m_confidence);
    row->addWidget(confidence);
    row->addWidget(m_confidence);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(kSpace2, kSpace2, kSpace2, 0);
    box->addLayout(row);
    box->addWidget(m_empty, 1);
    box->addWidget(m_scroll, 1);
    m_scroll->hide();
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this](int) { showEpoch(); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int) { showEpoch(); });
    connect(m_boxes, &QCheckBox::toggled, this, [this](bool) { showEpoch(); });
    connect(m_confidence, &QDoubleSpinBox::valueChanged, this, [this](double) { showEpoch(); });
}

DetailsWants ImagesTab::wants() const
{
    DetailsWants wants;
    wants.images = true;
    return wants;
}

void ImagesTab::setData(const DetailsData& details, bool sameExperiment)
{
    if (!sameExperiment) {
        m_cache.clear();
    }
    m_folders.clear();
    for (const Attempt& attempt : details.attempts) {
        m_folders.emplace(attempt.id.value, fromUtf8(attempt.runDirectory));
    }
    m_rows = details.images;
    std::set<std::string> kinds;
    for (const ImageRow& row : m_rows) {
        kinds.insert(row.kind);
    }
    const QString kind = m_kind->currentData().toString();
    {
        const QSignalBlocker blocker(m_kind);
        m_kind->clear();
        for (const std::string& one : kinds) {
            m_kind->addItem(kindText(one), fromUtf8(one));
        }
        // Predictions first: that is what one looks for.
        const int wanted = m_kind->findData(sameExperiment && !kind.isEmpty() ? kind : QStringLiteral("val_pred"));
        m_kind->setCurrentIndex(wanted >= 0 ? wanted : m_kind->count() - 1);
    }
    if (!sameExperiment) {
        m_epochs.clear(); // the slider begins at its end
    }
    showEpoch();
}

int ImagesTab::epoch() const
{
    const auto index = static_cast<size_t>(m_slider->value());
    return index < m_epochs.size() ? m_epochs[index] : 0;
}

void ImagesTab::showEpoch()
{
    const std::string kind = toUtf8(m_kind->currentData().toString());
    std::set<int> found;
    for (const ImageRow& row : m_rows) {
        if (row.kind == kind) {
            found.insert(row.epoch);
        }
    }
    std::vector<int> epochs(found.begin(), found.end());
    if (epochs != m_epochs) {
        // The user's epoch stays; a slider at its end goes along with new ones.
        const bool atEnd = m_epochs.empty() || m_slider->value() >= static_cast<int>(m_epochs.size()) - 1;
        const int before = epoch();
        m_epochs = std::move(epochs);
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(0, std::max(0, static_cast<int>(m_epochs.size()) - 1));
        const auto same = std::lower_bound(m_epochs.begin(), m_epochs.end(), before);
        m_slider->setValue(atEnd ? m_slider->maximum() : static_cast<int>(same - m_epochs.begin()));
    }
    m_slider->setEnabled(m_epochs.size() > 1);
    m_epochText->setText(m_epochs.empty() ? QString() : tr("epoch %1 of %2").arg(epoch()).arg(m_epochs.back()));
    std::vector<const ImageRow*> shown;
    for (const ImageRow& row : m_rows) {
        if (row.kind == kind && row.epoch == epoch()) {
            shown.push_back(&row);
        }
    }
    while (m_views.size() > static_cast<qsizetype>(shown.size())) {
        delete m_views.takeLast();
    }
    while (m_views.size() < static_cast<qsizetype>(shown.size())) {
        auto* view = new SampleView(m_page);
        connect(view, &SampleView::activated, this, [this, view] { enlarge(*view); });
        m_views.append(view);
        m_columns = 0;
    }
    for (size_t i = 0; i < shown.size(); ++i) {
        m_views[static_cast<qsizetype>(i)]->set(*shown[i], load(pathOf(*shown[i])), m_boxes->isChecked(), m_confidence->value());
    }
    m_empty->setVisible(shown.empty());
    m_scroll->setVisible(!shown.empty());
    place();
}

QString ImagesTab::pathOf(const ImageRow& row) const
{
    const auto folder = m_folders.find(row.attemptId.value);
    return folder == m_folders.end() ? QString() : QDir(folder->second).filePath(fromUtf8(row.path));
}

QImage ImagesTab::load(const QString& path)
{
    const auto cached = m_cache.constFind(path);
    if (cached != m_cache.constEnd()) {
        return *cached;
    }
    QImageReader reader(path);
    reader.setAutoTransform(false); // boxes are in stored pixels
    const QImage image = reader.read();
    if (!image.isNull()) { // a file that is still to come is tried again
        if (m_cache.size() >= kCachedImages) {
            m_cache.clear();
        }
        m_cache.insert(path, image);
    }
    return image;
}

void ImagesTab::place()
{
    const int columns = std::max(1, m_scroll->viewport()->width() / kSampleWidth);
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item;
    }
    for (int i = 0; i < m_views.size(); ++i) {
        m_views[i]->setMinimumSize(kSampleWidth - kSpace2, kSampleWidth - kSpace6);
        m_grid->addWidget(m_views[i], i / columns, i % columns);
    }
}

void ImagesTab::resizeEvent(QResizeEvent* event)
{
    DetailsTab::resizeEvent(event);
    place();
}

void ImagesTab::enlarge(const SampleView& view)
{
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("imageDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(fromUtf8(view.row().path));
    auto* large = new SampleView(dialog);
    large->set(view.row(), load(pathOf(view.row())), m_boxes->isChecked(), m_confidence->value());
    auto* box = new QVBoxLayout(dialog);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(large);
    dialog->resize(900, 700);
    dialog->open();
}

} // namespace yardstick::ui
