#include "app/analysis/dataflow.h"

#include <algorithm>
#include <iterator>

#include "app/analysis/origins.h"
#include "app/analysis/text_dataflow.h"

namespace stridescope {
namespace {

const Row& row_at(const Trace& trace, int row) {
    return trace.rows()[static_cast<std::size_t>(row)];
}

constexpr int no_cell = -1;

/// The cell that a thread reached in a row of cells, or no_cell.
int cell_reached(const Trace& trace, int block, int row, int thread) {
    const bool idle = trace.lanes(block, row)[static_cast<std::size_t>(thread)] == Trace::idle;
    return idle ? no_cell : trace.cell(block, row, thread);
}

/// Calls f(thread, cell) for every thread that reached one in a row of cells.
template <class F>
void for_each_cell(const Trace& trace, int block, int row, F&& f) {
    for (int thread = 0; thread < trace.threads(); ++thread) {
        const int cell = cell_reached(trace, block, row, thread);
        if (cell != no_cell) f(thread, cell);
    }
}

/// Follows operations back through registers to the loads that a value was made of; what its own
/// register held came from where it was written to that.
class LoadFinder {
  public:
    explicit LoadFinder(const Trace& trace) : trace_{trace}, seen_(trace.rows().size()) {}

    /// The loads behind the value of `row`, left operands first, each once: `v + v` over and over
    /// has more ways back to its load than could be walked.
    const std::vector<int>& loads_of(int row) {
        loads_.clear();
        once_ = true;
        ++search_;
        open_.assign(1, row);
        while (!open_.empty()) {
            const int at = open_.back();
            open_.pop_back();
            if (at == Row::none) continue;
            int& seen = seen_[static_cast<std::size_t>(at)];
            if (seen == search_) {
                once_ = false;
                continue;
            }
            seen = search_;
            const Row& r = row_at(trace_, at);
            if (trace_.event_of(r) == Event::op) {
                open_.push_back(r.right);  // left is followed first
                open_.push_back(r.left);
            } else if (trace_.event_of(r) == Event::move) {
                open_.push_back(r.left);
            } else {
                loads_.push_back(at);
            }
        }
        return loads_;
    }
    /// Whether there is but one way from the value to each of them.
    bool once() const { return once_; }

  private:
    const Trace& trace_;
    bool once_ = true;
    std::vector<int> seen_;  ///< [row]: the search that saw it last
    int search_ = 0;
    std::vector<int> open_, loads_;
};

/// Tells whether a load met a value that its own step had written. Rows are in the order of
/// barriers, and of one thread's own events; between threads, only barriers order them.
class OwnWrites {
  public:
    OwnWrites(const Trace& trace, int block) : trace_{trace}, block_{block} {}

    struct Found {
        bool written = false;  ///< before the load
        bool kept = true;      ///< and not again after it
        bool raced = false;    ///< another thread writes with no barrier between
    };
    Found before(int load, int thread, int word) {
        take(row_at(trace_, load).step);
        // Most steps store after all their loads, and after a barrier.
        if (first_row_ == end_ || (first_row_ > load && !unordered(first_row_, load))) return {};
        const auto w = static_cast<std::size_t>(word);
        if (first_.empty()) note_writes();
        if (first_[w].row < 0) return {};
        // A shuffle waits for the lanes that it reads of.
        const bool waits = trace_.event_of(row_at(trace_, load)) == Event::shuffle;
        const auto races = [&](const Write& write) {
            return !waits && write.thread != thread && unordered(write.row, load);
        };
        if (races(first_[w]) || races(last_[w])) return {.raced = true};
        const bool kept = precedes(last_[w], load, thread);
        const bool written =
            kept || precedes(first_[w], load, thread) || wrote_itself(thread, word, load);
        return {written, kept};
    }

