#include "app/analysis/heat.h"

#include <algorithm>
#include <span>
#include <vector>

#include "app/analysis/requests.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

void add(HeatCell& cell, int wavefronts, int worst) {
    ++cell.requests;
    cell.wavefronts += wavefronts;
    cell.worst = std::max(cell.worst, worst);
}

/// By bank: the rounds of each group of lanes that are served together, and the worst of them.
void add_request(const Trace& trace, const Request& request, std::span<HeatCell> banks) {
    const auto loads = group_loads(trace, request);
    const std::size_t banks_each = request.bytes / 4;
    for (std::size_t bank = 0; bank < banks.size(); ++bank) {
        int rounds = 0, worst = 0;
        for (const GroupLoad& load : loads) {
            const int wanted = load.wanted[bank / banks_each];
            rounds += wanted;
            worst = std::max(worst, load.degree(wanted));
        }
        if (rounds > 0) add(banks[bank], rounds, worst);
    }
}

HeatCell& operator+=(HeatCell& sum, const HeatCell& cell) {
    sum.requests += cell.requests;
    sum.wavefronts += cell.wavefronts;
    sum.worst = std::max(sum.worst, cell.worst);
    return sum;
}

bool counts(Event event, HeatEvents events) {
    return events == HeatEvents::both || event == Event::atomic ||
           (event == Event::load) == (events == HeatEvents::loads);
}

/// One column of all steps together.
HeatCell all_steps(const HeatMap& map, int column) {
    HeatCell sum;
    for (int step = 0; step < map.steps; ++step) sum += map.at(step, column);
    return sum;
}

/// Adds what one block asked for in a step, a cell for each bank or warp.
void add_step(const Trace& trace, HeatmapAxis axis, HeatEvents events, int block, int step,
              std::span<HeatCell> cells) {
    for (const Request& request : requests_of_step(trace, block, step, Space::shared)) {
        if (!counts(request.event, events)) continue;
        if (axis == HeatmapAxis::bank) {
            add_request(trace, request, cells);
        } else {
            add(cells[static_cast<std::size_t>(request.warp)], request.shared.wavefronts,
                request.shared.degree);
        }
    }
}

}  // namespace

double HeatCell::value(HeatMeasure measure) const {
    switch (measure) {
        case HeatMeasure::worst: return worst;
        case HeatMeasure::total: return static_cast<double>(wavefronts);
        case HeatMeasure::per_request: break;
    }
    return requests == 0 ? 0 : static_cast<double>(wavefronts) / static_cast<double>(requests);
}

double HeatMap::most(HeatMeasure measure) const {
    double most = 0;
    for (const HeatCell& cell : cells) most = std::max(most, cell.value(measure));
    return most;
}

HeatMap heat_map(const Trace& trace, HeatmapAxis axis, HeatEvents events, int block) {
    HeatMap map;
    map.steps = trace.step_count();
    map.columns = axis == HeatmapAxis::bank ? bank_count : trace.warps();
    map.cells.resize(static_cast<std::size_t>(map.steps) * static_cast<std::size_t>(map.columns));
    const int first = block < 0 ? 0 : block, end = block < 0 ? trace.blocks() : block + 1;
    const auto width = static_cast<std::size_t>(map.columns);
    std::vector<HeatCell> of_block;
    for (int b = first; b < end; ++b) {
        // Blocks of one launch almost always do the same: count once, compare the rest.
        if (b == first || !same_accesses(trace, b - 1, b)) {
            of_block.assign(map.cells.size(), {});
            for (int step = 0; step < map.steps; ++step) {
                add_step(
                    trace, axis, events, b, step,
                    std::span{of_block}.subspan(static_cast<std::size_t>(step) * width, width));
            }
        }
        for (std::size_t k = 0; k < of_block.size(); ++k) map.cells[k] += of_block[k];
    }
    return map;
}

std::vector<int> like_steps(const std::vector<Step>& steps, const std::vector<Step>& others) {
    std::vector<int> like;
    std::vector<bool> taken(others.size(), false);
    for (const Step& step : steps) {
        std::size_t at = 0;
        while (at < others.size() && (taken[at] || others[at] != step)) ++at;
        if (at < others.size()) taken[at] = true;
        like.push_back(at < others.size() ? static_cast<int>(at) : -1);
    }
    return like;
}

HeatPair paired(const Trace& before, const HeatMap& before_map, const Trace& after,
                const HeatMap& after_map) {
    HeatPair pair;
    pair.same_steps = before.steps() == after.steps();
    pair.after = after_map;
    pair.before = {after_map.steps, after_map.columns, {}};
    pair.before.cells.resize(after_map.cells.size());
    pair.alike.assign(after_map.cells.size(), false);
    const auto width = static_cast<std::size_t>(after_map.columns);
    const int common = std::min(before_map.columns, after_map.columns);
    const std::vector<int> like = like_steps(after.steps(), before.steps());
    for (int step = 0; step < after_map.steps; ++step) {
        const int other = like[static_cast<std::size_t>(step)];
        if (other < 0) continue;
        ++pair.common_steps;
        for (int column = 0; column < common; ++column) {
            const std::size_t at =
                static_cast<std::size_t>(step) * width + static_cast<std::size_t>(column);
            pair.before.cells[at] = before_map.at(other, column);
            pair.alike[at] = true;
        }
    }
    if (pair.same_steps) return pair;
    const auto append_all = [&](HeatMap& map, const HeatMap& of) {
        for (int column = 0; column < after_map.columns; ++column) {
            map.cells.push_back(column < of.columns ? all_steps(of, column) : HeatCell{});
        }
        ++map.steps;
    };
    append_all(pair.before, before_map);
    append_all(pair.after, after_map);
    for (int column = 0; column < after_map.columns; ++column) {
        pair.alike.push_back(column < common);
    }
    return pair;
}

ConflictMap conflict_map(const Trace& trace, HeatmapAxis axis, int block) {
    ConflictMap map;
    map.steps = trace.step_count();
    map.columns = axis == HeatmapAxis::bank ? bank_count : trace.warps();
    map.degree.assign(static_cast<std::size_t>(map.steps) * static_cast<std::size_t>(map.columns),
                      0);
    const int first = block < 0 ? 0 : block, end = block < 0 ? trace.blocks() : block + 1;
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
            for (const Request& request : requests_of_step(trace, b, step, Space::shared)) {
                const std::size_t banks_each = request.bytes / 4;
                for (const GroupLoad& load : group_loads(trace, request)) {
                    if (axis == HeatmapAxis::warp) {
                        raise(request.warp, load.degree(load.worst));
                        continue;
                    }
                    for (int bank = 0; bank < bank_count; ++bank) {
                        const std::size_t column = static_cast<std::size_t>(bank) / banks_each;
                        raise(bank, load.degree(load.wanted[column]));
                    }
                }
            }
        }
    }
    return map;
}

std::vector<HeatCell> bank_loads(const Trace& trace, int block, int step) {
    std::vector<HeatCell> banks(bank_count);
    for (const Request& request : requests_of_step(trace, block, step, Space::shared)) {
        add_request(trace, request, banks);
    }
    return banks;
}

}  // namespace stridescope
