#include "app/machine/repeats.h"

#include <algorithm>
#include <cstring>

namespace stridescope::machine {
namespace {

/// The round that is remembered; it runs in any case, and so do those before it.
constexpr int remembered = 2;
/// A kernel that never finds memory as it was is not asked for long.
constexpr int attempts = 3;
/// Bytes that are remembered of a launch, and copied in all: to look takes much less time than to
/// run.
constexpr std::uint64_t most_bytes = std::uint64_t{128} << 20, most_copied = std::uint64_t{1} << 30;
constexpr std::size_t most_kernels = 64;

}  // namespace

bool Repeats::is_of_kernels(const Allocation& allocation) {
    if (allocation.freed) return false;
    const bool is_constant = allocation.variable != nullptr &&
                             allocation.variable->storage == language::Storage::constant;
    return allocation.reach != Reach::host || is_constant;
}

Repeats::Pieces Repeats::pieces_of(const GlobalMemory& memory) {
    Pieces pieces;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const Allocation& a = memory[i];
        if (is_of_kernels(a)) pieces.push_back({i, {a.data, a.data + a.bytes}});
    }
    return pieces;
}

bool Repeats::is_as(const GlobalMemory& memory, const Pieces& pieces) {
    auto piece = pieces.begin();
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const Allocation& a = memory[i];
        if (!is_of_kernels(a)) continue;
        if (piece == pieces.end() || piece->index != i || piece->bytes.size() != a.bytes ||
            std::memcmp(piece->bytes.data(), a.data, a.bytes) != 0)
            return false;
        ++piece;
    }
    return piece == pieces.end();
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
    if (known == seen_.end() && seen_.size() >= most_kernels) return false;
    Seen& seen = known != seen_.end() ? known->second : seen_[std::move(key)];
    now_ = &seen;
    ++seen.times;
    if (!seen.before.empty() && is_as(memory, seen.before)) {
        for (const Piece& piece : seen.changed)
            std::ranges::copy(piece.bytes, memory[piece.index].data);
        ++count_;
        seconds_ += seen.seconds;
        return true;
    }
    if (seen.times < remembered || seen.kept >= attempts) return false;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        if (is_of_kernels(memory[i])) bytes += memory[i].bytes;
    }
    keeps_ = bytes <= std::min(most_bytes, most_copied - copied_);
    if (!keeps_) return false;
    copied_ += bytes;
    before_ = pieces_of(memory);
    return false;
}

void Repeats::ran(const LaunchRecord& record, const GlobalMemory& memory, double seconds) {
    if (now_ == nullptr) return;
    now_->seconds = seconds;
    // What it has to say it says each time.
    const bool is_quiet = record.complete && record.diagnostics.empty() && record.output.empty() &&
                          record.children.empty() && record.races.all.empty();
    if (!keeps_ || !is_quiet) return;
    ++now_->kept;
    now_->changed.clear();
    for (const Piece& piece : before_) {
        const Allocation& a = memory[piece.index];
        if (std::memcmp(piece.bytes.data(), a.data, a.bytes) != 0)
            now_->changed.push_back({piece.index, {a.data, a.data + a.bytes}});
    }
    now_->before = std::move(before_);
    before_ = {};
}

}  // namespace stridescope::machine
