// The numbers of an experiment: made, typed in, or read from a file.
#pragma once

#include <string>

#include "app/experiment/experiment.h"
#include "app/experiment/typed_array.h"

namespace stridescope {

/// The experiment's N numbers in its element type, N resolved (see Experiment::n).
/// Throws UsageError for text that is not a number, numbers that don't fit the type, files that
/// can't be read, and an N larger than the numbers given.
TypedArray make_input(const Experiment& experiment);

/// `n` numbers made by `input`, which is none of values and file.
TypedArray made_numbers(const InputSpec& input, ElementType type, std::int64_t n);

/// The numbers of a .csv, .txt or .npy file.
TypedArray read_numbers_file(const std::string& path, ElementType type);

}  // namespace stridescope
