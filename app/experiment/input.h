// The numbers of an experiment: made, typed in, or read from a file.
#pragma once

#include "app/experiment/experiment.h"
#include "app/experiment/typed_array.h"

namespace stridescope {

/// The experiment's N numbers in its element type, N resolved (see Experiment::n).
/// Throws UsageError for text that is not a number, numbers that don't fit the type, files that
/// can't be read, and an N larger than the numbers given.
TypedArray make_input(const Experiment& experiment);

}  // namespace stridescope
