#include "app/trace/place_table.h"

#include <algorithm>
#include <utility>

namespace stridescope {
namespace {

/// Whether the lanes reached places that are equally far apart; then `found` says which.
bool is_in_line(std::uint32_t mask, const std::uint32_t* places, WarpPlaces& found) {
    const auto first = static_cast<std::size_t>(std::countr_zero(mask));
    const std::uint32_t others = mask & (mask - 1);
    found = {.mask = mask, .stride = 0, .base = places[first]};
    if (others == 0) return true;
    const auto second = static_cast<std::size_t>(std::countr_zero(others));
    const auto apart = static_cast<std::int64_t>(second - first);
    const std::int64_t step = std::int64_t{places[second]} - std::int64_t{places[first]};
    if (step % apart != 0) return false;
    const std::int64_t stride = step / apart;
    if (stride != static_cast<std::int32_t>(stride) || stride <= WarpPlaces::listed_wide)
        return false;
    found.stride = static_cast<std::int32_t>(stride);
    found.base = std::int64_t{places[first]} - static_cast<std::int64_t>(first) * stride;
    for (std::uint32_t left = others; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (places[lane] != found.base + lane * stride) return false;
    }
    return true;
}

}  // namespace

PlaceTable::PlaceTable(std::size_t blocks, std::size_t rows, std::size_t threads)
    : rows_{rows},
      warps_{(threads + lanes_of_warp - 1) / lanes_of_warp},
      of_row_(blocks * rows),
      places_(blocks),
      lists_(blocks) {}

void PlaceTable::clear(std::size_t block) {
    places_[block] = std::make_shared<WarpPlaces[]>(rows_ * warps_);
    for (std::size_t row = 0; row < rows_; ++row)
        of_row_[block * rows_ + row] = places_[block].get() + row * warps_;
    lists_[block].clear();
}

void PlaceTable::settle(std::size_t block, std::size_t other) {
    if (block == other) return;
    // What is listed is a list of the block's own.
    const auto is_same = [&](std::size_t row) {
        const auto here = this->row(block, row);
        return std::ranges::equal(here, this->row(other, row)) &&
               std::ranges::none_of(here, &WarpPlaces::is_listed);
    };
    std::vector<std::size_t> own;
    for (std::size_t row = 0; row < rows_; ++row) {
        if (is_same(row))
            of_row_[block * rows_ + row] = of_row_[other * rows_ + row];
        else
            own.push_back(row);
    }
    if (own.size() == rows_) return;
    auto kept = std::make_shared<WarpPlaces[]>(own.size() * warps_);
    for (std::size_t k = 0; k < own.size(); ++k) {
        WarpPlaces*& at = of_row_[block * rows_ + own[k]];
        std::copy_n(at, warps_, kept.get() + k * warps_);
        at = kept.get() + k * warps_;
    }
    places_[block] = std::move(kept);
}

void PlaceTable::add(std::size_t block, std::size_t row, std::size_t warp, std::uint32_t mask,
                     const std::uint32_t* places) {
    WarpPlaces& entry = entry_of(block, row, warp);
    std::array<std::uint32_t, lanes_of_warp> all{};
    if (entry.mask != 0) copy(block, entry, 0U, all.data());
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        all[lane] = places[lane];
    }
    WarpPlaces made;
    if (!is_in_line(entry.mask | mask, all.data(), made)) {
        List& list = lists_[block];
        std::uint32_t bits = 0;
        for (const std::uint32_t place : all) bits |= place;
        const bool is_wide = bits > std::numeric_limits<std::uint16_t>::max();
        made.stride = is_wide ? WarpPlaces::listed_wide : WarpPlaces::listed;
        const bool is_there = entry.stride == made.stride;
        made.base = is_there ? entry.base : static_cast<std::int64_t>(list.size());
        if (!is_there) list.resize(list.size() + lanes_of_warp * (is_wide ? 2 : 1));
        std::uint16_t* const to = list.data() + made.base;
        if (is_wide) {
            std::memcpy(to, all.data(), sizeof all);
        } else {
            std::ranges::transform(
                all, to, [](std::uint32_t place) { return static_cast<std::uint16_t>(place); });
        }
    }
    entry = made;
}

void PlaceTable::add_in_line(std::size_t block, std::size_t row, std::size_t warp,
                             std::uint32_t mask, std::int64_t base, std::int32_t stride) {
    WarpPlaces& entry = entry_of(block, row, warp);
    if (entry.mask == 0 && stride > WarpPlaces::listed_wide) {
        const bool alone = (mask & (mask - 1)) == 0;
        if (alone) base += std::int64_t{std::countr_zero(mask)} * stride;
        entry = {.mask = mask, .stride = alone ? 0 : stride, .base = base};
        return;
    }
    std::array<std::uint32_t, lanes_of_warp> places{};
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        places[static_cast<std::size_t>(lane)] =
            static_cast<std::uint32_t>(base + std::int64_t{lane} * stride);
    }
    add(block, row, warp, mask, places.data());
}

PlaceTable places_of_threads(std::size_t blocks, std::size_t threads,
                             const std::vector<bool>& row_is_global, const std::int32_t* lanes,
                             const std::uint32_t* addresses) {
    constexpr std::int32_t idle = -1;
    PlaceTable table{blocks, row_is_global.size(), threads};
    for (std::size_t block = 0; block < blocks; ++block) {
        table.clear(block);
        for (std::size_t row = 0; row < row_is_global.size(); ++row) {
            for (std::size_t first = 0; first < threads; first += lanes_of_warp) {
                std::uint32_t mask = 0;
                for (std::size_t lane = 0; lane < std::min(lanes_of_warp, threads - first); ++lane)
                    mask |= std::uint32_t{lanes[first + lane] != idle} << lane;
                if (mask == 0) continue;
                const std::size_t warp = first / lanes_of_warp;
                if (row_is_global[row]) {
                    table.add(block, row, warp, mask, addresses + first);
                    continue;
                }
                std::array<std::uint32_t, lanes_of_warp> places{};
                for (std::uint32_t left = mask; left != 0; left &= left - 1) {
                    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                    places[lane] = static_cast<std::uint32_t>(lanes[first + lane]);
                }
                table.add(block, row, warp, mask, places.data());
            }
            lanes += threads;
            if (row_is_global[row]) addresses += threads;
        }
        table.settle(block, block > 0 ? block - 1 : block);
    }
    return table;
}

}  // namespace stridescope
