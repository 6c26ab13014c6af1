// Products that wait in a variable until they are added: nvcc makes one operation of both.
#pragma once

#include <unordered_set>

#include "app/language/tree.h"

namespace stridescope::language {

/// Whether it is a product of floating-point numbers.
bool is_float_product(const Expr* e);

/// The function's variables that hold such a product and are only ever added or subtracted: once
/// anywhere, or as often as one likes in the piece of straight code that they are declared in.
std::unordered_set<const Variable*> summands(const Function& function);

}  // namespace stridescope::language
