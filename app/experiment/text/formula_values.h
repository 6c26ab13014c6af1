// What formulas compute with: numbers in a shape, and how far each may be off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/typed_array.h"

namespace stridescope {

using Extents = std::vector<std::int64_t>;

struct Values {
    bool scalar = false;       ///< one number that stands for as many as are wanted
    bool real = false;         ///< `numbers` rather than `whole`
    bool is_unsigned = false;  ///< `whole` are the bits of unsigned numbers of 64 bits
    Extents extents{};
    std::vector<std::int64_t> whole{};
    std::vector<double> numbers{};
    std::vector<double> bound{};  ///< how far a number may be off; empty: none is

    std::size_t size() const { return real ? numbers.size() : whole.size(); }
    double bound_of(std::size_t i) const { return bound.empty() ? 0 : bound[scalar ? 0 : i]; }
    double number(std::size_t i) const;
    std::int64_t integer(std::size_t i) const;
};

/// As many numbers as a formula computes with, and additions as it makes: what a text asks for is
/// refused rather than computed for minutes.
inline constexpr double most_numbers = 1 << 26, most_work = 16e9;
/// Throws FormulaError where it is more.
void check_numbers(double count);
void check_work(double additions);

/// What an element of this type is rounded by, relative to itself; of integers 0.
double rounding_of(ElementType type);
std::size_t count_of(const Extents& extents);
/// "[64][32]".
std::string text_of(const Extents& extents);

Values scalar_value(std::int64_t value);
Values scalar_value(double value);
Values values_of(const TypedArray& array, Extents extents);
Values to_real(Values values);

/// Element by element, as C does it; integers wrap at 64 bits, and results of real operations are
/// off by `rounding`. Throw FormulaError.
Values binary_values(std::string_view op, const Values& a, const Values& b, double rounding);
Values unary_values(std::string_view op, Values a);
Values choose_values(const Values& condition, const Values& yes, const Values& no);

/// As elements of `type`, as many as `extents` has. `tolerance` is empty where nothing is rounded.
TypedArray to_elements(Values values, ElementType type, const Extents& extents,
                       TypedArray& tolerance);

}  // namespace stridescope
