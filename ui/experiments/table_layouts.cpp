#include "ui/experiments/table_layouts.h"

#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/experiment_view.h"
#include "ui/format.h"

#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace yardstick::ui {
namespace {
constexpr int kSaveMs = 400;

/// A built-in layout as the settings name it, and as those of earlier versions did in Chinese.
struct BuiltInName
{
    const char* english;
    const char* chinese;
};
constexpr BuiltInName kBuiltInNames[]{{QT_TRANSLATE_NOOP("yardstick::ui::TableLayouts", "Default"), "默认"},
                                      {QT_TRANSLATE_NOOP("yardstick::ui::TableLayouts", "Costs"), "成本"}};

const BuiltInName* builtInNamed(const QString& name)
{
    const auto* it = std::find_if(std::begin(kBuiltInNames), std::end(kBuiltInNames), [&](const BuiltInName& known) {
        return name == QLatin1String(known.english) || name == QString::fromUtf8(known.chinese);
    });
    return it == std::end(kBuiltInNames) ? nullptr : it;
}

} // namespace

TableLayouts::TableLayouts(Settings& settings, ExperimentTableModel& model, ExperimentView& view, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_model(model)
    , m_view(view)
{
    m_saver.setSingleShot(true);
    m_saver.setInterval(kSaveMs);
    connect(&m_saver, &QTimer::timeout, this, [this] { m_settings.setCurrentTableLayout(current()); });
    const QHeaderView* header = view.horizontalHeader();
    connect(header, &QHeaderView::sectionMoved, this, &TableLayouts::remember);
    connect(header, &QHeaderView::sectionResized, this, &TableLayouts::remember);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &TableLayouts::remember);
}

bool TableLayouts::isBuiltIn(const QString& name)
{
    return builtInNamed(name) != nullptr;
}

QString TableLayouts::shownName(const QString& name)
{
    const BuiltInName* known = builtInNamed(name);
    return known ? tr(known->english) : name;
}

std::vector<TableLayout> TableLayouts::builtIn()
{
    TableLayout standard{QString::fromLatin1(kBuiltInNames[0].english), {}, {}, {}, true};
    for (const ExperimentColumn& column : columns::builtIn()) {
        if (column.shownAtFirst) {
            standard.columns << fromUtf8(column.id);
        }
    }
    TableLayout costs{QString::fromLatin1(kBuiltInNames[1].english), {}, {}, {}, true};
    for (const char* id : {"name", "status", "machine", "epoch", "epoch_seconds", "price_per_hour", "cost_per_epoch", "cost", "attempts",
                           "queue", "started", "ended"}) {
        costs.columns << QString::fromLatin1(id);
    }
    return {standard, costs};
}

void TableLayouts::restoreLast()
{
    if (const auto last = m_settings.currentTableLayout()) {
        apply(*last);
    } else {
        apply(builtIn().front());
    }
}

void TableLayouts::apply(const TableLayout& layout)
{
    m_applying = true;
    const BuiltInName* known = builtInNamed(layout.name);
    m_name = known ? QString::fromLatin1(known->english) : layout.name;
    std::vector<std::string> parameters;
    for (const QString& id : layout.columns) {
        if (id.startsWith(QStringLiteral("param."))) {
            parameters.push_back(toUtf8(id));
        }
    }
    m_model.setParameterColumns(parameters);
    QHeaderView* header = m_view.horizontalHeader();
    for (int section = 0; section < m_model.columnCount(); ++section) {
        const ExperimentColumn& column = *m_model.columnList()[static_cast<size_t>(section)];
        const auto at = layout.columns.indexOf(fromUtf8(column.id));
        header->setSectionHidden(section, at < 0 && column.id != "name");
        bool kept = false;
        const int width = at >= 0 && at < layout.widths.size() ? layout.widths[at].toInt(&kept) : 0;
        // A header must be readable whole; the first width is for a system font of usual size.
        const QString title = m_model.headerData(section, Qt::Horizontal).toString();
        const int needed = header->fontMetrics().horizontalAdvance(title) + 28;
        header->resizeSection(section, kept && width > 0 ? width : std::max(column.width, needed));
    }
    int visual = 0;
    for (const QString& id : layout.columns) {
        if (const int section = m_model.columnOf(toUtf8(id)); section >= 0) {
            header->moveSection(header->visualIndex(section), visual++);
        }
    }
    const int sorted = layout.sortColumn.isEmpty() ? -1 : m_model.columnOf(toUtf8(layout.sortColumn));
    m_view.sortByColumn(sorted, layout.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    m_applying = false;
    remember();
    Q_EMIT changed();
}

TableLayout TableLayouts::current() const
{
    TableLayout layout;
    layout.name = m_name;
    const QHeaderView* header = m_view.horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int section = header->logicalIndex(visual);
        if (!header->isSectionHidden(section)) {
            layout.columns << fromUtf8(m_model.columnList()[static_cast<size_t>(section)]->id);
            layout.widths << QString::number(header->sectionSize(section));
        }
    }
    const int sorted = header->sortIndicatorSection();
    if (sorted >= 0 && sorted < m_model.columnCount()) {
        layout.sortColumn = fromUtf8(m_model.columnList()[static_cast<size_t>(sorted)]->id);
    }
    layout.descending = header->sortIndicatorOrder() == Qt::DescendingOrder;
    return layout;
}

