// A run of which everything is said that can be, and nothing is as usual.
#pragma once

#include <utility>
#include <vector>

#include "app/experiment/text/run_fields.h"

namespace stridescope::testing {

/// Of a text that is there. RunFields.EachIsSaidHere misses a flag that is not among them.
inline std::vector<Setting> said_of_runs() {
    return {{"-D", "N=64"},
            {"--launch", "k<<<1, 32>>>(A)"},
            {"--arg", "A=iota"},
            {"--expect", "A = scan(A)"},
            {"--args", "1024 -v"},
            {"-I", "include"},
            {"--stdin", "32 3.5"},
            {"--memory", "weak:3"},
            {"--engine", "cpu"},
            {"--blocks", "first:3"},
            {"--sms", "3"},
            {"--resident", "1"},
            {"--schedule", "lane-random:27"}};
}

}  // namespace stridescope::testing
