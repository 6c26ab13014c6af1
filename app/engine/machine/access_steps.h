// In which step of a trace a thread made an access that the machine tells of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// An access, as far as it is known.
struct SoughtAccess {
    int launch = 0;
    std::optional<int> interval{};  ///< of the trace; nothing: any
    int file = 0, line = 0;         ///< as Site has them
    int block = 0, thread = 0;
    bool writes = false;            ///< else it reads; an atomic does both
    int word = -1;                  ///< of shared memory; −1: it is none, or not known
    ArrayId array = ArrayId::none;  ///< in global memory, with
    std::int64_t element = -1;      ///< this one of its elements
};

/// Finds accesses in the rows of a trace, by their lines. An interval may hold many steps, where
/// the rounds of a loop have no barrier: there only the row says which.
class AccessSteps {
  public:
    /// The trace's rows, lanes and addresses must be there, and stay.
    explicit AccessSteps(const TraceData& data);

    /// The step of the first row of that line in which the thread reached that place, or, of a
    /// block that is not recorded, the same thread of the first one; else of the line's first row.
    /// −1: no row is of the line.
    int step_of(const SoughtAccess& sought) const;

  private:
    bool is_made_in(std::size_t row, const SoughtAccess& sought) const;

    const TraceData& data_;
    /// [launch, file, line]: rows, in the trace's order.
    std::map<std::tuple<int, int, int>, std::vector<std::size_t>> rows_;
};

}  // namespace stridescope
