#include "app/export/tables.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class WorkControls : public ViewControls {
  public:
    float units() const override { return 44; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float /*room*/) override {
        const Trace* trace = ui.state.trace();
        if (widgets::button(ui, "work.csv", "copy CSV", "The table for a spreadsheet",
                            trace != nullptr)) {
            ImGui::SetClipboardText(to_csv(work_steps_table(*trace)).c_str());
        }
        ImGui::SameLine(0, ui.units(1));
        if (widgets::button(ui, "work.markdown", "Markdown", "The table as Markdown",
                            trace != nullptr)) {
            ImGui::SetClipboardText(to_markdown(work_table_with_totals(*trace)).c_str());
        }
    }
};

}  // namespace

std::unique_ptr<ViewControls> work_controls() {
    return std::make_unique<WorkControls>();
}

}  // namespace stridescope
