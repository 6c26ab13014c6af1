// The run without padding that stands beside a padded one.
#pragma once

#include <optional>

#include "app/experiment/experiment.h"

namespace stridescope {

/// The same run without padding; nothing if it has none, or cannot do without. Of a text: with the
/// knob that its card calls PADDING or PAD at `none` or 0, if that is one of its choices.
std::optional<Experiment> without_padding(const Experiment& experiment);

}  // namespace stridescope
