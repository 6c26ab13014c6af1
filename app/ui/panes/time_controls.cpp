// Of which GPU the occupancy is told.
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
    float units() const override { return 32; }
    void draw(Ui& ui, CanvasPane& /*pane*/, float room) override {
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
        const int picked = widgets::combo(ui, "time.chip", options, static_cast<int>(at),
                                          std::min(room, ui.units(units())));
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
