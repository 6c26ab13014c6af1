// What the time of a rung on the GPU is made of: counted, times what each takes.
#pragma once

#include <string>
#include <vector>

#include "app/ladder/ladder.h"

namespace stridescope {

struct TimePart {
    std::string name{};  ///< "memory"
    double ms = 0;
    std::string how{};  ///< "80 MB at the copy's 2,930 GB/s"
};

struct TimeParts {
    std::vector<TimePart> parts{};
    double measured = 0;  ///< ms
    std::string rest_name = "the rest", rest_how = "not explained by these";
    /// What the parts leave of the measured time. Negative: together they would take longer than
    /// it took, since some happen at the same time.
    double rest = 0;
};

/// What a rung's time is made of: as the blocks' clocks told it where it is within a block and
/// blocks were timed, else counts times rates. Empty where nothing was counted of the rung, or
/// there is no copy to compare with.
TimeParts time_parts(const Ladder& ladder, const RungResult& result);

}  // namespace stridescope
