// Which loads of shared memory nvcc makes one of: neighbours in a straight piece of code, once its
// loops are unrolled; and which it leaves out, since a register has the value. The rule was found
// by probing nvcc 13 for sm_90; docs/fidelity.md says what it rests on. It looks at the text alone,
// as a compiler does that knows no launch.
#pragma once

#include <cstdint>
#include <vector>

#include "app/language/tree.h"

namespace stridescope::language {

/// A round of a loop, or a call, on the way to a load.
struct CodePlace {
    static constexpr std::int64_t any = -1;

    Place place{};
    bool is_call = false;
    std::int64_t round = any;  ///< of a loop that is unrolled: which; `any`: it stays a loop

    bool operator==(const CodePlace&) const = default;
};

/// One load of shared memory in the unrolled code that becomes part of a wider one, or none.
struct MergedLoad {
    const Expr* expr = nullptr;
    std::vector<CodePlace> path{};  ///< from the kernel inwards
    int group = 0;                  ///< loads of one group are one access, once for each round of
                                    ///< the loops that stay
    int bytes = 0;                  ///< that a lane moves by it: 8 or 16; 0: it is left out
};

/// All such loads of a kernel, group by group; none where the text is more than is looked at.
std::vector<MergedLoad> merged_loads(const Function& kernel);

}  // namespace stridescope::language
