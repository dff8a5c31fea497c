// WindowContext: what every page of the window works with, as references; the main window owns them (the store and the
// services are the application's). Passed by reference in constructors; there is no other way to any of it.
#pragma once

class QUndoStack;

namespace yardstick {
class Store;
}

namespace yardstick::ui {

class AppServices;
class ErrorPresenter;
class Settings;
class StoreQuery;
class StoreWatcher;

struct WindowContext
{
    Store& store;
    AppServices& services;
    Settings& settings;
    StoreWatcher& watcher;
    StoreQuery& query;
    ErrorPresenter& errors;
    QUndoStack& undo;
};

} // namespace yardstick::ui
