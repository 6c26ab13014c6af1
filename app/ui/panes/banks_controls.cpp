#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class BanksControls : public ViewControls {
  public:
    float units() const override { return 20; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        if (widgets::button(ui, "banks.worst", "worst",
                            "Each step's worst request (W); ↑ and ↓ walk through the requests, "
                            "with Shift through the warps",
                            true, !ui.state.display.panes.request)) {
            ui.emit(command::MoveRequest{RequestMove::worst});
        }
    }
};

}  // namespace

std::unique_ptr<ViewControls> banks_controls() {
    return std::make_unique<BanksControls>();
}

}  // namespace stridescope