QStringList TableLayouts::shownColumns() const
{
    return current().columns;
}

void TableLayouts::setColumnShown(const QString& id, bool shown)
{
    TableLayout layout = current();
    if (shown == layout.columns.contains(id)) {
        return;
    }
    if (shown) {
        layout.columns << id;
        layout.widths << QString();
    } else {
        const auto at = layout.columns.indexOf(id);
        layout.columns.removeAt(at);
        layout.widths.removeAt(at);
    }
    apply(layout);
}

void TableLayouts::hideSections(const std::vector<int>& sections)
{
    TableLayout layout = current();
    for (const int section : sections) {
        const QString id = fromUtf8(m_model.columnList()[static_cast<size_t>(section)]->id);
        const auto at = layout.columns.indexOf(id);
        if (at >= 0 && id != QStringLiteral("name")) {
            layout.columns.removeAt(at);
            layout.widths.removeAt(at);
        }
    }
    apply(layout);
}

void TableLayouts::hideEmpty()
{
    hideSections(m_model.emptyColumns());
}

void TableLayouts::hideConstant()
{
    hideSections(m_model.constantColumns());
}

void TableLayouts::remember()
{
    if (!m_applying) {
        m_saver.start();
    }
}

void TableLayouts::saveAs(const QString& name)
{
    std::vector<TableLayout> all = m_settings.tableLayouts();
    std::erase_if(all, [&](const TableLayout& layout) { return layout.name == name; });
    m_name = name;
    all.push_back(current());
    m_settings.setTableLayouts(all);
    remember();
    Q_EMIT changed();
}

void TableLayouts::remove(const QString& name)
{
    std::vector<TableLayout> all = m_settings.tableLayouts();
    std::erase_if(all, [&](const TableLayout& layout) { return layout.name == name; });
    m_settings.setTableLayouts(all);
    Q_EMIT changed();
}

void TableLayouts::fillMenu(QMenu& menu)
{
    menu.clear();
    const auto add = [&](const TableLayout& layout) {
        QAction* action = menu.addAction(shownName(layout.name));
        action->setCheckable(true);
        action->setChecked(layout.name == m_name);
        connect(action, &QAction::triggered, this, [this, layout] { apply(layout); });
    };
    for (const TableLayout& layout : builtIn()) {
        add(layout);
    }
    const std::vector<TableLayout> own = m_settings.tableLayouts();
    if (!own.empty()) {
        menu.addSeparator();
    }
    for (const TableLayout& layout : own) {
        add(layout);
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Save as…")), &QAction::triggered, this, &TableLayouts::nameWanted);
    const bool mine = std::any_of(own.begin(), own.end(), [&](const TableLayout& layout) { return layout.name == m_name; });
    QAction* removeAction = menu.addAction(tr("Remove “%1”").arg(name()));
    removeAction->setEnabled(mine);
    connect(removeAction, &QAction::triggered, this, [this, name = m_name] { remove(name); });
}

} // namespace yardstick::ui
