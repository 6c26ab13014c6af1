#include "app/machine/kernel_heap.h"

#include <mutex>
#include <utility>

namespace stridescope::machine {
namespace {

/// The heap is smaller than 1 << tag_shift bytes, and blocks begin at multiples of `unit`.
constexpr int tag_shift = 24;
constexpr std::int64_t unit = 16;
/// As many tags as an address has room for; 0 is none. Blocks of the same tag lie this many units
/// apart.
constexpr std::int64_t tags = (1 << 14) - 1;

std::uint64_t tag_of(std::int64_t begin) {
    return static_cast<std::uint64_t>(begin / unit % tags) + 1;
}

/// A pointer may stand before its block: the nearest tag is meant.
std::uint64_t tag_in(std::uint64_t offset) {
    return (offset + (std::uint64_t{1} << (tag_shift - 1))) >> tag_shift;
}

/// How far the offset lies outside of a block.
std::int64_t outside(std::int64_t begin, std::uint64_t bytes, std::int64_t offset) {
    const std::int64_t last = begin + static_cast<std::int64_t>(bytes) - 1;
    return offset < begin ? begin - offset : offset > last ? offset - last : 0;
}

}  // namespace

std::int64_t KernelHeap::plain(std::uint64_t offset) {
    return static_cast<std::int64_t>(offset - (tag_in(offset) << tag_shift));
}

std::uint64_t KernelHeap::take(std::int64_t begin, std::uint64_t bytes, Act made) {
    const std::unique_lock lock(busy_);
    blocks_[begin] = {bytes, std::move(made), {}};
    return tag_of(begin) << tag_shift;
}

KernelHeap::Found KernelHeap::find(std::uint64_t offset) {
    Found found{.offset = plain(offset), .is_tagged = tag_in(offset) != 0};
    const std::shared_lock lock(busy_);
    const auto at = of_tag(found.offset, tag_in(offset));
    if (at == blocks_.end()) return found;
    found.is_known = true;
    found.is_freed = at->second.freed.line != 0;
    found.begin = at->first;
    found.bytes = at->second.bytes;
    return found;
}

void KernelHeap::free(std::int64_t begin, Act freed) {
    const std::unique_lock lock(busy_);
    if (const auto at = blocks_.find(begin); at != blocks_.end())
        at->second.freed = std::move(freed);
}

KernelHeap::Act KernelHeap::made(std::int64_t begin) {
    const std::shared_lock lock(busy_);
    const auto at = blocks_.find(begin);
    return at == blocks_.end() ? Act{} : at->second.made;
}

KernelHeap::Act KernelHeap::freed(std::int64_t begin) {
    const std::shared_lock lock(busy_);
    const auto at = blocks_.find(begin);
    return at == blocks_.end() ? Act{} : at->second.freed;
}

KernelHeap::Blocks::const_iterator KernelHeap::of_tag(std::int64_t offset,
                                                      std::uint64_t tag) const {
    const auto within = [&](Blocks::const_iterator at) {
        return outside(at->first, at->second.bytes, offset) == 0;
    };
    // Mostly it is the one that the offset lies in.
    auto at = blocks_.upper_bound(offset);
    if (at != blocks_.begin()) {
        --at;
        if (within(at) && (tag == 0 || tag_of(at->first) == tag)) return at;
    }
    if (tag == 0 || tag > static_cast<std::uint64_t>(tags)) return blocks_.end();
    auto nearest = blocks_.end();
    for (std::int64_t begin = (static_cast<std::int64_t>(tag) - 1) * unit; begin < 1 << tag_shift;
         begin += tags * unit) {
        const auto found = blocks_.find(begin);
        if (found == blocks_.end()) continue;
        if (nearest == blocks_.end() || outside(begin, found->second.bytes, offset) <
                                            outside(nearest->first, nearest->second.bytes, offset))
            nearest = found;
    }
    return nearest;
}

}  // namespace stridescope::machine
