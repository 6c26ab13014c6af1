#include "app/scene/time/time_view.h"

namespace stridescope {

std::string TimeView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    if (trace.times() != nullptr) return {};
    return trace.engine() == "cuda"
               ? "The times of its warps were not measured: record it with --times."
               : "The machine has no clock: see File, Measured on a GPU, or record --engine cuda "
                 "--times.";
}

TimeOptions TimeView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // all blocks, or `block` alone
    return {.block = look.block.value_or(-1)};
}

Scene TimeView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    whole.compare = subject.other.get();
    return time_scene(*subject.trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
