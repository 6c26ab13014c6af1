#include "app/analysis/banks.h"

#include <algorithm>
#include <array>

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
bool partners_agree(std::span<const std::uint16_t> words, std::size_t apart) {
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        const std::size_t partner = lane ^ apart;
        if (partner >= words.size()) continue;
        const std::uint16_t mine = words[lane], others = words[partner];
        if (mine != Trace::idle && others != Trace::idle && mine != others) return false;
    }
    return true;
}

/// Lanes that are served together, as measured: docs/bank_model.md.
std::size_t lanes_at_once(std::span<const std::uint16_t> words, std::size_t element_bytes,
                          Access access) {
    if (element_bytes == 4) return 32;
    const std::size_t usually = 128 / element_bytes;
    const bool joined =
        access == Access::load && (partners_agree(words, 1) || partners_agree(words, 2));
    return joined ? 2 * usually : usually;
}

using Load = GroupLoad;

/// `broadcast`: lanes that want the same element are served together.
Load load_of(std::span<const std::uint16_t> words, int columns, bool broadcast) {
    Load load;
    std::array<std::uint16_t, warp_size> seen{};
    int different = 0;
    for (const std::uint16_t word : words) {
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

template <class F>
void for_each_group(std::span<const std::uint16_t> words, std::size_t element_bytes, Access access,
                    F&& f) {
    const std::size_t at_once = lanes_at_once(words, element_bytes, access);
    for (std::size_t first = 0; first < words.size(); first += at_once) {
        f(load_of(words.subspan(first, std::min(at_once, words.size() - first)),
                  columns_of(element_bytes), access != Access::atomic));
    }
}

/// Calls f(first row, rows) for every site and iteration of a step that loads from shared memory
/// or stores to it.
template <class F>
void for_each_shared_request(const Trace& trace, int step, F&& f) {
    for_each_request_row(trace, step, [&](int row, int rows) {
        const Event event = trace.event_of(trace.rows()[static_cast<std::size_t>(row)]);
        if (is_shared(event)) f(row, rows);
    });
}

/// The words of one warp in rows [row, row + rows), joined.
void gather(const Trace& trace, int block, int row, int rows, int warp,
            std::vector<std::uint16_t>& words) {
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
void widen(const Trace& trace, std::size_t bytes, std::vector<std::uint16_t>& words) {
    const std::size_t cell = trace.cell_bytes();
    if (cell == bytes) return;
    for (std::uint16_t& word : words) {
        if (word != Trace::idle) word = static_cast<std::uint16_t>(word * cell / bytes);
    }
}

void gather_words(const Trace& trace, int block, int row, int rows, int warp, std::size_t bytes,
                  std::vector<std::uint16_t>& words) {
    gather(trace, block, row, rows, warp, words);
    widen(trace, bytes, words);
}

}  // namespace

Access access_of(Event event) {
    if (event == Event::atomic) return Access::atomic;
    return event == Event::store ? Access::store : Access::load;
}

std::vector<GroupLoad> group_loads(std::span<const std::uint16_t> words, std::size_t element_bytes,
                                   Access access) {
    std::vector<GroupLoad> loads;
    for_each_group(words, element_bytes, access,
                   [&](const GroupLoad& load) { loads.push_back(load); });
    const std::size_t lanes = lanes_at_once(words, element_bytes, access);
    for (std::size_t group = 0; group < loads.size(); ++group) {
        loads[group].first_lane = static_cast<int>(group * lanes);
        loads[group].lanes = static_cast<int>(std::min(lanes, words.size() - group * lanes));
    }
    return loads;
}

RequestCost request_cost(std::span<const std::uint16_t> words, std::size_t element_bytes,
                         Access access) {
    RequestCost cost;
    // An atomic reads, works and writes; of 8 bytes it passes the banks twice.
    const int passes = access == Access::atomic && element_bytes == 8 ? 2 : 1;
    for_each_group(words, element_bytes, access, [&](const Load& load) {
        cost.active += load.active;
        cost.wavefronts += passes * load.worst;
        cost.ideal += passes * load.ideal;
        cost.degree = std::max(cost.degree, load.degree(load.worst));
    });
    return cost;
}

std::vector<Request> requests_of_step(const Trace& trace, int block, int step) {
    std::vector<Request> requests;
    std::vector<std::uint16_t> words;
    for_each_shared_request(trace, step, [&](int row, int rows) {
        const Row& first = trace.rows()[static_cast<std::size_t>(row)];
        const std::size_t bytes = trace.request_bytes(first.site);
        for (int warp = 0; warp < trace.warps(); ++warp) {
            gather_words(trace, block, row, rows, warp, bytes, words);
            const RequestCost cost = request_cost(words, bytes, access_of(trace.event_of(first)));
            if (cost.active == 0) continue;
            requests.push_back({.block = block,
                                .step = step,
                                .site = first.site,
                                .iteration = first.iteration,
                                .warp = warp,
                                .row = row,
                                .rows = rows,
                                .event = trace.event_of(first),
                                .cost = cost,
                                .bytes = bytes});
        }
    });
    return requests;
}

std::vector<std::uint16_t> words_of_request(const Trace& trace, const Request& request) {
    std::vector<std::uint16_t> words;
    gather_words(trace, request.block, request.row, request.rows, request.warp,
                 trace.request_bytes(request.site), words);
    return words;
}

std::vector<int> cells_of_request(const Trace& trace, const Request& request) {
    std::vector<std::uint16_t> reached;
    gather(trace, request.block, request.row, request.rows, request.warp, reached);
    std::vector<int> cells;
    for (const std::uint16_t cell : reached) cells.push_back(cell == Trace::idle ? -1 : cell);
    return cells;
}

std::vector<int> wavefront_of_lanes(const Trace& trace, const Request& request) {
    const std::size_t bytes = trace.request_bytes(request.site);
    const std::vector<std::uint16_t> words = words_of_request(trace, request);
    std::vector<int> waves(words.size(), -1);
    int first_wave = 0;
    for (const GroupLoad& load : group_loads(words, bytes, access_of(request.event))) {
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
    std::vector<std::uint16_t> words;
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
                const Row& at = trace.rows()[static_cast<std::size_t>(row)];
                const Access access = access_of(trace.event_of(at));
                const std::size_t bytes = trace.request_bytes(at.site);
                const int banks_each = bank_count / columns_of(bytes);
                for (int warp = 0; warp < trace.warps(); ++warp) {
                    gather_words(trace, b, row, rows, warp, bytes, words);
                    for_each_group(words, bytes, access, [&](const Load& load) {
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
