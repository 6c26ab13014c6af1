// Asynchronous copies: which accesses are parts of them, what people call them, and which of them
// cost in banks what nobody measured; and the copies of a block as bars over its steps, from where
// they were begun to where they were waited for.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// What people call the access: "load", "global store", of a copy "copy" or "global copy".
inline std::string_view access_name(const TraceSite& site) {
    if (!site.is_copy() || !(is_global(site.event) || is_shared(site.event)))
        return name_of(site.event);
    return is_global(site.event) ? "global copy" : "copy";
}

/// What people call a request, of which goes without saying what memory it is to: "load", "copy".
inline std::string_view request_name(const TraceSite& site) {
    std::string_view name = access_name(site);
    constexpr std::string_view global = "global ";
    if (name.starts_with(global)) name.remove_prefix(global.size());
    return name;
}

/// Whether it is part of an asynchronous copy that fills up with zeros, that memcpy_async makes, or
/// that goes in bulk to global memory.
inline bool is_unmeasured_copy(const TraceSite& site) {
    return site.operation == "cp.async.zfill" || site.operation == "memcpy_async" ||
           site.operation == "cp.async.bulk.global";
}

/// Whether it stores to shared memory asynchronously in a way that takes none of the wavefronts
/// that are counted: past the L1 cache, or in bulk. It is no request to banks then.
inline bool goes_past_banks(const TraceSite& site) {
    return site.event == Event::store &&
           (site.operation == "cp.async.cg" || site.operation == "cp.async.bulk");
}

/// Whether it is a request to the block's shared memory whose cost is known.
inline bool is_counted_in_banks(const TraceSite& site) {
    return is_shared(site.event) && !goes_past_banks(site) && !is_unmeasured_copy(site);
}

/// Whether what it costs in shared memory is unknown, and no number: not even 0.
inline bool is_uncounted(const TraceSite& site) {
    return is_shared(site.event) && is_unmeasured_copy(site);
}
/// Why, for tables.
inline constexpr std::string_view why_uncounted = "not measured";

/// Lines that have such accesses, and by which instruction.
inline std::set<std::pair<SourceLine, std::string>> uncounted_lines(const Trace& trace) {
    std::set<std::pair<SourceLine, std::string>> found;
    for (const TraceSite& site : trace.sites()) {
        if (is_uncounted(site)) found.emplace(site.place(), site.operation);
    }
    return found;
}

/// Whether the block's step has accesses of sites that are such.
template <class Is>
bool has_accesses(const Trace& trace, int block, int step, Is is) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.row(row).site)];
        if (is(site) && trace.threads_in(block, row) > 0) return true;
    }
    return false;
}

/// Copies that are on their way in the same steps.
struct CopyBar {
    int from = 0;        ///< the step in which they were begun
    int to = -1;         ///< in which they were waited for; -1: never
    int committed = -1;  ///< in which all of them were; -1: they were not, or not in the same step
    int lane = 0;        ///< bars that share a step lie in lanes of their own, from 0
    std::vector<const CopyGroup*> groups{};

    bool too_early(int step) const;
};

/// Those of the block, by the step in which they begin. They point into the trace.
std::vector<CopyBar> copy_bars(const Trace& trace, int block);
/// How many lanes they take; 0: the block copies nothing.
int lanes_of(const std::vector<CopyBar>& bars);

/// "group 2: 16,384 bytes by 128 threads, begun in step 5 (line 24), committed in step 5 (line 46),
/// waited for in step 7 (line 47)".
std::string copy_text(const Trace& trace, const CopyGroup& copies);
/// That text of all groups of a bar, a line each.
std::string copy_text(const Trace& trace, const CopyBar& bar);
/// What becomes of asynchronous copies in the step: "Of asynchronous copies group 2 is begun and
/// committed, group 1 is waited for." Of none: nothing.
std::string copies_of_step(const Trace& trace, int block, int step);
/// "group 2", "3 groups", "copies for a barrier": what a bar is called.
std::string copy_name(const CopyBar& bar);

}  // namespace stridescope
