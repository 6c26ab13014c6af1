// What is told of the blocks of a grid: that bars tile a block's time, that arrows join what was
// written to what was read, that the arrays are a memory's; and the cursor that walks along it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/grid.h"
#include "app/export/tables.h"
#include "app/playback/playback.h"
#include "app/scene/grid/grid_view.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace grid_timeline_test {

using Kind = GridEvent::Kind;

std::shared_ptr<const Trace> run_of(const std::string& kernel, std::int64_t n, int sms,
                                    int resident) {
    ScanRun e{.kernel = kernel, .block = 4, .n = n, .input = {}, .first_blocks = {}};
    e.engine = EngineChoice::cpu;
    e.type = ElementType::i32;
    e.input = parse_input("random:9");
    e.sms = sms;
    e.resident = resident;
    return record(e);
}

std::vector<std::shared_ptr<const Trace>> some_runs() {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (const char* kernel : {"three-kernel", "chained", "decoupled-lookback"}) {
        for (const auto& [sms, resident] : {std::pair{1, 1}, {2, 2}, {5, 3}}) {
            runs.push_back(
                run_of(kernel, kernel == std::string{"three-kernel"} ? 16 : 90, sms, resident));
        }
    }
    runs.push_back(run_of("spin-barrier", 24, 3, 2));
    runs.push_back(run_of("spin-barrier", 40, 3, 2));  // deadlocks
    return runs;
}

TEST(GridTimeline, BarsTileTheTimeOfEachBlock) {
    for (const auto& trace : some_runs()) {
        const GridTimeline line = grid_timeline(*trace);
        // By block and start: from there to its end, or to the end of all.
        std::map<int, std::vector<std::pair<double, double>>> lives;
        for (const GridEvent& event : trace->grid_events()) {
            const auto time = static_cast<double>(event.time);
            if (event.kind == Kind::start) lives[event.block].push_back({time, line.end});
            if (event.kind == Kind::end) lives[event.block].back().second = time + 1;
        }
        std::map<int, std::vector<GridSpan>> bars;
        for (const GridSpan& span : line.spans) bars[span.block].push_back(span);
        ASSERT_EQ(bars.size(), lives.size());
        for (const auto& [block, spans] : bars) {
            std::size_t life = 0;
            double at = lives[block][0].first;
            for (const GridSpan& span : spans) {
                if (at == lives[block][life].second) at = lives[block][++life].first;
                EXPECT_DOUBLE_EQ(span.begin, at) << "block " << block;
                EXPECT_GT(span.end, span.begin);
                at = span.end;
            }
            EXPECT_DOUBLE_EQ(at, lives[block].back().second) << "block " << block;
        }
    }
}

// Ticks are counted from 0: after the last one as many have passed as its number and one.
TEST(GridTimeline, EndsWithItsLastTick) {
    for (const char* kernel : {"three-kernel", "chained", "decoupled-lookback"}) {
        const auto trace = run_of(kernel, 16, 3, 1);
        const GridTimeline line = grid_timeline(*trace);
        EXPECT_EQ(totals_of(line).time, trace->grid_events().back().time + 1);
        double last = 0;
        for (const GridSpan& span : line.spans) last = std::max(last, span.end);
        EXPECT_DOUBLE_EQ(last, line.end) << kernel;
    }
}

TEST(GridTimeline, NoTwoBlocksAreInOnePlace) {
    for (const auto& trace : some_runs()) {
        const GridTimeline line = grid_timeline(*trace);
        EXPECT_LE(std::ssize(line.rows), trace->experiment().sms * trace->experiment().resident);
        std::map<int, std::vector<GridSpan>> by_row;
        for (const GridSpan& span : line.spans) by_row[span.row].push_back(span);
        for (auto& [row, spans] : by_row) {
            std::ranges::stable_sort(spans, {}, &GridSpan::begin);
            for (std::size_t i = 1; i < spans.size(); ++i) {
                EXPECT_LE(spans[i - 1].end, spans[i].begin) << "row " << row;
            }
        }
    }
}

