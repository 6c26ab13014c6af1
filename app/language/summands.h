// Products that wait in a variable until they are added: nvcc makes one operation of both.
#pragma once

#include <unordered_set>

#include "app/language/tree.h"

namespace stridescope::language {

/// Whether it is a product of floating-point numbers.
bool is_float_product(const Expr* e);

struct Summands {
    /// Variables that hold such a product and are only ever added or subtracted: once anywhere in
    /// their loop, or as often as one likes in the piece of straight code that they are declared
    /// in.
    std::unordered_set<const Variable*> variables{};
    /// Sums of two products of which the right one becomes part of the operation, not the left one.
    std::unordered_set<const Expr*> right_first{};
};
Summands summands(const Function& function);

}  // namespace stridescope::language
