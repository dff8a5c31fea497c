// ElidedLabel: one line of text that never makes its window wider: what does not fit is "…", the tooltip has all of it.
// text() is the whole text. Owner thread: GUI.
#pragma once

#include <QLabel>

namespace yardstick::ui {

class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QString shownText() const; ///< as it is drawn at the present width

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override; ///< the tooltip while something is left out

private:
    Qt::TextElideMode m_mode;
};

} // namespace yardstick::ui
