// What a function needs: the functions that it may come to call.
#pragma once

#include <vector>

#include "app/language/tree.h"

namespace stridescope::language {

/// The function itself and all that it may come to call or launch, each once.
std::vector<const Function*> needed_by(const Function& function);

/// The first thing of these that is not understood; null: there is none.
const Fault* fault_needed_by(const Function& function);

}  // namespace stridescope::language
