// The run beside one with padding: the same without.
#pragma once

#include <optional>

#include "app/experiment/experiment.h"

namespace stridescope {

/// The run with its text's knob PADDING at none, or PAD at 0. Nothing if that is what it has, or the
/// text has no such knob.
std::optional<Experiment> without_padding(const Experiment& experiment);

/// Whether nothing but such a knob tells the two apart.
bool differ_in_padding_only(const Experiment& a, const Experiment& b);

}  // namespace stridescope
