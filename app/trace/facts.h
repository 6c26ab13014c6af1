// What a trace knows about its run besides what was recorded: resolved when it is made and kept in
// its file, so that nothing to the right has to ask what today's kernel of that name is like.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/element.h"

namespace stridescope {

/// Number of an array of the run: an index into TraceFacts::arrays.
enum class ArrayId : std::uint8_t { none = 0xFF };

/// Which memory an array lies in; registers are those that other lanes of the warp can read.
enum class Space : std::uint8_t { global, shared, registers };

inline constexpr std::array spaces{Space::global, Space::shared, Space::registers};

constexpr std::string_view name_of(Space space) {
    constexpr std::array<std::string_view, spaces.size()> names{"global", "shared", "registers"};
    return names[static_cast<std::size_t>(space)];
}

/// What the kernel has an array for.
enum class Role : std::uint8_t {
    input,
    output,
    section,  ///< holds the section that the block works on
    scratch,  ///< anything else
};

inline constexpr std::array roles{Role::input, Role::output, Role::section, Role::scratch};

constexpr std::string_view name_of(Role role) {
    constexpr std::array<std::string_view, roles.size()> names{"input", "output", "section",
                                                               "scratch"};
    return names[static_cast<std::size_t>(role)];
}

/// An array that the kernel works with: one for all blocks in global memory, elsewhere one for each
/// block.
struct ArrayFacts {
    static constexpr std::size_t most_dimensions = 8;

    std::string name{};  ///< as the kernel's text calls it
    Space space = Space::global;
    ElementType type = ElementType::f32;
    /// An `int` array beside those of the scanned type: what happens to it between blocks is told
    /// as GridEvent::integer.
    bool integers = false;
    std::vector<std::int64_t> extents{};  ///< elements, the slowest dimension first
    Role role = Role::scratch;
    std::int64_t offset = 0;  ///< of a shared array: bytes from the begin of the block's memory

    std::int64_t size() const {
        return std::accumulate(extents.begin(), extents.end(), std::int64_t{1},
                               std::multiplies<>{});
    }
    bool operator==(const ArrayFacts&) const = default;
};

/// What a closed form says of one step of one block; absent where there is none. Compared with what
/// was recorded, never shown in its place.
struct ExpectedCounts {
    std::optional<std::int64_t> active_threads{}, adds{};

    bool says_nothing() const { return !active_threads && !adds; }
    bool operator==(const ExpectedCounts&) const = default;
};

/// What is said of a kernel that is broken on purpose.
struct BrokenFacts {
    std::string correct{};  ///< id of the right kernel beside it; empty: the kernel is right
    std::string summary{};  ///< a sentence: what it is
    std::string hidden{};   ///< why the fault cannot show in this run, a sentence; empty: it can
    /// Where the card says how an array in shared memory is meant to be padded: which one …
    std::string meant_array{};
    /// … and [element]: the word of that array where it is meant to be.
    std::vector<std::int32_t> meant_words{};

    bool operator==(const BrokenFacts&) const = default;
};

/// A load of shared memory that is written by itself and compiled as part of a wider one, or as
/// none.
struct MergedRow {
    std::int32_t row = 0;
    std::int32_t first = 0;  ///< the first row of the same access
    std::int32_t bytes = 0;  ///< that a lane moves by it: 8 or 16; 0: a register has the value

    bool operator==(const MergedRow&) const = default;
};

struct TraceFacts {
    std::string title{};  ///< the kernel's name for people
    std::vector<ArrayFacts> arrays{};
    /// [cell]: the element of the section that lives there; -1: none, as in padding.
    std::vector<std::int32_t> elements{};
    std::vector<ExpectedCounts> expected{};  ///< [step]; empty: nothing is expected of any
    BrokenFacts broken{};
    /// What nvcc makes of neighbouring loads, as far as that is predicted; by `first`, then by row.
    std::vector<MergedRow> merged{};

    /// Tensor cores multiplied tiles: what such a product is made of is not followed.
    bool multiplies_tiles = false;

    bool is_broken() const { return !broken.correct.empty(); }

    bool operator==(const TraceFacts&) const = default;
};

}  // namespace stridescope
