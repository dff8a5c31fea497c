// Work that reads many or large files, on a thread of its own; the answer comes back to the caller's thread through
// `context`, or not at all when that has died meanwhile.
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace yardstick {

void runInBackground(QObject* context, std::function<void()> work, std::function<void()> done);

template <typename T>
void inBackground(QObject* context, std::function<T()> work, std::function<void(T)> done)
{
    auto result = std::make_shared<std::optional<T>>();
    runInBackground(
        context, [result, work = std::move(work)] { *result = work(); },
        [result, done = std::move(done)] { done(std::move(**result)); });
}

} // namespace yardstick
