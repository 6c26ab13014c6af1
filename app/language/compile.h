// From the typed tree to the program of one launch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/language/program.h"
#include "app/language/tree.h"

namespace stridescope::language {

/// Where a pointer's value may lie: encoded addresses, so that a pointer tells its array.
/// Allocation n begins at n << 40 plus half of that; shared memory and each lane's own memory are
/// two allocations by themselves.
namespace addresses {
inline constexpr int shift = 40;
inline constexpr std::uint64_t middle = std::uint64_t{1} << (shift - 1);
inline constexpr std::uint64_t shared = 1, local = 2, first_allocation = 16,
                               first_host_array = 1 << 20;
/// Shared memory of the block of a rank in the cluster; <cooperative_groups.h> counts so, too.
inline constexpr std::uint64_t shared_of_cluster = 1 << 22;
/// The same of a block by its number in the grid: no pointer holds it, but what is remembered of
/// accesses.
inline constexpr std::uint64_t shared_of_block = 1 << 23;
constexpr std::uint64_t begin(std::uint64_t number) {
    return (number << shift) + middle;
}
}  // namespace addresses

/// A piece of global memory that the program may name.
struct Memory {
    std::string name{};
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    const Variable* variable = nullptr;  ///< of __device__, __constant__ and the host's globals
};

/// What a parameter is given: bits of each scalar in it.
struct Argument {
    std::vector<std::uint64_t> leaves{};
};

struct Launch {
    Extents grid{1, 1, 1}, block{1, 1, 1};
    Extents cluster{0, 0, 0};  ///< blocks of a cluster; 0: as the kernel says
    std::uint64_t dynamic_shared = 0;
    /// What a main allows the kernel of it by cudaFuncSetAttribute, where it must.
    std::uint64_t allowed_shared = ~std::uint64_t{0};
    std::vector<Argument> arguments{};
    std::vector<Memory> memory{};  ///< by allocation
};

/// As many blocks a cluster has on any GPU that has clusters.
inline constexpr std::uint64_t most_of_cluster = 8;

/// Blocks of a cluster: as the launch says, else as the kernel does.
Extents cluster_of(const Function& kernel, const Launch& launch);

/// Why there is no such grid, or the kernel has no such block; empty: there is.
std::string fault_of_sizes(const Function& kernel, const Extents& grid, const Extents& block,
                           const Extents& cluster = {1, 1, 1});

struct CompileOptions {
    bool contract = true;  ///< a · b + c becomes one operation, as nvcc does
    bool record = true;    ///< accesses have sites and iteration keys
    bool origins = true;   ///< and sites say where their values come from
    bool watch = false;    ///< behind each statement its variables may be looked at
};

/// Compiles a kernel for one launch, or a function of the host. Throws FaultError.
std::shared_ptr<const Program> compile(Unit& unit, const Function& function, const Launch& launch,
                                       const CompileOptions& options = {});

}  // namespace stridescope::language
