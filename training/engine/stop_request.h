// StopRequest: asks a run to save and end. Sources: SIGTERM or SIGINT (*interrupted*), or the file "stop" in the run
// directory (*stopped*). The trainer polls once per batch.
#pragma once

#include <filesystem>

namespace yardstick::training {

enum class StopKind { None, Stopped, Interrupted };

class StopRequest
{
public:
    explicit StopRequest(std::filesystem::path runDirectory) : m_runDirectory(std::move(runDirectory)) {}
    virtual ~StopRequest() = default;
    /// Takes over SIGTERM and SIGINT for the whole process; SIGXFSZ and SIGPIPE are ignored, so that a write fails instead.
    static void installSignalHandlers();
    [[nodiscard]] virtual StopKind poll() const;

private:
    std::filesystem::path m_runDirectory;
};

} // namespace yardstick::training
