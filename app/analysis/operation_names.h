// What people call operations and what comes of them.
#pragma once

#include <string_view>
#include <vector>

#include "app/analysis/flow.h"
#include "app/trace/trace.h"

namespace stridescope {

/// "sum" of "+", "largest" of "max": what comes of one operation over some values. Empty: it has no
/// such name.
std::string_view result_name(std::string_view operation);

/// Whether a value that goes in twice makes no difference: that of the largest.
bool is_repeatable(std::string_view operation);

/// "add" where all that the step computes are additions, else "operation".
std::string_view operation_noun(const Trace& trace, int step);

/// By which operations the values of a flow came to be, from the input on.
class FlowOperations {
  public:
    FlowOperations() = default;
    FlowOperations(const Trace& trace, const Flow& flow);

    /// A site of the only operation behind the place's value after the level; `none` of copies.
    int at(int level, int place) const {
        return made_by_[static_cast<std::size_t>(level) * places_ +
                        static_cast<std::size_t>(place)];
    }
    /// A site of the only operation behind all that goes to the output, or, if nothing does, behind
    /// all values; `none`, `several`.
    int of_all() const { return all_; }

    static constexpr int none = -1, several = -2;

  private:
    std::size_t places_ = 0;
    std::vector<int> made_by_;  ///< [level][place]
    int all_ = none;
};

}  // namespace stridescope