TEST(GridTimeline, ArrowsLeadFromWhatWasWrittenToWhatWasRead) {
    for (const auto& trace : some_runs()) {
        const GridTimeline line = grid_timeline(*trace);
        const auto& events = trace->grid_events();
        for (const GridMessage& message : line.messages) {
            const GridEvent &written = events[message.written], &read = events[message.read];
            EXPECT_LT(message.written, message.read);
            EXPECT_TRUE(written.kind == Kind::store || written.kind == Kind::atomic);
            EXPECT_EQ(read.kind, Kind::load);
            EXPECT_NE(written.block, read.block);
            EXPECT_EQ(std::pair(written.array, written.element),
                      std::pair(read.array, read.element));
            EXPECT_EQ(written.integer, read.integer) << event_text(*trace, read);
            EXPECT_EQ(written.value, read.value) << event_text(*trace, read);
        }
    }
    // Every block but the first is told its flag and the sum, by the thread that waits for them.
    const auto chain = run_of("chained", 64, 4, 1);
    std::map<int, std::map<std::string, int>> told;
    for (const GridMessage& message : grid_timeline(*chain).messages) {
        const GridEvent& read = chain->grid_events()[message.read];
        ++told[read.block][std::string{chain->name_of(read.array)}];
    }
    ASSERT_EQ(told.size(), 15U);
    for (const auto& [block, arrays] : told) {
        EXPECT_EQ(arrays, (std::map<std::string, int>{{"S", 1}, {"flag", 1}})) << block;
    }
}

/// How many arrows from block to block, and what the picture says above its bars.
std::pair<std::size_t, std::string> arrows_of(const Scene& scene) {
    std::string words;
    for (const Label& each : scene.layers[0].labels) {
        if (each.text.find("block") != std::string::npos) words += each.text + "\n";
    }
    // One that is drawn in parts, weaker where many come together, is one.
    std::set<std::pair<float, float>> begins;
    for (const Line& line : scene.layers[1].lines) begins.emplace(line.from.x, line.from.y);
    const auto ends = std::ranges::count_if(scene.layers[1].lines, [&](const Line& line) {
        return !begins.contains({line.to.x, line.to.y});
    });
    return {static_cast<std::size_t>(ends), words};
}

// Of an array's values all are seen or none, and none goes away while time goes on: a cell without
// a number would be taken for one that nobody has written.
TEST(GridTimeline, AnArraysValuesAreOfOneSize) {
    const auto back = run_of("decoupled-lookback", 256, 64, 1);
    const Room room{.width = 880, .height = 620};
    std::set<float> sizes;
    for (const std::size_t events : {back->grid_events().size() / 2, back->grid_events().size()}) {
        const Scene scene = grid_scene(*back, Palette::light(), room, {.events = events});
        // The prefixes stand in the last line of elements.
        float last = 0;
        for (const Label& each : scene.layers[0].labels) last = std::max(last, each.box.y);
        for (const Label& each : scene.layers[0].labels) {
            if (each.box.y == last && each.align == Align::center) sizes.insert(each.size);
        }
    }
    EXPECT_EQ(sizes.size(), 1U);
}

// Where dozens of arrows come together they must not be a dark wedge.
TEST(GridTimeline, AFanOfArrowsIsNoDarkerWhereItsArrowsMeet) {
    const auto back = run_of("decoupled-lookback", 256, 64, 1);
    const Room room{.width = 1200, .height = 500};
    const Scene scene = grid_scene(*back, Palette::light(), room, {.block = 63});
    const auto& lines = scene.layers[1].lines;
    ASSERT_GT(lines.size(), 100U);
    // How much of a row's height is covered by the ends that meet there.
    std::map<std::pair<int, int>, float> covered;
    float strongest = 0;
    for (const Line& line : lines) {
        const auto at = std::pair{static_cast<int>(line.to.x / 6), static_cast<int>(line.to.y / 6)};
        covered[at] += line.width * static_cast<float>(line.color.a) / 255;
        strongest = std::max(strongest, static_cast<float>(line.color.a) / 255);
    }
    const auto most =
        std::ranges::max_element(covered, {}, &std::pair<const std::pair<int, int>, float>::second);
    EXPECT_LT(most->second, 4.0F);
    EXPECT_GT(strongest, 0.1F) << "they are seen where they lie apart";
}

