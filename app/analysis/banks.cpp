#include "app/analysis/banks.h"

#include <algorithm>
#include <array>

namespace stridescope {
namespace {

/// Lanes that are served together: all 32 for 4-byte elements, a half-warp for 8-byte ones.
constexpr std::size_t lanes_at_once(std::size_t element_bytes) {
    return element_bytes == 8 ? 16 : 32;
}
/// Places an element can start in a row of banks: 32 banks, or 16 pairs of banks.
constexpr int columns_of(std::size_t element_bytes) {
    return bank_count * 4 / static_cast<int>(element_bytes);
}

/// Distinct words wanted of each column by one group of lanes.
struct Load {
    std::array<std::uint8_t, bank_count> distinct{};
    int active = 0;
    int worst = 0;
};

Load load_of(std::span<const std::uint16_t> words, int columns) {
    Load load;
    std::array<std::uint16_t, warp_size> seen{};
    for (const std::uint16_t word : words) {
        if (word == Trace::idle) continue;
        const auto end = seen.begin() + load.active;
        const bool broadcast = std::find(seen.begin(), end, word) != end;
        // `seen` keeps repeats too: its length is the number of active lanes.
        seen[static_cast<std::size_t>(load.active++)] = word;
        if (broadcast) continue;
        std::uint8_t& distinct = load.distinct[static_cast<std::size_t>(word % columns)];
        load.worst = std::max<int>(load.worst, ++distinct);
    }
    return load;
}

template <class F>
void for_each_group(std::span<const std::uint16_t> words, std::size_t element_bytes, F&& f) {
    const std::size_t at_once = lanes_at_once(element_bytes);
    for (std::size_t first = 0; first < words.size(); first += at_once) {
        f(load_of(words.subspan(first, std::min(at_once, words.size() - first)),
                  columns_of(element_bytes)));
    }
}

bool same_request(const Row& a, const Row& b) {
    return a.step == b.step && a.interval == b.interval && a.iteration == b.iteration &&
           a.site == b.site;
}

/// Calls f(first row, rows) for every load or store site and iteration of a step.
template <class F>
void for_each_request_row(const Trace& trace, int step, F&& f) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end;) {
        const Row& first = trace.rows()[static_cast<std::size_t>(row)];
        int next = row + 1;
        while (next < end && same_request(first, trace.rows()[static_cast<std::size_t>(next)])) {
            ++next;
        }
        if (trace.event_of(first) != Event::op) f(row, next - row);
        row = next;
    }
}

/// The words of one warp in rows [row, row + rows), joined.
void gather(const Trace& trace, int block, int row, int rows, int warp,
            std::vector<std::uint16_t>& words) {
    const int first = warp * warp_size;
    const int lanes = std::min(warp_size, trace.threads() - first);
    words.assign(static_cast<std::size_t>(lanes), Trace::idle);
    for (int r = row; r < row + rows; ++r) {
        const auto part = trace.lanes(block, r).subspan(static_cast<std::size_t>(first),
                                                        static_cast<std::size_t>(lanes));
        for (std::size_t lane = 0; lane < part.size(); ++lane) {
            if (part[lane] != Trace::idle) words[lane] = part[lane];
        }
    }
}

}  // namespace

RequestCost request_cost(std::span<const std::uint16_t> words, std::size_t element_bytes) {
    RequestCost cost;
    for_each_group(words, element_bytes, [&](const Load& load) {
        cost.active += load.active;
        cost.wavefronts += load.worst;
        cost.ideal += load.active > 0 ? 1 : 0;
        cost.degree = std::max(cost.degree, load.worst);
    });
    return cost;
}

std::vector<Request> requests_of_step(const Trace& trace, int block, int step) {
    const std::size_t bytes = size_of(trace.experiment().type);
    std::vector<Request> requests;
    std::vector<std::uint16_t> words;
    for_each_request_row(trace, step, [&](int row, int rows) {
        const Row& first = trace.rows()[static_cast<std::size_t>(row)];
        for (int warp = 0; warp < trace.warps(); ++warp) {
            gather(trace, block, row, rows, warp, words);
            const RequestCost cost = request_cost(words, bytes);
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

std::vector<std::uint16_t> words_of_request(const Trace& trace, const Request& request) {
    std::vector<std::uint16_t> words;
    gather(trace, request.block, request.row, request.rows, request.warp, words);
    return words;
}

ConflictMap conflict_map(const Trace& trace, HeatmapAxis axis, int block) {
    const std::size_t bytes = size_of(trace.experiment().type);
    ConflictMap map;
    map.steps = trace.step_count();
    map.columns = axis == HeatmapAxis::bank ? bank_count : trace.warps();
    map.degree.assign(static_cast<std::size_t>(map.steps) * static_cast<std::size_t>(map.columns),
                      0);
    const int first = block < 0 ? 0 : block, end = block < 0 ? trace.blocks() : block + 1;
    const int columns = columns_of(bytes), banks_each = bank_count / columns;
    std::vector<std::uint16_t> words;
    for (int b = first; b < end; ++b) {
        for (int step = 0; step < map.steps; ++step) {
            const auto raise = [&](int column, int degree) {
                int& cell = map.degree[static_cast<std::size_t>(step) *
                                           static_cast<std::size_t>(map.columns) +
                                       static_cast<std::size_t>(column)];
                cell = std::max(cell, degree);
                map.worst = std::max(map.worst, degree);
            };
            for_each_request_row(trace, step, [&](int row, int rows) {
                for (int warp = 0; warp < trace.warps(); ++warp) {
                    gather(trace, b, row, rows, warp, words);
                    for_each_group(words, bytes, [&](const Load& load) {
                        if (axis == HeatmapAxis::warp) return raise(warp, load.worst);
                        for (int bank = 0; bank < bank_count; ++bank) {
                            raise(bank, load.distinct[static_cast<std::size_t>(bank / banks_each)]);
                        }
                    });
                }
            });
        }
    }
    return map;
}

}  // namespace stridescope
