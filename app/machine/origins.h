// Where the values that rows use come from: which earlier row of the same thread read or computed
// them. What is recorded for it, and how it is found, is said in rows.h.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/language/program.h"
#include "app/machine/rows.h"

namespace stridescope::machine {

/// The row that made a value.
class From {
  public:
    constexpr From() = default;
    constexpr From(std::uint32_t row, std::uint8_t part)
        : bits_(row | static_cast<std::uint32_t>(part) << part_shift) {}
    /// Nothing that was read or passed between threads is in it.
    constexpr bool nowhere() const { return bits_ == ~0U; }
    /// Which of its warp's rows, all counted from 0.
    constexpr std::uint32_t row() const { return bits_ & ((1U << part_shift) - 1); }
    /// Which element of a wide load it is.
    constexpr std::uint8_t part() const { return static_cast<std::uint8_t>(bits_ >> part_shift); }

    constexpr bool operator==(const From&) const = default;

  private:
    static constexpr int part_shift = 29;
    std::uint32_t bits_ = ~0U;
};

/// The same for each lane of a warp.
class LanesFrom {
  public:
    From operator[](int lane) const { return same_ ? all_ : each_[static_cast<std::size_t>(lane)]; }
    /// Whether it is one row for all lanes.
    bool same() const { return same_; }

    void set(From from) {
        same_ = true;
        all_ = from;
    }
    /// Those of `mask` become what they are in `other`.
    void set(const LanesFrom& other, std::uint32_t mask);

  private:
    bool same_ = true;
    From all_{};
    std::array<From, lanes_of_warp> each_{};
};

/// Goes along a block's rows. Moves, and what is kept in a lane's own arrays, are seen through: a
/// value comes from the load, op, shuffle or atomic that made it.
class OriginWalk {
  public:
    /// `see_through`: false: moves and accesses to local arrays are origins like all others.
    explicit OriginWalk(const language::Program& program, bool see_through = true);

    struct Step {
        std::uint32_t number = 0;  ///< of the row among those of its warp
        /// One for each of Site::sources, and of a load from a local array one: what was stored
        /// there. Lanes that are not in the row's mask have no meaning.
        std::span<const LanesFrom> sources{};
    };
    /// The next row of the warp, in the order of its segments. What is handed back is good until
    /// the next call.
    Step next(std::uint32_t warp, const Row& row);

  private:
    struct Warp {
        std::uint32_t rows = 0;
        std::uint32_t lanes = 0;  ///< that exist
        std::vector<LanesFrom> holders;
        std::vector<LanesFrom> locals;  ///< [unit]: see units_
    };
    /// Where the units of a local array begin, and how many bytes one has.
    struct Units {
        std::size_t begin = 0, count = 0;
        std::uint32_t bytes = 0;
    };

    LanesFrom local_load(const Warp& warp, const Row& row, std::int32_t object) const;
    void local_store(Warp& warp, const language::Site& site, const Row& row, std::int32_t object,
                     const LanesFrom& value);

    const language::Program& program_;
    bool see_through_;
    std::vector<Warp> warps_;
    std::vector<Units> units_;  ///< [object]
    std::size_t all_units_ = 0;
    std::vector<LanesFrom> sources_;
};

}  // namespace stridescope::machine
