// Which numbers were there before: a table of them alone, since where accesses race that is asked a
// million times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stridescope::machine {

/// Numbers that are spread evenly, as hashes are.
class KeySet {
  public:
    /// Whether it was not there.
    bool insert(std::uint64_t key) {
        if (key == 0) return !std::exchange(has_zero_, true);
        if (2 * (size_ + 1) > slots_.size()) grow();
        std::uint64_t& slot = find(key);
        if (slot == key) return false;
        slot = key;
        ++size_;
        return true;
    }
    std::size_t size() const { return size_ + (has_zero_ ? 1 : 0); }
    void clear() {
        has_zero_ = false;
        if (size_ == 0) return;
        // A large table is not cleared for a few.
        constexpr std::size_t share = 16;
        if (slots_.size() / share > size_)
            slots_ = {};
        else
            std::ranges::fill(slots_, 0);
        size_ = 0;
    }

  private:
    std::uint64_t& find(std::uint64_t key) {
        const std::size_t last = slots_.size() - 1;
        std::size_t at = key & last;
        while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) & last;
        return slots_[at];
    }
    void grow() {
        constexpr std::size_t least = 64;
        const auto before = std::exchange(slots_, {});
        slots_.resize(std::max(least, 2 * before.size()));
        for (const std::uint64_t key : before) {
            if (key != 0) find(key) = key;
        }
    }

    std::vector<std::uint64_t> slots_{};  ///< 0: free; a power of two of them
    std::size_t size_ = 0;                ///< but for 0
    bool has_zero_ = false;
};

}  // namespace stridescope::machine
