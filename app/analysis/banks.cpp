#include "app/analysis/banks.h"

#include <algorithm>
#include <array>
#include <bit>

#include "app/analysis/async_copies.h"
#include "app/analysis/request_rows.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

constexpr int row_bytes = bank_count * 4;  ///< what all banks hand out in one wavefront

/// Places an element can start in a row of banks: 32 banks, 16 pairs or 8 fours of them.
constexpr int columns_of(std::size_t element_bytes) {
    return row_bytes / static_cast<int>(element_bytes);
}

/// Whether every lane and its partner, `apart` lanes away, want the same element, or one of the two
/// sits out.
bool partners_agree(std::span<const std::int32_t> words, std::size_t apart) {
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        const std::size_t partner = lane ^ apart;
        if (partner >= words.size()) continue;
        const std::int32_t mine = words[lane], others = words[partner];
        if (mine != Trace::idle && others != Trace::idle && mine != others) return false;
    }
    return true;
}

/// Lanes that are served together, as measured: docs/bank_model.md.
std::size_t lanes_at_once(std::span<const std::int32_t> words, std::size_t element_bytes,
                          Access access) {
    if (element_bytes == 4) return 32;
    const std::size_t usually = 128 / element_bytes;
    const bool joined =
        access == Access::load && (partners_agree(words, 1) || partners_agree(words, 2));
    return joined ? 2 * usually : usually;
}

using Load = GroupLoad;

/// `broadcast`: lanes that want the same element are served together.
Load load_of(std::span<const std::int32_t> words, int columns, bool broadcast) {
    Load load;
    std::array<std::int32_t, warp_size> seen{};
    int different = 0;
    for (const std::int32_t word : words) {
        if (word == Trace::idle) continue;
        const auto end = seen.begin() + load.active;
        const bool again = broadcast && std::find(seen.begin(), end, word) != end;
        // `seen` keeps repeats too: its length is the number of active lanes.
        seen[static_cast<std::size_t>(load.active++)] = word;
        if (again) continue;
        ++different;
        std::uint8_t& wanted = load.wanted[static_cast<std::size_t>(word % columns)];
        load.worst = std::max<int>(load.worst, ++wanted);
    }
    load.ideal = (different + columns - 1) / columns;
    return load;
}

/// Lanes of a copy take the first wavefront, one after the other, in which neither the bank that
/// they write nor the one that they read of the cache is taken. `waves`: each lane's, from 0.
Load load_of_copy(std::span<const std::int32_t> words, std::span<const std::int32_t> sources,
                  int columns, std::span<int> waves = {}) {
    Load load;
    std::array<int, bank_count> written{}, read{};
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        if (words[lane] == Trace::idle) continue;
        const auto to = static_cast<std::size_t>(words[lane] % columns);
        const std::size_t from =
            lane < sources.size() ? static_cast<std::size_t>(sources[lane] % columns) : lane;
        const int wave = std::max(written[to], read[from]);
        written[to] = read[from] = wave + 1;
        if (lane < waves.size()) waves[lane] = wave;
        ++load.active;
        ++load.wanted[to];
        load.worst = std::max(load.worst, wave + 1);
    }
    load.ideal = load.active > 0 ? 1 : 0;
    return load;
}

template <class T>
std::span<T> part_of(std::span<T> all, std::size_t first, std::size_t count) {
    return first < all.size() ? all.subspan(first, std::min(count, all.size() - first))
                              : std::span<T>{};
}

template <class F>
void for_each_group(std::span<const std::int32_t> words, std::size_t element_bytes, Access access,
                    std::span<const std::int32_t> sources, F&& f) {
    const std::size_t at_once = lanes_at_once(words, element_bytes, access);
    const int columns = columns_of(element_bytes);
    for (std::size_t first = 0; first < words.size(); first += at_once) {
        const auto own = part_of(words, first, at_once);
        f(access == Access::copy ? load_of_copy(own, part_of(sources, first, at_once), columns)
                                 : load_of(own, columns, access != Access::atomic));
    }
}

