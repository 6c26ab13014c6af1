#include "app/ui/panes/view_controls.h"

namespace stridescope {

std::unique_ptr<ViewControls> make_controls(View view, bool& trace_wanted) {
    switch (view) {
        case View::tree: return tree_controls();
        case View::memory: return memory_controls();
        case View::heatmap: return heatmap_controls(trace_wanted);
        case View::banks: return banks_controls();
        case View::work: return work_controls();
        case View::grid: return grid_controls();
        case View::global: return worst_controls(View::global);
        case View::divergence: return worst_controls(View::divergence);
        case View::fragment: return worst_controls(View::fragment);
        case View::time: return time_controls();
        case View::source: break;
    }
    return nullptr;
}

}  // namespace stridescope
