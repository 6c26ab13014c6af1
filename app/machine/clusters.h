// Which blocks of a grid are a cluster, and which of them has which rank.
#pragma once

#include <array>
#include <cstdint>

#include "app/language/program.h"

namespace stridescope::machine {

/// Where a block is: its cluster in the grid of clusters, and itself in that.
struct PlaceInCluster {
    std::array<std::uint32_t, 3> cluster{}, within{};
};

inline PlaceInCluster place_in_cluster(const language::Program& program, std::uint32_t block) {
    const auto& g = program.grid;
    const std::array<std::uint32_t, 3> at{block % g[0], block / g[0] % g[1], block / g[0] / g[1]};
    PlaceInCluster place;
    for (std::size_t i = 0; i < 3; ++i) {
        place.cluster[i] = at[i] / program.cluster[i];
        place.within[i] = at[i] % program.cluster[i];
    }
    return place;
}

/// The number of the block's cluster.
inline std::uint32_t cluster_of(const language::Program& program, std::uint32_t block) {
    const auto &g = program.grid, &c = program.cluster;
    const auto at = place_in_cluster(program, block).cluster;
    return at[0] + g[0] / c[0] * (at[1] + g[1] / c[1] * at[2]);
}

inline std::uint32_t rank_in_cluster(const language::Program& program, std::uint32_t block) {
    const auto& c = program.cluster;
    const auto at = place_in_cluster(program, block).within;
    return at[0] + c[0] * (at[1] + c[1] * at[2]);
}

/// The number of the block that has the rank in the cluster of that one.
inline std::uint32_t block_of_rank(const language::Program& program, std::uint32_t block,
                                   std::uint32_t rank) {
    const auto &g = program.grid, &c = program.cluster;
    const auto cluster = place_in_cluster(program, block).cluster;
    const std::uint32_t x = cluster[0] * c[0] + rank % c[0],
                        y = cluster[1] * c[1] + rank / c[0] % c[1],
                        z = cluster[2] * c[2] + rank / c[0] / c[1];
    return x + g[0] * (y + g[1] * z);
}

}  // namespace stridescope::machine
