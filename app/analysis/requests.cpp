#include "app/analysis/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "app/analysis/async_copies.h"
#include "app/analysis/lines.h"
#include "app/analysis/request_rows.h"

namespace stridescope {
namespace {

const TraceSite& site_of(const Trace& trace, int site) {
    return trace.sites()[static_cast<std::size_t>(site)];
}

/// By which rule banks serve the site's requests.
Access access_of(const TraceSite& site) {
    if (site.event == Event::atomic) return Access::atomic;
    if (site.event != Event::store) return Access::load;
    return site.operation == "cp.async.ca" ? Access::copy : Access::store;
}

std::size_t lanes_in_warp(const Trace& trace, int warp) {
    return static_cast<std::size_t>(std::min(warp_size, trace.threads() - warp * warp_size));
}

/// The cells of a request's lanes, its rows joined.
void gather(const Trace& trace, const Request& request, std::vector<std::int32_t>& words) {
    words.assign(lanes_in_warp(trace, request.warp), Trace::idle);
    for (int row = request.row; row < request.row + request.rows; ++row) {
        const auto part = trace.lanes_of(request.block, row, request.warp);
        for (std::size_t lane = 0; lane < words.size(); ++lane) {
            if (part[lane] != Trace::idle) words[lane] = part[lane];
        }
    }
}

/// The same as words as wide as what a lane moves of cells.
void gather_words(const Trace& trace, const Request& request, std::vector<std::int32_t>& words) {
    gather(trace, request, words);
    const std::size_t cell = trace.cell_bytes();
    if (cell == request.bytes) return;
    for (std::int32_t& word : words) {
        if (word != Trace::idle) word = static_cast<std::int32_t>(word * cell / request.bytes);
    }
}

/// The elements that a request's lanes want: one of each lane that took part.
class WantedElements {
  public:
    WantedElements(const Trace& trace, const Request& request) {
        std::uint32_t seen = 0;
        for (int row = request.row; row < request.row + request.rows; ++row) {
            const std::uint32_t mask = trace.mask(request.block, row, request.warp) & ~seen;
            if (mask == 0) continue;
            seen |= mask;
            const auto addresses = trace.addresses_of(request.block, row, request.warp);
            for (std::uint32_t left = mask; left != 0; left &= left - 1)
                all_[count_++] = addresses[static_cast<std::size_t>(std::countr_zero(left))];
        }
    }
    std::span<const std::uint32_t> all() const { return std::span{all_}.first(count_); }

  private:
    std::array<std::uint32_t, warp_size> all_{};
    std::size_t count_ = 0;
};

/// The site that loads what a copy's site stores: the last one before it in its line.
int source_site(const Trace& trace, int site) {
    const TraceSite& stores = site_of(trace, site);
    int found = -1, operand = -1;
    for (std::size_t at = 0; at < trace.sites().size(); ++at) {
        const TraceSite& other = trace.sites()[at];
        if (other.event != Event::global_load || other.operation != stores.operation ||
            other.line != stores.line || other.file != stores.file ||
            other.operand >= stores.operand || other.operand <= operand)
            continue;
        found = static_cast<int>(at);
        operand = other.operand;
    }
    return found;
}

/// Finds the costs of requests.
class Pricer {
  public:
    explicit Pricer(const Trace& trace) : trace_{trace} {}

    /// Sets the cost of a request that has none yet.
    void price(Request& request) {
        if (request.space() == Space::global) {
            const WantedElements wanted{trace_, request};
            request.global =
                global_cost(wanted.all(), trace_.element_bytes(site_of(trace_, request.site).array),
                            request.bytes);
            return;
        }
        gather_words(trace_, request, words_);
        if (request.counted) {
            request.shared = shared_cost(words_, request.bytes, request.access,
                                         sources_of_request(trace_, request));
            return;
        }
        request.shared = {.active = static_cast<int>(std::ranges::count_if(
                              words_, [](std::int32_t word) { return word != Trace::idle; }))};
    }