  private:
    struct Write {
        int row = -1, thread = -1;
    };
    void take(int step) {
        if (step == step_) return;
        step_ = step;
        first_.clear();
        const auto [begin, end] = trace_.rows_of_step(step);
        begin_ = begin;
        end_ = end;
        first_row_ = begin;
        while (first_row_ < end && !stores(first_row_)) ++first_row_;
    }
    /// Whether no barrier stands between the two rows.
    bool unordered(int row, int other) const {
        return row_at(trace_, row).interval == row_at(trace_, other).interval;
    }
    bool stores(int row) const { return trace_.writes_cells(row); }
    void note_writes() {
        first_.assign(static_cast<std::size_t>(trace_.cells()), {});
        last_ = first_;
        for (int row = first_row_; row < end_; ++row) {
            if (!stores(row)) continue;
            for_each_cell(trace_, block_, row, [&](int thread, int cell) {
                const Write write{row, thread};
                const auto c = static_cast<std::size_t>(cell);
                if (first_[c].row < 0) first_[c] = write;
                last_[c] = write;
            });
        }
    }
    bool precedes(const Write& write, int load, int thread) const {
        const int barriers = row_at(trace_, write.row).interval;
        return barriers < row_at(trace_, load).interval ||
               (write.thread == thread && write.row < load);
    }
    /// For words that several threads write at once.
    bool wrote_itself(int thread, int cell, int load) const {
        for (int row = begin_; row < load; ++row) {
            if (stores(row) && cell_reached(trace_, block_, row, thread) == cell) return true;
        }
        return false;
    }

    const Trace& trace_;
    int block_;
    int step_ = -1;
    int begin_ = 0, end_ = 0, first_row_ = 0;  ///< the step's rows, and its first store
    std::vector<Write> first_, last_;          ///< [cell]
};

/// Where an operand came from: the load that fetched it, or the row that put it into the thread's
/// own register.
void find_source(const Trace& trace, int block, int load, OwnWrites& own_writes, Edge& edge) {
    const Row& row = row_at(trace, load);
    const int cell = trace.reads_cells(load) || trace.writes_cells(load)
                         ? trace.cell(block, load, edge.thread)
                         : no_cell;
    if (cell == no_cell) {
        edge.from_address = trace.addresses(block, load)[static_cast<std::size_t>(edge.thread)];
        edge.from_array = trace.sites()[static_cast<std::size_t>(row.site)].array;
        edge.input = edge.from_array == ArrayId::input;
        return;
    }
    edge.from_word = cell;
    if (trace.reads_cells(load)) {
        const auto [written, kept, raced] = own_writes.before(load, edge.thread, cell);
        edge.from_step = written ? row.step : row.step - 1;
        edge.kept = !raced && (!written || kept);
        return;
    }
    edge.from_step = row.step == edge.step ? edge.step : edge.step - 1;
    const int end = trace.rows_of_step(row.step).end;
    for (int later = load + 1; later < end && row.step == edge.step; ++later) {
        if (!trace.writes_cells(later)) continue;
        if (cell_reached(trace, block, later, edge.thread) == cell) edge.kept = false;
    }
}

/// Edges of what the step stored in the rows that `chosen` says; `aim` tells an edge where its
/// thread stored.
template <class Chosen, class Aim>
std::vector<Edge> edges_into(const Trace& trace, int block, int step, Chosen&& chosen, Aim&& aim) {
    std::vector<Edge> edges;
    LoadFinder finder{trace};
    OwnWrites own_writes{trace, block};
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Row& store = row_at(trace, row);
        if (!chosen(row) || store.left == Row::none) continue;
        const bool combined = trace.event_of(row_at(trace, store.left)) == Event::op;
        const std::vector<int>& loads = finder.loads_of(store.left);
        const auto targets = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            if (targets[static_cast<std::size_t>(thread)] == Trace::idle) continue;
            for (const int load : loads) {
                if (trace.lanes(block, load)[static_cast<std::size_t>(thread)] == Trace::idle)
                    continue;
                Edge edge{.step = step,
                          .thread = thread,
                          .combined = combined,
                          .once = finder.once(),
                          .row = row};
                find_source(trace, block, load, own_writes, edge);
                aim(edge);
                edges.push_back(edge);
            }
        }
    }
    return edges;
}

