// The strip below two runs side by side: how they are locked, and what each of them cost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/analysis/difference.h"
#include "app/analysis/grid.h"
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
    void measure(const ShownPair& pair, int step, int other_step);

    // What was measured of both runs of the pair of that number; else, where both tell, what blocks
    // did beside one another while they were recorded.
    std::vector<Difference> times_, times_here_;
    std::optional<GridPair> grids_;
    std::uint64_t known_of_ = 0;
    int step_ = -1, other_step_ = -1;  ///< of times_here_
};

}  // namespace stridescope
