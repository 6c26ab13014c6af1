// The shape of one launch, and where a section stands while its block works on it: what a kernel
// and the trace of its run both speak of.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace stridescope {

/// Shape of one launch. B threads in a block scan a section of L elements: L = B·C, except where
/// a kernel says otherwise (`sequential`: one thread).
struct Shape {
    int block = 0;    ///< the experiment's --block
    int coarsen = 1;  ///< the experiment's --coarsen, C
    int threads = 0;  ///< threads launched per block, B
    int section = 0;  ///< elements per block, L

    bool operator==(const Shape&) const = default;
};

/// What a kernel claims to scan: each block's section by itself, or the input as a whole. The
/// oracle holds it to that.
enum class Scope { section, whole };

inline constexpr std::array scopes{Scope::section, Scope::whole};

constexpr std::string_view name_of(Scope scope) {
    return scope == Scope::whole ? "whole" : "section";
}

/// Where a section stands while the kernel works on it, and so what its tree is drawn of.
enum class Storage {
    shared,     ///< the shared array: element i at X[pad(i)]
    output,     ///< its part of the output, in global memory: element i at P[first + i]
    registers,  ///< element i in thread i's lane.own(0), which the other lanes of its warp can read
};

inline constexpr std::array storages{Storage::shared, Storage::output, Storage::registers};

constexpr std::string_view name_of(Storage storage) {
    constexpr std::array<std::string_view, storages.size()> names{"shared", "output", "registers"};
    return names[static_cast<std::size_t>(storage)];
}

}  // namespace stridescope
