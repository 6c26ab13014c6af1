#include "app/trace/made_snapshots.h"

#include <algorithm>

#include "app/io/background.h"

namespace stridescope {

const std::byte* MadeSnapshots::of_block(std::size_t block) const {
    if (const std::byte* at = at_[block].load(std::memory_order_acquire)) return at;
    const std::lock_guard lock{mutex_};
    if (kept_[block] == nullptr) {
        kept_[block] = std::make_unique_for_overwrite<std::byte[]>(bytes_);
        make_(block, kept_[block].get());
        at_[block].store(kept_[block].get(), std::memory_order_release);
    }
    return kept_[block].get();
}

void MadeSnapshots::copy(std::size_t block, std::byte* to) const {
    if (const std::byte* at = at_[block].load(std::memory_order_acquire))
        std::copy_n(at, bytes_, to);
    else
        make_(block, to);
}

const TypedArray& MadeSnapshots::all(ElementType type) const {
    const std::lock_guard lock{mutex_};
    if (all_made_) return all_;
    all_made_ = true;
    all_ = TypedArray::uninitialized(type, blocks_ * bytes_ / size_of(type));
    std::byte* const to = all_.bytes();
    on_all_cores(blocks_, [&](std::size_t block) { copy(block, to + block * bytes_); });
    return all_;
}

}  // namespace stridescope
