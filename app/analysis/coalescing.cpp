#include "app/analysis/coalescing.h"

#include <algorithm>
#include <array>

#include "app/analysis/banks.h"
#include "app/analysis/request_rows.h"

namespace stridescope {
namespace {

/// How many different ones of these pieces of memory the elements lie in.
int pieces(std::span<const std::uint32_t> elements, std::size_t element_bytes,
           std::size_t piece_bytes) {
    std::array<std::size_t, warp_size> numbers{};
    std::size_t count = 0;
    for (const std::uint32_t element : elements) {
        numbers[count++] = element * element_bytes / piece_bytes;
    }
    const auto all = std::span{numbers}.first(count);
    std::ranges::sort(all);
    return static_cast<int>(std::ranges::unique(all).begin() - all.begin());
}

/// The elements that one warp wants in rows [row, row + rows).
std::vector<std::uint32_t> elements_of(const Trace& trace, int block, int row, int rows, int warp) {
    std::vector<std::uint32_t> elements;
    const int first = warp * warp_size, end = std::min(first + warp_size, trace.threads());
    for (int r = row; r < row + rows; ++r) {
        const auto lanes = trace.lanes(block, r);
        const auto addresses = trace.addresses(block, r);
        for (auto t = static_cast<std::size_t>(first); t < static_cast<std::size_t>(end); ++t) {
            if (lanes[t] != Trace::idle) elements.push_back(addresses[t]);
        }
    }
    return elements;
}

}  // namespace

GlobalCost global_cost(std::span<const std::uint32_t> elements, std::size_t element_bytes,
                       std::size_t access_bytes) {
    // An access is aligned to its width, so that none stands across two sectors or lines.
    const std::size_t each = std::max(access_bytes, element_bytes);
    const int wanted = pieces(elements, element_bytes, each);
    const int bytes = wanted * static_cast<int>(each);
    return {.active = static_cast<int>(elements.size()),
            .sectors = pieces(elements, element_bytes, sector_bytes),
            .lines = pieces(elements, element_bytes, line_bytes),
            .ideal = (bytes + sector_bytes - 1) / sector_bytes};
}

std::vector<GlobalRequest> global_requests_of_step(const Trace& trace, int block, int step) {
    std::vector<GlobalRequest> requests;
    for_each_request_row(trace, step, [&](int row, int rows) {
        const Row& first = trace.rows()[static_cast<std::size_t>(row)];
        if (!is_global(trace.event_of(first))) return;
        const Site& site = trace.sites()[static_cast<std::size_t>(first.site)];
        const std::size_t bytes = trace.element_bytes(site.array);
        const auto access = static_cast<std::size_t>(site.bytes);
        for (int warp = 0; warp < trace.warps(); ++warp) {
            const GlobalCost cost =
                global_cost(elements_of(trace, block, row, rows, warp), bytes, access);
            if (cost.active == 0) continue;
            requests.push_back({.block = block,
                                .step = step,
                                .site = first.site,
                                .iteration = first.iteration,
                                .warp = warp,
                                .row = row,
                                .rows = rows,
                                .event = trace.event_of(first),
                                .cost = cost});
        }
    });
    return requests;
}

}  // namespace stridescope
