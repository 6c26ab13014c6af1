// What is chosen in one picture is lit in all: against the recorded accesses, one by one.
#include "app/analysis/selection.h"
#include "app/analysis/heat.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/requests.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/source/source_view.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stridescope {
namespace selection_test {

using testing::recorded;

/// The hotspots that a box was lit for.
std::vector<Hotspot> lit_spots(const Scene& scene, const Related& related, int step) {
    std::vector<Hotspot> spots;
    const auto boxes = lit_boxes(scene, related, step);
    for (const Hotspot& spot : scene.hotspots) {
        if (std::ranges::find(boxes, spot.box) != boxes.end()) spots.push_back(spot);
    }
    return spots;
}

TEST(Related, OfAThreadAreItsWordsBanksAndLines) {
    const auto trace = recorded("brent-kung", 64, "iota");
    // Stride 4 of the up-sweep: thread t adds word 8t + 3 to word 8t + 7.
    const Related found = related(*trace, 0, 3, {.thread = 5});
    EXPECT_EQ(found.words, (std::set<int>{43, 47}));
    EXPECT_EQ(found.banks, (std::set<int>{11, 15}));
    EXPECT_EQ(found.threads, std::set<int>{5});
    EXPECT_EQ(found.warps, std::set<int>{0});
    EXPECT_EQ(found.lines.size(), 1U);
}

TEST(Related, OfAWordAreThoseWhoWantIt) {
    const auto trace = recorded("brent-kung", 64, "iota");
    EXPECT_EQ(related(*trace, 0, 3, {.word = 43}).threads, std::set<int>{5});
    const Related rests = related(*trace, 0, 3, {.word = 42});
    EXPECT_TRUE(rests.threads.empty()) << "nobody wants it in this step";
    EXPECT_EQ(rests.words, std::set<int>{42}) << "but it is lit all the same";
    EXPECT_EQ(rests.banks, std::set<int>{10});
}

TEST(Related, OfABankOrALineAreAllThatUseIt) {
    const auto trace = recorded("brent-kung", 64, "iota");
    EXPECT_EQ(related(*trace, 0, 3, {.bank = 3}).words, (std::set<int>{3, 35}));
    EXPECT_EQ(related(*trace, 0, 3, {.bank = 3}).threads, (std::set<int>{0, 4}));
    const int line = *related(*trace, 0, 3, {.thread = 5}).lines.begin();
    EXPECT_EQ(related(*trace, 0, 3, {.line = line}).threads.size(), 8U);
    EXPECT_TRUE(related(*trace, 0, 0, {.line = line}).threads.empty()) << "the load is elsewhere";
    EXPECT_EQ(related(*trace, 0, 1, {.warp = 1}).threads, std::set<int>{}) << "one warp is enough";
}

TEST(Related, KnowsElementsThatAreTwoBanksWide) {
    ScanRun experiment = testing::experiment_of("brent-kung", 64, "iota");
    experiment.type = ElementType::f64;
    const auto trace = record(experiment);
    const Related found = related(*trace, 0, 3, {.thread = 5});
    EXPECT_EQ(found.banks, (std::set<int>{22, 23, 30, 31}));
    EXPECT_EQ(related(*trace, 0, 3, {.bank = 22}).words, related(*trace, 0, 3, {.bank = 23}).words);
}

TEST(Selection, IsReadBackAsItIsWritten) {
    for (const Selection& selection :
         {Selection{}, Selection{.thread = 5}, Selection{.word = 0, .bank = 31},
          Selection{.thread = 1, .word = 2, .bank = 3, .warp = 4, .line = 5},
          Selection{.warp = 4, .site = 0, .iteration = 6, .wavefront = 7}}) {
        EXPECT_EQ(parse_selection(text_of(selection)), selection) << text_of(selection);
    }
    EXPECT_EQ(text_of({.thread = 5, .line = 12}), "thread:5,line:12");
    EXPECT_EQ(parse_selection("bank:3,thread:5"), (Selection{.thread = 5, .bank = 3}));
    for (const char* wrong : {"thread", "thread:", "thread:x", "node:7", "thread:-1", "thread:5 ",
                              ",", "thread:5,,bank:1", "thread:99999999999", "wave:1"}) {
        EXPECT_THROW(parse_selection(wrong), UsageError) << wrong;
    }
}

TEST(Related, OfNothingIsNothing) {
    const auto trace = recorded("brent-kung", 16, "iota");
    EXPECT_FALSE(related(*trace, 0, 0, {}).any());
    EXPECT_FALSE(related(*trace, 7, 0, {.thread = 1}).any()) << "there is no such block";
    EXPECT_FALSE(related(*trace, 0, 99, {.thread = 1}).any());
    EXPECT_TRUE(exists_in(*trace, {.thread = 15}));
    EXPECT_FALSE(exists_in(*trace, {.thread = 16}));
    EXPECT_FALSE(exists_in(*trace, {.word = 16}));
    EXPECT_FALSE(exists_in(*trace, {.line = 1}));
}

TEST(Lit, IsTheSameThingInEveryPicture) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const Palette& light = Palette::light();
    const ViewState at{.step = 3};
    const Related found = related(*trace, 0, 3, {.thread = 5});