// Sixty-four blocks that look back read more than two thousand times: nobody could follow one.
TEST(GridTimeline, WhereArrowsWouldBeABandThoseOfOneBlockAreDrawn) {
    const auto back = run_of("decoupled-lookback", 256, 64, 1);
    const GridTimeline line = grid_timeline(*back);
    const auto& events = back->grid_events();
    const auto of_block = [&](int block) {
        return static_cast<std::size_t>(std::ranges::count_if(line.messages, [&](const auto& m) {
            return events[m.read].block == block || events[m.written].block == block;
        }));
    };
    ASSERT_GT(line.messages.size(), 2000U);
    for (const int block : {7, 40}) {
        const auto [arrows, words] =
            arrows_of(grid_scene(*back, Palette::light(), {}, {.block = block}));
        EXPECT_EQ(arrows, of_block(block));
        EXPECT_LT(arrows, line.messages.size() / 10);
        EXPECT_NE(words.find(fmt::format("arrows: {} of ", arrows)), std::string::npos) << words;
        EXPECT_NE(words.find(fmt::format("those of block {}", block)), std::string::npos) << words;
    }
    // With no block chosen: that of the last event that has happened.
    const std::size_t at = events.size() / 2;
    EXPECT_EQ(arrows_of(grid_scene(*back, Palette::light(), {}, {.events = at})).first,
              of_block(events[at - 1].block));
    // Few are drawn all, and nothing is said.
    const auto chain = run_of("chained", 256, 64, 1);
    const auto [arrows, words] = arrows_of(grid_scene(*chain, Palette::light(), {}, {.block = 7}));
    EXPECT_EQ(arrows, grid_timeline(*chain).messages.size());
    EXPECT_EQ(words.find("arrows"), std::string::npos);
    // Beside another run it is called by its name before that.
    for (const float width : {330.0F, 420.0F, 900.0F}) {
        const std::string both = arrows_of(grid_scene(*back, Palette::light(), Room{width, 320},
                                                      {.compare = chain.get()}))
                                     .second;
        const std::size_t name = both.find("look-back");
        ASSERT_NE(name, std::string::npos) << both;
        EXPECT_NE(both.find("arrows", name), std::string::npos) << both;
    }
}

// Rows too low for a name each: some have theirs, in type that can be read, and none is cut.
TEST(GridTimeline, LowRowsNameSomeOfTheirMultiprocessors) {
    const auto chain = run_of("chained", 64, 16, 1);
    for (const Room room : {Room{420, 150}, Room{480, 110, true}, Room{1000, 300}}) {
        const Scene scene = grid_scene(*chain, Palette::light(), room);
        std::vector<Box> names;
        for (const Label& each : scene.layers[0].labels) {
            if (!each.text.starts_with("SM ") || each.text.starts_with("SM:")) continue;
            EXPECT_GE(each.size, 9) << each.text;
            names.push_back(each.box);
        }
        ASSERT_GE(names.size(), 2U) << room.height;
        for (std::size_t k = 1; k < names.size(); ++k)
            EXPECT_GE(names[k].y, names[k - 1].y + names[k - 1].h - 0.01F);
    }
}

// A block that waits does so until the thread that waits gets on, not forever: unless it does.
TEST(GridTimeline, WaitsEndWithWhatWasWaitedFor) {
    const auto chain = run_of("chained", 64, 16, 1);
    const GridTimeline line = grid_timeline(*chain);
    EXPECT_EQ(totals_of(line).waits, 15U);
    for (const GridSpan& span : line.spans) {
        if (!span.waits) continue;
        const GridEvent& wait = chain->grid_events()[span.wait];
        EXPECT_EQ(chain->name_of(wait.array), "flag");
        EXPECT_EQ(line.phases[static_cast<std::size_t>(span.phase)], "wait");
        EXPECT_EQ(wait.element, span.block);
    }
    // The chain: block b waits a turn longer than the one before it.
    EXPECT_NEAR(totals_of(line).longest_wait, 14, 1);
    const auto stuck = run_of("spin-barrier", 40, 3, 2);
    const GridTimeline waiting = grid_timeline(*stuck);
    EXPECT_EQ(totals_of(waiting).waits, 6U);
    for (const GridSpan& span : waiting.spans) {
        EXPECT_EQ(span.waits, span.end == waiting.end);
    }
}

