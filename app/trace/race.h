// Two accesses of one place that nothing orders: as a trace tells them, and its file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/trace/facts.h"

namespace stridescope {

/// One word of shared memory, or one element of an array in global memory, that two threads
/// accessed, at least one of them writing, and nothing kept the two accesses apart.
struct Race {
    enum class Kind : std::uint8_t { read_write, write_write };
    /// How bad it is.
    enum class Weight : std::uint8_t {
        real,
        polled,      ///< the read is a plain one of a loop that waits for the other access
        same_value,  ///< both write the same
        before_cas,  ///< the read's value is what a compare-and-swap then checks
    };
    /// One of the two accesses.
    struct Access {
        int thread = 0;
        int step = 0;
        int line = 0;         ///< of the text, or of that `file`
        bool atomic = false;  ///< reads and writes at one go; atomics do not race each other
        int file = 0;         ///< see SourceLine
        bool operator==(const Access&) const = default;
    };

    Kind kind = Kind::read_write;
    int block = 0;
    /// The block of `second`, where that is another one; −1: both are of `block`.
    int second_block = -1;
    int interval = 0;               ///< barriers the block had passed before; between blocks 0
    int word = -1;                  ///< of the shared array; -1: the race is for global memory
    ArrayId array = ArrayId::none;  ///< in global memory: which one; none: one that is not told of
    std::int64_t element = -1;      ///< in global memory: of that array
    Access first{};                 ///< read_write: the read. write_write: the one that ran first
    Access second{};                ///< the write that nothing keeps apart from it
    Weight weight = Weight::real;
    bool by_flags = false;  ///< the kernel has flags, which may have been meant to order the two
    std::string place{};    ///< what it is called: "tile[3][5]"; empty: see word, element

    bool in_shared() const { return word >= 0; }
    bool between_blocks() const { return second_block >= 0; }
    /// Formally a race, and usual.
    bool is_mild() const { return weight == Weight::same_value || weight == Weight::before_cas; }
    bool operator==(const Race&) const = default;
};

inline constexpr std::array race_kinds{Race::Kind::read_write, Race::Kind::write_write};
inline constexpr std::array race_weights{Race::Weight::real, Race::Weight::polled,
                                         Race::Weight::same_value, Race::Weight::before_cas};

constexpr std::string_view name_of(Race::Kind kind) {
    return kind == Race::Kind::read_write ? "read-write" : "write-write";
}
constexpr std::string_view name_of(Race::Weight weight) {
    constexpr std::array<std::string_view, race_weights.size()> names{"real", "polled",
                                                                      "same value", "before CAS"};
    return names[static_cast<std::size_t>(weight)];
}

}  // namespace stridescope
