// MachinesPage: the machines of comparisons with their price in force, the history of their quotes, and the hosts of the
// user's own. Prices are superseded here, never edited. Owner thread: GUI.
#pragma once

#include "core/records.h"
#include "ui/window/page.h"

class QLabel;

namespace yardstick::ui {

class ValueTableModel;
class ValueView;

class MachinesPage : public Page
{
    Q_OBJECT
public:
    explicit MachinesPage(WindowContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override;
    [[nodiscard]] QList<QAction*> pageActions() const override { return {m_price, m_import}; }
    void activate() override;
    void refresh() override { load(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void load();
    void showQuotes();
    void importReference();

    ValueTableModel* m_machines = nullptr;
    ValueTableModel* m_quotes = nullptr;
    ValueTableModel* m_hosts = nullptr;
    ValueView* m_machineView = nullptr;
    QLabel* m_quotesTitle = nullptr;
    QAction* m_price = nullptr;
    QAction* m_import = nullptr;
    bool m_stale = true;
};

} // namespace yardstick::ui
