// Accesses that are parts of asynchronous copies: what people call them, and which of them cost in
// banks what nobody measured.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/analysis/banks.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What people call the access: "load", "global store", of a copy "copy" or "global copy".
inline std::string_view access_name(const Site& site) {
    if (!site.is_copy() || !(is_global(site.event) || is_shared(site.event)))
        return name_of(site.event);
    return is_global(site.event) ? "global copy" : "copy";
}

/// The same of a request, of which goes without saying what memory it is to: "load", "copy".
inline std::string_view request_name(const Site& site) {
    std::string_view name = access_name(site);
    constexpr std::string_view global = "global ";
    if (name.starts_with(global)) name.remove_prefix(global.size());
    return name;
}

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

/// Whether what it costs in shared memory is unknown, and no number: not even 0.
inline bool is_uncounted(const Site& site) {
    return is_shared(site.event) && is_unmeasured_copy(site);
}
/// Why, for tables.
inline constexpr std::string_view why_uncounted = "not measured";

/// Lines that have such accesses, and by which instruction.
inline std::set<std::pair<SourceLine, std::string>> uncounted_lines(const Trace& trace) {
    std::set<std::pair<SourceLine, std::string>> found;
    for (const Site& site : trace.sites()) {
        if (is_uncounted(site)) found.emplace(site.place(), site.operation);
    }
    return found;
}

/// Whether the block's step has accesses that are such.
template <class Is>
bool reaches_unmeasured(const Trace& trace, int block, int step, Is is) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Site& site = trace.sites()[static_cast<std::size_t>(trace.row(row).site)];
        if (is(site) && trace.threads_in(block, row) > 0) return true;
    }
    return false;
}

}  // namespace stridescope
