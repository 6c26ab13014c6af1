// How often a kernel is launched, and on what: once, or level by level where one launch scans every
// section, the next one the sections' totals, and so on up, and then each level's totals are added
// on the way down.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/kernel_info.h"

namespace stridescope {

/// One launch. Level 0 is the input; the elements of level l + 1 are the totals of the sections of
/// level l. All levels but the first lie in one array of totals, one behind the other.
struct LaunchLevel {
    int level = 0;
    bool adds = false;  ///< adds the totals of level + 1 to this level's sections
    int n = 0;          ///< elements of the level
    int begin = 0;      ///< where the level begins in the array of totals; level 0: nowhere
    int totals = 0;     ///< where the next level begins there
    int grid = 1;       ///< blocks

    bool operator==(const LaunchLevel&) const = default;
};

/// The launches of a kernel that scans n elements in sections of that many, in order. None for no
/// element at all.
inline std::vector<LaunchLevel> launches_of(const KernelInfo& info, std::int64_t n,
                                            std::int64_t section) {
    const auto sections = [&](std::int64_t count) {
        return static_cast<int>((count + section - 1) / section);
    };
    std::vector<LaunchLevel> launches;
    if (n == 0) return launches;
    launches.push_back({.n = static_cast<int>(n), .grid = sections(n)});
    if (!info.cooperation.launched_by_level) return launches;
    while (launches.back().grid > 1) {
        const LaunchLevel& below = launches.back();
        launches.push_back({.level = below.level + 1,
                            .n = below.grid,
                            .begin = below.totals,
                            .totals = below.totals + below.grid,
                            .grid = sections(below.grid)});
    }
    for (std::size_t level = launches.size() - 1; level > 0; --level) {
        LaunchLevel add = launches[level - 1];
        add.adds = true;
        launches.push_back(add);
    }
    return launches;
}

/// How many elements an array of global memory has in a launch of `grid` blocks.
inline std::int64_t length_of(const Scratch& scratch, const KernelInfo& info, std::int64_t n,
                              std::int64_t section) {
    const std::int64_t grid = (n + section - 1) / section;
    switch (scratch.length) {
        case Scratch::Length::one: return 1;
        case Scratch::Length::per_block: return grid + 1;
        case Scratch::Length::totals: break;
    }
    std::int64_t length = 0;
    for (const LaunchLevel& launch : launches_of(info, n, section)) {
        if (!launch.adds) length += launch.grid;
    }
    return length;
}

}  // namespace stridescope
