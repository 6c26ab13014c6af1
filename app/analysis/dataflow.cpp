#include "app/analysis/dataflow.h"

#include <algorithm>
#include <iterator>

#include "app/analysis/value_edges.h"
#include "app/analysis/value_origins.h"

namespace stridescope {
namespace {

constexpr int no_cell = -1;

/// The cell that a thread reached in a row of cells, or no_cell.
int cell_reached(const Trace& trace, int block, int row, int thread) {
    return trace.took_part(block, row, thread) ? trace.lane(block, row, thread) : no_cell;
}

/// Calls f(thread, cell) for every thread that reached one in a row of cells.
template <class F>
void for_each_cell(const Trace& trace, int block, int row, F&& f) {
    for (int thread = 0; thread < trace.threads(); ++thread) {
        const int cell = cell_reached(trace, block, row, thread);
        if (cell != no_cell) f(thread, cell);
    }
}

}  // namespace

std::vector<Edge> edges_of_step(const Trace& trace, int block, int step) {
    return edges_of_step(Origins{trace, block}, step);
}

std::vector<Edge> output_edges_of_step(const Trace& trace, int block, int step) {
    return output_edges_of_step(Origins{trace, block}, step);
}

StepEdges all_edges(const Trace& trace, int block) {
    const Origins origins{trace, block};
    StepEdges all;
    for (int step = 0; step < trace.step_count(); ++step) {
        all.cells.push_back(edges_of_step(origins, step));
        all.output.push_back(output_edges_of_step(origins, step));
    }
    return all;
}

std::vector<std::uint8_t> words_read_from_before(const Trace& trace, int block, int step) {
    return words_read_from_before(Origins{trace, block}, step);
}

int cell_after(const Trace& trace, int block, int step, int element) {
    for (int row = trace.rows_of_step(step).end - 1; row >= 0; --row) {
        if (!trace.writes_cells(row)) continue;
        int found = no_cell;
        for_each_cell(trace, block, row, [&](int /*thread*/, int cell) {
            if (trace.element_of(cell) == element) found = cell;
        });
        if (found != no_cell) return found;
    }
    return trace.cell_of(element);
}

std::vector<WordUse> word_uses(const Trace& trace, int block, int step) {
    std::vector<WordUse> uses(static_cast<std::size_t>(trace.words()));
    const auto add = [](std::vector<int>& threads, int thread) {
        if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
    };
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const bool reads = trace.reads_cells(row), writes = trace.writes_cells(row);
        if (!reads && !writes) continue;
        const Row& at = trace.row(row);
        const int elements = trace.elements_moved(at.site);
        const int apart =
            elements == 1
                ? 1
                : trace.cells_of_element(trace.sites()[static_cast<std::size_t>(at.site)].array);
        for_each_cell(trace, block, row, [&](int thread, int cell) {
            for (int k = 0; k < elements; ++k, cell += apart) {
                WordUse& use = uses[static_cast<std::size_t>(cell)];
                if (reads) add(use.readers, thread);
                if (writes) add(use.writers, thread);
            }
        });
    }
    for (WordUse& use : uses) {
        std::ranges::sort(use.readers);
        std::ranges::sort(use.writers);
    }
    return uses;
}

}  // namespace stridescope
