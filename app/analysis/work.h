// The work table: what each step cost, counted from the trace, with the closed form beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Counts of one step, or of all, summed over the recorded blocks (max_degree: the worst).
struct WorkCounts {
    std::int64_t active_threads = 0;  ///< threads that touched memory or combined values
    std::int64_t active_warps = 0;    ///< warps with at least one such thread
    std::int64_t adds = 0;            ///< applications of the operator
    std::int64_t barriers = 0;
    std::int64_t load_requests = 0, load_wavefronts = 0, load_excess = 0;
    std::int64_t store_requests = 0, store_wavefronts = 0, store_excess = 0;
    std::int64_t max_degree = 0;
    // Global memory (app/analysis/coalescing.h):
    std::int64_t global_load_requests = 0, global_load_sectors = 0, global_load_lines = 0;
    std::int64_t global_store_requests = 0, global_store_sectors = 0, global_store_lines = 0;
    std::int64_t global_ideal_sectors = 0;  ///< as few as the same elements could do with
    // Atomics, which the hardware counts apart:
    std::int64_t atomic_requests = 0, atomic_wavefronts = 0,
                 atomic_excess = 0;  ///< on shared memory
    std::int64_t global_atomic_requests = 0, global_atomic_sectors = 0;
    /// By ranks in the cluster, mostly to other blocks' shared memory: what these cost was not
    /// measured.
    std::int64_t remote_requests = 0;
    // What warps executed in all (app/analysis/lane_use.h):
    std::int64_t lane_slots = 0;  ///< 32 for each instruction of a warp
    std::int64_t lanes_used = 0;  ///< those of active lanes

    std::int64_t requests() const { return load_requests + store_requests + atomic_requests; }
    std::int64_t wavefronts() const {
        return load_wavefronts + store_wavefronts + atomic_wavefronts;
    }
    std::int64_t excess() const { return load_excess + store_excess + atomic_excess; }
    /// Requests to global memory, whatever is done there.
    std::int64_t global_requests() const {
        return global_load_requests + global_store_requests + global_atomic_requests;
    }
    std::int64_t global_sectors() const {
        return global_load_sectors + global_store_sectors + global_atomic_sectors;
    }
    /// Sums, and the worst degree, as the columns say (app/analysis/work_columns.h).
    WorkCounts& operator+=(const WorkCounts& other);
    bool operator==(const WorkCounts&) const = default;
};

struct WorkRow {
    Step step;
    WorkCounts counts{};
    /// Closed forms × recorded blocks that did anything in the launch, where there are any.
    std::optional<std::int64_t> expected_adds{}, expected_active_threads{};

    bool adds_differ() const { return expected_adds && *expected_adds != counts.adds; }
    bool active_threads_differ() const {
        return expected_active_threads && *expected_active_threads != counts.active_threads;
    }
};

struct WorkTable {
    std::vector<WorkRow> rows;  ///< one per step
    WorkCounts totals;

    /// Whether closed forms say something of any step.
    bool has_forms() const;
};

WorkTable work_table(const Trace& trace);

/// Whether each operation that the trace tells of is an addition, so that `adds` may be called so.
bool adds_only(const Trace& trace);

/// Another cut through the same requests: one entry per warp or per site, over all steps.
struct SiteWork {
    TraceSite site;
    WorkCounts counts{};
};
std::vector<SiteWork> work_by_site(const Trace& trace);
std::vector<WorkCounts> work_by_warp(const Trace& trace);  ///< warp 0 of every block, warp 1, …

/// Whether two recorded blocks reached the very same words everywhere, and in global memory the
/// same elements but for whole lines between them: then what they cost is the same, too.
bool same_accesses(const Trace& trace, int a, int b);

}  // namespace stridescope
