// The edges of the tree carry the values: computing every step again from them gives its snapshot.
#include "app/analysis/dataflow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/engine/engine.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace dataflow_test {

using testing::random_trace;
using testing::RandomExperiments;
using testing::scan_kernel;
using testing::ScanKernel;

/// Cells that the step's rows of stores name.
std::set<int> stored_words(const Trace& trace, int block, int step) {
    std::set<int> words;
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceRow& at = trace.rows()[static_cast<std::size_t>(row)];
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(at.site)];
        if (site.event != Event::store) continue;
        const auto lanes = trace.lanes(block, row);
        for (std::size_t t = 0; t < lanes.size(); ++t) {
            if (lanes[t] == Trace::idle) continue;
            words.insert(lanes[t]);
        }
    }
    return words;
}

/// Computes the snapshot after `step` from those before it, by the edges alone.
template <class T>
void expect_edges_give_the_snapshot(const Trace& trace, Op op, int block, int step) {
    const auto snapshots = trace.snapshots().as<T>();
    const auto value = [&](int at, int word) {
        return at < 0 ? T{} : snapshots[trace.snapshot_index(block, at, word)];
    };
    std::map<int, std::vector<T>> operands;  // of each word, left before right
    for (const Edge& edge : edges_of_step(trace, block, step)) {
        EXPECT_EQ(edge.step, step);
        EXPECT_EQ(edge.own, edge.from_word == edge.to_word);
        if (edge.from_address >= 0) {
            EXPECT_EQ(edge.from_word, -1);
            operands[edge.to_word].push_back(
                trace.input().as<T>()[static_cast<std::size_t>(edge.from_address)]);
            continue;
        }
        ASSERT_GE(edge.from_step, 0);
        ASSERT_LE(edge.from_step, step);
        ASSERT_TRUE(edge.kept);
        operands[edge.to_word].push_back(value(edge.from_step, edge.from_word));
    }
    const std::set<int> stored = stored_words(trace, block, step);
    for (int word = 0; word < trace.words(); ++word) {
        T want = value(step - 1, word);
        const auto found = operands.find(word);
        if (found != operands.end()) {
            EXPECT_TRUE(stored.contains(word));
            want = found->second.front();
            for (std::size_t i = 1; i < found->second.size(); ++i) {
                want = combine(op, want, found->second[i]);
            }
        } else if (stored.contains(word)) {
            want = identity_of<T>(op);  // past the end of the input
        }
        EXPECT_EQ(value(step, word), want)
            << "block " << block << ", step " << step << ", word " << word;
    }
}

TEST(Edges, CarryTheValuesOfEveryStep) {
    RandomExperiments draw{31};
    for (int round = 0; round < testing::rounds_of(80); ++round) {
        const ScanRun e = draw.next();
        // Between launches shared memory begins anew, and other arrays' values are not the input's.
        const ScanKernel& kernel = scan_kernel(e.kernel);
        if (kernel.beyond_a_block || !kernel.pads) continue;
        const auto trace = record(e);
        with_element_type(e.type, [&]<class T>(T) {
            for (int block = 0; block < trace->blocks(); ++block) {
                for (int step = 0; step < trace->step_count(); ++step) {
                    expect_edges_give_the_snapshot<T>(*trace, e.op, block, step);
                }
            }
        });
        if (HasFailure()) FAIL() << command_line(e);
    }
}

// The snapshot after the last step is the inclusive scan of the section, each element in its word
// (the exclusive one is stored one to the right): but for the kernels that end in the exclusive
// scan, do without shared memory, or scan more than a section.
TEST(Snapshots, EndInTheScan) {
    RandomExperiments draw{32};
    for (int round = 0; round < 60; ++round) {
        const ScanRun e = draw.next();
        const ScanKernel& kernel = scan_kernel(e.kernel);
        if (e.kernel == "blelloch" || e.kernel == "kogge-stone-double") continue;
        if (kernel.beyond_a_block || !kernel.pads) continue;
        const auto trace = record(e);
        const std::size_t bytes = size_of(e.type);
        for (int block = 0; block < trace->blocks(); ++block) {
            for (int element = 0; element < e.section(); ++element) {
                const int stored_at = element + (e.scan == Scan::exclusive ? 1 : 0);
                const std::int64_t i = std::int64_t{block} * e.section() + stored_at;
                if (i >= trace->n() || stored_at == e.section()) break;
                const int word = Pad{e.padding}(element);
                const auto at = trace->snapshot_index(block, trace->step_count() - 1, word);
                EXPECT_EQ(number_text(e.type, trace->snapshots().bytes() + at * bytes),
                          trace->output().text(static_cast<std::size_t>(i)));
            }
        }
        if (HasFailure()) FAIL() << command_line(e);
    }
}

