// UltralyticsSection: Settings › Ultralytics: the user's own Python environment for the backend ultralytics on this computer,
// kept with this host's row, and what is in it (asked through the worker, which takes seconds). Owner thread: GUI.
#pragma once

#include "ui/window/window_context.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QWidget;

namespace yardstick::ui {

class UltralyticsSection : public QObject
{
    Q_OBJECT
public:
    /// Adds its rows to `form`; `state` says what a check has found.
    UltralyticsSection(WindowContext& context, QFormLayout* form, QLabel* state, QWidget* parent);
    ~UltralyticsSection() override; ///< ends a check
    void load();                    ///< from the store

private:
    void choose();
    void keep();
    void check();
    void finish();
    void show(const QString& text, bool good);

    WindowContext& m_context;
    QWidget* m_parent;
    QLabel* m_state;
    QLineEdit* m_environment = nullptr;
    QPushButton* m_check = nullptr;
    QProcess m_process;
    QTimer m_deadline;
};

} // namespace yardstick::ui
