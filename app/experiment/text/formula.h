// Numbers computed from numbers: what an array is filled with, and what one must hold in the end.
// A formula is an expression of C over arrays, element by element, with the functions that
// docs/texts.md lists. It is computed in double and 64-bit integers, together with how far a kernel
// may be off that rounds otherwise.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/typed_array.h"

namespace stridescope {

/// One sentence about what is wrong in a formula.
class FormulaError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct FormulaArray {
    const TypedArray* values = nullptr;
    std::vector<std::int64_t> extents{};  ///< the slowest dimension first
};

/// What a formula may name, and what is to come of it.
struct FormulaContext {
    std::map<std::string, FormulaArray, std::less<>> arrays{};
    ElementType type = ElementType::f32;
    std::vector<std::int64_t> extents{};  ///< none: one number, of no array
    std::map<std::string, std::int64_t, std::less<>> numbers{};
};

struct FormulaResult {
    TypedArray values{};
    TypedArray tolerance{};  ///< of each element, f64; empty: none of them is rounded
    std::string name{};      ///< for a sentence: "sequential scan of A"
};

/// `text` with its macros expanded, as an array of the context's type and extents. Throws
/// FormulaError.
FormulaResult evaluate_formula(std::string_view text, const FormulaContext& context);

}  // namespace stridescope
