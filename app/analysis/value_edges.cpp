#include "app/analysis/value_edges.h"

#include <algorithm>
#include <string_view>

namespace stridescope {
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
        const Site& site = origins.site(row);
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
        const Site& site = origins.site(row);
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
            const bool own = last.row != Row::none && origins.row(last.row).step == step;
            const auto cell = static_cast<std::size_t>(origins.cell(load));
            if (!own && cell < read.size()) read[cell] = 1;
        });
    }
    return read;
}

}  // namespace stridescope
