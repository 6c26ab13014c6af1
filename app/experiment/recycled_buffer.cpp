#include "app/experiment/recycled_buffer.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

namespace stridescope {
namespace {

struct Block {
    std::byte* data = nullptr;
    std::size_t size = 0;
};

/// Smaller ones are the allocator's business; more than this is not kept.
constexpr std::size_t smallest = std::size_t{1} << 16;
constexpr std::size_t most_kept = std::size_t{512} << 20;

struct Cache {
    std::mutex mutex;
    std::vector<Block> blocks;  ///< oldest first
    std::size_t bytes = 0;
};

/// Never destroyed: traces may outlive any other object with static storage.
Cache& cache() {
    static Cache* const instance = new Cache;
    return *instance;
}

std::byte* allocate(std::size_t size) {
    return static_cast<std::byte*>(::operator new (size, std::align_val_t{64}));
}
void release(std::byte* data) {
    ::operator delete (data, std::align_val_t{64});
}

void give_back(Block block) noexcept {
    Cache& kept = cache();
    const std::lock_guard lock{kept.mutex};
    if (block.size < smallest || block.size > most_kept) return release(block.data);
    while (kept.bytes + block.size > most_kept) {
        kept.bytes -= kept.blocks.front().size;
        release(kept.blocks.front().data);
        kept.blocks.erase(kept.blocks.begin());
    }
    try {
        kept.blocks.push_back(block);
        kept.bytes += block.size;
    } catch (const std::bad_alloc&) {
        release(block.data);
    }
}

/// The smallest kept block that fits and is not wastefully large.
Block take(std::size_t size) {
    Cache& kept = cache();
    const std::lock_guard lock{kept.mutex};
    auto best = kept.blocks.end();
    for (auto it = kept.blocks.begin(); it != kept.blocks.end(); ++it) {
        if (it->size < size || it->size > size * 2) continue;
        if (best == kept.blocks.end() || it->size < best->size) best = it;
    }
    if (best == kept.blocks.end()) return {};
    const Block block = *best;
    kept.blocks.erase(best);
    kept.bytes -= block.size;
    return block;
}

}  // namespace

std::shared_ptr<std::byte[]> recycled_bytes(std::size_t bytes) {
    const std::size_t size = std::max<std::size_t>(bytes, 1);
    Block block = take(size);
    if (!block.data) block = {allocate(size), size};
    return {block.data, [block](std::byte*) { give_back(block); }};
}

}  // namespace stridescope
