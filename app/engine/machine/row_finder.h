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
    std::uint16_t element = 0;  ///< of a move: which one it takes of a load of several
};

/// Goes along the rows of one block.
class RowFinder {
  public:
    RowFinder(const language::Program& program, const MachineSteps& steps, std::uint32_t first_step,
              BlockPaths paths, MachineSites& sites, RowKeys& keys);

    /// The parts of the block's next row, behind those of the ones before; none if the trace does
    /// not tell it.
    void take(const machine::BlockRecord& block, const machine::Segment& segment,
              const machine::Row& row, std::vector<RowPart>& parts);

  private:
    using Lanes = std::array<std::uint32_t, machine::lanes_of_warp>;
    /// The keys of a row's lanes: one for all, or of each its own.
    struct Keys {
        std::uint32_t all = RowKeys::none;
        std::int32_t each = -1;      ///< into each_
        std::int32_t elements = -1;  ///< of a load of several: into of_element_, one for each
    };

    /// One row of the machine's, while its parts are found.
    struct Making {
        std::uint32_t row, warp;
        std::vector<RowPart>& parts;
    };
    /// Where a lane's values come from, as keys.
    using Origins = std::vector<std::uint32_t>;

    const Keys& keys_of(std::uint32_t warp, machine::From from) const;
    std::uint32_t key_of(std::uint32_t warp, machine::From from, int lane) const;
    void find_origins(std::uint32_t warp, const machine::Row& row, Event event, bool listed,
                      const machine::OriginWalk::Step& step, int lane, Origins& origins) const;
    std::uint32_t add(RowKey key, std::uint32_t mask, Making& making, std::uint16_t element = 0);
    /// A key whose values come from all of these, by moves where they are more than two.
    std::uint32_t add_with_origins(RowKey key, const Origins& origins, std::uint32_t mask,
                                   Making& making);
    /// The same of a store of several elements, each of which has an origin or none.
    std::uint32_t add_with_list(RowKey key, const Origins& origins, std::uint32_t mask,
                                Making& making);
    /// The moves by which a load's elements go to whoever wants one of them.
    void part_elements(RowKey key, const machine::Row& row, Making& making);

    const language::Program& program_;
    const MachineSteps& steps_;
    std::uint32_t first_step_;
    BlockPaths paths_;
    MachineSites& sites_;
    RowKeys& keys_;
    machine::OriginWalk walk_;
    std::size_t warps_;
    std::uint32_t row_ = 0;
    std::vector<std::uint32_t> before_;      ///< [warp][step]: the key that the warp had last
    std::vector<std::uint32_t> seen_;        ///< [key][warp]: lanes
    std::vector<std::vector<Keys>> of_row_;  ///< [warp][row]
    std::vector<Lanes> each_;
    std::vector<Keys> of_element_;
};

}  // namespace stridescope
