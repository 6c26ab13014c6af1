#include "app/analysis/dataflow.h"

#include <algorithm>
#include <iterator>

namespace stridescope {
namespace {

const Row& row_at(const Trace& trace, int row) {
    return trace.rows()[static_cast<std::size_t>(row)];
}

/// Follows operations back through registers to the loads that a value was made of.
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
    };
    Found before(int load, int thread, int word) {
        take(row_at(trace_, load).step);
        if (first_row_ > load) return {};  // most steps store after all their loads
        const auto w = static_cast<std::size_t>(word);
        if (first_.empty()) note_writes();
        if (first_[w].row < 0) return {};
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
    bool stores(int row) const { return trace_.event_of(row_at(trace_, row)) == Event::store; }
    void note_writes() {
        first_.assign(static_cast<std::size_t>(trace_.words()), {});
        last_ = first_;
        for (int row = first_row_; row < end_; ++row) {
            if (!stores(row)) continue;
            const auto lanes = trace_.lanes(block_, row);
            for (std::size_t t = 0; t < lanes.size(); ++t) {
                if (lanes[t] == Trace::idle) continue;
                const Write write{row, static_cast<int>(t)};
                if (first_[lanes[t]].row < 0) first_[lanes[t]] = write;
                last_[lanes[t]] = write;
            }
        }
    }
    bool precedes(const Write& write, int load, int thread) const {
        const int barriers = row_at(trace_, write.row).interval;
        return barriers < row_at(trace_, load).interval ||
               (write.thread == thread && write.row < load);
    }
    /// For words that several threads write at once.
    bool wrote_itself(int thread, int word, int load) const {
        for (int row = begin_; row < load; ++row) {
            if (stores(row) &&
                trace_.lanes(block_, row)[static_cast<std::size_t>(thread)] == word) {
                return true;
            }
        }
        return false;
    }

    const Trace& trace_;
    int block_;
    int step_ = -1;
    int begin_ = 0, end_ = 0, first_row_ = 0;  ///< the step's rows, and its first store
    std::vector<Write> first_, last_;          ///< [word]
};

}  // namespace

namespace {

/// Edges of what the step stored by `stores`; `aim` tells an edge where the thread stored.
template <class Aim>
std::vector<Edge> edges_into(const Trace& trace, int block, int step, Event stores, Aim&& aim) {
    std::vector<Edge> edges;
    LoadFinder finder{trace};
    OwnWrites own_writes{trace, block};
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Row& store = row_at(trace, row);
        if (trace.event_of(store) != stores || store.left == Row::none) continue;
        const Site& target = trace.sites()[static_cast<std::size_t>(store.site)];
        if (is_global(stores) && target.array != GlobalArray::output) continue;
        const bool combined = trace.event_of(row_at(trace, store.left)) == Event::op;
        const std::vector<int>& loads = finder.loads_of(store.left);
        const auto targets = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const auto t = static_cast<std::size_t>(thread);
            if (targets[t] == Trace::idle) continue;
            for (const int load : loads) {
                const std::uint16_t source = trace.lanes(block, load)[t];
                if (source == Trace::idle) continue;
                Edge edge{.step = step,
                          .thread = thread,
                          .combined = combined,
                          .once = finder.once(),
                          .row = row};
                if (is_global(trace.event_of(row_at(trace, load)))) {
                    edge.from_address = trace.addresses(block, load)[t];
                    edge.from_array =
                        trace.sites()[static_cast<std::size_t>(row_at(trace, load).site)].array;
                } else {
                    const auto [written, kept] = own_writes.before(load, thread, source);
                    const int load_step = row_at(trace, load).step;
                    edge.from_step = written ? load_step : load_step - 1;
                    edge.from_word = source;
                    edge.kept = !written || kept;
                }
                aim(edge, targets[t]);
                edges.push_back(edge);
            }
        }
    }
    return edges;
}

}  // namespace

std::vector<Edge> edges_of_step(const Trace& trace, int block, int step) {
    return edges_into(trace, block, step, Event::store, [](Edge& edge, std::uint16_t word) {
        edge.to_word = word;
        edge.own = edge.from_word == word;
    });
}

std::vector<Edge> output_edges_of_step(const Trace& trace, int block, int step) {
    return edges_into(trace, block, step, Event::global_store, [&](Edge& edge, std::uint16_t) {
        edge.to_address = trace.addresses(block, edge.row)[static_cast<std::size_t>(edge.thread)];
    });
}

std::vector<std::uint8_t> words_read_from_before(const Trace& trace, int block, int step) {
    std::vector<std::uint8_t> read(static_cast<std::size_t>(trace.words()), 0);
    OwnWrites own_writes{trace, block};
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        if (trace.event_of(row_at(trace, row)) != Event::load) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const std::uint16_t word = lanes[static_cast<std::size_t>(thread)];
            if (word == Trace::idle || own_writes.before(row, thread, word).written) continue;
            read[word] = 1;
        }
    }
    return read;
}

std::vector<WordUse> word_uses(const Trace& trace, int block, int step) {
    std::vector<WordUse> uses(static_cast<std::size_t>(trace.words()));
    const auto add = [](std::vector<int>& threads, int thread) {
        if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
    };
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Event event = trace.event_of(row_at(trace, row));
        if (event != Event::load && event != Event::store) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const std::uint16_t word = lanes[static_cast<std::size_t>(thread)];
            if (word == Trace::idle) continue;
            WordUse& use = uses[word];
            add(event == Event::load ? use.readers : use.writers, thread);
        }
    }
    for (WordUse& use : uses) {
        std::ranges::sort(use.readers);
        std::ranges::sort(use.writers);
    }
    return uses;
}

}  // namespace stridescope
