#include "app/machine/tick_memory.h"

#include <cstring>
#include <ranges>

#include "app/machine/memory.h"

namespace stridescope::machine {
void TickMemory::undo(Writes& writes) {
    for (Write& w : std::views::reverse(writes)) {
        w.value = read_bits(w.data, w.width);
        std::memcpy(w.data, &w.before, w.width);
    }
}

void TickMemory::redo(Writes& writes) {
    for (Write& w : writes) {
        w.before = read_bits(w.data, w.width);
        std::memcpy(w.data, &w.value, w.width);
    }
}

void TickMemory::enter() {
    own_.clear();
    sees_all_ = false;
}

void TickMemory::leave() {
    undo(own_);
    if (sees_all_) undo(others_);
    others_.insert(others_.end(), own_.begin(), own_.end());
    own_.clear();
    sees_all_ = false;
}

void TickMemory::end_tick() {
    redo(others_);
    others_.clear();
}

void TickMemory::store(std::byte* data, std::uint32_t width) {
    own_.push_back({data, width, read_bits(data, width)});
}

void TickMemory::see_all() {
    if (sees_all_) return;
    sees_all_ = true;
    if (others_.empty()) return;
    undo(own_);
    redo(others_);
    redo(own_);
}

}  // namespace stridescope::machine
