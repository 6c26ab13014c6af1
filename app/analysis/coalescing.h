// Coalescing: what it costs that lanes want elements in global memory. Memory is moved in sectors
// of 32 bytes, four of which are a line of 128; the fewer a request touches, the better it is
// coalesced (CUDA C++ Programming Guide, device memory accesses).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

inline constexpr int sector_bytes = 32, line_bytes = 128;

/// What one request to global memory costs. Arrays begin at a multiple of a line, as cudaMalloc
/// gives them out.
struct GlobalCost {
    int active = 0;   ///< lanes that took part; 0: no request was issued
    int sectors = 0;  ///< different ones that it touches
    int lines = 0;    ///< different lines
    int ideal = 0;    ///< sectors that the same elements would fill side by side
    int bytes = 0;    ///< different ones that are wanted

    int excess() const { return sectors - ideal; }
    /// The share of the bytes moved that is wanted.
    double share() const {
        return sectors > 0 ? static_cast<double>(bytes) / (sectors * sector_bytes) : 0;
    }
};

/// Cost of a request whose lanes, up to 32, want these elements, each of `element_bytes`; elements
/// wanted by several lanes are moved once. `access_bytes`: what each lane moves, from its element
/// on, up to a sector's 32; 0: the element.
GlobalCost global_cost(std::span<const std::uint32_t> elements, std::size_t element_bytes,
                       std::size_t access_bytes = 0);

/// What a request wants of one sector.
struct SectorUse {
    std::int64_t number = 0;   ///< counted from the array's begin
    std::uint32_t wanted = 0;  ///< a bit for each of its bytes, the first byte's is the lowest
    int lanes = 0;             ///< that want any of them

    int bytes() const { return std::popcount(wanted); }
    std::int64_t line() const { return number / (line_bytes / sector_bytes); }
    bool operator==(const SectorUse&) const = default;
};

/// Which bytes of its array a request wants.
struct GlobalUse {
    static constexpr std::int64_t idle = -1;

    int lane_bytes = 0;                    ///< that each lane wants
    std::vector<std::int64_t> first_byte;  ///< [lane]: the first of them, or `idle`
    std::vector<SectorUse> sectors;        ///< those that are touched, ascending
};

/// `elements`: of each lane, or GlobalUse::idle; the others as in global_cost.
GlobalUse global_use(std::span<const std::int64_t> elements, std::size_t element_bytes,
                     std::size_t access_bytes = 0);

}  // namespace stridescope
