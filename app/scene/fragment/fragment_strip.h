// All instructions for matrices of a step, as bars below the picture of one. Internal to app/scene.
#pragma once

#include <string>
#include <vector>

#include "app/analysis/matrices.h"
#include "app/scene/bar_strip.h"

namespace stridescope::scene_parts {

/// What loads and stores matrices in one step, the dearest first, and what multiplies them.
struct Instructions {
    std::vector<MatrixAccess> matrices{};
    std::vector<TileProduct> products{};
    int least_top = 0;  ///< wavefronts that the bars' full height stands for at least
};

/// "ldmatrix.x4 of warp 2 at line 31".
std::string name_of_access(const Trace& trace, const std::string& instruction, int warp,
                           const SourceLine& place);

/// "no conflict: 4 wavefronts".
std::string cost_text(const MatrixAccess& access);

/// Each load and store as high as its wavefronts, those that are too many standing out; products,
/// which reach no memory, low behind them. `strip`: where, in what type.
void add_instructions(Scene& scene, BarStrip strip, const Trace& trace, const Instructions& all,
                      const RequestChoice& now, const Palette& palette);

}  // namespace stridescope::scene_parts
