// Races that were found while a launch ran, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/language/source.h"

namespace stridescope::machine {

/// One of two accesses that nothing orders.
struct RacingAccess {
    std::uint32_t block = 0, thread = 0;
    std::uint32_t interval = 0;  ///< barriers that the block had passed
    std::int32_t site = -1;      ///< of the launch's program; -1: the program has no sites
    language::Place place{};
    bool writes = false;  ///< an atomic does
    bool atomic = false;

    bool operator==(const RacingAccess&) const = default;
};

/// Two accesses of one place, at least one of which writes it, that nothing orders.
struct RaceRecord {
    /// How bad it is.
    enum class Weight : std::uint8_t {
        real,
        polled,      ///< a plain read in a loop that waits for the other access
        same_value,  ///< both write the same
        before_cas,  ///< a read whose value a compare-and-swap checks afterwards
    };
    Weight weight = Weight::real;
    bool shared = false;       ///< in shared memory
    bool by_flags = false;     ///< flags may have been meant to order the two
    std::int32_t object = -1;  ///< of the launch's program; -1: none that has a name
    std::int64_t offset = 0;   ///< bytes from the object's begin
    std::string element{};     ///< "tile[3][5]"
    RacingAccess first{};      ///< in the order in which the machine happened to run them
    RacingAccess second{};

    bool operator==(const RaceRecord&) const = default;
};

/// What a launch's judge found.
struct RaceList {
    bool judged = false;  ///< false: nobody looked
    std::vector<RaceRecord> all{};
    std::uint64_t left_out = 0;  ///< found beyond what the list holds
};

}  // namespace stridescope::machine
