// What loads come to as nvcc compiles them: against what an H200 counted, a rule written down
// elsewhere, and what can be said beforehand.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/analysis/lines.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/report/report.h"
#include "app/scene/source/line_columns.h"
#include "tests/support/left_out.h"
#include "tests/support/recorded_text.h"
#include "tests/support/tampering.h"

namespace stridescope {
namespace as_compiled_test {

using testing::Archive;
using testing::expect_refused;

std::shared_ptr<const Trace> run(const std::string& id, const std::vector<Setting>& defines) {
    const LibraryText* text = find_text(id);
    if (text == nullptr) throw std::out_of_range("no text " + id);
    Experiment experiment;
    experiment.text = spec_of(*text);
    experiment.text.defines = defines;
    return record(experiment);
}

/// As the prediction has it, all lines together.
LoadCounts compiled(const Trace& trace) {
    const AsCompiled counts = as_compiled(trace);
    const WorkCounts totals = work_table(trace).totals;
    if (!counts.differs()) return {totals.load_requests, totals.load_wavefronts};
    EXPECT_EQ(counts.written, (LoadCounts{totals.load_requests, totals.load_wavefronts}));
    return counts.compiled;
}

// Counted by an H200 with nvcc 13, as written and as compiled.
TEST(AsCompiled, TheTiledProductOfTheTransposeIsWhatTheHardwareCounts) {
    const auto trace = run("matmul_tiled_transposed", {{"N", "128"}, {"TILE", "32"}});
    const AsCompiled counts = as_compiled(*trace);
    EXPECT_EQ(counts.written, (LoadCounts{131'072, 2'162'688}));
    EXPECT_EQ(counts.compiled, (LoadCounts{32'768, 557'056}));
    ASSERT_EQ(counts.lines.size(), 1U);
    EXPECT_EQ(counts.lines[0].loads, 4);
    EXPECT_EQ(counts.lines[0].bytes, 16);
    EXPECT_EQ(words_of(counts.lines[0]),
              "as compiled: 4 loads become one 16-byte load: 32,768 load requests instead of "
              "131,072, 557,056 wavefronts instead of 2,162,688");
    const LineTable table = line_table(*trace);
    EXPECT_NE(line_words(*trace, table, 0, counts.lines[0].line).find("become one 16-byte load"),
              std::string::npos);
    EXPECT_EQ(line_words(*trace, table, 0, {0, 21}).find("compiled"), std::string::npos);
}

/// Of the most words of one bank, over half-warps: what such a load takes, as it was found for rows
/// of tiles.
int wavefronts_of_fours(const std::vector<std::vector<int>>& words_of_lane) {
    int all = 0;
    for (std::size_t half = 0; half < words_of_lane.size(); half += 16) {
        std::array<std::set<int>, 32> banks;
        for (std::size_t lane = half; lane < std::min(half + 16, words_of_lane.size()); ++lane) {
            for (const int word : words_of_lane[lane])
                banks[static_cast<std::size_t>(word % 32)].insert(word);
        }
        std::size_t most = 0;
        for (const auto& bank : banks) most = std::max(most, bank.size());
        all += static_cast<int>(most);
    }
    return all;
}

/// Of a product whose tiles lie in rows of so many words, by four neighbouring k: these arrays.
LoadCounts by_hand(const Trace& trace, const std::set<std::string>& joined) {
    LoadCounts counts;
    // By block, warp, interval, step and site: the requests in the order of k.
    std::map<std::tuple<int, int, int, int, int>, std::vector<std::vector<int>>> loads;
    for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
        const TraceRow& at = trace.rows()[static_cast<std::size_t>(row)];
        if (trace.event_of(at) != Event::load) continue;
        for (int block = 0; block < trace.blocks(); ++block) {
            const auto lanes = trace.lanes(block, row);
            for (int warp = 0; warp < trace.warps(); ++warp) {
                const auto first = static_cast<std::size_t>(warp) * 32;
                const auto own = std::span{lanes}.subspan(
                    first, std::min<std::size_t>(32, lanes.size() - first));
                if (own.front() == Trace::idle) continue;
                loads[{block, warp, at.interval, at.step, at.site}].emplace_back(own.begin(),
                                                                                 own.end());
            }
        }
    }
    for (const auto& [key, requests] : loads) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(std::get<4>(key))];
        const std::size_t each = joined.contains(std::string{trace.name_of(site.array)}) ? 4 : 1;
        EXPECT_EQ(requests.size() % each, 0U);
        for (std::size_t k = 0; k < requests.size(); k += each) {
            std::vector<std::vector<int>> words(requests[k].size());
            for (std::size_t j = k; j < k + each; ++j) {
                for (std::size_t lane = 0; lane < words.size(); ++lane)
                    words[lane].push_back(requests[j][lane]);
            }
            ++counts.requests;
            if (each == 4) {
                counts.wavefronts += wavefronts_of_fours(words);
                continue;
            }
            std::array<std::set<int>, 32> banks;
            std::size_t most = 0;
            for (const auto& word : words) {
                auto& bank = banks[static_cast<std::size_t>(word[0] % 32)];
                bank.insert(word[0]);
                most = std::max(most, bank.size());
            }
            counts.wavefronts += static_cast<std::int64_t>(most);
        }
    }
    return counts;
}

TEST(AsCompiled, TiledProductsAreFoursOfWhatLiesInRows) {
    const std::vector<std::pair<std::string, std::set<std::string>>> products{
        {"matmul_tiled", {"a"}},
        {"matmul_coarsened", {"a"}},
        {"matmul_tiled_transposed", {"a", "b"}},
        {"matmul_tiled_transposed_padded", {"a"}}};
    int round = 0;
    for (const auto& [id, joined] : products) {
        for (const char* tile : {"8", "16", "32"}) {
            // Rows of 8 words, which all quarters of a warp want alike: by docs/bank_model.md a
            // quarter at a time, which the rule by halves has too cheap.
            if (id == "matmul_tiled_transposed" && std::string_view{tile} == "8") continue;
            for (const char* n : {"33", "64"}) {
                if (testing::left_out(round++)) continue;
                const auto trace = run(id, {{"N", n}, {"TILE", tile}});
                EXPECT_EQ(compiled(*trace), by_hand(*trace, joined)) << id << " " << tile;
                EXPECT_TRUE(as_compiled(*trace).differs()) << id;
            }
        }
    }
}

TEST(AsCompiled, WhatLiesAThreadApartStaysAsItIsWritten) {
    for (const char* id : {"convolution_tiled", "transpose_tiled", "reduce_consecutive",
                           "kogge_stone", "sklansky", "matmul", "matmul_transposed"}) {
        const auto trace = run(id, {});
        EXPECT_FALSE(as_compiled(*trace).differs()) << id;
        EXPECT_TRUE(trace->facts().merged.empty()) << id;
        EXPECT_NE(report(*trace, ReportFormat::json, ReportCut::step).find("\"as_compiled\": null"),
                  std::string::npos);
        EXPECT_EQ(report(*trace, ReportFormat::text, ReportCut::step).find("as compiled"),
                  std::string::npos);
    }
}

// The first step of the tree: each of 128 threads adds 2 t to 2 t + 1, which are 8 bytes: two
// loads of 2 wavefronts each become one of 2.
TEST(AsCompiled, ATreesFirstStepLoadsPairs) {
    const auto trace = run("brent_kung", {{"N", "256"}, {"BLOCK", "256"}});
    const AsCompiled counts = as_compiled(*trace);
    ASSERT_EQ(counts.lines.size(), 1U);
    EXPECT_EQ(counts.lines[0].bytes, 8);
    EXPECT_EQ(counts.lines[0].loads, 2);
    EXPECT_EQ(counts.written.requests - counts.compiled.requests, 4);
    EXPECT_EQ(counts.written.wavefronts - counts.compiled.wavefronts, 4 * (2 + 2 - 2));
    // Padded, they are no neighbours that the compiler could know of.
    EXPECT_FALSE(as_compiled(*run("brent_kung", {{"PADDING", "every32"}})).differs());
}

// Of 256 threads the first 8 look at their bins, and those that are not empty are loaded once more
// in the text: never again in the code.
TEST(AsCompiled, WhatARegisterHasIsNotLoadedAgain) {
    const auto trace = run("histogram_private", {{"N", "256"}, {"BLOCK", "256"}});
    const AsCompiled counts = as_compiled(*trace);
    EXPECT_EQ(counts.written, (LoadCounts{2, 2}));
    EXPECT_EQ(counts.compiled, (LoadCounts{1, 1}));
    EXPECT_EQ(
        words_of(counts.lines.at(0)),
        "as compiled: values still in registers are not loaded again: 0 load requests instead "
        "of 1, 0 wavefronts instead of 1");
}

// In functions that are called in several places, and in loops of which nobody knows the rounds.
TEST(AsCompiled, LoadsAreFoundAgainInEachRound) {
    const auto trace = testing::TextToRecord{R"(
__device__ float four(const float* p) { return p[0] + p[1] + p[2] + p[3]; }
__global__ void k(float* out, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = n;
    __syncthreads();
    float r = 0;
    for (int i = 0; i < n; i++) {
        r += four(s + 4 * i) + four(s + 8 * i + 128);
    }
    out[threadIdx.x] = r;
}
)"}
                           .floats("out", 64)
                           .number(5)
                           .record(1, 64);
    const AsCompiled counts = as_compiled(*trace);
    EXPECT_EQ(counts.written, (LoadCounts{2 * 5 * 8, 2 * 5 * 8}));
    // All lanes want the same four words: a half-warp at a time.
    EXPECT_EQ(counts.compiled, (LoadCounts{2 * 5 * 2, 2 * 5 * 2 * 2}));
}

TEST(AsCompiled, StaysInTheFile) {
    const auto trace = run("matmul_tiled", {{"TILE", "8"}, {"N", "16"}});
    const auto bytes = encode_trace(*trace);
    const auto again = decode_trace(bytes, "test.npz");
    EXPECT_EQ(again->facts().merged, trace->facts().merged);
    EXPECT_EQ(as_compiled(*again).compiled, as_compiled(*trace).compiled);
    EXPECT_EQ(encode_trace(*again), bytes);
}

TEST(AsCompiled, IsRefusedWhereItIsNotOfTheFilesRows) {
    const auto trace = run("matmul_tiled", {{"TILE", "8"}, {"N", "16"}});
    const Archive whole{encode_trace(*trace)};
    const auto with = [&](std::size_t at, std::int32_t value) {
        Archive archive = whole;
        archive.set<std::int32_t>("merged", at, value);
        return archive;
    };
    expect_refused(with(0, -1), "a merged load without a row");
    expect_refused(with(0, 1'000'000), "a merged load without a row");
    expect_refused(with(1, 1'000'000), "a merged load without a row");
    expect_refused(with(0, 0), "merged");  // a store to global memory, or whatever is first
    expect_refused(with(2, 12), "no load of 8 or 16 bytes");
    expect_refused(with(2, 8), "merged loads that are not of one access");
    expect_refused(with(3, whole.get<std::int32_t>("merged", 0)), "not of one access");
    Archive narrow = whole;
    narrow.members["merged.npy"] = testing::npy("<i4", "(2,)", 8);
    expect_refused(narrow, "not three columns wide");
}

}  // namespace as_compiled_test
}  // namespace stridescope
