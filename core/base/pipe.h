// A pipe between processes that closes what is left of it. Both ends are close-on-exec. Any thread, one at a time.
#pragma once

namespace yardstick::platform {

struct Pipe
{
    int read = -1, write = -1; ///< file descriptors; -1: closed

    Pipe() = default;
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe();

    bool open(); ///< false: see errno
    void closeRead();
    void closeWrite();
};

/// Closes the descriptor once, and makes it -1.
void closeDescriptor(int& fd);

} // namespace yardstick::platform
