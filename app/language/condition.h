// The expressions behind #if.
#pragma once

#include <vector>

#include "app/language/token.h"

namespace stridescope::language {

/// Whether the expanded tokens of an #if are true. Names that are left count as 0, as in C.
bool evaluate_condition(const std::vector<Token>& tokens, Place place);

}  // namespace stridescope::language