    std::set<int> words;
    for (const Hotspot& spot : lit_spots(memory_scene(*trace, at, light), found, 3)) {
        if (spot.means.word >= 0) words.insert(spot.means.word);
    }
    EXPECT_EQ(words, (std::set<int>{43, 47}));

    int lanes = 0;
    for (const Hotspot& spot : lit_spots(banks_scene(*trace, at, light), found, 3)) {
        if (spot.means.thread < 0) continue;
        EXPECT_EQ(spot.means.thread, 5);
        ++lanes;
    }
    EXPECT_EQ(lanes, 1);

    std::set<int> columns;
    for (const Hotspot& spot : lit_spots(heatmap_scene(*trace, at, {}, light), found, 3)) {
        if (spot.names_step) continue;
        EXPECT_EQ(spot.step, 3);
        columns.insert(spot.means.bank);
    }
    EXPECT_EQ(columns, (std::set<int>{11, 15}));
    for (const Hotspot& spot :
         lit_spots(heatmap_scene(*trace, at, {.axis = HeatmapAxis::warp}, light), found, 3)) {
        if (spot.names_step) continue;
        EXPECT_EQ(spot.means.warp, 0);
    }

    const auto lines = lit_spots(source_scene(*trace, at, light), found, 3);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].means.line, *found.lines.begin());

    EXPECT_EQ(lit_boxes(tree_scene(*trace, at, light), found, 3).size(), 2U);
    EXPECT_TRUE(lit_boxes(tree_scene(*trace, at, light), {}, 3).empty());
}

/// The steps in which the block was recorded to do what `fits` says of (site, thread, cell).
template <class F>
std::set<int> steps_where(const Trace& trace, int block, F&& fits) {
    std::set<int> steps;
    for (std::size_t row = 0; row < trace.rows().size(); ++row) {
        const TraceRow& r = trace.rows()[row];
        const Event event = trace.event_of(r);
        const bool shared = event == Event::load || event == Event::store;
        const auto lanes = trace.lanes(block, static_cast<int>(row));
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const int lane = lanes[static_cast<std::size_t>(thread)];
            if (lane == Trace::idle) continue;
            const TraceSite& site = trace.sites()[static_cast<std::size_t>(r.site)];
            if (fits(site, thread, shared ? lane : -1)) steps.insert(r.step);
        }
    }
    return steps;
}

TEST(Related, TellsTheStepsThatItHasAPartIn) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "blelloch", "sequential", "raking"}) {
        const auto trace = recorded(kernel, 64, "iota", Padding::every32);
        const auto steps = [&](const Selection& selection) {
            return related(*trace, 0, 2, selection).steps;
        };
        for (const int thread : {0, 5, 63}) {
            EXPECT_EQ(
                steps({.thread = thread}),
                steps_where(*trace, 0, [&](const TraceSite&, int t, int) { return t == thread; }))
                << kernel << " thread " << thread;
        }
        for (const int word : {0, 13, 31, 64}) {
            EXPECT_EQ(
                steps({.word = word}),
                steps_where(*trace, 0, [&](const TraceSite&, int, int w) { return w == word; }))
                << kernel << " word " << word;
            EXPECT_EQ(steps({.bank = word % 32}), steps_where(*trace, 0,
                                                              [&](const TraceSite&, int, int w) {
                                                                  return w >= 0 &&
                                                                         w % 32 == word % 32;
                                                              }))
                << kernel << " bank " << word % 32;
        }
        for (std::size_t k = 0; k < trace->sites().size(); ++k) {
            const TraceSite& site = trace->sites()[k];
            EXPECT_EQ(steps({.line = site.line}),
                      steps_where(*trace, 0, [&](const TraceSite& s, int, int) {
                          return s.line == site.line;
                      }));
            EXPECT_EQ(steps({.warp = 1, .site = static_cast<int>(k)}),
                      steps_where(*trace, 0, [&](const TraceSite& s, int thread, int) {
                          return s == site && thread >= 32;
                      }));
        }
    }
}