TEST(ScratchAfter, IsTheMemoryAtThatTime) {
    const auto trace = run_of("chained", 40, 2, 2);
    const auto& events = trace->grid_events();
    const std::vector<ArrayId> shared = shared_arrays(*trace);
    for (const auto& array : shared_after(*trace, shared, 0, 100)) {
        for (const ScratchElement& element : array) EXPECT_FALSE(element.written);
    }
    std::map<std::pair<ArrayId, std::int64_t>, std::string> memory;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const GridEvent& event = events[i];
        if (event.kind == Kind::store || event.kind == Kind::atomic) {
            memory[{event.array, event.element}] = value_text(*trace, event);
        }
        const auto arrays = shared_after(*trace, shared, i + 1, 100);
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            for (std::size_t k = 0; k < arrays[a].size(); ++k) {
                const auto found = memory.find(
                    {static_cast<ArrayId>(&trace->scratch()[a] - trace->facts().arrays.data()),
                     static_cast<std::int64_t>(k)});
                ASSERT_EQ(arrays[a][k].written, found != memory.end());
                if (found == memory.end()) continue;
                ASSERT_EQ(arrays[a][k].text, found->second);
            }
        }
    }
    EXPECT_EQ(shared_after(*trace, shared, events.size(), 3)[2].size(), 3U);
}

TEST(GridScene, TellsOfEveryBarAndElement) {
    const auto trace = run_of("decoupled-lookback", 64, 4, 2);
    const Scene scene = grid_scene(*trace, Palette::light());
    const auto bars = grid_timeline(*trace).spans.size();
    std::size_t cells = 0;
    for (const ArrayFacts& array : trace->scratch())
        cells += static_cast<std::size_t>(array.size());
    EXPECT_EQ(scene.hotspots.size(), bars + cells);
    for (const Hotspot& spot : scene.hotspots) {
        EXPECT_FALSE(spot.tip.empty());
        EXPECT_LE(spot.box.x + spot.box.w, scene.width);
        EXPECT_LE(spot.box.y + spot.box.h, scene.height);
    }
    // Kernels of single blocks have nothing to show, and say so.
    const Scene none =
        grid_scene(*testing::recorded("brent-kung", 16, testing::sixteen), Palette::light());
    EXPECT_TRUE(none.hotspots.empty());
}

TEST(GridScene, TwoRunsShareOneScaleOfTime) {
    const auto chain = run_of("chained", 256, 64, 1);
    const auto back = run_of("decoupled-lookback", 256, 64, 1);
    const Scene alone = grid_scene(*back, Palette::light());
    const Scene both = grid_scene(*back, Palette::light(), {}, {.compare = chain.get()});
    // Of the first run's bars, which stand in the upper half.
    const auto last = [](const Scene& scene, float part) {
        float right = 0;
        for (const Hotspot& spot : scene.hotspots) {
            const auto* click = std::get_if<click::GoToEvent>(&spot.click);
            if (click == nullptr || click->block < 0 || spot.box.y > scene.height * part) continue;
            right = std::max(right, spot.box.x + spot.box.w);
        }
        return right;
    };
    EXPECT_LT(last(both, 0.4F), last(alone, 1) / 2) << "its bars end early beside the chain's";
    // A click goes to an event of the upper run, which the cursor is on.
    const auto leads = [](const Scene& scene) {
        return std::ranges::count_if(scene.hotspots,
                                     [](const Hotspot& spot) { return spot.click != Click{}; });
    };
    EXPECT_EQ(leads(both), leads(alone));
    EXPECT_GT(both.hotspots.size(), alone.hotspots.size());
}

TEST(GridScene, TwoRunsOfOneKernelAreCalledByWhatTellsThemApart) {
    const auto four = run_of("chained", 64, 4, 1);
    const auto eight = run_of("chained", 64, 8, 1);
    const Scene both = grid_scene(*four, Palette::light(), {}, {.compare = eight.get()});
    std::map<std::string, float> heads;  // where they stand
    for (const auto& layer : both.layers) {
        for (const Label& label : layer.labels) {
            for (const char* name : {"4 SMs", "8 SMs"}) {
                if (label.text.starts_with(name)) heads[name] = label.box.y;
            }
        }
    }
    ASSERT_EQ(heads.size(), 2U);
    EXPECT_LT(heads["4 SMs"], heads["8 SMs"]);
}

