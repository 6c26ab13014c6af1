// Ctrl-C while files are written: nothing half-written stays behind.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>

namespace stridescope::cli {

/// While one of these lives, the first SIGINT, SIGTERM or SIGHUP does not end the program: who
/// works asks asked() and stops, so that what was begun is cleaned up. Then the destructor ends the
/// program as the signal would have. A second one ends it at once.
class Interrupt {
  public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    static bool asked();

  private:
    static constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace stridescope::cli
