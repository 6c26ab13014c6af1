// What a thread knows to have happened: of each block of the grid, up to which moment of its clock.
// A persistent tree: most threads know nearly the same, and share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace stridescope::machine {

/// Of one block.
struct KnownBlock {
    std::uint32_t all = 0;  ///< whatever any of its threads did before this moment
    /// Threads of which more is known, in ascending order: what they did before that moment.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> more{};

    bool knows(std::uint32_t thread, std::uint32_t moment) const;
    bool operator==(const KnownBlock&) const = default;
};

/// Immutable; a copy costs nothing. Empty: nothing is known.
class Knowledge {
  public:
    Knowledge() = default;
    /// Of one block only, of a grid of `blocks`; knowledge of one grid only is joined.
    Knowledge(std::uint32_t block, KnownBlock known, std::uint64_t blocks);

    bool empty() const { return root_ == nullptr; }
    /// Whether what the thread of that block did at that moment has happened before.
    bool knows(std::uint32_t block, std::uint32_t thread, std::uint32_t moment) const;
    /// All that either of the two knows.
    friend Knowledge joined(const Knowledge& a, const Knowledge& b);

  private:
    static constexpr int bits = 4;  // of a block's number, a level
    struct Node;
    using Link = std::shared_ptr<const Node>;
    struct Node {
        std::array<Link, std::size_t{1} << bits> below{};
        KnownBlock block{};  ///< of a leaf
    };
    static Link join(const Link& a, const Link& b, int level);

    Link root_{};
    int levels_ = 0;
};

}  // namespace stridescope::machine
