// The strip below two runs side by side: how they are locked, and what each of them cost.
#pragma once

#include <cstdint>
#include <optional>

#include "app/analysis/grid_clock.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// Its height in pixels; 0 while no run stands beside the shown one, and on a lesson's page that
/// states none of their counts.
float beside_height(const Ui& ui);

class BesideStrip {
  public:
    void draw(Ui& ui);

  private:
    static void draw_of_page(Ui& ui, const ShownPair& pair);

    std::optional<GridPair> grids_;  ///< of the pair of that number, where both tell
    std::uint64_t grids_of_ = 0;
};

}  // namespace stridescope
