// EventWriter: appends events to events.jsonl with gap-free seq. One write(2) per line; thread-safe.
#pragma once

#include "core/base/event.h"

#include <filesystem>
#include <memory>

namespace yardstick {

class EventWriter
{
public:
    /// Opens for append; on an existing log continues after the last whole line's seq (a torn last line is closed by a
    /// newline first, so that it becomes one malformed line and nothing else is lost). Io, DiskFull.
    static Result<std::unique_ptr<EventWriter>> open(const std::filesystem::path& file);
    ~EventWriter();
    EventWriter(const EventWriter&) = delete;
    EventWriter& operator=(const EventWriter&) = delete;

    Result<> write(EventBody body); ///< stamps v, seq and t
    Result<> sync();                ///< fdatasync

private:
    struct Impl;
    explicit EventWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace yardstick
