// Kernels that are broken on purpose: where their fault can show at all.
#pragma once

#include <string>

#include "app/experiment/experiment.h"

namespace stridescope {

/// Why the fault of a broken kernel cannot show in this run, as a sentence that says what to
/// change; empty where it can, and for right kernels. `n`: elements of the run.
std::string why_hidden(const Experiment& experiment, std::int64_t n);

/// The experiment with as little changed as lets the fault of its kernel show; unchanged for right
/// kernels. Its numbers are made anew where there must be more of them.
Experiment showing_fault(Experiment experiment);

}  // namespace stridescope
