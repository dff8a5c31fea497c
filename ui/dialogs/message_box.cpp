#include "ui/dialogs/message_box.h"

#include <QAbstractButton>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QQueue>
#include <QStandardPaths>

#include <optional>

namespace yardstick::ui {
namespace {

QQueue<int>& answers()
{
    static QQueue<int> queue;
    return queue;
}

QQueue<QString>& paths()
{
    static QQueue<QString> queue;
    return queue;
}

QQueue<QString>& texts()
{
    static QQueue<QString> queue;
    return queue;
}

QString& asked()
{
    static QString text;
    return text;
}

QString& startedAt()
{
    static QString place;
    return place;
}

std::optional<QString> queuedPath(const QString& start)
{
    startedAt() = start;
    return paths().isEmpty() ? std::nullopt : std::optional(paths().dequeue());
}

} // namespace

int MessageBox::ask(QWidget* parent, const QString& title, const QString& text, const QStringList& buttons, int fallback,
                    int destructive)
{
    asked() = text;
    if (!answers().isEmpty()) {
        return answers().dequeue();
    }
    QMessageBox box(QMessageBox::Question, title, text, QMessageBox::NoButton, parent);
    box.setObjectName(QStringLiteral("messageBox"));
    box.setTextFormat(Qt::PlainText);
    QList<QPushButton*> made;
    for (int i = 0; i < buttons.size(); ++i) {
        const auto role = i == destructive ? QMessageBox::DestructiveRole : QMessageBox::ActionRole;
        QPushButton* button = box.addButton(buttons[i], role);
        button->setObjectName(QStringLiteral("messageButton%1").arg(i));
        button->setAccessibleName(buttons[i]);
        made << button;
    }
    if (fallback >= 0 && fallback < made.size()) {
        box.setDefaultButton(made[fallback]);
    }
    QPushButton* cancel = box.addButton(QMessageBox::Cancel);
    cancel->setObjectName(QStringLiteral("messageCancel"));
    box.setEscapeButton(cancel);
    box.exec();
    for (int i = 0; i < made.size(); ++i) {
        if (box.clickedButton() == made[i]) {
            return i;
        }
    }
    return -1;
}

void MessageBox::queueAnswer(int button)
{
    answers().enqueue(button);
}

QString MessageBox::lastText()
{
    return asked();
}

QString FileDialog::openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter)
{
    const QString start = startFolder(folder);
    if (const auto path = queuedPath(start)) {
        return *path;
    }
    return QFileDialog::getOpenFileName(parent, title, start, filter);
}

QString FileDialog::openFolder(QWidget* parent, const QString& title, const QString& folder)
{
    const QString start = startFolder(folder);
    if (const auto path = queuedPath(start)) {
        return *path;
    }
    return QFileDialog::getExistingDirectory(parent, title, start);
}

QString FileDialog::saveFile(QWidget* parent, const QString& title, const QString& file, const QString& filter)
{
    const QString start = QFileInfo(file).isRelative() ? startFolder() + QLatin1Char('/') + file : file;
    if (const auto path = queuedPath(start)) {
        return *path;
    }
    return QFileDialog::getSaveFileName(parent, title, start, filter);
}

QString FileDialog::startFolder(const QString& last)
{
    if (!last.isEmpty() && QFileInfo(last).isDir()) {
        return last;
    }
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return !documents.isEmpty() && QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString FileDialog::lastStart()
{
    return startedAt();
}

void FileDialog::queueAnswer(const QString& path)
{
    paths().enqueue(path);
}

std::optional<QString> InputDialog::text(QWidget* parent, const QString& title, const QString& label, const QString& start)
{
    if (!texts().isEmpty()) {
        return texts().dequeue();
    }
    bool accepted = false;
    const QString text = QInputDialog::getText(parent, title, label, QLineEdit::Normal, start, &accepted);
    return accepted ? std::optional(text.simplified()) : std::nullopt;
}

void InputDialog::queueAnswer(const QString& text)
{
    texts().enqueue(text);
}

} // namespace yardstick::ui
