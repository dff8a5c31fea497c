#include "ui/params/parameter_delegate.h"

#include "core/base/params.h"
#include "ui/format.h"
#include "ui/params/parameter_model.h"
#include "ui/theme/tokens.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace yardstick::ui {
namespace {
constexpr int kChangedMark = 3; ///< width of the bar that marks a changed row
}

ParameterDelegate::ParameterDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void ParameterDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Tokens& t = tokens(isDark(option->palette));
    const bool fault = !index.data(ParameterModel::FaultRole).toString().isEmpty();
    QColor colour = t.text;
    if (index.column() == ParameterModel::NoteColumn) {
        colour = fault ? t.bad : t.secondary;
    } else if (index.data(ParameterModel::IgnoredRole).toBool()) {
        colour = t.secondary;
    }
    option->palette.setColor(QPalette::Text, colour);
    if (index.column() == ParameterModel::ValueColumn) {
        option->font = tabular(option->font);
        option->font.setBold(index.data(ParameterModel::ChangedRole).toBool());
    }
}

void ParameterDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() == ParameterModel::ValueColumn) {
        const Tokens& t = tokens(isDark(option.palette));
        // Accent: differs from the parent; grey: only from the default. The note column says the same in words.
        if (index.data(ParameterModel::ChangedFromParentRole).toBool()) {
            painter->fillRect(QRect(option.rect.left(), option.rect.top() + 2, kChangedMark, option.rect.height() - 4), t.accent);
        } else if (index.data(ParameterModel::ChangedRole).toBool()) {
            painter->fillRect(QRect(option.rect.left(), option.rect.top() + 2, kChangedMark, option.rect.height() - 4), t.waiting);
        }
    }
}

QSize ParameterDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(kRowHeightCompact + 2, size.height()));
    return size;
}

QWidget* ParameterDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QStringList choices = index.data(ParameterModel::ChoicesRole).toStringList();
    const QString name = index.data(ParameterModel::NameRole).toString();
    QWidget* editor = nullptr;
    const QPersistentModelIndex stays(index);
    if (choices.isEmpty()) {
        auto* edit = new QLineEdit(parent);
        edit->setFrame(false);
        connect(edit, &QLineEdit::textEdited, this, [this, stays](const QString& text) { Q_EMIT typed(stays, text); });
        editor = edit;
    } else {
        auto* box = new QComboBox(parent);
        box->addItems(choices);
        connect(box, &QComboBox::activated, this, [this, box] {
            auto* self = const_cast<ParameterDelegate*>(this); // createEditor is const; the signals are not
            Q_EMIT self->commitData(box);
            Q_EMIT self->closeEditor(box);
        });
        editor = box;
    }
    editor->setObjectName(QStringLiteral("parameterField"));
    editor->setAccessibleName(name);
    editor->setAutoFillBackground(true);
    connect(editor, &QObject::destroyed, this, [this, stays] {
        if (stays.isValid()) {
            Q_EMIT abandoned(stays);
        }
    });
    return editor;
}

bool ParameterDelegate::eventFilter(QObject* editor, QEvent* event)
{
    auto* edit = qobject_cast<QLineEdit*>(editor);
    if (edit && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool leaves = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab || key == Qt::Key_Backtab;
        if (leaves && !ParamSchema::get().parse(toUtf8(edit->accessibleName()), toUtf8(edit->text().trimmed()))) {
            return true;
        }
    }
    return QStyledItemDelegate::eventFilter(editor, event);
}

void ParameterDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString value = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentText(value);
    } else if (auto* edit = qobject_cast<QLineEdit*>(editor); edit && !edit->isModified()) {
        edit->setText(value); // what is being typed is not disturbed by a refresh
    }
}

void ParameterDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentText());
    } else if (auto* edit = qobject_cast<QLineEdit*>(editor)) {
        model->setData(index, edit->text());
    }
}

} // namespace yardstick::ui
