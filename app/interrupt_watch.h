// InterruptWatch: Ctrl+C and SIGTERM as a Qt event, for subcommands that go on until they are told to end. One at a time.
#pragma once

#include <QSocketNotifier>

#include <csignal>
#include <functional>
#include <memory>

#include <sys/socket.h>
#include <unistd.h>

namespace yardstick::app {

/// SIGINT and SIGTERM as a Qt event: the handler only writes one byte to a socket.
class InterruptWatch
{
public:
    explicit InterruptWatch(std::function<void()> onSignal)
    {
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s_sockets) != 0) {
            return;
        }
        m_notifier = std::make_unique<QSocketNotifier>(s_sockets[1], QSocketNotifier::Read);
        QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [onSignal = std::move(onSignal)] {
            char byte = 0;
            [[maybe_unused]] const auto n = ::read(s_sockets[1], &byte, 1);
            onSignal();
        });
        std::signal(SIGINT, &InterruptWatch::handle);
        std::signal(SIGTERM, &InterruptWatch::handle);
    }
    ~InterruptWatch()
    {
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
        m_notifier.reset();
        ::close(s_sockets[0]);
        ::close(s_sockets[1]);
    }
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    static void handle(int)
    {
        const char byte = 1;
        [[maybe_unused]] const auto n = ::write(s_sockets[0], &byte, 1);
    }
    static inline int s_sockets[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace yardstick::app
