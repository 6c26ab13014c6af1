#include "app/engine/nvrtc/gpu_turn.h"

#include <filesystem>

#include "app/io/own_folders.h"

namespace stridescope::nvrtc {

Turn gpu_turn(const RunOptions& options) {
    const std::filesystem::path folder = cache_folder();
    Turn turn{folder.empty() ? folder : folder / "gpu.turn",
              [&] { return !options.progress || options.progress(0.0); }};
    if (turn.given_up()) throw Cancelled();
    return turn;
}

}  // namespace stridescope::nvrtc
