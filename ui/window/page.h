// Page: one entry of the side bar. It brings its own content and actions and keeps itself up to date from the watcher;
// the main window only shows it. A hidden page may be behind: activate() brings it up to date. Owner thread: GUI.
#pragma once

#include "ui/window/window_context.h"

#include <QAction>
#include <QWidget>

namespace yardstick::ui {

class Page : public QWidget
{
    Q_OBJECT
public:
    Page(WindowContext& context, const QString& id, QWidget* parent = nullptr) : QWidget(parent), m_context(context), m_id(id)
    {
        setObjectName(id + QStringLiteral("Page"));
    }

    [[nodiscard]] QString id() const { return m_id; } ///< "experiments": stable, for settings
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString iconName() const = 0;
    /// For the command palette and Ctrl+E, Ctrl+F.
    [[nodiscard]] virtual QList<QAction*> pageActions() const { return {}; }
    virtual void activate() {}
    virtual void refresh() {}     ///< F5
    virtual void focusFilter() {} ///< Ctrl+F
    virtual void saveState() {}

protected:
    WindowContext& m_context;

private:
    QString m_id;
};

} // namespace yardstick::ui
