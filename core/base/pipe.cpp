#include "core/base/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace yardstick::platform {

void closeDescriptor(int& fd)
{
    if (fd >= 0) {
        ::close(std::exchange(fd, -1));
    }
}

Pipe::~Pipe()
{
    closeRead();
    closeWrite();
}

bool Pipe::open()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    read = ends[0];
    write = ends[1];
    return true;
}

void Pipe::closeRead()
{
    closeDescriptor(read);
}

void Pipe::closeWrite()
{
    closeDescriptor(write);
}

} // namespace yardstick::platform
