// Shared memory after each step of a run that was recorded: it follows from what was stored, and is
// made of that when a block is asked for.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "app/experiment/typed_array.h"

namespace stridescope {

class MadeSnapshots {
  public:
    /// Puts down what the block's shared memory was: [step][cell]. May be called side by side.
    using Make = std::function<void(std::size_t block, std::byte* to)>;
    /// `bytes`: of a block.
    MadeSnapshots(std::size_t blocks, std::size_t bytes, Make make)
        : blocks_{blocks}, bytes_{bytes}, make_{std::move(make)}, kept_(blocks), at_(blocks) {}

    std::size_t blocks() const { return blocks_; }
    std::size_t bytes() const { return bytes_; }
    /// Stays from now on.
    const std::byte* of_block(std::size_t block) const;
    /// Does not.
    void copy(std::size_t block, std::byte* to) const;
    /// All of them, one behind another; they stay.
    const TypedArray& all(ElementType type) const;

  private:
    std::size_t blocks_, bytes_;
    Make make_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<std::byte[]>> kept_;  ///< [block]
    mutable std::vector<std::atomic<const std::byte*>> at_;   ///< [block]: what is kept
    mutable TypedArray all_;
    mutable bool all_made_ = false;
};

}  // namespace stridescope