/// Where the section lives in the output, what the last step left there is the output.
std::vector<Edge> edges_of_cells_in_output(const Trace& trace, int block) {
    const int last = trace.step_count() - 1;
    std::vector<Edge> edges(static_cast<std::size_t>(trace.cells()));
    for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
        if (!trace.writes_cells(row)) continue;
        for_each_cell(trace, block, row, [&](int thread, int cell) {
            edges[static_cast<std::size_t>(cell)] = {
                .step = last,
                .thread = thread,
                .from_step = last,
                .from_word = cell,
                .to_address = trace.addresses(block, row)[static_cast<std::size_t>(thread)],
                .combined = false,
                .row = row};
        });
    }
    std::erase_if(edges, [](const Edge& edge) { return edge.from_word < 0; });
    return edges;
}

}  // namespace

std::vector<Edge> edges_of_step(const Trace& trace, int block, int step) {
    if (trace.is_text()) return text_edges_of_step({trace, block}, step);
    std::vector<Edge> edges = edges_into(
        trace, block, step, [&](int row) { return trace.writes_cells(row); },
        [&](Edge& edge) {
            edge.to_word = trace.cell(block, edge.row, edge.thread);
            edge.own = edge.from_word == edge.to_word;
        });
    std::erase_if(edges, [](const Edge& edge) { return edge.to_word < 0; });
    return edges;
}

std::vector<Edge> output_edges_of_step(const Trace& trace, int block, int step) {
    if (trace.is_text()) return text_output_edges_of_step({trace, block}, step);
    if (trace.storage() == Storage::output) {
        return step == trace.step_count() - 1 ? edges_of_cells_in_output(trace, block)
                                              : std::vector<Edge>{};
    }
    const auto to_output = [&](int row) {
        const Site& site = trace.sites()[static_cast<std::size_t>(row_at(trace, row).site)];
        return site.event == Event::global_store && site.array == ArrayId::output;
    };
    return edges_into(trace, block, step, to_output, [&](Edge& edge) {
        edge.to_address = trace.addresses(block, edge.row)[static_cast<std::size_t>(edge.thread)];
    });
}

StepEdges edges_of_text(const Trace& trace, int block) {
    const Origins origins{trace, block};
    StepEdges all;
    for (int step = 0; step < trace.step_count(); ++step) {
        all.cells.push_back(text_edges_of_step(origins, step));
        all.output.push_back(text_output_edges_of_step(origins, step));
    }
    return all;
}

std::vector<std::uint8_t> words_read_from_before(const Trace& trace, int block, int step) {
    if (trace.is_text()) return text_words_read_from_before({trace, block}, step);
    std::vector<std::uint8_t> read(static_cast<std::size_t>(trace.cells()), 0);
    OwnWrites own_writes{trace, block};
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        if (!trace.reads_cells(row)) continue;
        for_each_cell(trace, block, row, [&](int thread, int cell) {
            if (own_writes.before(row, thread, cell).written) return;
            read[static_cast<std::size_t>(cell)] = 1;
        });
    }
    return read;
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
    std::vector<WordUse> uses(static_cast<std::size_t>(trace.cells()));
    const auto add = [](std::vector<int>& threads, int thread) {
        if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
    };
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const bool reads = trace.reads_cells(row);
        if (!reads && !trace.writes_cells(row)) continue;
        const Row& at = row_at(trace, row);
        const int elements = trace.elements_moved(at.site);
        const int apart =
            elements == 1
                ? 1
                : trace.cells_of_element(trace.sites()[static_cast<std::size_t>(at.site)].array);
        for_each_cell(trace, block, row, [&](int thread, int cell) {
            for (int k = 0; k < elements; ++k, cell += apart) {
                WordUse& use = uses[static_cast<std::size_t>(cell)];
                add(reads ? use.readers : use.writers, thread);
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
