// What threads of other blocks of a cluster do in a block's shared memory.
#pragma once

#include <algorithm>

#include "app/trace/trace.h"

namespace stridescope {

/// Calls f(block, thread, first cell, cells) for all that threads of other recorded blocks reach of
/// this block's shared memory in the row; of a block's own by its rank, too.
template <class F>
void for_each_remote(const Trace& trace, int owner, int row, F&& f) {
    const TraceRow& at = trace.row(row);
    const TraceSite& site = trace.sites()[static_cast<std::size_t>(at.site)];
    if (!is_remote(site.event)) return;
    const int launch = trace.steps()[static_cast<std::size_t>(at.step)].launch;
    const LaunchFacts& facts = trace.launches()[static_cast<std::size_t>(launch)];
    const int blocks = static_cast<int>(facts.cluster[0] * facts.cluster[1] * facts.cluster[2]);
    if (site.rank >= blocks || block_of_rank(facts, owner, site.rank) != owner) return;
    const int cells = trace.cells_reached(at.site);
    for (int rank = 0; rank < blocks; ++rank) {
        const int block = block_of_rank(facts, owner, rank);
        if (block >= trace.blocks()) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const int first = lanes[static_cast<std::size_t>(thread)];
            if (first == Trace::idle) continue;
            f(block, thread, first, std::min(cells, trace.words() - first));
        }
    }
}

}  // namespace stridescope
