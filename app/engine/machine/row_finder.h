// The rows of a trace, found by what they are: the same site in the same round of the same loops of
// the same step is one row for all blocks and warps. A machine's row is one of them, or several
// where its lanes' values came from different places. Of some nvcc makes one: which loads these are
// language/merged_loads.h tells, and here each is found again among what was recorded.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "app/engine/machine/machine_arrays.h"
#include "app/engine/machine/machine_steps.h"
#include "app/language/merged_loads.h"
#include "app/language/program.h"
#include "app/machine/origins.h"
#include "app/machine/rows.h"

namespace stridescope {

/// Numbers of things, found by what these are: by a hash of theirs, and by asking whether a number
/// is the one. A run's rows are millions, each found once or more.
class NumberTable {
  public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// The number that `is` says yes to; or else `fresh`, from now on in the table.
    template <typename Is>
    std::uint32_t find(std::uint64_t hash, std::uint32_t fresh, Is is) {
        if ((count_ + 1) * 2 > slots_.size()) grow();
        const auto tag = static_cast<std::uint32_t>(hash);
        std::size_t at = tag & (slots_.size() - 1);
        for (; slots_[at].number != none; at = (at + 1) & (slots_.size() - 1)) {
            // The thing itself lies elsewhere in memory, which takes longer than all else here.
            if (slots_[at].tag == tag && is(slots_[at].number)) return slots_[at].number;
        }
        slots_[at] = {fresh, tag};
        ++count_;
        return fresh;
    }

  private:
    struct Slot {
        std::uint32_t number = none, tag = 0;
    };

    void grow();

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

/// Rounds of loops within each other, numbered the same for all blocks of a launch.
class LoopPaths {
  public:
    /// The number of that round of that loop within the round `parent`; 0 is the kernel itself.
    std::uint32_t find(std::uint32_t parent, std::int32_t loop, std::uint32_t round);

  private:
    struct Node {
        std::uint32_t parent = 0, round = 0;
        std::int32_t loop = -1;
        bool operator==(const Node&) const = default;
    };
    static std::uint64_t hash(const Node& node);

    std::vector<Node> nodes_;  ///< [number - 1]
    NumberTable numbers_;
};

/// The paths of a block's rounds, as they are asked for: loops may go round very often, and access
/// nothing.
class BlockPaths {
  public:
    /// Both must outlive it.
    BlockPaths(LoopPaths& paths, const machine::BlockRecord& block)
        : paths_{paths}, rounds_{block.rounds.get()} {}

    /// The key of the block's round of that index.
    std::uint32_t of(std::uint32_t round);

  private:
    static constexpr std::uint32_t unknown = 0xFFFFFFFF;

    LoopPaths& paths_;
    const std::vector<machine::Round>* rounds_;  ///< nullptr: there are no loops
    std::vector<std::uint32_t> known_{};         ///< [round], as far as was asked
};

struct RowKey {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::uint32_t step = 0;
    std::uint32_t path = 0;   ///< of LoopPaths
    std::uint32_t site = 0;   ///< of the trace
    std::uint32_t again = 0;  ///< how often the lanes had been there before, in the same round
    /// Where the values came from, as keys of rows of the same thread; none: nowhere.
    std::uint32_t left = none, right = none;

    /// The same request: rows that differ in where their values came from are parts of one.
    bool same_request(const RowKey& other) const {
        return step == other.step && path == other.path && site == other.site &&
               again == other.again;
    }
    bool operator==(const RowKey&) const = default;
};

/// Numbers keys, and keeps for each step the order in which a reader meets them: that in which the
/// first warp does, with what only others do put in where they do it.
class RowKeys {
  public:
    static constexpr std::uint32_t none = RowKey::none;

    /// The key's number. `before`: the row that the same warp had before in this step; none: its
    /// first.
    std::uint32_t find(const RowKey& key, std::uint32_t before);
    const RowKey& key(std::uint32_t number) const { return keys_[number]; }
    std::size_t size() const { return keys_.size(); }
    /// All numbers, in the order of a step's reader, those of one request behind each other.
    std::vector<std::uint32_t> of_step(std::uint32_t step);

  private:
    /// The first keys of one path, which lie side by side in memory as a loop goes round.
    struct Path {
        std::uint32_t first = none, last = none, count = 0;
    };

    std::uint32_t follower(const RowKey& key, std::uint32_t before) const;
    std::uint32_t known(const RowKey& key, std::uint32_t fresh, std::uint32_t& request);

    std::vector<RowKey> keys_;
    std::vector<std::uint32_t> next_;     ///< [number]: the one behind it in its step
    std::vector<std::uint32_t> first_;    ///< [step]
    std::vector<std::uint32_t> request_;  ///< [number]: the first key of the same request
    std::vector<std::uint32_t> beside_;   ///< [number]: the next of those of Path
    std::vector<Path> paths_;             ///< [path]
    NumberTable numbers_, requests_;      ///< of keys that a path has behind its first
    std::vector<std::uint32_t> heads_;    ///< [number], while a step is read
};

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
    /// A key of a store of several elements, each of which has an origin or none.
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