/// Calls f(first row, rows) for every site and iteration of a step that loads from shared memory
/// or stores to it.
template <class F>
void for_each_shared_request(const Trace& trace, int step, F&& f) {
    for_each_request_row(trace, step, [&](int row, int rows) {
        if (is_counted_in_banks(trace.sites()[static_cast<std::size_t>(trace.row(row).site)]))
            f(row, rows);
    });
}

/// The words of one warp in rows [row, row + rows), joined.
void gather(const Trace& trace, int block, int row, int rows, int warp,
            std::vector<std::int32_t>& words) {
    const int lanes = std::min(warp_size, trace.threads() - warp * warp_size);
    words.assign(static_cast<std::size_t>(lanes), Trace::idle);
    for (int r = row; r < row + rows; ++r) {
        const auto part = trace.lanes_of(block, r, warp);
        for (std::size_t lane = 0; lane < words.size(); ++lane) {
            if (part[lane] != Trace::idle) words[lane] = part[lane];
        }
    }
}

/// Makes words as wide as what a lane moves of cells.
void widen(const Trace& trace, std::size_t bytes, std::vector<std::int32_t>& words) {
    const std::size_t cell = trace.cell_bytes();
    if (cell == bytes) return;
    for (std::int32_t& word : words) {
        if (word != Trace::idle) word = static_cast<std::int32_t>(word * cell / bytes);
    }
}

void gather_words(const Trace& trace, int block, int row, int rows, int warp, std::size_t bytes,
                  std::vector<std::int32_t>& words) {
    gather(trace, block, row, rows, warp, words);
    widen(trace, bytes, words);
}

/// The site that loads what a copy's site stores: the last one before it in its line.
int source_site(const Trace& trace, int site) {
    const TraceSite& stores = trace.sites()[static_cast<std::size_t>(site)];
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

/// What a warp's lanes bring in the rows of a copy that begin at `row`.
std::vector<std::int32_t> sources_of(const Trace& trace, int block, int row, int warp,
                                     std::size_t bytes) {
    const TraceRow& stores = trace.row(row);
    const int site = source_site(trace, stores.site);
    if (site < 0) return {};
    const std::size_t element =
        trace.element_bytes(trace.sites()[static_cast<std::size_t>(site)].array);
    std::vector<std::int32_t> sources(
        static_cast<std::size_t>(std::min(warp_size, trace.threads() - warp * warp_size)), 0);
    // They stand right before it.
    bool found = false;
    const int begin = trace.rows_of_step(stores.step).begin;
    for (int r = row - 1; r >= begin; --r) {
        const TraceRow& loads = trace.row(r);
        const bool same = loads.site == site && loads.interval == stores.interval &&
                          loads.iteration == stores.iteration;
        if (!same && found) break;
        if (!same) continue;
        found = true;
        const auto addresses = trace.addresses_of(block, r, warp);
        for (std::uint32_t left = trace.mask(block, r, warp); left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            sources[lane] = static_cast<std::int32_t>(addresses[lane] * element / bytes %
                                                      static_cast<std::size_t>(columns_of(bytes)));
        }
    }
    return found ? sources : std::vector<std::int32_t>{};
}

}  // namespace

bool goes_past_banks(const TraceSite& site) {
    return site.event == Event::store &&
           (site.operation == "cp.async.cg" || site.operation == "cp.async.bulk");
}

bool copies_past_banks(const Trace& trace, int block, int step) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.row(row).site)];
        if (goes_past_banks(site) && trace.threads_in(block, row) > 0) return true;
    }
    return false;
}

Access access_of(const Trace& trace, int site) {
    const TraceSite& at = trace.sites()[static_cast<std::size_t>(site)];
    if (at.event == Event::atomic) return Access::atomic;
    if (at.event != Event::store) return Access::load;
    return at.operation == "cp.async.ca" ? Access::copy : Access::store;
}

std::vector<std::int32_t> sources_of_request(const Trace& trace, const Request& request) {
    if (request.access != Access::copy) return {};
    return sources_of(trace, request.block, request.row, request.warp, request.bytes);
}

