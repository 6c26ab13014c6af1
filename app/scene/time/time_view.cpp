#include "app/scene/time/time_view.h"

#include <memory>
#include <utility>

namespace stridescope {

std::string TimeView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    if (trace.times() != nullptr) return {};
    return trace.engine() == "cuda"
               ? "The times of its warps were not measured: record it with --times."
               : "The machine has no clock: see File, Measured on a GPU, or record on a GPU with "
                 "--engine cuda --times.";
}

TimeOptions TimeView::ask(const Look& look, Subject& subject) {
    const int at = std::exchange(subject.at.block, 0);  // all blocks, or `block` alone
    return {.block = look.block.value_or(-1),
            .at_block = at,
            .rows = look.rows,
            .chip = look.chip,
            .recordings = subject.recordings,
            .other_step = std::exchange(subject.other_step, -1)};
}

namespace {

/// What is known of both runs of a pane.
struct Kept {
    std::shared_ptr<const KnownTimes> own{}, other{};
};

void know(std::shared_ptr<const KnownTimes>& known, const std::shared_ptr<const Trace>& trace,
          const TimeOptions& options) {
    if (trace == nullptr || trace->times() == nullptr) return known.reset();
    if (known == nullptr || known->of.lock() != trace || known->block != options.block ||
        known->rows != options.rows)
        known = known_times(trace, options.block, options.rows);
}

}  // namespace

Scene TimeView::scene(const Subject& subject, const Options& options, std::any& kept) {
    Options whole = options;
    whole.compare = subject.other.get();
    if (!kept.has_value()) kept = Kept{};
    auto& known = *std::any_cast<Kept>(&kept);
    know(known.own, subject.trace, options);
    know(known.other, subject.other, options);
    whole.known = known.own;
    whole.known_other = known.other;
    return time_scene(*subject.trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
