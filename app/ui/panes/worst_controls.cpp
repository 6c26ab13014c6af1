// Back to what costs most in each step: of the views that show one request of it, or one warp.
#include <string>

#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class WorstControls : public ViewControls {
  public:
    explicit WorstControls(View view) : view_{view} {}

    float units() const override { return 20; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        const std::string name = std::string{name_of(view_)} + ".worst";
        if (widgets::button(ui, name, "worst", tip(), true, shows_worst(ui.state))) {
            ui.emit(command::MoveRequest{RequestMove::worst, view_});
        }
    }

  private:
    const char* tip() const {
        return view_ == View::divergence
                   ? "The warp that wastes most lane slots in each step (W); ↑ and ↓ walk through "
                     "them by what they waste, with Shift in order"
                   : "Each step's worst request (W); ↑ and ↓ walk through the requests, "
                     "with Shift through the warps";
    }
    bool shows_worst(const AppState& state) const {
        const PaneSettings& panes = state.display.panes;
        if (view_ == View::global) return !panes.global_request;
        if (view_ == View::divergence) return !panes.warp;
        return !panes.request;
    }

    View view_;
};

}  // namespace

std::unique_ptr<ViewControls> worst_controls(View view) {
    return std::make_unique<WorstControls>(view);
}

}  // namespace stridescope
