#include "app/analysis/dataflow.h"

#include <algorithm>
#include <iterator>
#include <string_view>

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
        const TraceRow& at = trace.row(row);
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

namespace {

/// The edges of one value that was stored, or given to an atomic.
void add_edges(const Origins& origins, Made store, Edge edge, std::vector<Edge>& edges) {
    const Origins::Loads loads = origins.loads_of(store);
    edge.combined = edge.combined || loads.combined;
    edge.once = loads.once;
    edge.operation = loads.operation;
    for (const Made& load : loads.loads) {
        if (is_remote(origins.site(load.row).event)) continue;  // of no word of this block
        Edge each = edge;
        find_source(origins, load, each);
        each.own = each.from_word >= 0 && each.from_word == each.to_word;
        edges.push_back(each);
    }
}

}  // namespace

bool stores_to_output(const Origins& origins, int row) {
    const Event event = origins.site(row).event;
    return event == Event::global_store || event == Event::global_atomic;
}

void find_source(const Origins& origins, Made load, Edge& edge) {
    const Event event = origins.site(load.row).event;
    if (is_global(event)) {
        edge.from_address = origins.address(load);
        edge.from_array = origins.site(load.row).array;
        // What an atomic hands back other blocks may have changed.
        edge.input = event == Event::global_load && origins.reads_from_before(load);
        return;
    }
    const int step = origins.row(load.row).step;
    const Origins::Writers writers = origins.writers_of_cell(load);
    edge.from_word = origins.cell(load);
    edge.from_step = step - 1;
    edge.kept = writers.known;
    if (!writers.known || !writers.any()) return;
    const Made last = writers.adds.empty() ? writers.base : writers.adds.back();
    if (origins.row(last.row).step < step) return;
    edge.from_step = step;
    edge.kept = writers.kept;
}

std::vector<Edge> edges_of_step(const Origins& origins, int step) {
    const Trace& trace = origins.trace();
    std::vector<Edge> edges;
    std::vector<std::uint8_t> written(static_cast<std::size_t>(trace.words()), 0);
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        if (!trace.writes_cells(row)) continue;
        const TraceSite& site = origins.site(row);
        origins.for_each_event(row, [&](Made store) {
            Edge edge{.step = step,
                      .thread = store.thread,
                      .to_word = origins.cell(store),
                      .combined = false,
                      .row = row};
            const auto to = static_cast<std::size_t>(edge.to_word);
            if (to >= written.size()) return;
            const bool before = written[to] != 0;
            written[to] = 1;
            if (site.event == Event::atomic && site.operation != "atomicExch") {
                edge.combined = true;
                Edge own = edge;
                own.from_word = own.to_word;
                own.from_step = before ? step : step - 1;
                own.kept = !before;
                own.own = true;
                edges.push_back(own);
            }
            add_edges(origins, store, edge, edges);
        });
    }
    return edges;
}

std::vector<Edge> output_edges_of_step(const Origins& origins, int step) {
    std::vector<Edge> edges;
    const auto [begin, end] = origins.trace().rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        if (!stores_to_output(origins, row)) continue;
        const TraceSite& site = origins.site(row);
        origins.for_each_event(row, [&](Made store) {
            add_edges(origins, store,
                      {.step = step,
                       .thread = store.thread,
                       .to_address = origins.address(store),
                       .to_array = site.array,
                       .combined = site.event == Event::global_atomic,
                       .row = row},
                      edges);
        });
    }
    return edges;
}

std::vector<std::uint8_t> words_read_from_before(const Origins& origins, int step) {
    const Trace& trace = origins.trace();
    std::vector<std::uint8_t> read(static_cast<std::size_t>(trace.words()), 0);
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        if (!trace.reads_cells(row)) continue;
        origins.for_each_event(row, [&](Made load) {
            const Origins::Writers writers = origins.writers_of_cell(load);
            const Made last = writers.adds.empty() ? writers.base : writers.adds.back();
            const bool own = last.row != TraceRow::none && origins.row(last.row).step == step;
            const auto cell = static_cast<std::size_t>(origins.cell(load));
            if (!own && cell < read.size()) read[cell] = 1;
        });
    }
    return read;
}

}  // namespace stridescope