bool waits_for_cache(const std::vector<GroupLoad>& loads) {
    return std::ranges::all_of(
               loads,
               [](const GroupLoad& load) { return *std::ranges::max_element(load.wanted) <= 1; }) &&
           std::ranges::any_of(loads, [](const GroupLoad& load) { return load.worst > 1; });
}

std::string_view name_of(const Request& request) {
    return request.access == Access::copy ? std::string_view{"copy"} : name_of(request.event);
}

std::vector<GroupLoad> group_loads(const Trace& trace, const Request& request) {
    return group_loads(words_of_request(trace, request), request.bytes, request.access,
                       sources_of_request(trace, request));
}

std::vector<GroupLoad> group_loads(std::span<const std::int32_t> words, std::size_t element_bytes,
                                   Access access, std::span<const std::int32_t> sources) {
    std::vector<GroupLoad> loads;
    for_each_group(words, element_bytes, access, sources,
                   [&](const GroupLoad& load) { loads.push_back(load); });
    const std::size_t lanes = lanes_at_once(words, element_bytes, access);
    for (std::size_t group = 0; group < loads.size(); ++group) {
        loads[group].first_lane = static_cast<int>(group * lanes);
        loads[group].lanes = static_cast<int>(std::min(lanes, words.size() - group * lanes));
    }
    return loads;
}

RequestCost request_cost(std::span<const std::int32_t> words, std::size_t element_bytes,
                         Access access, std::span<const std::int32_t> sources) {
    RequestCost cost;
    // An atomic reads, works and writes; of 8 bytes it passes the banks twice.
    const int passes = access == Access::atomic && element_bytes == 8 ? 2 : 1;
    for_each_group(words, element_bytes, access, sources, [&](const Load& load) {
        cost.active += load.active;
        cost.wavefronts += passes * load.worst;
        cost.ideal += passes * load.ideal;
        cost.degree = std::max(cost.degree, load.degree(load.worst));
    });
    return cost;
}

std::vector<Request> requests_of_step(const Trace& trace, int block, int step) {
    std::vector<Request> requests;
    std::vector<std::int32_t> words;
    for_each_shared_request(trace, step, [&](int row, int rows) {
        const TraceRow& first = trace.rows()[static_cast<std::size_t>(row)];
        const std::size_t bytes = trace.request_bytes(first.site);
        const Access access = access_of(trace, first.site);
        std::vector<std::int32_t> sources;
        for (int warp = 0; warp < trace.warps(); ++warp) {
            gather_words(trace, block, row, rows, warp, bytes, words);
            if (access == Access::copy) sources = sources_of(trace, block, row, warp, bytes);
            const RequestCost cost = request_cost(words, bytes, access, sources);
            if (cost.active == 0) continue;
            requests.push_back({.block = block,
                                .step = step,
                                .site = first.site,
                                .iteration = first.iteration,
                                .warp = warp,
                                .row = row,
                                .rows = rows,
                                .event = trace.event_of(first),
                                .access = access,
                                .cost = cost,
                                .bytes = bytes});
        }
    });
    return requests;
}

std::vector<Request> uncounted_requests_of_step(const Trace& trace, int block, int step) {
    std::vector<Request> requests;
    std::vector<std::int32_t> cells;
    for_each_request_row(trace, step, [&](int row, int rows) {
        const TraceRow& first = trace.row(row);
        if (!is_uncounted(trace.sites()[static_cast<std::size_t>(first.site)])) return;
        for (int warp = 0; warp < trace.warps(); ++warp) {
            gather(trace, block, row, rows, warp, cells);
            const auto active = static_cast<int>(std::ranges::count_if(
                cells, [](std::int32_t cell) { return cell != Trace::idle; }));
            if (active == 0) continue;
            requests.push_back({.block = block,
                                .step = step,
                                .site = first.site,
                                .iteration = first.iteration,
                                .warp = warp,
                                .row = row,
                                .rows = rows,
                                .event = trace.event_of(first),
                                .cost = {.active = active},
                                .bytes = trace.request_bytes(first.site)});
        }
    });
    return requests;
}

std::vector<std::int32_t> words_of_request(const Trace& trace, const Request& request) {
    std::vector<std::int32_t> words;
    gather_words(trace, request.block, request.row, request.rows, request.warp,
                 trace.request_bytes(request.site), words);
    return words;
}

