// MessageBox, FileDialog, InputDialog: the only ways to ask the user something modally. A test queues the answers beforehand and the
// dialog is then never shown; without a queued answer it is. Owner thread: GUI.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

class QWidget;

namespace yardstick::ui {

class MessageBox
{
public:
    /// One button per text; the result is its index, -1 when the box was closed. `destructive`: the button that loses
    /// something, drawn so and never the default; -1: none. `fallback` is what Enter does.
    static int ask(QWidget* parent, const QString& title, const QString& text, const QStringList& buttons, int fallback,
                   int destructive = -1);
    static void queueAnswer(int button); ///< for tests
    static QString lastText();           ///< for tests: what was asked last
};

class FileDialog
{
public:
    static QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter);
    static QString openFolder(QWidget* parent, const QString& title, const QString& folder);
    /// `file` without a folder: in startFolder().
    static QString saveFile(QWidget* parent, const QString& title, const QString& file, const QString& filter);
    /// Where a dialog begins: `last` when it is there, else the user's Documents when there are such, else the home.
    static QString startFolder(const QString& last = {});
    static void queueAnswer(const QString& path); ///< for tests
    static QString lastStart();                   ///< for tests: where the last one began
};

class InputDialog
{
public:
    /// One line of text; nullopt: cancelled.
    static std::optional<QString> text(QWidget* parent, const QString& title, const QString& label, const QString& start);
    static void queueAnswer(const QString& text); ///< for tests
};

} // namespace yardstick::ui