  private:
    const Trace& trace_;
    std::vector<std::int32_t> words_;  ///< of a request, kept for its room
};

/// The step's requests at those sites of which `is_wanted` says so.
template <class IsWanted>
std::vector<Request> requests_where(const Trace& trace, int block, int step, IsWanted is_wanted) {
    std::vector<Request> requests;
    Pricer pricer{trace};
    for_each_request_row(trace, step, [&](int row, int rows) {
        if (!is_wanted(site_of(trace, trace.row(row).site))) return;
        const Request all_warps = request_of_rows(trace, block, row, rows);
        for (int warp = 0; warp < trace.warps(); ++warp) {
            Request request = all_warps;
            request.warp = warp;
            pricer.price(request);
            if (request.active() > 0) requests.push_back(request);
        }
    });
    return requests;
}

bool is_any_request(const TraceSite& site) {
    return is_global(site.event) || is_counted_in_banks(site) || is_uncounted(site);
}

}  // namespace

Request request_of_rows(const Trace& trace, int block, int row, int rows) {
    const TraceRow& first = trace.row(row);
    const TraceSite& site = site_of(trace, first.site);
    const auto bytes =
        site.bytes > 0 ? static_cast<std::size_t>(site.bytes) : trace.element_bytes(site.array);
    return {.block = block,
            .step = first.step,
            .site = first.site,
            .iteration = first.iteration,
            .row = row,
            .rows = rows,
            .event = site.event,
            .access = access_of(site),
            .bytes = is_global(site.event) ? bytes : trace.request_bytes(first.site),
            .counted = !is_uncounted(site)};
}

std::vector<Request> requests_of_step(const Trace& trace, int block, int step, Space space) {
    return requests_where(trace, block, step, [space](const TraceSite& site) {
        return space == Space::global ? is_global(site.event)
                                      : space == Space::shared && is_counted_in_banks(site);
    });
}

std::vector<Request> all_requests_of_step(const Trace& trace, int block, int step) {
    return requests_where(trace, block, step, is_any_request);
}

std::string name_of(const Trace& trace, const Request& request) {
    const TraceSite& site = site_of(trace, request.site);
    std::string text = fmt::format("{} of warp {} at {}", request_name(site), request.warp,
                                   line_name(trace, site.place()));
    if (request.iteration > 0) text += fmt::format(", round {}", request.iteration + 1);
    return text;
}

std::vector<std::int32_t> words_of_request(const Trace& trace, const Request& request) {
    std::vector<std::int32_t> words;
    gather_words(trace, request, words);
    return words;
}

std::vector<int> cells_of_request(const Trace& trace, const Request& request) {
    std::vector<std::int32_t> cells;
    gather(trace, request, cells);
    static_assert(Trace::idle == -1);
    return cells;
}

std::vector<std::int32_t> sources_of_request(const Trace& trace, const Request& request) {
    if (request.access != Access::copy) return {};
    const int site = source_site(trace, request.site);
    if (site < 0) return {};
    const std::size_t element = trace.element_bytes(site_of(trace, site).array);
    const auto columns = static_cast<std::size_t>(bank_columns(request.bytes));
    std::vector<std::int32_t> sources(lanes_in_warp(trace, request.warp), 0);
    // The rows of the loads stand right before it.
    const TraceRow& stores = trace.row(request.row);
    bool found = false;
    const int begin = trace.rows_of_step(stores.step).begin;
    for (int row = request.row - 1; row >= begin; --row) {
        const TraceRow& loads = trace.row(row);
        const bool same = loads.site == site && loads.interval == stores.interval &&
                          loads.iteration == stores.iteration;
        if (!same && found) break;
        if (!same) continue;
        found = true;
        const auto addresses = trace.addresses_of(request.block, row, request.warp);
        for (std::uint32_t left = trace.mask(request.block, row, request.warp); left != 0;
             left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            sources[lane] =
                static_cast<std::int32_t>(addresses[lane] * element / request.bytes % columns);
        }
    }
    return found ? sources : std::vector<std::int32_t>{};
}

std::vector<GroupLoad> group_loads(const Trace& trace, const Request& request) {
    return group_loads(words_of_request(trace, request), request.bytes, request.access,
                       sources_of_request(trace, request));
}

std::vector<int> wavefront_of_lanes(const Trace& trace, const Request& request) {
    return wavefronts_of_words(words_of_request(trace, request), request.bytes, request.access,
                               sources_of_request(trace, request));
}

std::vector<std::int64_t> elements_of_request(const Trace& trace, const Request& request) {
    std::vector<std::int64_t> elements(lanes_in_warp(trace, request.warp), GlobalUse::idle);
    for (int row = request.row; row < request.row + request.rows; ++row) {
        const auto addresses = trace.addresses_of(request.block, row, request.warp);
        for (std::uint32_t left = trace.mask(request.block, row, request.warp); left != 0;
             left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            elements[lane] = addresses[lane];
        }
    }
    return elements;
}

GlobalUse global_use(const Trace& trace, const Request& request) {
    return global_use(elements_of_request(trace, request),
                      trace.element_bytes(site_of(trace, request.site).array), request.bytes);
}

}  // namespace stridescope
