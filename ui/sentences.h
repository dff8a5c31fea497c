// Sentences: finds the template of a sentence that was filled in elsewhere (a reason in the store, a message of the worker),
// so that the window can show it in its own language. Any thread.
#pragma once

#include <QString>

#include <string_view>

namespace yardstick::ui {

/// The sentence in the window's language: by its template where one fits, else as it is.
QString translatedSentence(std::string_view sentence);
/// The same for what is filled into another sentence; a name or a number, one word, stays as it is.
QString translatedPart(const QString& part);

} // namespace yardstick::ui
