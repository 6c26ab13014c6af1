// Which rows of the trace are loads that nvcc makes one of: language/merged_loads.h tells of loads
// in the unrolled code, and here each is found again among what was recorded.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "app/language/merged_loads.h"
#include "app/language/program.h"
#include "app/machine/rows.h"

namespace stridescope {

/// The rows of one launch.
class MergedRows {
  public:
    static constexpr std::int32_t none = -1;

    /// `loads` are those of the program's kernel.
    MergedRows(const language::Program& program, const std::vector<language::MergedLoad>& loads);

    bool any() const { return !loads_.empty(); }
    /// A number that rows of one access share, in one interval; none: it is one by itself.
    std::int32_t find(const machine::BlockRecord& block, const machine::Row& row);
    /// That a lane moves by such an access.
    std::int32_t bytes(std::int32_t access) const {
        return bytes_[static_cast<std::size_t>(access)];
    }

  private:
    /// A round or call within that of the node before: 0 is the kernel.
    using Edge = std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t, bool, std::int64_t>;
    struct Load {
        int group = 0, bytes = 0;
    };

    int node(int parent, const language::CodePlace& at);

    const language::Program& program_;
    std::map<Edge, int> nodes_;
    std::map<std::pair<int, const language::Expr*>, Load> loads_;
    /// By group and the rounds of loops that stay.
    std::map<std::pair<int, std::vector<std::uint32_t>>, std::int32_t> accesses_;
    std::vector<std::int32_t> bytes_;
};

}  // namespace stridescope
