#include "app/cli/interrupt.h"

namespace stridescope::cli {
namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void note_signal(int signal) {
    caught = signal;
}

}  // namespace

Interrupt::Interrupt() {
    for (std::size_t k = 0; k < signals.size(); ++k) {
        sigaction(signals[k], nullptr, &before_[k]);
        if (before_[k].sa_handler == SIG_IGN) continue;  // as nohup wishes it
        struct sigaction noted {};
        noted.sa_handler = note_signal;
        noted.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
        sigemptyset(&noted.sa_mask);
        sigaction(signals[k], &noted, nullptr);
    }
}

Interrupt::~Interrupt() {
    for (std::size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &before_[k], nullptr);
    if (const int signal = caught; signal != 0) std::raise(signal);
}

bool Interrupt::asked() {
    return caught != 0;
}

}  // namespace stridescope::cli
