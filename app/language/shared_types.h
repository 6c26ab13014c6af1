// Whether a kernel looks at memory only as what it stored there.
#pragma once

#include "app/language/tree.h"

namespace stridescope::language {

/// Whether the function, and what it may come to call, never looks at memory of one type through a
/// pointer to another on purpose. Parts of an array that are given a type of their own, as those of
/// dynamic shared memory are, may be there: each is meant to lie beside the others.
bool keeps_types_apart(const Function& function);

}  // namespace stridescope::language