// Padding words belong to no element, are never touched, and stay zero.
TEST(Snapshots, LeavePaddingAlone) {
    ScanRun e{.kernel = "brent-kung",
              .block = 128,
              .coarsen = 16,
              .n = {},
              .input = {},
              .first_blocks = {}};
    e.padding = Padding::two_level;
    const auto trace = record(e);
    int padding_words = 0;
    for (int word = 0; word < trace->words(); ++word) {
        if (trace->element_of(word) >= 0) continue;
        ++padding_words;
        for (int step = 0; step < trace->step_count(); ++step) {
            EXPECT_EQ(trace->snapshots().number(trace->snapshot_index(0, step, word)), 0);
            const WordUse use = word_uses(*trace, 0, step)[static_cast<std::size_t>(word)];
            EXPECT_TRUE(use.readers.empty() && use.writers.empty());
        }
    }
    EXPECT_EQ(padding_words, 64 + 2);
}

TEST(Edges, OfKoggeStoneAreTheTextbooks) {
    ScanRun e{.kernel = "kogge-stone", .block = 16, .n = {}, .input = {}, .first_blocks = {}};
    const auto trace = record(e);
    const auto loaded = edges_of_step(*trace, 0, 0);
    const auto stored = output_edges_of_step(*trace, 0, trace->step_count() - 1);
    ASSERT_EQ(loaded.size(), 16U);
    ASSERT_EQ(stored.size(), 16U);
    for (int i = 0; i < 16; ++i) {
        const Edge &load = loaded[static_cast<std::size_t>(i)],
                   &store = stored[static_cast<std::size_t>(i)];
        EXPECT_EQ(load.from_address, i);
        EXPECT_EQ(load.to_word, i);
        EXPECT_EQ(store.from_word, i);
        EXPECT_EQ(store.from_step, trace->step_count() - 2);
        EXPECT_EQ(store.to_address, i);
    }
    EXPECT_TRUE(edges_of_step(*trace, 0, trace->step_count() - 1).empty());
    for (int step = 1; step < trace->step_count() - 1; ++step) {
        const int s = trace->steps()[static_cast<std::size_t>(step)].stride;
        const auto edges = edges_of_step(*trace, 0, step);
        ASSERT_EQ(edges.size(), static_cast<std::size_t>(2 * (16 - s)));
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const int element = s + static_cast<int>(i) / 2;
            EXPECT_EQ(edges[i].thread, element);
            EXPECT_EQ(edges[i].to_word, element);
            EXPECT_EQ(edges[i].from_word, i % 2 == 0 ? element - s : element);
            EXPECT_EQ(edges[i].own, i % 2 == 1);
            EXPECT_EQ(edges[i].from_step, step - 1);
            EXPECT_TRUE(edges[i].combined);
        }
    }
}

TEST(WordUses, AreWhatTheRowsSay) {
    RandomExperiments draw{33};
    for (int round = 0; round < 200; ++round) {
        const auto trace = round % 4 == 0 ? record(draw.next()) : random_trace(draw);
        for (int block = 0; block < trace->blocks(); ++block) {
            for (int step = 0; step < std::min(trace->step_count(), 12); ++step) {
                std::vector<std::set<int>> readers(static_cast<std::size_t>(trace->words())),
                    writers = readers;
                for (std::size_t r = 0; r < trace->rows().size(); ++r) {
                    const TraceRow& row = trace->rows()[r];
                    const Event event = trace->event_of(row);
                    if (row.step != step || !is_shared(event)) continue;
                    const auto lanes = trace->lanes(block, static_cast<int>(r));
                    for (std::size_t t = 0; t < lanes.size(); ++t) {
                        if (lanes[t] == Trace::idle) continue;
                        const int bytes = trace->sites()[static_cast<std::size_t>(row.site)].bytes;
                        const int each = std::max(1, bytes / static_cast<int>(trace->cell_bytes()));
                        for (int k = 0; k < each; ++k) {
                            const auto word = static_cast<std::size_t>(lanes[t] + k);
                            const int thread = static_cast<int>(t);
                            if (event != Event::store) readers[word].insert(thread);
                            if (event != Event::load) writers[word].insert(thread);
                        }
                    }
                }
                const auto uses = word_uses(*trace, block, step);
                ASSERT_EQ(uses.size(), readers.size());
                for (std::size_t word = 0; word < uses.size(); ++word) {
                    const auto as_set = [](const std::vector<int>& list) {
                        return std::set<int>(list.begin(), list.end());
                    };
                    EXPECT_EQ(as_set(uses[word].readers), readers[word]);
                    EXPECT_EQ(as_set(uses[word].writers), writers[word]);
                    EXPECT_EQ(uses[word].readers.size(), readers[word].size());  // none twice
                    EXPECT_EQ(uses[word].writers.size(), writers[word].size());
                }
            }
        }
        if (HasFailure()) FAIL() << "round " << round;
    }
}

}  // namespace dataflow_test
}  // namespace stridescope
