#include "app/scene/tree/tree_view.h"

#include <memory>

namespace stridescope {
namespace {

/// What the trees of one block have in common. It keeps no run alive.
struct Kept {
    std::weak_ptr<const Trace> of;
    int block = 0;
    SharedTreeModel model;
};

}  // namespace

std::string TreeView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

TreeOptions TreeView::ask(const ViewSettings& settings, Subject& /*subject*/) {
    return {.hide_later = settings.hide_later};
}

Scene TreeView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        auto* known = std::any_cast<Kept>(&kept);
        if (known == nullptr || known->of.lock() != subject.trace ||
            known->block != subject.at.block) {
            known = &kept.emplace<Kept>(
                Kept{subject.trace, subject.at.block, tree_model(trace, subject.at.block)});
        }
        whole.model = known->model;
    }
    return tree_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
