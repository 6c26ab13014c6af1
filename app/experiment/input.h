// The numbers that an array begins with: made, typed in, or read from a file.
#pragma once

#include <cstdint>
#include <string>

#include "app/experiment/typed_array.h"

namespace stridescope {

/// Where the numbers come from.
struct InputSpec {
    enum class Kind { ones, iota, random, values, file };
    Kind kind = Kind::ones;
    std::uint64_t seed = 1;  ///< random: whole numbers 0 … 9, the same on every machine
    std::string text{};      ///< values: "2,1,5"; file: the path (.csv, .txt, .npy)

    bool operator==(const InputSpec&) const = default;
};

/// "ones", "random:3", "values:1,2" …, of the flag --input. Throws UsageError.
InputSpec parse_input(const std::string& text);
/// The way back: parse_input(text_of(spec)) == spec.
std::string text_of(const InputSpec& spec);

/// `n` numbers made by `input`, which is none of values and file. Throws UsageError where they take
/// more memory than there is.
TypedArray made_numbers(const InputSpec& input, ElementType type, std::int64_t n);

/// The numbers of a .csv, .txt or .npy file. Throws UsageError for files that can't be read and
/// numbers that don't fit the type.
TypedArray read_numbers_file(const std::string& path, ElementType type);

}  // namespace stridescope
