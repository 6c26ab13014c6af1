// Which rows of the trace a machine's row is: one, or several where its lanes' values came from
// different places.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/engine/machine/machine_arrays.h"
#include "app/engine/machine/machine_steps.h"
#include "app/engine/machine/row_keys.h"
#include "app/machine/origins.h"

namespace stridescope {

/// Lanes of a row of the machine's that are a row of the trace.
struct RowPart {
    std::uint32_t row = 0;  ///< of the block's, in the order of recording
    std::uint32_t key = 0;  ///< of RowKeys
    std::uint32_t mask = 0;
};

/// Goes along the rows of one block.
class RowFinder {
  public:
    RowFinder(const language::Program& program, const MachineSteps& steps, std::uint32_t first_step,
              std::vector<std::uint32_t> paths, MachineSites& sites, RowKeys& keys);

    /// The parts of the block's next row, behind those of the ones before; none if the trace does
    /// not tell it.
    void take(const machine::BlockRecord& block, const machine::Segment& segment,
              const machine::Row& row, std::vector<RowPart>& parts);

  private:
    using Lanes = std::array<std::uint32_t, machine::lanes_of_warp>;
    /// The keys of a row's lanes: one for all, or of each its own.
    struct Keys {
        std::uint32_t all = RowKeys::none;
        std::int32_t each = -1;  ///< into each_
    };

    std::uint32_t key_of(std::uint32_t warp, machine::From from, int lane) const;
    std::uint32_t add(RowKey key, std::uint32_t row, std::uint32_t mask, std::uint32_t warp,
                      std::vector<RowPart>& parts);
    /// A key whose values come from all of these, by moves where they are more than two.
    std::uint32_t add_with_origins(RowKey key, const std::vector<std::uint32_t>& origins,
                                   std::uint32_t row, std::uint32_t mask, std::uint32_t warp,
                                   std::vector<RowPart>& parts);

    const MachineSteps& steps_;
    std::uint32_t first_step_;
    std::vector<std::uint32_t> paths_;
    MachineSites& sites_;
    RowKeys& keys_;
    machine::OriginWalk walk_;
    std::size_t warps_;
    std::uint32_t row_ = 0;
    std::vector<std::uint32_t> before_;      ///< [warp][step]: the key that the warp had last
    std::vector<std::uint32_t> seen_;        ///< [key][warp]: lanes
    std::vector<std::vector<Keys>> of_row_;  ///< [warp][row]
    std::vector<Lanes> each_;
};

}  // namespace stridescope
