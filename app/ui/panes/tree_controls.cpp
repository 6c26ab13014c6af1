#include <imgui.h>

#include <string>

#include "app/analysis/cone.h"
#include "app/ui/kit/text_field.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class TreeControls : public ViewControls {
  public:
    float units() const override { return 56; }
    float least_units() const override { return 36; }
    void draw(Ui& ui, CanvasPane& pane, float room) override;

  private:
    void draw_element(Ui& ui);

    std::string typed_;
    std::string refused_;  ///< why what was typed is no element; empty: it is one
    bool typing_ = false;
};

void TreeControls::draw(Ui& ui, CanvasPane& /*pane*/, float room) {
    const bool hides = ui.state.display.look.hide_later;
    if (ui.state.trace() != nullptr && room >= ui.units(units())) {
        draw_element(ui);
        ImGui::SameLine(0, ui.units(1));
    }
    if (widgets::button(ui, "tree.later", hides ? "show what comes" : "hide what comes",
                        hides ? "Shows the steps that are still to come, too, faintly"
                              : "Leaves out the steps that are still to come, in all pictures",
                        true, hides)) {
        ui.emit(command::Set{setting::look<&Look::hide_later>, !hides});
    }
}

/// The element whose cone is shown instead of the tree.
void TreeControls::draw_element(Ui& ui) {
    if (!typing_) typed_ = ui.state.display.look.element;
    ImGui::SetNextItemWidth(ui.units(18));
    const bool entered = widgets::text_field(
        "##tree.element", "element", typed_,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    typing_ = ImGui::IsItemActive();
    const std::string tip = refused_.empty()
                                ? "What an element is made of: type its name, such as C[3][5], "
                                  "then Enter. Nothing: the tree, where there is one"
                                : refused_;
    if (!typing_) widgets::tooltip(ui, tip);
    widgets::note_control(ui, "tree.element",
                          {.role = ControlRole::field, .words = "Element", .value = typed_}, true,
                          refused_);
    if (!entered) return;
    refused_.clear();
    try {
        if (!typed_.empty()) parse_element(*ui.state.trace(), typed_);
    } catch (const UsageError& error) {
        refused_ = error.what();
        return;
    }
    ui.emit(command::Set{setting::look<&Look::element>, typed_});
}

}  // namespace

std::unique_ptr<ViewControls> tree_controls() {
    return std::make_unique<TreeControls>();
}

}  // namespace stridescope
