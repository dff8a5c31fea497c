// TableLayouts: which columns the table shows, in which order and width, sorted how; the built-in layouts (Default, Costs)
// and the user's own. Works on the view's header; parameter columns are made when a layout asks for them.
// Owner thread: GUI.
#pragma once

#include "ui/settings/settings.h"

#include <QObject>
#include <QTimer>

#include <vector>

class QMenu;

namespace yardstick::ui {

class ExperimentTableModel;
class ExperimentView;

class TableLayouts : public QObject
{
    Q_OBJECT
public:
    TableLayouts(Settings& settings, ExperimentTableModel& model, ExperimentView& view, QObject* parent = nullptr);

    void restoreLast(); ///< how the table looked last, else Default
    void apply(const TableLayout& layout);
    [[nodiscard]] TableLayout current() const;
    [[nodiscard]] QStringList shownColumns() const;
    /// Of the layout that was applied last, in the language of the window.
    [[nodiscard]] QString name() const { return shownName(m_name); }
    [[nodiscard]] static bool isBuiltIn(const QString& name); ///< in any language
    void setColumnShown(const QString& id, bool shown);
    void hideEmpty();
    void hideConstant();

    void fillMenu(QMenu& menu);
    /// Named in English, whatever the language: so the settings know them after a change of it.
    [[nodiscard]] static std::vector<TableLayout> builtIn();
    void saveAs(const QString& name);
    void remove(const QString& name);

Q_SIGNALS:
    void changed();          ///< name or columns
    void nameWanted();       ///< the user wants to save: the page asks for the name

private:
    [[nodiscard]] static QString shownName(const QString& name);
    void hideSections(const std::vector<int>& sections);
    void remember();

    Settings& m_settings;
    ExperimentTableModel& m_model;
    ExperimentView& m_view;
    QString m_name;
    QTimer m_saver; ///< a drag of a column is many signals and one save
    bool m_applying = false;
};

} // namespace yardstick::ui
