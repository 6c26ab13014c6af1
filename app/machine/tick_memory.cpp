#include "app/machine/tick_memory.h"

#include <array>
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
    late_.clear();
    looked_up_ = 0;
}

void TickMemory::take_late(const std::byte* data, std::uint32_t width, std::byte* value) const {
    if (sees_all_) return;
    for (; looked_up_ < others_.size(); ++looked_up_) {
        const Write& w = others_[looked_up_];
        std::array<std::byte, sizeof(w.value)> bytes{};
        std::memcpy(bytes.data(), &w.value, sizeof(w.value));
        for (std::uint32_t i = 0; i < w.width; ++i) late_[w.data + i] = bytes[i];
    }
    for (std::uint32_t i = 0; i < width; ++i) {
        if (const auto late = late_.find(data + i); late != late_.end()) value[i] = late->second;
    }
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
