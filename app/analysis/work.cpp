#include "app/analysis/work.h"

#include <algorithm>
#include <bit>

#include "app/analysis/lane_use.h"
#include "app/analysis/request_rows.h"
#include "app/analysis/requests.h"

namespace stridescope {
namespace {

void add_shared(WorkCounts& counts, Event event, const SharedCost& cost) {
    if (event == Event::atomic) {
        ++counts.atomic_requests;
        counts.atomic_wavefronts += cost.wavefronts;
        counts.atomic_excess += cost.excess();
    } else if (event == Event::load) {
        ++counts.load_requests;
        counts.load_wavefronts += cost.wavefronts;
        counts.load_excess += cost.excess();
    } else {
        ++counts.store_requests;
        counts.store_wavefronts += cost.wavefronts;
        counts.store_excess += cost.excess();
    }
    counts.max_degree = std::max<std::int64_t>(counts.max_degree, cost.degree);
}

void add_global(WorkCounts& counts, Event event, const GlobalCost& cost) {
    if (event == Event::global_load) {
        ++counts.global_load_requests;
        counts.global_load_sectors += cost.sectors;
        counts.global_load_lines += cost.lines;
    } else if (event == Event::global_atomic) {
        ++counts.global_atomic_requests;
        counts.global_atomic_sectors += cost.sectors;
    } else {
        ++counts.global_store_requests;
        counts.global_store_sectors += cost.sectors;
        counts.global_store_lines += cost.lines;
    }
    counts.global_ideal_sectors += cost.ideal;
}

/// Nothing where nobody has measured what it costs.
void add_request(WorkCounts& counts, const Request& request) {
    if (request.space() == Space::global)
        add_global(counts, request.event, request.global);
    else if (request.counted)
        add_shared(counts, request.event, request.shared);
}

void add_lanes(WorkCounts& counts, const LaneCounts& lanes) {
    counts.lane_slots += lanes.slots();
    counts.lanes_used += lanes.lanes;
}

/// [warp]: a bit for each lane that has an event in any of the step's rows.
void mark_active(const Trace& trace, int block, int step, std::vector<std::uint32_t>& active) {
    active.assign(static_cast<std::size_t>(trace.warps()), 0);
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        // That a value went somewhere is nothing that a thread does.
        if (trace.event_of(trace.row(row)) == Event::move) continue;
        for (int warp = 0; warp < trace.warps(); ++warp)
            active[static_cast<std::size_t>(warp)] |= trace.mask(block, row, warp);
    }
}

WorkCounts count_step(const Trace& trace, int block, int step, std::vector<std::uint32_t>& active) {
    WorkCounts counts;
    mark_active(trace, block, step, active);
    for (const std::uint32_t mask : active) {
        counts.active_threads += std::popcount(mask);
        counts.active_warps += mask != 0 ? 1 : 0;
    }
    counts.barriers = trace.barriers(block, step);
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
        if (trace.event_of(r) == Event::op) counts.adds += trace.threads_in(block, row);
    }
    for (const Request& request : all_requests_of_step(trace, block, step))
        add_request(counts, request);
    for_each_request_row(trace, step, [&](int row, int rows) {
        const bool remote = is_remote(trace.event_of(trace.row(row)));
        for (int warp = 0; warp < trace.warps(); ++warp) {
            const LaneCounts lanes = lanes_of_rows(trace, block, row, rows, warp);
            add_lanes(counts, lanes);
            if (remote) counts.remote_requests += lanes.instructions;
        }
    });
    return counts;
}

}  // namespace

namespace {

/// Whether the warps of both blocks reached elements that are equally far apart, a whole number of
/// lines.
bool lines_apart(const Trace& trace, int a, int b, int row) {
    const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.row(row).site)];
    const auto line = static_cast<std::uint32_t>(static_cast<std::size_t>(line_bytes) /
                                                 trace.element_bytes(site.array));
    std::optional<std::uint32_t> apart;
    const auto fits = [&](std::uint32_t mine, std::uint32_t other) {
        if (!apart) apart = other - mine;
        return other - mine == *apart && *apart % line == 0;
    };
    for (int warp = 0; warp < trace.warps(); ++warp) {
        const WarpPlaces &mine = trace.places(a, row, warp), &others = trace.places(b, row, warp);
        if (mine.mask != others.mask) return false;
        if (mine.mask == 0) continue;
        if (!mine.is_listed() && !others.is_listed()) {
            if (mine.stride != others.stride || !fits(static_cast<std::uint32_t>(mine.base),
                                                      static_cast<std::uint32_t>(others.base)))
                return false;
            continue;
        }
        const auto here = trace.addresses_of(a, row, warp),
                   there = trace.addresses_of(b, row, warp);
        for (std::uint32_t left = mine.mask; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            if (!fits(here[lane], there[lane])) return false;
        }
    }
    return true;
}

}  // namespace

bool same_accesses(const Trace& trace, int a, int b) {
    for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
        const bool global = is_global(trace.event_of(trace.row(row)));
        if (!(global ? lines_apart(trace, a, b, row) : trace.reach_the_same(a, b, row)))
            return false;
    }
    for (int step = 0; step < trace.step_count(); ++step) {
        if (trace.barriers(a, step) != trace.barriers(b, step)) return false;
    }
    return true;
}

namespace {

/// [launch]: recorded blocks that did anything in it. Launches of one run may differ in how many
/// blocks they have, and in a deadlock some never start.
class BlocksOfLaunches {
  public:
    explicit BlocksOfLaunches(const Trace& trace)
        : trace_{trace}, blocks_(std::max<std::size_t>(1, trace.launches().size())) {}

