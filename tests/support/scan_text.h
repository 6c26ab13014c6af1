// A scan of the catalogue as a CUDA text: `--kernel kogge-stone --block 64 --pad every32` is
// kernels/scan/kogge_stone.cu with its knobs set.
#pragma once

#include <optional>

#include "app/experiment/experiment.h"
#include "app/experiment/text_spec.h"

namespace stridescope {

/// The text that carries out the same scan of the same numbers; nothing if no text of the library
/// has the kernel's name. Throws UsageError, as the run would, for an input that cannot be read.
std::optional<TextSpec> scan_text(const Experiment& experiment);

}  // namespace stridescope
