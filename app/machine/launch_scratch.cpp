#include "app/machine/launch_scratch.h"

#include <limits>

namespace stridescope::machine {
namespace {

/// What is larger goes back each time: a kernel that fills it takes longer than the system.
constexpr std::size_t most_left = std::size_t{256} << 20;

}  // namespace

std::byte* LaunchScratch::room(std::vector<Piece>& pieces, std::size_t index, std::size_t bytes) {
    if (pieces.size() <= index) pieces.resize(index + 1);
    Piece& piece = pieces[index];
    if (piece.bytes < bytes) {
        piece.pages.reset();
        piece.bytes = 0;
        piece.pages = zeroed_pages(bytes);
        piece.bytes = bytes;
    }
    return piece.pages.get();
}

std::uint32_t LaunchScratch::number_claims(std::uint64_t count) {
    if (claims_ + count > std::numeric_limits<std::uint32_t>::max()) {
        tables_.clear();
        claims_ = 1;
    }
    const auto first = static_cast<std::uint32_t>(claims_);
    claims_ += count;
    return first;
}

LaunchScratch::Owner* LaunchScratch::owners(std::size_t table, std::size_t count) {
    static_assert(sizeof(Owner) == 4 && Owner::is_always_lock_free);
    return reinterpret_cast<Owner*>(room(tables_, table, count * sizeof(Owner)));
}

std::byte* LaunchScratch::copy(std::size_t index, std::size_t bytes) {
    return room(copies_, index, bytes);
}

void LaunchScratch::trim(std::vector<Piece>& pieces) {
    for (Piece& piece : pieces) {
        if (piece.bytes > most_left) piece = {};
    }
}

void LaunchScratch::trim() {
    trim(tables_);
    trim(copies_);
}

}  // namespace stridescope::machine
