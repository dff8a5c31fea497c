// yardstick-worker: trains, validates and predicts in a process of its own.
#include "training/worker/command_line.h"
#include "training/worker/process_setup.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    yardstick::training::restartWithTunedEnvironment(argv);
    yardstick::training::tuneAllocator();
    try {
        return yardstick::training::runCommandLine(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "error: The worker failed: " << error.what() << std::endl;
        return 1;
    }
}
