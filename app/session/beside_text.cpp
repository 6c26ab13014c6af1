#include "app/session/beside_text.h"

#include <fmt/format.h>

#include <cstdlib>

#include "app/analysis/number_text.h"
#include "app/session/view_requests.h"

namespace stridescope {
namespace {

/// Who is done first, where that is what the lock is for.
std::string first_done(const ShownPair& pair, const SideNames& sides) {
    const std::int64_t left = pair.left_work.totals.wavefronts();
    const std::int64_t right = pair.right_work.totals.wavefronts();
    if (left == right) return "both finish at the same time";
    return fmt::format("{} finishes {} wavefronts earlier",
                       left < right ? sides.first : sides.second,
                       with_commas(std::abs(left - right)));
}

}  // namespace

std::string beside_sentence(const AppState& state) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return {};
    if (!pair->locked.note.empty()) return pair->locked.note;
    // What all steps cost is not told while later ones are hidden.
    const bool told = !state.display.look.hide_later;
    if (pair->lock == StepLock::wavefronts && told) return first_done(*pair, side_names(state));
    return fmt::format("step {} of {} beside step {} of {}", state.playback.step() + 1,
                       pair->left->step_count(), state.other_step() + 1, pair->right->step_count());
}

std::string counted_of(const AppState& state) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return {};
    const auto whole = [](const Trace& trace) { return trace.blocks() == trace.grid(); };
    const SideNames sides = side_names(state);
    return fmt::format("{} : {}, {}", sides.first, sides.second,
                       whole(*pair->left) && whole(*pair->right) ? "in all" : "recorded");
}

SideNames side_names(const AppState& state) {
    const auto alone = state.display.alone();
    const bool within = alone && run_within(state, *alone) != nullptr;
    return within ? SideNames{"above", "below"} : SideNames{"left", "right"};
}

}  // namespace stridescope
