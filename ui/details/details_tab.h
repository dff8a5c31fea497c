// DetailsTab: what a tab of the details pane promises: which rows it needs, and to show them without disturbing what the
// user looks at (zoom, slider, selection, scroll). Owner thread: GUI.
#pragma once

#include "ui/details/details_data.h"

#include <QWidget>

namespace yardstick::ui {

class DetailsTab : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;
    [[nodiscard]] virtual DetailsWants wants() const = 0;
    /// `sameExperiment`: new values of what is shown already.
    virtual void setData(const DetailsData& details, bool sameExperiment) = 0;

Q_SIGNALS:
    void wantsChanged(); ///< read again
    void openFolderRequested(const QString& folder);
    void failed(const QString& message);
};

} // namespace yardstick::ui