TEST(GridScene, TwoRunsAreWhollyInSightInALowRoom) {
    const auto chain = run_of("chained", 64, 4, 1);
    const auto back = run_of("decoupled-lookback", 64, 4, 1);
    // What a presentation leaves them at 1024 × 700 and 1280 × 800, and a window of 1024 × 700.
    for (const auto& [room, arrays] :
         {std::pair{Room{439, 165}, false}, {Room{480, 187}, false}, {Room{610, 364}, true}}) {
        const Scene scene = grid_scene(*back, Palette::light(), room, {.compare = chain.get()});
        EXPECT_FALSE(scene.scrolls) << room.height;
        std::set<std::string> words;
        for (const auto& layer : scene.layers) {
            for (const Label& label : layer.labels) {
                words.insert(label.text);
                EXPECT_LE(label.box.y + label.box.h, room.height + 0.5F) << label.text;
            }
        }
        for (const Trace* trace : {back.get(), chain.get()}) {
            for (const std::string& phase : grid_timeline(*trace).phases)
                EXPECT_TRUE(std::ranges::any_of(
                    words,
                    [&](const std::string& text) { return text.find(phase) != std::string::npos; }))
                    << phase << room.height;
        }
        EXPECT_TRUE(words.contains("look back / wait")) << "they have one colour";
        EXPECT_TRUE(words.contains("waits"));
        EXPECT_EQ(words.contains("aggregate"), arrays);
        EXPECT_EQ(words.contains("arrays are left out for lack of room"), !arrays);
    }
    // Where not even that is enough, it is scrolled, and nothing is left out.
    const Scene scene = grid_scene(*back, Palette::light(), {439, 60}, {.compare = chain.get()});
    EXPECT_TRUE(scene.scrolls);
}

// A block's name stands on a plate: it hides little of the bar, and none is there without a name
// that can be read.
TEST(GridScene, NamesHideLittleOfTheirBars) {
    for (const int n : {16, 64, 256}) {
        const auto trace = run_of("chained", n, 64, 1);
        for (const Room room : {Room{860, 520}, Room{480, 187}, Room{1500, 900}}) {
            const Scene scene = grid_scene(*trace, Palette::light(), room);
            const Layer& names = scene.layers[2];
            for (const Label& label : names.labels) {
                EXPECT_GE(label.size, 9) << label.text;
                if (!label.text.starts_with("block ")) continue;
                // The first of 16 bars of a chain takes a third of the width.
                EXPECT_TRUE(n != 64 || room.width > 1000) << label.text;
                EXPECT_LE(label.box.w, 0.15F * room.width) << n << " " << room.width;
            }
            EXPECT_EQ(names.rects.size(), names.labels.size()) << n << " " << room.width;
        }
    }
}

// A phase has the same colour beside another run's phases as alone.
TEST(GridScene, PhasesKeepTheirColoursBesideAnotherRun) {
    const auto chain = run_of("chained", 64, 4, 1);
    const auto back = run_of("decoupled-lookback", 64, 4, 1);
    // The legend's marks stand just left of its words.
    const auto color_of = [](const Scene& scene, const std::string& phase) {
        const auto& labels = scene.layers[0].labels;
        // An entry of two kernels' phases names both.
        const auto words = std::ranges::find_if(labels, [&](const Label& label) {
            return fmt::format("/ {} /", label.text).find(fmt::format("/ {} /", phase)) !=
                   std::string::npos;
        });
        if (words == labels.end()) return Rgba{};
        Rgba color;
        float nearest = 1e6F;
        for (const Rect& rect : scene.layers[0].rects) {
            const float apart = words->box.x - (rect.box.x + rect.box.w);
            const bool beside =
                rect.box.y < words->box.y + words->box.h && words->box.y < rect.box.y + rect.box.h;
            if (beside && apart >= 0 && apart < nearest) {
                nearest = apart;
                color = rect.fill;
            }
        }
        return color;
    };
    const Room room{1200, 800};
    const Scene both = grid_scene(*back, Palette::light(), room, {.compare = chain.get()});
    for (const Trace* trace : {back.get(), chain.get()}) {
        const Scene alone = grid_scene(*trace, Palette::light(), room);
        for (const std::string& phase : grid_timeline(*trace).phases) {
            if (phase.empty()) continue;
            EXPECT_EQ(color_of(alone, phase), color_of(both, phase)) << phase;
        }
    }
}

