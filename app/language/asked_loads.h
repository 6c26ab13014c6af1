// Which loads a loop goes on or ends by: those of flags.
#pragma once

#include <unordered_set>

#include "app/language/tree.h"

namespace stridescope::language {

/// Adds what is read from memory to decide whether the loop goes on, itself or by a variable that
/// the loop reads it into: `while (flag == 0)`, `if ((state[k] & ready) == 0) continue;`. A load
/// from another place each round, which the loop's own step moves on, is none.
void add_asked_loads(const Stmt* loop, std::unordered_set<const Expr*>& asked);

}  // namespace stridescope::language