    void take(const std::vector<WorkCounts>& steps) {
        std::vector<char> works(blocks_.size(), 0);
        for (std::size_t step = 0; step < steps.size(); ++step) {
            if (steps[step].active_threads > 0 || steps[step].barriers > 0)
                works[launch_of(step)] = 1;
        }
        for (std::size_t launch = 0; launch < works.size(); ++launch)
            blocks_[launch] += works[launch];
    }
    std::int64_t of_step(std::size_t step) const { return blocks_[launch_of(step)]; }

  private:
    std::size_t launch_of(std::size_t step) const {
        return std::min(static_cast<std::size_t>(trace_.steps()[step].launch), blocks_.size() - 1);
    }

    const Trace& trace_;
    std::vector<std::int64_t> blocks_;
};

}  // namespace

bool WorkTable::has_forms() const {
    return std::ranges::any_of(rows, [](const WorkRow& row) {
        return row.expected_adds.has_value() || row.expected_active_threads.has_value();
    });
}

bool adds_only(const Trace& trace) {
    bool any = false;
    for (const TraceSite& site : trace.sites()) {
        if (site.event != Event::op) continue;
        if (site.operation != "+") return false;
        any = true;
    }
    return any;
}

WorkTable work_table(const Trace& trace) {
    WorkTable table;
    BlocksOfLaunches blocks{trace};
    for (const Step& step : trace.steps()) table.rows.push_back({.step = step});
    std::vector<std::uint32_t> active;
    std::vector<WorkCounts> previous;  // of the block before, per step
    for (int block = 0; block < trace.blocks(); ++block) {
        // Blocks of one launch almost always do the same: count once, compare the rest.
        if (block == 0 || !same_accesses(trace, block - 1, block)) {
            previous.clear();
            for (int step = 0; step < trace.step_count(); ++step) {
                previous.push_back(count_step(trace, block, step, active));
            }
        }
        for (std::size_t step = 0; step < previous.size(); ++step) {
            table.rows[step].counts += previous[step];
        }
        blocks.take(previous);
    }
    for (std::size_t step = 0; step < table.rows.size(); ++step) {
        WorkRow& row = table.rows[step];
        table.totals += row.counts;
        const ExpectedCounts expected = trace.expected(static_cast<int>(step));
        const std::int64_t times = blocks.of_step(step);
        if (expected.adds) row.expected_adds = *expected.adds * times;
        if (expected.active_threads) row.expected_active_threads = *expected.active_threads * times;
    }
    return table;
}

namespace {

/// What the block's requests of the step cost, each added to what `part_of` it says.
template <class PartOf>
void add_step(const Trace& trace, int block, int step, std::vector<WorkCounts>& parts,
              PartOf part_of) {
    for (const Request& request : all_requests_of_step(trace, block, step))
        add_request(parts[part_of(request.site, request.warp)], request);
    for_each_request_row(trace, step, [&](int row, int rows) {
        const int site = trace.row(row).site;
        const bool remote = is_remote(trace.event_of(trace.row(row)));
        for (int warp = 0; warp < trace.warps(); ++warp) {
            const LaneCounts lanes = lanes_of_rows(trace, block, row, rows, warp);
            WorkCounts& part = parts[part_of(site, warp)];
            add_lanes(part, lanes);
            if (remote) part.remote_requests += lanes.instructions;
        }
    });
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        if (trace.event_of(trace.row(row)) != Event::op) continue;
        const int site = trace.row(row).site;
        for (int warp = 0; warp < trace.warps(); ++warp)
            parts[part_of(site, warp)].adds += std::popcount(trace.mask(block, row, warp));
    }
}

/// The sum of what count(block) gives of each block, part by part.
template <class Count>
std::vector<WorkCounts> sum_of_blocks(const Trace& trace, std::size_t parts, Count count) {
    std::vector<WorkCounts> sum(parts), previous;
    for (int block = 0; block < trace.blocks(); ++block) {
        // Blocks of one launch almost always do the same: count once, compare the rest.
        if (block == 0 || !same_accesses(trace, block - 1, block)) previous = count(block);
        for (std::size_t part = 0; part < parts; ++part) sum[part] += previous[part];
    }
    return sum;
}

}  // namespace

std::vector<SiteWork> work_by_site(const Trace& trace) {
    const std::size_t sites = trace.sites().size();
    const std::vector<WorkCounts> counts = sum_of_blocks(trace, sites, [&](int block) {
        std::vector<WorkCounts> of_block(sites);
        for (int step = 0; step < trace.step_count(); ++step) {
            add_step(trace, block, step, of_block,
                     [](int site, int) { return static_cast<std::size_t>(site); });
        }
        return of_block;
    });
    std::vector<SiteWork> work;
    for (std::size_t site = 0; site < sites; ++site)
        work.push_back({trace.sites()[site], counts[site]});
    return work;
}

std::vector<WorkCounts> work_by_warp(const Trace& trace) {
    const auto warps = static_cast<std::size_t>(trace.warps());
    std::vector<std::uint32_t> active;
    return sum_of_blocks(trace, warps, [&](int block) {
        std::vector<WorkCounts> of_block(warps);
        for (int step = 0; step < trace.step_count(); ++step) {
            mark_active(trace, block, step, active);
            for (std::size_t w = 0; w < warps; ++w) {
                of_block[w].active_threads += std::popcount(active[w]);
                of_block[w].active_warps += active[w] != 0 ? 1 : 0;
                of_block[w].barriers += trace.barriers(block, step);
            }
            add_step(trace, block, step, of_block,
                     [](int, int warp) { return static_cast<std::size_t>(warp); });
        }
        return of_block;
    });
}

}  // namespace stridescope
