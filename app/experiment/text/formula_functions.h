// The functions that formulas may call: what a kernel of each family is to compute, written
// sequentially.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/experiment/text/formula_values.h"

namespace stridescope {

/// An operator that scans, by its name in formulas.
enum class FoldOp { add, mul, min, max, last };
/// Throws FormulaError.
FoldOp fold_op(std::string_view name);

/// Scans of sections of `section` elements, of all if that is 0. What stands before the first
/// element of a section is the operator's identity among the numbers of `type`.
Values scan_values(const Values& a, std::int64_t section, FoldOp op, bool exclusive,
                   ElementType type);
/// One number for each section.
Values fold_values(const Values& a, std::int64_t section, FoldOp op, ElementType type);
/// How many elements fall into each of `bins`: v into (v − first) / width.
Values histogram_values(const Values& a, std::int64_t width, std::int64_t first,
                        const Extents& bins);
Values transpose_values(const Values& a);
Values matmul_values(const Values& a, const Values& b, ElementType type);
/// Σ f[k] · a[i + k − ⌊size of f / 2⌋], of one or two dimensions; outside of `a` everything is 0.
Values convolve_values(const Values& a, const Values& f, ElementType type);

/// sqrt, exp and their like, and min, max, pow of two. Nothing if there is no such function.
std::optional<Values> math_values(std::string_view name, const std::vector<Values>& args,
                                  double rounding);

}  // namespace stridescope
