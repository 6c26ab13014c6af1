// Which variables may be used before they have a value, and where: `int sum; sum += x;`. Whether
// one is, the machine sees.
#pragma once

#include <unordered_set>

#include "app/language/tree.h"

namespace stridescope::language {

struct UnsetReads {
    std::unordered_set<const Variable*> variables;
    std::unordered_set<const Expr*> reads;  ///< of these: kind `variable`
};

/// Looks through the function's own body. Numbers alone are looked at, those whose address nobody
/// takes. To hand one on, to another variable, a call or a shuffle, is no use of it: what a warp's
/// other lanes bring to a shuffle of which one lane's value is wanted has none, either.
UnsetReads unset_reads(const Function& function);

}  // namespace stridescope::language
