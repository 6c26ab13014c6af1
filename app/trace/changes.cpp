#include "app/trace/changes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "app/io/background.h"

namespace stridescope {
namespace {

/// to[i] = one[i] xor other[i]; `to` may be one of them.
void xor_bytes(std::byte* to, const std::byte* one, const std::byte* other, std::size_t count) {
    std::size_t i = 0;
    for (; i + sizeof(std::uint64_t) <= count; i += sizeof(std::uint64_t)) {
        std::uint64_t a = 0, b = 0;
        std::memcpy(&a, one + i, sizeof a);
        std::memcpy(&b, other + i, sizeof b);
        a ^= b;
        std::memcpy(to + i, &a, sizeof a);
    }
    for (; i < count; ++i) to[i] = one[i] ^ other[i];
}

/// Calls work(block, bytes of a snapshot) for all blocks.
template <class F>
void for_all_blocks(const TraceData& d, F work) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    const std::size_t bytes =
        static_cast<std::size_t>(d.words) * static_cast<std::size_t>(d.cell_bytes);
    const auto blocks = static_cast<std::size_t>(d.blocks);
    const std::size_t at_once =
        std::max<std::size_t>(1, enough / std::max<std::size_t>(1, bytes * d.steps.size()));
    on_all_cores((blocks + at_once - 1) / at_once, [&](std::size_t k) {
        for (std::size_t block = k * at_once; block < std::min(blocks, (k + 1) * at_once); ++block)
            work(block, bytes);
    });
}

}  // namespace

ElementType bits_of_cell(const TraceData& d) {
    switch (d.cell_bytes) {
        case 1: return ElementType::u8;
        case 2: return ElementType::u16;
        case 8: return ElementType::u64;
        default: return ElementType::u32;
    }
}

TypedArray changes_of(const Trace& trace) {
    const TraceData& d = trace.data();
    const std::size_t steps = d.steps.size();
    TypedArray changes =
        TypedArray::uninitialized(bits_of_cell(d), static_cast<std::size_t>(d.blocks) * steps *
                                                       static_cast<std::size_t>(d.words));
    std::byte* const all = changes.bytes();
    for_all_blocks(d, [&](std::size_t block, std::size_t bytes) {
        std::byte* const to = all + block * steps * bytes;
        if (d.made_snapshots)
            d.made_snapshots->copy(block, to);
        else
            std::copy_n(d.snapshots.bytes() + block * steps * bytes, steps * bytes, to);
        for (std::size_t step = steps; step-- > 1;)
            xor_bytes(to + step * bytes, to + step * bytes, to + (step - 1) * bytes, bytes);
    });
    return changes;
}

TypedArray snapshots_of(const TraceData& d, TypedArray changes) {
    TypedArray snapshots = std::move(changes).bits_as(d.snapshots.type());
    for_all_blocks(d, [&](std::size_t block, std::size_t bytes) {
        std::byte* at = snapshots.bytes() + block * d.steps.size() * bytes;
        for (std::size_t step = 1; step < d.steps.size(); ++step, at += bytes)
            xor_bytes(at + bytes, at + bytes, at, bytes);
    });
    return snapshots;
}

}  // namespace stridescope
