#include "app/ui/export_command.h"

namespace stridescope {

ExportRequest request_for(const AppState& state, View view) {
    ExportRequest request;
    request.step = state.playback.step();
    switch (view) {
        case View::tree: request.view = ExportedView::tree; break;
        case View::memory: request.view = ExportedView::memory; break;
        case View::heatmap: request.view = ExportedView::heatmap; break;
        case View::banks: request.view = ExportedView::banks; break;
        case View::work: request.view = ExportedView::work; break;
    }
    request.axis = state.heatmap_axis;
    request.banks_request = state.panes.request;
    request.events = state.panes.events;
    request.measure = state.panes.measure;
    request.difference = state.panes.difference;
    request.sorted_by = state.panes.sorted_by;
    // The heatmap shows the worst over all blocks, the others the block that is looked at.
    if (view != View::heatmap) request.block = state.block;
    return request;
}

ShownView shown_view(const AppState& state, View view) {
    return {state.shown->trace, view == View::heatmap ? state.compared() : nullptr,
            request_for(state, view)};
}

void export_shown(const ShownView& shown, const std::filesystem::path& path) {
    export_to_file(*shown.trace, shown.compared.get(), shown.request, path);
}

}  // namespace stridescope
