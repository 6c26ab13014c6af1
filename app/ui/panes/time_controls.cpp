// What rows stand together by, and of which GPU the occupancy is told.
#include <algorithm>
#include <string>
#include <vector>

#include "app/analysis/occupancy.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panes/view_controls.h"

namespace stridescope {
namespace {

class TimeControls : public ViewControls {
  public:
    float units() const override { return rows_units + gap_units + chip_units; }
    float least_units() const override { return chip_units; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float room) override {
        const Trace* trace = ui.state.trace();
        if (trace != nullptr && trace->times() != nullptr && room >= ui.units(units())) {
            draw_rows(ui);
            ImGui::SameLine(0, ui.units(gap_units));
            room -= ui.units(rows_units + gap_units);
        }
        draw_chip(ui, std::min(room, ui.units(chip_units)));
    }

  private:
    static constexpr float rows_units = 50, gap_units = 2, chip_units = 32;

    static void draw_rows(Ui& ui) {
        const int picked =
            widgets::combo(ui, "time.rows",
                           {{"block", "by block", {}, "Warps of one block stand together"},
                            {"multiprocessor",
                             "by multiprocessor",
                             {},
                             "Warps of one multiprocessor (SM) stand together"},
                            {"scheduler",
                             "by scheduler",
                             {},
                             "Warps of one of a multiprocessor's four schedulers stand together: "
                             "they take turns there"}},
                           static_cast<int>(ui.state.display.look.rows), ui.units(rows_units));
        if (picked >= 0)
            ui.emit(command::Set{setting::look<&Look::rows>, static_cast<TimeRows>(picked)});
    }

    static void draw_chip(Ui& ui, float width) {
        const Trace* trace = ui.state.trace();
        const Chip* own = trace != nullptr ? chip_of_device(trace->device()) : nullptr;
        const std::string& chosen = ui.state.display.look.chip;
        std::vector<widgets::Option> options;
        for (const Chip& chip : known_chips())
            options.push_back({std::string{chip.name},
                               std::string{chip.name},
                               {},
                               "What a multiprocessor of it has room for of these blocks"});
        const std::string_view now = !chosen.empty()  ? std::string_view{chosen}
                                     : own != nullptr ? own->name
                                                      : usual_chip;
        const auto names = chip_names();
        const auto at = std::ranges::find(names, now) - names.begin();
        const int picked = widgets::combo(ui, "time.chip", options, static_cast<int>(at), width);
        if (picked < 0) return;
        const std::string_view name = names[static_cast<std::size_t>(picked)];
        const bool usual = own != nullptr ? name == own->name : name == usual_chip;
        ui.emit(
            command::Set{setting::look<&Look::chip>, usual ? std::string{} : std::string{name}});
    }
};

}  // namespace

std::unique_ptr<ViewControls> time_controls() {
    return std::make_unique<TimeControls>();
}

}  // namespace stridescope
