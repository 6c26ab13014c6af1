#include "app/scene/fragment/fragment_view.h"

#include "app/analysis/matrices.h"

namespace stridescope {

std::string FragmentView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    return has_matrices(trace) || has_products(trace)
               ? ""
               : "This kernel has neither ldmatrix, stmatrix nor products of tiles.";
}

FragmentOptions FragmentView::ask(const Look& look, Subject& /*subject*/) {
    return {.request = look.request};
}

Scene FragmentView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return fragment_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