TEST(Lit, StepsThatItHasAPartInAreLitInTheWorkTableAndBesideTheHeatmap) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const Palette& light = Palette::light();
    const Related found = related(*trace, 0, 3, {.word = 47});
    const auto want =
        steps_where(*trace, 0, [](const TraceSite&, int, int word) { return word == 47; });
    ASSERT_LT(want.size(), static_cast<std::size_t>(trace->step_count()));
    const auto names = [&](const Scene& scene) {
        std::set<int> lit;
        for (const Hotspot& spot : lit_spots(scene, found, 3)) {
            if (spot.names_step) lit.insert(spot.step);
        }
        return lit;
    };
    EXPECT_EQ(names(work_scene(*trace, {.step = 3}, light)), want);
    EXPECT_EQ(names(work_scene(*trace, {.step = 3}, light, {600, 400}, {.sorted_by = 2})), want);
    EXPECT_EQ(names(heatmap_scene(*trace, {.step = 3}, {}, light)), want);
    // While a class guesses who takes part in what is to come, it is not told so.
    std::set<int> known;
    for (const int step : want) {
        if (step <= 3) known.insert(step);
    }
    EXPECT_NE(known, want);
    EXPECT_EQ(names(work_scene(*trace, {.step = 3}, light, {}, {.hide_later = true})), known);
    EXPECT_EQ(names(heatmap_scene(*trace, {.step = 3}, {.hide_later = true}, light)), known);
}

/// In which wavefront, from 1, each lane is served, found by hand of 4-byte words; 0: idle.
std::vector<int> served_by_hand(const std::vector<std::int32_t>& words) {
    std::vector<int> waves(words.size());
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        if (words[lane] == Trace::idle) continue;
        std::set<int> before;
        std::size_t same = 0;
        while (words[same] != words[lane]) {
            if (words[same] != Trace::idle && words[same] % 32 == words[lane] % 32) {
                before.insert(words[same]);
            }
            ++same;
        }
        waves[lane] = static_cast<int>(before.size()) + 1;
    }
    return waves;
}

TEST(Related, OfARequestAndAWavefrontAreTheLanesThatItServes) {
    const auto trace = recorded("brent-kung", 256, "iota");
    const int step = 4;
    int told = 0;
    for (const Request& request : requests_of_step(*trace, 0, step, Space::shared)) {
        const auto words = words_of_request(*trace, request);
        const auto waves = served_by_hand(words);
        const Selection whole{
            .warp = request.warp, .site = request.site, .iteration = request.iteration};
        std::set<int> all;
        for (int wave = 1; wave <= request.shared.wavefronts; ++wave) {
            std::set<int> threads, cells;
            for (std::size_t lane = 0; lane < waves.size(); ++lane) {
                if (waves[lane] != wave) continue;
                threads.insert(request.warp * 32 + static_cast<int>(lane));
                cells.insert(words[lane]);
            }
            Selection one = whole;
            one.wavefront = wave;
            const Related found = related(*trace, 0, step, one);
            EXPECT_EQ(found.threads, threads);
            EXPECT_EQ(found.words, cells);
            EXPECT_EQ(found.served,
                      (std::set<Served>{{request.site, request.iteration, request.warp, wave}}));
            EXPECT_EQ(found.sites, std::set<int>{request.site});
            all.insert(threads.begin(), threads.end());
            ++told;
        }
        EXPECT_EQ(related(*trace, 0, step, whole).threads, all);
        EXPECT_EQ(std::ssize(related(*trace, 0, step, whole).served), request.shared.wavefronts);
    }
    EXPECT_GT(told, 8) << "there are conflicts in it";
    const Request worst = *worst_request(*trace, 0, step);
    const int line = trace->sites()[static_cast<std::size_t>(worst.site)].line;
    EXPECT_EQ(name_of(*trace, {.warp = 0, .site = worst.site, .iteration = 0, .wavefront = 2}),
              "wavefront 2 of the load of warp 0 at line " + std::to_string(line));
    EXPECT_FALSE(exists_in(*trace, {.site = static_cast<int>(trace->sites().size())}));
    EXPECT_FALSE(exists_in(*trace, {.wavefront = 33}));
    EXPECT_FALSE(exists_in(*trace, {.wavefront = 0}));
    EXPECT_FALSE(exists_in(*trace, {.site = worst.site, .iteration = 9}));
    EXPECT_TRUE(exists_in(*trace, {.site = worst.site, .iteration = 0, .wavefront = 2}));
}

