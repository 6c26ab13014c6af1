// What requests cost, against a simulation of the banks and against what can be said beforehand.
#include "app/analysis/requests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "app/analysis/heat.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "tests/support/bank_simulator.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"

namespace stridescope {
namespace banks_test {

using testing::random_trace;
using testing::RandomExperiments;
using testing::raw_requests;
using testing::RawRequest;
using testing::serve;
using testing::Served;

using Words = std::vector<std::int32_t>;

Words random_request(RandomExperiments& draw) {
    Words words(static_cast<std::size_t>(draw.once_in(4) ? draw.between(1, 32) : 32));
    // From "all over the array" down to "everybody wants the same few words".
    const std::int64_t range =
        draw.one_of(std::vector{1, 2, 33, 64, 100, 1056, 17424, 65534, 227 << 10});
    const std::int64_t stride = draw.one_of(std::vector{0, 1, 2, 3, 16, 32, 33, 64, 1024});
    const std::int64_t start = draw.between(0, 100);
    const bool regular = draw.once_in(2);
    const int idle_one_in = draw.one_of(std::vector{1000, 8, 2});
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        const std::int64_t word =
            regular ? start + stride * static_cast<std::int64_t>(lane) : draw.between(0, range - 1);
        words[lane] = draw.once_in(idle_one_in)
                          ? Trace::idle
                          : static_cast<std::int32_t>(word % Trace::most_cells);
    }
    return words;
}

std::vector<std::optional<int>> wanted(const Words& words) {
    std::vector<std::optional<int>> elements;
    for (const std::int32_t word : words) {
        elements.push_back(word == Trace::idle ? std::nullopt : std::optional<int>{word});
    }
    return elements;
}

TEST(SharedCost, IsWhatTheSimulatedBanksNeed) {
    RandomExperiments draw{1};
    for (int round = 0; round < 20'000; ++round) {
        const Words words = random_request(draw);
        for (const auto& [bytes, access, event] : {std::tuple{4U, Access::load, Event::load},
                                                   {4U, Access::store, Event::store},
                                                   {8U, Access::load, Event::load},
                                                   {8U, Access::store, Event::store}}) {
            const SharedCost cost = shared_cost(words, bytes, access);
            const Served served = serve(wanted(words), static_cast<int>(bytes), event);
            EXPECT_EQ(cost.active, served.active);
            EXPECT_EQ(cost.wavefronts, served.wavefronts);
            EXPECT_EQ(cost.ideal, served.ideal);
            EXPECT_EQ(cost.degree, served.degree);
            EXPECT_EQ(cost.excess(), served.wavefronts - served.ideal);
            if (HasFailure()) {
                FAIL() << "round " << round << ", " << bytes
                       << " bytes: " << ::testing::PrintToString(words);
            }
        }
    }
}

TEST(SharedCost, OfWhatTheBooksShow) {
    const auto strided = [](int lanes, int stride, int start = 0) {
        Words words;
        for (int lane = 0; lane < lanes; ++lane) {
            words.push_back(static_cast<std::int32_t>(start + lane * stride));
        }
        return words;
    };
    const auto cost4 = [](const Words& words) { return shared_cost(words, 4); };
    EXPECT_EQ(cost4(strided(32, 1)).wavefronts, 1);
    EXPECT_EQ(cost4(strided(32, 2)).wavefronts, 2);
    EXPECT_EQ(cost4(strided(32, 3)).wavefronts, 1);
    EXPECT_EQ(cost4(strided(32, 32)).wavefronts, 32);
    EXPECT_EQ(cost4(strided(32, 32)).excess(), 31);
    EXPECT_EQ(cost4(strided(32, 33)).wavefronts, 1);
    EXPECT_EQ(cost4(strided(32, 0, 7)).wavefronts, 1);  // a broadcast
    EXPECT_EQ(cost4(strided(7, 32)).degree, 7);
    EXPECT_EQ(cost4({}).wavefronts, 0);
    EXPECT_EQ(cost4(Words(32, Trace::idle)).wavefronts, 0);
    EXPECT_EQ(cost4(Words(32, Trace::idle)).excess(), 0);
    EXPECT_EQ(cost4(Words(32, Trace::idle)).active, 0);
    // The last element that there may be is one like any other.
    EXPECT_EQ(cost4({Trace::most_cells - 1, Trace::most_cells - 1 - 32}).wavefronts, 2);

    // 8-byte elements: a wavefront hands out 16, so 32 neighbours take two, and neither is excess.
    const auto cost8 = [](const Words& words) { return shared_cost(words, 8); };
    EXPECT_EQ(cost8(strided(32, 1)).wavefronts, 2);
    EXPECT_EQ(cost8(strided(32, 1)).excess(), 0);
    EXPECT_EQ(cost8(strided(32, 1)).degree, 1);
    EXPECT_EQ(cost8(strided(16, 1)).wavefronts, 1);
    EXPECT_EQ(cost8(strided(32, 2)).wavefronts, 4);
    EXPECT_EQ(cost8(strided(32, 2)).excess(), 2);
    EXPECT_EQ(cost8(strided(32, 2)).degree, 2);
    EXPECT_EQ(cost8(strided(32, 16)).wavefronts, 32);
    EXPECT_EQ(cost8(strided(32, 0)).wavefronts, 1);  // a load; stores go by half-warps
    EXPECT_EQ(shared_cost(strided(32, 0), 8, Access::store).wavefronts, 2);
    Words second_half(32, Trace::idle);
    second_half[31] = 5;
    EXPECT_EQ(cost8(second_half).wavefronts, 1);
    EXPECT_EQ(cost8(second_half).ideal, 1);

    EXPECT_EQ(bank_of(0, 4), 0);
    EXPECT_EQ(bank_of(33, 4), 1);
    EXPECT_EQ(bank_of(17, 8), 2);
    EXPECT_EQ(bank_of(65534, 8), 28);
}

/// What the work table must come to, added up from simulated requests. Adds and activity are work
/// of another test.
struct Totals {
    std::int64_t requests = 0, wavefronts = 0, excess = 0;
    bool operator==(const Totals&) const = default;
    void add(const Served& served) {
        ++requests;
        wavefronts += served.wavefronts;
        excess += served.wavefronts - served.ideal;
    }
};

/// Requests of one block, step by step, one by one.
void expect_same_requests(const Trace& trace, int block, const std::vector<RawRequest>& raw) {
    std::size_t next = 0;
    std::pair<int, int> last{-1, -1};  // row and warp
    for (int step = 0; step < trace.step_count(); ++step) {
        for (const Request& request : requests_of_step(trace, block, step, Space::shared)) {
            ASSERT_LT(next, raw.size());
            // In the order of the rows; within a row, warp by warp.
            const auto found = std::ranges::find_if(raw, [&](const RawRequest& candidate) {
                const TraceRow& row = trace.rows()[static_cast<std::size_t>(request.row)];
                return candidate.key() == std::tuple{request.step, row.interval, request.iteration,
                                                     request.site, request.warp};
            });
            ASSERT_NE(found, raw.end());
            EXPECT_LT(last, std::pair(request.row, request.warp));  // in order, none twice
            last = {request.row, request.warp};
            EXPECT_EQ(request.block, block);
            EXPECT_EQ(request.event, found->event);
            auto words = wanted(words_of_request(trace, request));
            EXPECT_EQ(words.size(),
                      static_cast<std::size_t>(std::min(32, trace.threads() - 32 * request.warp)));
            words.resize(32);
            EXPECT_EQ(words, found->elements);
            const Served served = serve(found->elements, found->bytes, found->event);
            EXPECT_EQ(request.shared.active, served.active);
            EXPECT_EQ(request.shared.wavefronts, served.wavefronts);
            EXPECT_EQ(request.shared.ideal, served.ideal);
            EXPECT_EQ(request.shared.degree, served.degree);
            ++next;
        }
    }
    EXPECT_EQ(next, raw.size());
}

TEST(Requests, AreWhatTheRowsSayOnRandomTraces) {
    RandomExperiments draw{2};
    for (int round = 0; round < 60; ++round) {
        ScanRun e = draw.next();
        while (e.section() > 512) e = draw.next();
        const auto trace = record(e);
        for (int block = 0; block < trace->blocks(); ++block) {
            expect_same_requests(*trace, block, raw_requests(*trace, block));
        }
        if (HasFailure()) FAIL() << command_line(e);
    }
}

TEST(Requests, AreWhatTheRowsSayOnTracesThatNoKernelRecorded) {
    RandomExperiments draw{5};
    for (int round = 0; round < 300; ++round) {
        const auto trace = random_trace(draw);
        for (int block = 0; block < trace->blocks(); ++block) {
            expect_same_requests(*trace, block, raw_requests(*trace, block));
        }
        if (HasFailure()) FAIL() << "round " << round;
    }
}

TEST(WorkTable, TotalsAreThoseOfTheSimulation) {
    RandomExperiments draw{3};
    for (int round = 0; round < testing::rounds_of(300); ++round) {
        const auto trace = round % 4 == 0 ? record(draw.next()) : random_trace(draw);
        const auto steps = static_cast<std::size_t>(trace->step_count());
        std::vector<Totals> loads(steps), stores(steps);
        std::vector<int> degree(steps);
        std::vector<Totals> of_warp(static_cast<std::size_t>(trace->warps())),
            of_site(trace->sites().size());
        for (int block = 0; block < trace->blocks(); ++block) {
            for (const RawRequest& request : raw_requests(*trace, block)) {
                const auto step = static_cast<std::size_t>(request.step);
                const Served served = serve(request.elements, request.bytes, request.event);
                (request.event == Event::load ? loads : stores)[step].add(served);
                degree[step] = std::max(degree[step], served.degree);
                of_warp[static_cast<std::size_t>(request.warp)].add(served);
                of_site[static_cast<std::size_t>(request.site)].add(served);
            }
        }
        const WorkTable table = work_table(*trace);
        ASSERT_EQ(table.rows.size(), steps);
        WorkCounts sum;
        for (std::size_t step = 0; step < steps; ++step) {
            const WorkCounts& counts = table.rows[step].counts;
            EXPECT_EQ((Totals{counts.load_requests, counts.load_wavefronts, counts.load_excess}),
                      loads[step]);
            EXPECT_EQ((Totals{counts.store_requests, counts.store_wavefronts, counts.store_excess}),
                      stores[step]);
            EXPECT_EQ(counts.max_degree, degree[step]);
            sum += counts;
        }
        EXPECT_EQ(sum, table.totals);
        const auto all = [](const WorkCounts& c) {
            return Totals{c.requests(), c.wavefronts(), c.excess()};
        };
        const auto by_warp = work_by_warp(*trace);
        ASSERT_EQ(by_warp.size(), of_warp.size());
        for (std::size_t w = 0; w < by_warp.size(); ++w) EXPECT_EQ(all(by_warp[w]), of_warp[w]);
        const auto by_site = work_by_site(*trace);
        ASSERT_EQ(by_site.size(), of_site.size());
        for (std::size_t s = 0; s < by_site.size(); ++s) {
            EXPECT_EQ(all(by_site[s].counts), of_site[s]);
        }
        if (HasFailure()) FAIL() << "round " << round << ": " << command_line(trace->experiment());
    }
}

TEST(ConflictMaps, AreThoseOfTheSimulation) {
    RandomExperiments draw{4};
    for (int round = 0; round < testing::rounds_of(300); ++round) {
        const auto trace = round % 4 == 0 ? record(draw.next()) : random_trace(draw);
        const auto warps = static_cast<std::size_t>(trace->warps());
        const auto steps = static_cast<std::size_t>(trace->step_count());
        std::vector<int> worst_bank(steps * 32), worst_warp(steps * warps);
        const auto raise = [](std::vector<int>& into, const std::vector<int>& from) {
            for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
        };
        for (int block = 0; block < trace->blocks(); ++block) {
            std::vector<int> bank(steps * 32), warp(steps * warps);
            for (const RawRequest& request : raw_requests(*trace, block)) {
                const Served served = serve(request.elements, request.bytes, request.event);
                const auto step = static_cast<std::size_t>(request.step);
                for (std::size_t b = 0; b < 32; ++b) {
                    bank[step * 32 + b] = std::max(bank[step * 32 + b], served.of_bank[b]);
                }
                int& cell = warp[step * warps + static_cast<std::size_t>(request.warp)];
                cell = std::max(cell, served.degree);
            }
            EXPECT_EQ(conflict_map(*trace, HeatmapAxis::bank, block).degree, bank);
            EXPECT_EQ(conflict_map(*trace, HeatmapAxis::warp, block).degree, warp);
            raise(worst_bank, bank);
            raise(worst_warp, warp);
        }
        const ConflictMap banks = conflict_map(*trace, HeatmapAxis::bank);
        const ConflictMap by_warp = conflict_map(*trace, HeatmapAxis::warp);
        EXPECT_EQ(banks.degree, worst_bank);
        EXPECT_EQ(by_warp.degree, worst_warp);
        EXPECT_EQ(banks.steps, trace->step_count());
        EXPECT_EQ(banks.columns, 32);
        EXPECT_EQ(by_warp.columns, trace->warps());
        const auto largest = [](const std::vector<int>& list) {
            return list.empty() ? 0 : *std::ranges::max_element(list);
        };
        EXPECT_EQ(banks.worst, largest(worst_bank));
        EXPECT_EQ(by_warp.worst, largest(worst_warp));
        EXPECT_EQ(banks.worst, by_warp.worst);
        if (HasFailure()) FAIL() << "round " << round << ": " << command_line(trace->experiment());
    }
}

// --- What can be said beforehand ---------------------------------------------------------------

std::shared_ptr<const Trace> recorded(const std::string& kernel, Padding padding, int block,
                                      int coarsen = 1, ElementType type = ElementType::f32) {
    ScanRun e{.kernel = kernel,
              .block = block,
              .coarsen = coarsen,
              .n = block * coarsen,
              .input = {},
              .first_blocks = {}};
    e.padding = padding;
    e.type = type;
    e.engine = EngineChoice::cpu;
    return record(e);
}

/// The worst degree of the step of that phase and stride; -1 if there is none.
int degree_of(const WorkTable& table, const std::string& phase, int stride) {
    for (const WorkRow& row : table.rows) {
        if (row.step == Step{phase, stride}) return row.counts.max_degree;
    }
    return -1;
}

// Lanes stand 2s words apart: 2s-way, until fewer lanes than that are active.
TEST(BrentKung, UpSweepWithoutPaddingDoublesItsConflicts) {
    for (const int block : {32, 64, 256, 1024}) {
        const WorkTable table = work_table(*recorded("brent-kung", Padding::none, block));
        for (int s = 1; s < block; s *= 2) {
            const int lanes = std::min(32, block / (2 * s));
            const int banks = 32 / std::min(32, 2 * s);  // that the lanes' words fall into
            EXPECT_EQ(degree_of(table, "up-sweep", s), (lanes + banks - 1) / banks)
                << "block " << block << ", stride " << s;
        }
    }
    const WorkTable table = work_table(*recorded("brent-kung", Padding::none, 1024));
    const std::vector<int> degrees = {2, 4, 8, 16, 32, 16, 8, 4, 2, 1};
    for (int k = 0; k < 10; ++k) {
        EXPECT_EQ(degree_of(table, "up-sweep", 1 << k), degrees[static_cast<std::size_t>(k)]);
    }
}

TEST(BrentKung, LayoutsFreeTheUpSweepOfOneElementPerThread) {
    for (const Padding padding : {Padding::every32, Padding::two_level, Padding::xor_swizzle}) {
        const WorkTable table = work_table(*recorded("brent-kung", padding, 1024));
        for (int s = 1; s < 1024; s *= 2) {
            EXPECT_EQ(degree_of(table, "up-sweep", s), 1) << name_of(padding) << ", stride " << s;
        }
    }
    const auto plain = work_table(*recorded("brent-kung", Padding::none, 1024)).totals;
    const auto padded = work_table(*recorded("brent-kung", Padding::every32, 1024)).totals;
    EXPECT_EQ(plain.requests(), padded.requests());
    EXPECT_GT(plain.wavefronts(), padded.wavefronts());
    EXPECT_EQ(padded.excess(), padded.wavefronts() - padded.requests());
}

// At stride 512 the elements 1023 + 1024 k lie 1024 + 32 words apart: every32 has them all in one
// bank again. The second level moves each on by one.
TEST(BrentKung, ConflictsComeBackAtLargeStridesUnlessThereIsASecondLevel) {
    const WorkTable every32 = work_table(*recorded("brent-kung", Padding::every32, 1024, 16));
    const WorkTable two_level = work_table(*recorded("brent-kung", Padding::two_level, 1024, 16));
    EXPECT_EQ(degree_of(every32, "up-sweep", 1), 1);
    EXPECT_EQ(degree_of(every32, "up-sweep", 512), 16);
    EXPECT_EQ(degree_of(two_level, "up-sweep", 512), 1);
    EXPECT_GT(every32.totals.excess(), two_level.totals.excess());
}

// 32 neighbours never conflict, and a stride only moves them. Padding puts a gap between them.
TEST(KoggeStone, PaddingAddsConflictsToAKernelThatHadNone) {
    for (const int block : {64, 256, 1024}) {
        const WorkTable plain = work_table(*recorded("kogge-stone", Padding::none, block));
        const WorkTable padded = work_table(*recorded("kogge-stone", Padding::every32, block));
        EXPECT_EQ(plain.totals.excess(), 0);
        EXPECT_EQ(plain.totals.max_degree, 1);
        EXPECT_GT(padded.totals.excess(), 0);
        EXPECT_EQ(padded.totals.max_degree, 2);
        for (int s = 1; s < block; s *= 2) {
            // From stride 32 on a warp's left neighbours are a whole row of 32 again.
            EXPECT_EQ(degree_of(padded, "scan", s), s < 32 ? 2 : 1) << "stride " << s;
        }
    }
}

TEST(Layouts, AreWhatTheReferenceSays) {
    const Pad none{Padding::none}, every32{Padding::every32}, two{Padding::two_level},
        swizzled{Padding::xor_swizzle};
    for (int i = 0; i < 16384; ++i) {
        EXPECT_EQ(none(i), i);
        EXPECT_EQ(every32(i), i + (i >> 5));
        EXPECT_EQ(two(i), i + (i >> 5) + (i >> 10));
        EXPECT_EQ(swizzled(i), i ^ ((i >> 5) & 31));
    }
    EXPECT_EQ(padded_length(Padding::none, 1024), 1024);
    EXPECT_EQ(padded_length(Padding::every32, 1024), 1024 + 32);
    EXPECT_EQ(padded_length(Padding::two_level, 1024), 1024 + 32 + 1);
    EXPECT_EQ(padded_length(Padding::xor_swizzle, 1024), 1024);
}

// Every length that a section can have: inside the array, no two elements in one word.
TEST(Layouts, PutEveryElementOfEverySectionInAWordOfItsOwn) {
    for (const Padding padding : paddings) {
        const Pad pad{padding};
        for (int block = 2; block <= 1024; block *= 2) {
            for (int coarsen = 1; coarsen <= 16; ++coarsen) {
                const int section = block * coarsen, words = padded_length(padding, section);
                std::vector<char> taken(static_cast<std::size_t>(words));
                for (int i = 0; i < section; ++i) {
                    ASSERT_GE(pad(i), 0);
                    ASSERT_LT(pad(i), words) << name_of(padding) << ", section " << section;
                    ASSERT_FALSE(taken[static_cast<std::size_t>(pad(i))]++);
                }
            }
        }
    }
}

}  // namespace banks_test
}  // namespace stridescope
