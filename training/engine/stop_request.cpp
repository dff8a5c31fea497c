#include "training/engine/stop_request.h"

#include "core/base/job.h"

#include <csignal>
#include <system_error>

namespace yardstick::training {
namespace {

volatile std::sig_atomic_t g_signal = 0;

void remember(int signal)
{
    g_signal = signal;
}

} // namespace

void StopRequest::installSignalHandlers()
{
    struct sigaction action{};
    action.sa_handler = remember;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
}

StopKind StopRequest::poll() const
{
    std::error_code ec;
    if (std::filesystem::exists(m_runDirectory / run_files::kStop, ec)) {
        return StopKind::Stopped;
    }
    return g_signal != 0 ? StopKind::Interrupted : StopKind::None;
}

} // namespace yardstick::training
