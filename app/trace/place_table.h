// Where warps reached, as a trace keeps it: for each block, row and warp which lanes took part and
// where they reached, in 16 bytes. Blocks that reached the same in a row share it. What single
// threads reached is computed from it when it is asked for: a row of 1,024 threads in less time
// than it would take to fetch it from memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace stridescope {

/// The most threads that a block has, and the lanes of a warp.
inline constexpr std::size_t most_threads = 1024, lanes_of_warp = 32;

/// What one warp reached in one row of one block.
struct WarpPlaces {
    /// In place of a stride: the lanes' places are a list of the block's, from `base` on; of
    /// numbers of 2 bytes, or of 4 where one of them needs these.
    static constexpr std::int32_t listed = std::numeric_limits<std::int32_t>::min();
    static constexpr std::int32_t listed_wide = listed + 1;

    std::uint32_t mask = 0;   ///< lanes that took part
    std::int32_t stride = 0;  ///< from lane to lane
    std::int64_t base = 0;    ///< of lane 0, whether it took part or not

    bool is_listed() const { return stride <= listed_wide; }
    bool operator==(const WarpPlaces&) const = default;
};

/// What the threads of a block reached in a row, computed for whoever looks at it.
template <class T>
class RowView {
  public:
    explicit RowView(std::size_t threads) : size_{threads} {}

    std::size_t size() const { return size_; }
    const T& operator[](std::size_t thread) const { return places_[thread]; }
    const T* begin() const { return places_.data(); }
    const T* end() const { return places_.data() + size_; }
    T* warp(std::size_t number) { return places_.data() + number * lanes_of_warp; }

  private:
    // Left as it is found: whoever makes a view fills it.
    std::array<T, most_threads> places_;
    std::size_t size_;
};

/// [block][row][warp], and the lists that some of these need.
class PlaceTable {
  public:
    /// In what lists are counted: a place takes one, or two where it needs 4 bytes.
    using List = std::vector<std::uint16_t>;

    /// Nothing is said of any block before it is cleared or filled in.
    PlaceTable(std::size_t blocks, std::size_t rows, std::size_t threads);

    std::size_t blocks() const { return lists_.size(); }
    std::size_t rows() const { return rows_; }
    std::size_t warps() const { return warps_; }

    const WarpPlaces& at(std::size_t block, std::size_t row, std::size_t warp) const {
        return of_row_[block * rows_ + row][warp];
    }
    /// What all warps of a row reached.
    std::span<const WarpPlaces> row(std::size_t block, std::size_t row) const {
        return {of_row_[block * rows_ + row], warps_};
    }
    /// Where the lane reached, which took part.
    std::uint32_t place(std::size_t block, const WarpPlaces& warp, std::size_t lane) const {
        if (!warp.is_listed()) {
            return static_cast<std::uint32_t>(warp.base +
                                              static_cast<std::int64_t>(lane) * warp.stride);
        }
        if (warp.stride == WarpPlaces::listed) return list_at(block, warp)[lane];
        std::uint32_t place = 0;
        std::memcpy(&place, list_at(block, warp) + lane * 2, sizeof place);
        return place;
    }
    /// Puts down what all 32 lanes reached; `idle` where one did not take part. T: of 4 bytes.
    template <class T>
    void copy(std::size_t block, const WarpPlaces& warp, T idle, T* to) const {
        static_assert(sizeof(T) == 4);
        if (warp.stride == WarpPlaces::listed) {
            std::copy_n(list_at(block, warp), lanes_of_warp, to);
        } else if (warp.stride == WarpPlaces::listed_wide) {
            std::memcpy(to, list_at(block, warp), lanes_of_warp * sizeof(T));
        } else {
            const auto base = static_cast<std::uint32_t>(warp.base);
            const auto stride = static_cast<std::uint32_t>(warp.stride);
            for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane)
                to[lane] = static_cast<T>(base + lane * stride);
        }
        if (warp.mask == 0xFFFFFFFF) return;
        for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane)
            to[lane] = (warp.mask >> lane & 1) != 0 ? to[lane] : idle;
    }

    /// Nobody took part in any row of the block.
    void clear(std::size_t block);
    /// These lanes took part, too, and reached places[lane]. Blocks may be filled in side by side.
    void add(std::size_t block, std::size_t row, std::size_t warp, std::uint32_t mask,
             const std::uint32_t* places);
    /// Adds lanes that reached base + lane · stride, which are places that there are.
    void add_in_line(std::size_t block, std::size_t row, std::size_t warp, std::uint32_t mask,
                     std::int64_t base, std::int32_t stride);
    /// All is said of the block. Rows in which it reached the same as the other one, of which all
    /// is said as well, are kept once.
    void settle(std::size_t block, std::size_t other);

  private:
    WarpPlaces& entry_of(std::size_t block, std::size_t row, std::size_t warp) {
        return of_row_[block * rows_ + row][warp];
    }
    const std::uint16_t* list_at(std::size_t block, const WarpPlaces& warp) const {
        return lists_[block].data() + warp.base;
    }

    std::size_t rows_, warps_;
    std::vector<WarpPlaces*> of_row_;                    ///< [block][row]: of its warps
    std::vector<std::shared_ptr<WarpPlaces[]>> places_;  ///< [block]: of the rows that are its own
    std::vector<List> lists_;                            ///< [block]
};

/// The table of what is said of each thread: `lanes` as [block][row][thread] (Trace::idle: it had
/// no part), and `addresses` as [block][row of global memory][thread].
PlaceTable places_of_threads(std::size_t blocks, std::size_t threads,
                             const std::vector<bool>& row_is_global, const std::int32_t* lanes,
                             const std::uint32_t* addresses);

}  // namespace stridescope
