// How the warp machine runs a CUDA text: order of warps and blocks, room on multiprocessors, when
// stores are seen.
#pragma once

#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope {

class MachineFields {
  public:
    /// The experiment must be of a text.
    void draw(Ui& ui);

  private:
    /// What is typed as a seed, and what it was taken from.
    struct Seed {
        std::string typed{}, from{};
    };
    void draw_schedule(Ui& ui);
    static void draw_room(Ui& ui);
    void draw_memory(Ui& ui);
    /// A field behind the last widget. Whether another number stands in it now.
    static bool draw_seed(Ui& ui, Seed& seed, const std::string& name, std::uint64_t& value);

    Seed schedule_{}, memory_{};
};

}  // namespace stridescope
