// What kernels allocate by malloc and new: blocks of one piece of global memory, side by side.
#pragma once

#include <cstdint>
#include <map>
#include <shared_mutex>
#include <string>

namespace stridescope::machine {

/// The blocks of the heap. Their pointers bear a tag that tells which block they are of, so that
/// one that leaves its block for the next one is seen. Threads of several blocks may call it at the
/// same time.
class KernelHeap {
  public:
    /// Who allocated or freed, and in which line.
    struct Act {
        std::string who{};
        std::uint32_t line = 0;
    };
    /// What lies where an address points to.
    struct Found {
        std::int64_t offset = 0;  ///< in the heap, without the tag
        bool is_tagged = false;   ///< some block is meant
        bool is_known = false;    ///< which one
        bool is_freed = false;
        std::int64_t begin = 0;  ///< the block's
        std::uint64_t bytes = 0;
    };

    /// Notes a block. What is to be added to its address for the tag.
    std::uint64_t take(std::int64_t begin, std::uint64_t bytes, Act made);
    /// The block that an address, so far from the heap's begin, is of; where it has no tag, the one
    /// that lies there.
    Found find(std::uint64_t offset);
    /// Notes that the block that begins there is given back.
    void free(std::int64_t begin, Act freed);
    Act made(std::int64_t begin);
    Act freed(std::int64_t begin);
    /// The offset without its tag.
    static std::int64_t plain(std::uint64_t offset);

  private:
    struct Block {
        std::uint64_t bytes = 0;
        Act made{}, freed{};
    };
    using Blocks = std::map<std::int64_t, Block>;  // by begin
    Blocks::const_iterator of_tag(std::int64_t offset, std::uint64_t tag) const;

    Blocks blocks_;
    std::shared_mutex busy_;
};

}  // namespace stridescope::machine
