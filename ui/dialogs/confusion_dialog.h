// ConfusionDialog: the confusion matrix in a window of its own, as large as the screen gives: a snapshot of what the tab Plots
// shows. Owner thread: GUI.
#pragma once

#include <QDialog>

#include <nlohmann/json_fwd.hpp>

namespace yardstick::ui {

class ConfusionDialog : public QDialog
{
    Q_OBJECT
public:
    /// `plot` as ConfusionView takes it.
    ConfusionDialog(const QString& title, const nlohmann::json& plot, bool normalised, QWidget* parent = nullptr);
};

} // namespace yardstick::ui
