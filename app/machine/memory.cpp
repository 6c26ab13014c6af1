#include "app/machine/memory.h"

#include <cstring>

namespace stridescope::machine {

void Written::ask(std::uint64_t bytes) {
    size_ = (bytes + 3) / 4;
    words_ = size_ != 0 ? zeroed_pages(size_) : nullptr;
    settled_ = 0;
}

void Written::set(std::uint64_t offset, std::uint64_t bytes, std::uint8_t to) {
    if (bytes == 0 || !asked()) return;
    std::byte* const first = words_.get() + offset / 4;
    std::memset(first, to, (offset + bytes - 1) / 4 - offset / 4 + 1);
}

void Written::copy(std::uint64_t offset, const Written& from, std::uint64_t from_offset,
                   std::uint64_t bytes) {
    const std::uint64_t end = offset + bytes;
    const std::uint64_t first = (offset + 3) / 4, last = std::max(first, end / 4);
    std::memmove(words_.get() + first, from.words_.get() + (from_offset + 3) / 4, last - first);
    settled_ = std::min(settled_, first);
    if (offset % 4 != 0) mark(offset, 1);
    if (end % 4 != 0) mark(end - 1, 1);
}

void Written::settle() {
    if (!asked()) return;
    // Main may fill an array by a thousand copies, and each of them asks.
    const std::byte* const from = words_.get() + settled_;
    const void* const open = std::memchr(from, 0, size_ - settled_);
    if (open == nullptr)
        forget();
    else
        settled_ += static_cast<std::uint64_t>(static_cast<const std::byte*>(open) - from);
}

std::vector<std::vector<std::byte>> held_by(const GlobalMemory& memory) {
    constexpr std::uint64_t most = std::uint64_t{16} << 20U;
    const auto is_reached = [&](std::size_t index) {
        return memory[index].reach != Reach::host && !memory[index].freed;
    };
    std::uint64_t bytes = 0;
    for (std::size_t k = 0; k < memory.size(); ++k) bytes += is_reached(k) ? memory[k].bytes : 0;
    std::vector<std::vector<std::byte>> held;
    if (bytes > most) return held;
    held.resize(memory.size());
    for (std::size_t k = 0; k < memory.size(); ++k) {
        if (is_reached(k)) held[k].assign(memory[k].data, memory[k].data + memory[k].bytes);
    }
    return held;
}

std::size_t GlobalMemory::allocate(std::string name, std::uint64_t bytes, Reach reach) {
    const std::size_t index =
        allocate_at(language::addresses::first_allocation + all_.size(), std::move(name), bytes);
    all_[index].reach = reach;
    return index;
}

std::size_t GlobalMemory::allocate_at(std::uint64_t number, std::string name, std::uint64_t bytes) {
    Allocation a;
    a.name = std::move(name);
    a.address = language::addresses::begin(number);
    a.bytes = bytes;
    a.storage = zeroed_pages(bytes + 2 * memory_margin);
    a.data = a.storage.get() + memory_margin;
    total_ += bytes;
    by_number_[number] = all_.size();
    look_anew();
    all_.push_back(std::move(a));
    return all_.size() - 1;
}

void GlobalMemory::free(std::uint64_t address) {
    if (Allocation* a = find(address)) a->freed = true;
    look_anew();
}

Allocation* GlobalMemory::find(std::uint64_t address) {
    const auto found = by_number_.find(address >> language::addresses::shift);
    if (found == by_number_.end()) return nullptr;
    Allocation& a = all_[found->second];
    return a.freed ? nullptr : &a;
}

std::uint64_t GlobalMemory::plain(std::uint64_t address) {
    const Allocation* a = find(address);
    if (a == nullptr || a->heap == nullptr) return address;
    return a->address + static_cast<std::uint64_t>(KernelHeap::plain(address - a->address));
}

std::byte* GlobalMemory::reach_anew(std::uint64_t address, std::uint32_t width) {
    const Allocation* a = find(address);
    if (a == nullptr || a->reach == Reach::device || a->heap != nullptr || a->written->asked() ||
        a->written->pending())
        return nullptr;
    const std::uint64_t number = address >> language::addresses::shift;
    found_[number % found_.size()] = {number, a->address, a->bytes, a->data};
    const std::uint64_t offset = address - a->address;
    const bool within = offset <= a->bytes && width <= a->bytes - offset;
    return within && address % width == 0 ? a->data + offset : nullptr;
}

std::vector<language::Memory> GlobalMemory::layout() const {
    std::vector<language::Memory> all;
    for (const Allocation& a : all_)
        all.push_back({a.name, a.address, a.freed ? 0 : a.bytes, a.variable});
    return all;
}

}  // namespace stridescope::machine
