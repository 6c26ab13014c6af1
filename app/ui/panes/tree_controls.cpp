#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class TreeControls : public ViewControls {
  public:
    float units() const override { return 26; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        PaneSettings panes = ui.state.display.panes;
        if (widgets::button(ui, "tree.later", "later steps",
                            panes.hide_later ? "Show the steps that are still to come, faintly"
                                             : "Leave out the steps that are still to come",
                            true, !panes.hide_later)) {
            panes.hide_later = !panes.hide_later;
            ui.emit(command::SetPanes{panes});
        }
    }
};

}  // namespace

std::unique_ptr<ViewControls> tree_controls() {
    return std::make_unique<TreeControls>();
}

}  // namespace stridescope
