// The rows of a trace, found by what they are: the same site in the same round of the same loops of
// the same step is one row for all blocks and warps.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/machine/rows.h"

namespace stridescope {

/// Rounds of loops within each other, numbered the same for all blocks of a launch.
class LoopPaths {
  public:
    /// The number of that round of that loop within the round `parent`; 0 is the kernel itself.
    std::uint32_t find(std::uint32_t parent, std::int32_t loop, std::uint32_t round);
    /// The paths of a block's rounds, by their index.
    std::vector<std::uint32_t> of_block(const machine::BlockRecord& block);

  private:
    struct Node {
        std::uint32_t parent = 0, round = 0;
        std::int32_t loop = -1;
        bool operator==(const Node&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Node& node) const;
    };
    std::unordered_map<Node, std::uint32_t, Hash> numbers_;
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
    std::vector<std::uint32_t> of_step(std::uint32_t step) const;

  private:
    struct Hash {
        std::size_t operator()(const RowKey& key) const;
    };
    std::uint32_t follower(const RowKey& key, std::uint32_t before) const;

    std::vector<RowKey> keys_;
    std::vector<std::uint32_t> next_;   ///< [number]: the one behind it in its step
    std::vector<std::uint32_t> first_;  ///< [step]
    std::unordered_map<RowKey, std::uint32_t, Hash> numbers_;
};

}  // namespace stridescope
