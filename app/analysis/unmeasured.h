// Accesses to shared memory of which nobody measured what they cost in banks.
#pragma once

#include "app/analysis/banks.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Whether it is part of an asynchronous copy that fills up with zeros, that memcpy_async makes, or
/// that goes in bulk to global memory.
inline bool is_unmeasured_copy(const Site& site) {
    return site.operation == "cp.async.zfill" || site.operation == "memcpy_async" ||
           site.operation == "cp.async.bulk.global";
}

/// Whether it is a request to the block's shared memory whose cost is known.
inline bool is_counted_in_banks(const Site& site) {
    return is_shared(site.event) && !goes_past_banks(site) && !is_unmeasured_copy(site);
}

/// Whether the step has accesses of which it is not.
inline bool reaches_unmeasured(const Trace& trace, int block, int step) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Site& site = trace.sites()[static_cast<std::size_t>(trace.row(row).site)];
        const bool is =
            (is_shared(site.event) && is_unmeasured_copy(site)) || is_remote(site.event);
        if (is && trace.threads_in(block, row) > 0) return true;
    }
    return false;
}

}  // namespace stridescope
