// yardstick: the window; with a subcommand the same actions without a display.
#include "app/cli.h"

#include <sys/resource.h>

int main(int argc, char** argv)
{
#ifdef NDEBUG
    const rlimit none{0, 0}; // no core dumps in release builds: memory may hold a key
    setrlimit(RLIMIT_CORE, &none);
#endif
    return yardstick::app::runProgram(argc, argv);
}
