// Back to what costs most in each step: of the views that show one request of it, or one warp.
#include <string>

#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class WorstControls : public ViewControls {
  public:
    explicit WorstControls(View view) : view_{view} {}

    float units() const override { return 34; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        const std::string name = std::string{name_of(view_)} + ".worst";
        const char* label = view_ == View::divergence ? "worst warp"
                            : view_ == View::fragment ? "worst instruction"
                                                      : "worst request";
        if (widgets::button(ui, name, label, tip(), true, shows_worst(ui.state))) {
            ui.emit(command::MoveRequest{RequestMove::worst, view_});
        }
    }

  private:
    const char* tip() const {
        if (view_ == View::fragment)
            return "Shows of each step the instruction with the most excess wavefronts (W); ↑ and "
                   "↓ walk through them, with Shift through the warps";
        return view_ == View::divergence
                   ? "Shows the warp that wastes the most lane slots in each "
                     "step (W); ↑ and ↓ walk through "
                     "them by what they waste, with Shift in order"
                   : "Shows the request of each step with the worst coalescing "
                     "(W); ↑ and ↓ walk through the requests, "
                     "with Shift through the warps";
    }
    bool shows_worst(const AppState& state) const {
        const Look& look = state.display.look;
        if (view_ == View::global) return !look.global_request;
        if (view_ == View::fragment) return !look.request;
        return !look.warp;
    }

    View view_;
};

}  // namespace

std::unique_ptr<ViewControls> worst_controls(View view) {
    return std::make_unique<WorstControls>(view);
}

}  // namespace stridescope
