// Numbers as people write them, turned into elements exactly or refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/experiment/typed_array.h"

namespace stridescope {

/// What kept a number from becoming an element.
enum class NumberFault {
    none,
    no_number,  ///< "abc", "1.2.3"
    no_whole,   ///< "3.5" for an integer type
    too_large,  ///< out of the type's range
};

/// Reads the whole of `text` as a T. Floats round to the nearest (tiny ones to zero) and may be
/// inf or nan; integers must be whole, but may be written as "3.0" or "3e2", as NumPy's savetxt
/// does. `value` is set if the answer is `none`.
template <class T>
NumberFault read_number(std::string_view text, T& value);

/// `number` as a T, if it is one: rounding is for floats only.
template <class T>
NumberFault convert_number(double number, T& value);
template <class T>
NumberFault convert_number(std::int64_t number, T& value);
template <class T>
NumberFault convert_number(std::uint64_t number, T& value);

/// One sentence: `offender`, standing at `place`, is no element of `type`, and how to mend it.
std::string fault_text(NumberFault fault, ElementType type, std::string_view offender,
                       std::string_view place);

/// Numbers between commas, semicolons and white space; # begins a comment that ends with its line.
/// `source` names the text in errors: "--input values" or the file. Throws UsageError.
TypedArray read_numbers(std::string_view text, ElementType type, const std::string& source);

}  // namespace stridescope
