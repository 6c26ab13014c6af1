#include "app/scene/divergence/divergence_view.h"

#include <memory>

namespace stridescope {
namespace {

/// What the pictures of one block have in common. It keeps no run alive.
struct Kept {
    std::weak_ptr<const Trace> of;
    int block = 0;
    std::shared_ptr<const LaneTable> table;
};

}  // namespace

std::string DivergenceView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

DivergenceOptions DivergenceView::ask(const ViewSettings& settings, Subject& /*subject*/) {
    return {.warp = settings.warp, .hide_later = settings.hide_later, .table = nullptr};
}

Scene DivergenceView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        auto* known = std::any_cast<Kept>(&kept);
        if (known == nullptr || known->of.lock() != subject.trace ||
            known->block != subject.at.block) {
            known = &kept.emplace<Kept>(
                Kept{subject.trace, subject.at.block,
                     std::make_shared<const LaneTable>(lane_table(trace, subject.at.block))});
        }
        whole.table = known->table;
    }
    return divergence_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