std::vector<int> cells_of_request(const Trace& trace, const Request& request) {
    std::vector<std::int32_t> reached;
    gather(trace, request.block, request.row, request.rows, request.warp, reached);
    std::vector<int> cells;
    for (const std::int32_t cell : reached) cells.push_back(cell == Trace::idle ? -1 : cell);
    return cells;
}

std::vector<int> wavefront_of_lanes(const Trace& trace, const Request& request) {
    const std::size_t bytes = trace.request_bytes(request.site);
    const std::vector<std::int32_t> words = words_of_request(trace, request);
    std::vector<int> waves(words.size(), -1);
    int first_wave = 0;
    const std::vector<std::int32_t> sources = sources_of_request(trace, request);
    for (const GroupLoad& load : group_loads(words, bytes, request.access, sources)) {
        if (request.access == Access::copy) {
            const auto first = static_cast<std::size_t>(load.first_lane);
            const auto count = static_cast<std::size_t>(load.lanes);
            const auto own = std::span{waves}.subspan(first, count);
            load_of_copy(std::span{words}.subspan(first, count),
                         part_of(std::span{sources}, first, count), columns_of(bytes), own);
            for (int& wave : own) wave += wave < 0 ? 0 : first_wave;
            first_wave += load.worst;
            continue;
        }
        std::vector<int> wanted(static_cast<std::size_t>(columns_of(bytes)), 0);
        const auto begin = static_cast<std::size_t>(load.first_lane);
        for (std::size_t lane = begin; lane < begin + static_cast<std::size_t>(load.lanes);
             ++lane) {
            if (words[lane] == Trace::idle) continue;
            std::size_t same = begin;
            while (words[same] != words[lane]) ++same;
            if (request.event == Event::atomic) same = lane;  // they queue up
            int& above = wanted[words[lane] % wanted.size()];
            waves[lane] = same < lane ? waves[same] : first_wave + above++;
        }
        first_wave += load.worst;
    }
    return waves;
}

ConflictMap conflict_map(const Trace& trace, HeatmapAxis axis, int block) {
    ConflictMap map;
    map.steps = trace.step_count();
    map.columns = axis == HeatmapAxis::bank ? bank_count : trace.warps();
    map.degree.assign(static_cast<std::size_t>(map.steps) * static_cast<std::size_t>(map.columns),
                      0);
    const int first = block < 0 ? 0 : block, end = block < 0 ? trace.blocks() : block + 1;
    std::vector<std::int32_t> words;
    for (int b = first; b < end; ++b) {
        // Blocks of one launch almost always do the same.
        if (b > first && same_accesses(trace, b - 1, b)) continue;
        for (int step = 0; step < map.steps; ++step) {
            const auto raise = [&](int column, int degree) {
                int& cell = map.degree[static_cast<std::size_t>(step) *
                                           static_cast<std::size_t>(map.columns) +
                                       static_cast<std::size_t>(column)];
                cell = std::max(cell, degree);
                map.worst = std::max(map.worst, degree);
            };
            for_each_shared_request(trace, step, [&](int row, int rows) {
                const TraceRow& at = trace.rows()[static_cast<std::size_t>(row)];
                const Access access = access_of(trace, at.site);
                const std::size_t bytes = trace.request_bytes(at.site);
                const int banks_each = bank_count / columns_of(bytes);
                std::vector<std::int32_t> sources;
                for (int warp = 0; warp < trace.warps(); ++warp) {
                    gather_words(trace, b, row, rows, warp, bytes, words);
                    if (access == Access::copy) sources = sources_of(trace, b, row, warp, bytes);
                    for_each_group(words, bytes, access, sources, [&](const Load& load) {
                        if (axis == HeatmapAxis::warp) return raise(warp, load.degree(load.worst));
                        for (int bank = 0; bank < bank_count; ++bank) {
                            const auto column = static_cast<std::size_t>(bank / banks_each);
                            raise(bank, load.degree(load.wanted[column]));
                        }
                    });
                }
            });
        }
    }
    return map;
}

}  // namespace stridescope