TEST(GridScene, SaysWhatItLeavesOut) {
    const auto says = [](const Scene& scene, const std::string& words) {
        return std::ranges::any_of(scene.layers[0].labels, [&](const Label& label) {
            return label.text.find(words) != std::string::npos;
        });
    };
    const auto small = run_of("chained", 64, 4, 1), large = run_of("chained", 1600, 4, 1);
    EXPECT_FALSE(says(grid_scene(*small, Palette::light()), "the first"));
    EXPECT_TRUE(says(grid_scene(*large, Palette::light()), "the first 257 of 401 elements"));
}

TEST(GridCsv, HasALineForEachEvent) {
    const auto trace = run_of("chained", 16, 4, 1);
    const std::string csv = to_csv(grid_table(*trace));
    EXPECT_EQ(std::ranges::count(csv, '\n'), std::ssize(trace->grid_events()) + 1);
    EXPECT_NE(csv.find(",store,0,hand on,0,0,"), std::string::npos) << csv;
}

// --- The cursor --------------------------------------------------------------------------------

TEST(GridCursor, MovesByEventsAndByTime) {
    GridCursor cursor;
    cursor.forward();
    cursor.forward_in_time();
    cursor.back_in_time();
    cursor.toggle_play();
    EXPECT_EQ(cursor.events(), 0U);
    EXPECT_FALSE(cursor.playing());
    cursor.reset({0, 0, 1, 3, 3, 3});
    EXPECT_EQ(cursor.events(), 6U);
    cursor.back_in_time();
    EXPECT_EQ(cursor.events(), 3U);
    cursor.back_in_time();
    EXPECT_EQ(cursor.events(), 2U);
    cursor.back();
    EXPECT_EQ(cursor.events(), 1U);
    cursor.forward_in_time();
    EXPECT_EQ(cursor.events(), 2U);
    cursor.jump(99);
    EXPECT_TRUE(cursor.at_end());
    cursor.jump(0);
    cursor.back();
    EXPECT_EQ(cursor.events(), 0U);
}

TEST(ValueNames, AreThoseThatTheTextUsesOfTheArray) {
    const auto trace = run_of("decoupled-lookback", 16, 4, 1);
    std::map<std::string, std::map<std::int64_t, std::string>> names;
    for (const ArrayId array : shared_arrays(*trace)) {
        names[std::string{trace->name_of(array)}] = value_names(*trace, array);
    }
    EXPECT_EQ(names["state"], (std::map<std::int64_t, std::string>{
                                  {0, "NOTHING"}, {1, "HAS_AGGREGATE"}, {2, "HAS_PREFIX"}}));
    EXPECT_TRUE(names["aggregate"].empty()) << "a sum has no name";
    EXPECT_TRUE(names["ticket"].empty());
    const auto& events = trace->grid_events();
    const auto found = std::ranges::find_if(events, [&](const GridEvent& event) {
        return event.kind == Kind::store && trace->name_of(event.array) == "state";
    });
    ASSERT_NE(found, events.end());
    EXPECT_EQ(event_text(*trace, *found),
              fmt::format("block {} stores state[{}] = {}", found->block, found->element,
                          found->integer == 2 ? "HAS_PREFIX" : "HAS_AGGREGATE"));
    EXPECT_EQ(value_text(*trace, *found), std::to_string(found->integer)) << "tables have numbers";
}

TEST(GridCursor, PlaysToTheEndAndStartsOver) {
    GridCursor cursor;
    cursor.reset({0, 0, 1, 3});
    cursor.toggle_play();
    EXPECT_TRUE(cursor.playing());
    EXPECT_EQ(cursor.events(), 0U);
    EXPECT_FALSE(cursor.advance(0.4, 2));
    EXPECT_NEAR(cursor.still_for(2), 0.1, 1e-9);
    EXPECT_TRUE(cursor.advance(0.2, 2));
    EXPECT_EQ(cursor.events(), 2U);
    EXPECT_TRUE(cursor.advance(10, 2));
    EXPECT_EQ(cursor.events(), 4U);
    EXPECT_FALSE(cursor.playing());
    EXPECT_GT(cursor.still_for(2), 1e9) << "nothing plays";
    EXPECT_FALSE(cursor.advance(10, 2));
}

}  // namespace grid_timeline_test
}  // namespace stridescope
