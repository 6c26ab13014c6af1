#include "app/machine/repeats.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace stridescope::machine {
namespace {

/// The round that is remembered; it runs in any case, and so do those before it.
constexpr int remembered = 2;
/// A kernel that never finds memory as it was, or always has something to say, is not asked for
/// long.
constexpr int attempts = 3;
/// Bytes that are remembered of a launch, and copied in all: to look takes much less time than to
/// run.
constexpr std::uint64_t most_bytes = std::uint64_t{512} << 20, most_copied = std::uint64_t{1} << 30;
constexpr std::size_t most_kernels = 64;

}  // namespace

bool Repeats::is_of_kernels(const Allocation& allocation) {
    if (allocation.freed) return false;
    const bool is_constant = allocation.variable != nullptr &&
                             allocation.variable->storage == language::Storage::constant;
    return allocation.reach != Reach::host || is_constant;
}

std::shared_ptr<const Repeats::Bytes> Repeats::held(std::uint64_t content) const {
    const auto found = content != 0 ? held_.find(content) : held_.end();
    return found != held_.end() ? found->second.lock() : nullptr;
}

/// What another launch has a copy of need not be copied again.
Repeats::Piece Repeats::copy_of(std::size_t index, Allocation& a) {
    if (auto bytes = held(a.content)) return {index, a.content, std::move(bytes)};
    auto made = std::make_shared<Bytes>(a.bytes, zeroed_pages(a.bytes));
    std::copy(a.data, a.data + a.bytes, made->data.get());
    const std::shared_ptr<const Bytes> bytes = std::move(made);
    copied_ += a.bytes;
    a.content = ++contents_;
    held_[a.content] = bytes;
    return {index, a.content, bytes};
}

bool Repeats::is_as(Allocation& a, const Piece& piece) {
    // What main stores by itself it stores without taking the number away.
    const bool is_devices = a.reach == Reach::device;
    if (is_devices && a.content == piece.content) return true;
    if (piece.bytes->size != a.bytes || std::memcmp(piece.bytes->data.get(), a.data, a.bytes) != 0)
        return false;
    a.content = piece.content;
    return true;
}

bool Repeats::is_as(GlobalMemory& memory, const Pieces& pieces) {
    auto piece = pieces.begin();
    for (std::size_t i = 0; i < memory.size(); ++i) {
        Allocation& a = memory[i];
        if (!is_of_kernels(a)) continue;
        if (piece == pieces.end() || piece->index != i || !is_as(a, *piece)) return false;
        ++piece;
    }
    return piece == pieces.end();
}

void Repeats::forget(GlobalMemory& memory) {
    for (std::size_t i = 0; i < memory.size(); ++i) {
        if (is_of_kernels(memory[i])) memory[i].content = 0;
    }
}

bool Repeats::has(const language::Function& kernel, const language::Launch& launch,
                  GlobalMemory& memory) {
    std::vector<std::uint64_t> key{reinterpret_cast<std::uintptr_t>(&kernel), launch.dynamic_shared,
                                   launch.allowed_shared};
    for (std::size_t i = 0; i < 3; ++i)
        key.insert(key.end(), {launch.grid[i], launch.block[i], launch.cluster[i]});
    for (const language::Argument& argument : launch.arguments)
        key.insert(key.end(), argument.leaves.begin(), argument.leaves.end());
    now_ = nullptr;
    keeps_ = false;
    const auto known = seen_.find(key);
    if (known == seen_.end() && seen_.size() >= most_kernels) {
        forget(memory);
        return false;
    }
    Seen& seen = known != seen_.end() ? known->second : seen_[std::move(key)];
    now_ = &seen;
    ++seen.times;
    if (!seen.before.empty() && is_as(memory, seen.before)) {
        for (const Piece& piece : seen.changed) {
            Allocation& a = memory[piece.index];
            if (is_as(a, piece)) continue;
            std::copy_n(piece.bytes->data.get(), piece.bytes->size, a.data);
            a.content = piece.content;
        }
        ++count_;
        seconds_ += seen.seconds;
        return true;
    }
    std::uint64_t bytes = 0, more = 0;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const Allocation& a = memory[i];
        if (!is_of_kernels(a)) continue;
        bytes += a.bytes;
        if (a.reach != Reach::device || held(a.content) == nullptr) more += a.bytes;
    }
    keeps_ = seen.times >= remembered && seen.attempts < attempts && bytes <= most_bytes &&
             copied_ + more <= most_copied;
    if (keeps_) ++seen.attempts;
    before_.clear();
    for (std::size_t i = 0; keeps_ && i < memory.size(); ++i) {
        Allocation& a = memory[i];
        if (!is_of_kernels(a)) continue;
        if (a.reach != Reach::device) a.content = 0;
        before_.push_back(copy_of(i, a));
    }
    forget(memory);  // what it does is seen behind it, if it ends
    return false;
}

void Repeats::ran(const LaunchRecord& record, GlobalMemory& memory, double seconds) {
    if (now_ == nullptr) return;
    now_->seconds = seconds;
    // What it has to say it says each time; but of races the first rounds have told all.
    const bool is_quiet = record.complete && record.diagnostics.empty() && record.output.empty() &&
                          record.children.empty();
    if (!keeps_ || !is_quiet) return;
    now_->changed.clear();
    for (const Piece& piece : before_) {
        Allocation& a = memory[piece.index];
        if (!is_as(a, piece)) now_->changed.push_back(copy_of(piece.index, a));
    }
    now_->before = std::move(before_);
    before_ = {};
}

}  // namespace stridescope::machine
