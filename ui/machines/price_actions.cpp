#include "ui/machines/price_actions.h"

#include "core/actions.h"
#include "core/store/store.h"
#include "ui/dialogs/owned_price_dialog.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/store_watcher.h"
#include "ui/window/error_presenter.h"

#include <QCoreApplication>

namespace yardstick::ui {
namespace {

Result<> writePrice(StoreWriter& w, Machine machine, const PricePerHour& price, const std::optional<OwnedForm>& form, const std::string& source)
{
    if (form) {
        machine.ownedPrice = toJson(*form);
        machine.source = source.empty() ? "you" : source;
        if (const auto saved = w.upsertMachine(machine); !saved) {
            return fail(saved.error());
        }
    }
    const auto quote = actions::setPrice(w, machine.id, price, source, nowUtcMs());
    return quote ? Result<>{} : fail(quote.error());
}

} // namespace

void editPrice(WindowContext& context, MachineId id, QWidget* parent)
{
    const StoreReader& reader = context.watcher.reader();
    const auto machines = reader.machines();
    const auto quotes = reader.quotes(id);
    if (!machines || !quotes) {
        context.errors.showError(machines ? quotes.error() : machines.error());
        return;
    }
    const auto machine = std::find_if(machines->begin(), machines->end(), [&](const Machine& m) { return m.id == id; });
    if (machine == machines->end()) {
        return;
    }
    const auto now = quotes->empty() ? std::nullopt : std::optional(quotes->back());
    auto* dialog = new OwnedPriceDialog(*machine, now, context.settings.currency(), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    QObject::connect(dialog, &QDialog::accepted, dialog, [dialog, &context, m = *machine] {
        const auto price = dialog->price();
        if (!price) {
            return;
        }
        const QString what = QCoreApplication::translate("Price", "Set the price of %1").arg(fromUtf8(m.name));
        context.store.post(
            [m, price = *price, form = dialog->form(), source = toUtf8(dialog->source())](StoreWriter& w) {
                return writePrice(w, m, price, form, source);
            },
            &context.errors, [&context, what](Result<> done) {
                if (!done) {
                    context.errors.showError(done.error(), what);
                }
                context.watcher.poll();
            });
    });
    dialog->open();
}

} // namespace yardstick::ui
