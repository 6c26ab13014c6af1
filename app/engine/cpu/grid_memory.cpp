#include "app/engine/cpu/grid_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "kernels/monoid.h"

namespace stridescope {

GridLog::GridLog()
    // More than anybody looks at, and than fits beside its copy in a file.
    : most_{static_cast<std::size_t>(
          std::min<std::uint64_t>(8'000'000, memory_budget() / 8 / sizeof(GridEvent)))} {}

void GridLog::add(GridEvent event) {
    event.time = now;
    if (event.kind == GridEvent::Kind::load && !events_.empty()) {
        const GridEvent& last = events_.back();
        if (last.kind == event.kind && last.block == event.block && last.time == event.time &&
            last.line == event.line && last.array == event.array && last.element == event.element &&
            last.thread != event.thread) {
            return;
        }
    }
    if (events_.size() >= most_) {
        throw UsageError(fmt::format(
            "What these blocks tell one another is more than {} events: give a smaller --n, or a "
            "larger --block.",
            most_));
    }
    if (event.kind == GridEvent::Kind::end) {
        // Its threads wait for nothing any more.
        lasts_.erase(lasts_.lower_bound({event.block, 0}),
                     lasts_.lower_bound({event.block + 1, 0}));
    }
    if (event.thread != GridEvent::nobody) {
        Lasts& lasts = lasts_[{event.block, event.thread}];
        lasts.before = std::exchange(lasts.last, events_.size());
    }
    events_.push_back(event);
}

void GridLog::look_failed(int block, int thread) {
    const auto found = lasts_.find({block, thread});
    // It waits for something that is not between blocks.
    if (found == lasts_.end() || found->second.last + 1 != events_.size()) return;
    Lasts& lasts = found->second;
    GridEvent& look = events_[lasts.last];
    if (look.kind != GridEvent::Kind::load) return;
    if (lasts.before != none) {
        const GridEvent& before = events_[lasts.before];
        if (before.kind == GridEvent::Kind::wait && before.line == look.line &&
            before.array == look.array && before.element == look.element &&
            before.integer == look.integer) {
            events_.pop_back();
            lasts.last = lasts.before;
            return;
        }
    }
    look.kind = GridEvent::Kind::wait;
}

const GridEvent* GridLog::last_of(int block, int thread) const {
    const auto found = lasts_.find({block, thread});
    return found == lasts_.end() ? nullptr : &events_[found->second.last];
}

GridMemory::GridMemory(std::span<const ArrayFacts> arrays) {
    for (const ArrayFacts& array : arrays) {
        const auto bytes = static_cast<std::size_t>(array.size()) * size_of(array.type);
        arrays_.push_back({array.size(), std::vector<std::byte>(bytes)});
    }
}

void GridMemory::next_turn() {
    written_.clear();
    see_all_.clear();
    ++log.now;
}

const GlobalMemory& GridMemory::values(std::size_t number, std::int64_t offset) {
    const ArrayId array = scratch_array(number);
    for (const GlobalMemory& view : views_) {
        if (view.array == array && view.offset == offset) return view;
    }
    return views_.emplace_back(
        GlobalMemory{arrays_[number].bytes.data(), arrays_[number].size, array, offset});
}

void GridMemory::read(int block, std::size_t number, std::int64_t element, void* to,
                      std::size_t bytes) const {
    const auto written = written_.find({number, element});
    if (written != written_.end() && written->second.block != block && !see_all_.contains(block)) {
        std::memcpy(to, &written->second.before, bytes);
    } else {
        const std::byte* from = arrays_[number].bytes.data();
        std::memcpy(to, from + static_cast<std::size_t>(element) * bytes, bytes);
    }
}

void GridMemory::write(int block, std::size_t number, std::int64_t element, const void* from,
                       std::size_t bytes) {
    std::byte* to = arrays_[number].bytes.data() + static_cast<std::size_t>(element) * bytes;
    Written before{block};
    std::memcpy(&before.before, to, bytes);
    written_.try_emplace({number, element}, before).first->second.block = block;
    std::memcpy(to, from, bytes);
}

std::int32_t GridMemory::add(int block, std::size_t number, std::int64_t element,
                             std::int32_t summand) {
    const auto written = written_.find({number, element});
    if (written != written_.end() && written->second.block != block) see_all_.insert(block);
    std::int32_t before = 0;
    std::memcpy(&before,
                arrays_[number].bytes.data() + static_cast<std::size_t>(element) * sizeof before,
                sizeof before);
    const std::int32_t sum = combine(Op::add, before, summand);
    write(block, number, element, &sum, sizeof sum);
    return before;
}

}  // namespace stridescope