TEST(Lit, RequestsAndWavefrontsAreLitAndMeantInTheBanks) {
    const auto trace = recorded("brent-kung", 256, "iota");
    const Scene scene = banks_scene(*trace, {.step = 4}, Palette::light());
    const Request shown = *worst_request(*trace, 0, 4);
    ASSERT_GT(shown.shared.wavefronts, 2);
    // A lane that waits for the second wavefront lights it, its request's bar, and no other.
    const auto waves = served_by_hand(words_of_request(*trace, shown));
    const auto lane = std::ranges::find(waves, 2) - waves.begin();
    const int thread = shown.warp * 32 + static_cast<int>(lane);
    const Related found = related(*trace, 0, 4, {.thread = thread});
    std::set<int> wavefronts;
    std::size_t bars = 0;
    for (const Hotspot& spot : lit_spots(scene, found, 4)) {
        if (spot.means.wavefront > 0) wavefronts.insert(spot.means.wavefront);
        if (spot.name.what != "request") continue;
        ++bars;
        EXPECT_EQ(spot.means.warp, shown.warp);
    }
    EXPECT_EQ(wavefronts, std::set<int>{2});
    std::set<std::pair<int, int>> requests;
    for (const Served& one : found.served) requests.emplace(one.site, one.iteration);
    EXPECT_EQ(bars, requests.size());
    EXPECT_GT(bars, 1U) << "it also stores";
    const auto meant = std::ranges::find_if(
        scene.hotspots, [](const Hotspot& spot) { return spot.means.wavefront == 2; });
    ASSERT_NE(meant, scene.hotspots.end());
    EXPECT_EQ(
        meant->means,
        (Selection{
            .warp = shown.warp, .site = shown.site, .iteration = shown.iteration, .wavefront = 2}));
}

TEST(WorstConflict, IsTheBankThatTheWorstRequestWaitsFor) {
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        ScanRun experiment = testing::experiment_of("brent-kung", 256, "iota");
        experiment.type = type;
        const auto trace = record(experiment);
        for (int step = 0; step < trace->step_count(); ++step) {
            const Request worst = *worst_request(*trace, 0, step);
            const Selection found = worst_conflict(*trace, 0, step);
            EXPECT_EQ(found.any(), worst.shared.excess() > 0) << step;
            if (!found.any()) continue;
            const Related lit = related(*trace, 0, step, found);
            // No other bank is wanted for more words.
            std::size_t most = 0;
            for (int bank = 0; bank < 32; ++bank) {
                Selection other = found;
                other.bank = bank;
                most = std::max(most, related(*trace, 0, step, other).words.size());
            }
            EXPECT_EQ(lit.words.size(), most) << step;
            if (type == ElementType::f32) {
                EXPECT_EQ(std::ssize(lit.words), worst.shared.wavefronts) << step;
            }
        }
    }
}

TEST(Lit, InTheTreeIsTheNodeThatHoldsTheValueNow) {
    const auto trace = recorded("brent-kung", 8, "iota");
    const auto node = [&](int step, int word) {
        return tree_scene(*trace, {.step = step}, Palette::light()).node(word);
    };
    ASSERT_TRUE(node(1, 1));
    EXPECT_EQ(node(1, 1), node(2, 1)) << "stride 2 writes 3 and 7 only";
    EXPECT_GT(node(2, 3)->y, node(1, 3)->y) << "and so 3 has a new node";
    EXPECT_FALSE(node(1, 800));
    EXPECT_FALSE(node(1, -1));
}

TEST(Lit, ALaneIsMeantAndNotItsWord) {
    const auto trace = recorded("brent-kung", 64, "iota");
    int lanes = 0, words = 0;
    for (const Hotspot& spot : banks_scene(*trace, {.step = 3}, Palette::light()).hotspots) {
        if (spot.name.what == "thread") {
            ++lanes;
            EXPECT_EQ(spot.means, (Selection{.thread = spot.name.number}));
        } else if (spot.name.what == "step") {
            ++words;
            EXPECT_EQ(spot.means, (Selection{.word = spot.means.word}));
            EXPECT_TRUE(spot.means.any());
        }
    }
    EXPECT_EQ(lanes, 32);
    EXPECT_GT(words, 0);
    EXPECT_EQ(name_of(Selection{.thread = 7}), "thread 7");
}

}  // namespace selection_test
}  // namespace stridescope
