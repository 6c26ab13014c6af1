// The kernel's text: what the trace holds of it, what each line cost, and how it is shown.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "app/analysis/lines.h"
#include "app/analysis/requests.h"
#include "app/analysis/work.h"
#include "app/experiment/text/library_texts.h"
#include "app/export/export.h"
#include "app/scene/scene.h"
#include "app/scene/source/line_columns.h"
#include "app/scene/source/source_view.h"
#include "app/trace/trace.h"
#include "app/trace/trace_file.h"
#include "tests/support/archive.h"
#include "tests/support/places.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace source_scene_test {

using testing::recorded;

std::string file_text(const std::string& name) {
    std::ifstream in(source_dir() + '/' + name, std::ios::binary);
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::shared_ptr<const Trace> with_text(const Trace& trace, std::string text) {
    TraceData data = trace.data();
    data.text = std::move(text);
    return std::make_shared<const Trace>(std::move(data));
}

bool says(const Scene& scene, std::string_view words) {
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) {
            if (label.text.find(words) != std::string::npos) return true;
        }
    }
    return false;
}

const Hotspot* spot_of(const Scene& scene, int line) {
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.means.line == line) return &spot;
    }
    return nullptr;
}

/// The line of that text in the trace's own, from 1.
int line_with(const Trace& trace, std::string_view words) {
    const auto lines = text_lines(trace);
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (lines[k].find(words) != std::string::npos) return static_cast<int>(k) + 1;
    }
    ADD_FAILURE() << "no line has " << words;
    return 0;
}

TEST(KernelText, EveryTraceHoldsTheTextItWasRecordedFrom) {
    for (const LibraryText& text : library()) {
        if (!text.is_kernel) continue;
        Experiment experiment;
        experiment.text = spec_of(text);
        experiment.first_blocks = 1;
        const auto trace = record(experiment);
        EXPECT_EQ(trace->text_name(), text.id + ".cu");
        EXPECT_EQ(trace->text(), file_text(text.path));
        // What is on a site's line is what the site says is done there.
        for (const TraceSite& site : trace->sites()) {
            const auto lines = text_lines(*trace, site.file);
            ASSERT_LE(static_cast<std::size_t>(site.line), lines.size());
            const std::string& line = lines[static_cast<std::size_t>(site.line - 1)];
            EXPECT_FALSE(line.find_first_not_of(' ') == std::string::npos) << text.id;
            EXPECT_NE(line.find_first_not_of(' '), line.find("//")) << line;
        }
    }
}

TEST(KernelText, IncludedTextsAreThoseOfTheLibrary) {
    const auto trace = testing::recorded_kernel("grid/chained.cu", {{"N", "200"}});
    ASSERT_EQ(trace->includes().size(), 3U);
    for (const IncludedText& included : trace->includes())
        EXPECT_EQ(included.text, file_text("kernels/grid/" + included.name)) << included.name;
}

TEST(KernelText, IsReadBackFromTheFile) {
    const auto trace = recorded("brent-kung", 8, "iota");
    const auto back = decode_trace(encode_trace(*trace), "it");
    EXPECT_EQ(back->text(), trace->text());
    EXPECT_EQ(back->text_name(), "brent_kung.cu");
}

void expect_refused(const testing::Archive& archive, const std::string& why) {
    try {
        (void)archive.decoded();
        ADD_FAILURE() << "was read";
    } catch (const UsageError& error) {
        EXPECT_NE(std::string{error.what()}.find(why), std::string::npos) << error.what();
    }
}

TEST(KernelText, ThatCannotBeIsRefused) {
    const auto bytes = encode_trace(*recorded("brent-kung", 8, "iota"));
    testing::Archive archive{bytes};
    archive.members["kernel.cu"] = "one line";
    expect_refused(archive, "beyond the lines");
    archive.members["kernel.cu"] = std::string(200, '\n') + "\xFF\xFE";
    expect_refused(archive, "not UTF-8");
    archive.members["kernel.cu"] = std::string(20'000, '\n');
    expect_refused(archive, "too long");
    archive.members.erase("kernel.cu");
    expect_refused(archive, "is missing");
}

TEST(KernelText, IsShownPrintable) {
    const auto trace = with_text(*recorded("brent-kung", 4, "iota"),
                                 "\ta\x01"
                                 "b\r\n c\td\n\nend");
    EXPECT_EQ(text_lines(*trace), (std::vector<std::string>{"    a\xEF\xBF\xBD"
                                                            "b",
                                                            " c  d", "", "end"}));
    EXPECT_TRUE(text_lines(*with_text(*trace, "")).empty());
}

TEST(Lines, AddUpToTheWorkTable) {
    for (const char* kernel : {"brent-kung", "kogge-stone", "blelloch", "raking"}) {
        ScanRun experiment = testing::experiment_of(kernel, 64, "iota");
        experiment.n = 150;
        const auto trace = record(experiment);
        ASSERT_GT(trace->blocks(), 1);
        const LineTable lines = line_table(*trace);
        const WorkTable work = work_table(*trace);
        LineCounts all;
        for (std::size_t step = 0; step < work.rows.size(); ++step) {
            LineCounts sum;
            for (const LineCounts& line : lines.steps[step]) sum += line;
            const WorkCounts& counts = work.rows[step].counts;
            EXPECT_EQ(sum.requests, counts.requests()) << kernel << step;
            EXPECT_EQ(sum.wavefronts, counts.wavefronts());
            EXPECT_EQ(sum.excess, counts.excess());
            EXPECT_EQ(sum.adds, counts.adds);
            EXPECT_EQ(sum.degree, counts.max_degree);
            EXPECT_EQ(sum.global_requests,
                      counts.global_load_requests + counts.global_store_requests);
            EXPECT_EQ(sum.sectors, counts.global_load_sectors + counts.global_store_sectors);
            EXPECT_EQ(sum.ideal_sectors, counts.global_ideal_sectors);
            all += sum;
        }
        LineCounts totals;
        for (const LineCounts& line : lines.totals) totals += line;
        EXPECT_EQ(totals, all);
        EXPECT_GT(all.requests, 0);
    }
}

TEST(Lines, TellALineWithoutASiteNothing) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const LineTable lines = line_table(*trace);
    EXPECT_TRUE(lines.at(-1, {0, 1}).nothing());
    EXPECT_TRUE(lines.at(0, {0, 100'000}).nothing());
    EXPECT_TRUE(lines.at(-1, {1, 1}).nothing());
    EXPECT_TRUE(lines.included().empty());
    const int up = line_with(*trace, "X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);");
    EXPECT_TRUE(lines.at(0, {0, up}).nothing()) << "the load is another line's";
    EXPECT_EQ(lines.at(1, {0, up}).adds, 32);
    EXPECT_GT(lines.at(1, {0, up}).excess, 0);
}

/// Requests to shared memory, and their wavefronts, of the sites for which it is asked.
template <class F>
LineCounts requests_where(const Trace& trace, F&& f) {
    LineCounts counts;
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int step = 0; step < trace.step_count(); ++step) {
            for (const Request& request : requests_of_step(trace, block, step, Space::shared)) {
                if (!f(trace.sites()[static_cast<std::size_t>(request.site)])) continue;
                ++counts.requests;
                counts.wavefronts += request.shared.wavefronts;
            }
        }
    }
    return counts;
}

TEST(Lines, OfIncludedTextsHaveTheirOwnCounts) {
    const auto trace = testing::recorded_kernel("grid/chained.cu", {{"N", "200"}});
    const LineTable lines = line_table(*trace);
    EXPECT_EQ(lines.included(), std::vector<int>{2}) << "kogge_stone.cu";
    EXPECT_TRUE(std::ranges::is_sorted(lines.lines));
    LineCounts all;
    for (const SourceLine& line : lines.lines) {
        const LineCounts counts = lines.at(-1, line);
        const LineCounts own =
            requests_where(*trace, [&](const TraceSite& site) { return site.place() == line; });
        EXPECT_EQ(counts.requests, own.requests) << line.file << ":" << line.line;
        EXPECT_EQ(counts.wavefronts, own.wavefronts) << line.file << ":" << line.line;
        all += own;
    }
    EXPECT_EQ(all.requests, requests_where(*trace, [](const TraceSite&) { return true; }).requests);
    EXPECT_EQ(line_name(*trace, {2, 33}), "line 33 of kogge_stone.cu");
    EXPECT_EQ(line_name(*trace, {0, 33}), "line 33");
}

TEST(Lines, ThatIncludeSumUpWhatIsIncluded) {
    const auto trace = testing::recorded_kernel("grid/chained.cu", {{"N", "200"}});
    const int include = line_with(*trace, "#include");
    EXPECT_EQ(include_lines(*trace), (std::vector<int>{include, include, include}));
    const LineTable lines = line_table(*trace);
    EXPECT_TRUE(std::ranges::binary_search(lines.own_lines, include));
    EXPECT_TRUE(lines.includes_sites(include));
    EXPECT_FALSE(lines.includes_sites(include + 1));
    EXPECT_TRUE(lines.at(-1, {0, include}).nothing());
    const LineCounts included =
        requests_where(*trace, [](const TraceSite& site) { return site.file > 0; });
    EXPECT_GT(included.requests, 0) << "the block scan is included";
    EXPECT_EQ(lines.with_included(-1, include).requests, included.requests);
    EXPECT_EQ(lines.with_included(-1, include).wavefronts, included.wavefronts);
    for (const int line : lines.own_lines) {
        if (line == include) continue;
        EXPECT_EQ(lines.with_included(-1, line), lines.at(-1, {0, line})) << line;
    }
    EXPECT_NE(line_words_with_included(lines, 0, include).find("all lines that it includes"),
              std::string::npos);
    EXPECT_TRUE(exists_in(*trace, {.line = include}));
    EXPECT_FALSE(exists_in(*trace, {.line = include + 1}));
}

/// What was included, in this order, by a text of these lines.
std::vector<int> includes_of(const std::string& text, const std::vector<std::string>& names) {
    TraceData data = recorded("brent-kung", 8, "iota")->data();
    data.text = text;
    data.sites.clear();
    data.rows.clear();
    data.facts.merged.clear();
    data.includes.clear();
    for (const std::string& name : names) data.includes.push_back({.name = name, .text = {}});
    return include_lines(Trace{data});
}

TEST(Lines, SeveralIncludesAreToldApart) {
    const std::string text =
        "#include <cstdio>\n#include \"a.cuh\"\n  #  include \"b.cuh\"\n#include \"c.cuh\"\n";
    const std::vector<int> none;
    EXPECT_EQ(includes_of(text, {}), none);
    EXPECT_EQ(includes_of(text, {"a.cuh", "b.cuh", "c.cuh"}), (std::vector<int>{2, 3, 4}));
    // By way of others; and one that a condition left out.
    EXPECT_EQ(includes_of(text, {"a.cuh", "d.cuh", "b.cuh"}), (std::vector<int>{2, 2, 3}));
    EXPECT_EQ(includes_of(text, {"c.cuh", "d.cuh"}), (std::vector<int>{4, 4}));
    EXPECT_EQ(includes_of("nothing of them\n", {"a.cuh"}), std::vector<int>{0});
    EXPECT_TRUE(recorded("brent-kung", 8, "iota")->includes().size() == 1);
}

/// "this step: requests", of what would be shown with so much room.
std::vector<std::string> names_of(const LineColumns& columns) {
    std::vector<std::string> names;
    for (const LineColumn& column : columns) {
        names.push_back(
            fmt::format("{}: {} {}", column.step_name(), column.space_name(), column.name));
    }
    return names;
}

TEST(Lines, CountSectorsOfGlobalMemory) {
    const auto trace = testing::recorded_accesses();
    const LineTable lines = line_table(*trace);
    const int both = line_with(*trace, "in[t] + in[8 * t]");
    const LineCounts now = lines.at(0, {0, both});
    // Of each of two warps: 32 floats side by side, and 32 that lie a sector apart.
    EXPECT_EQ(now.global_requests, 4);
    EXPECT_EQ(now.sectors, 2 * (4 + 32));
    EXPECT_EQ(now.ideal_sectors, 2 * (4 + 4));
    EXPECT_EQ(now.requests, 0);
    // 20 floats from the fourth on: 12 bytes into a sector and 92 bytes into the third.
    const LineCounts last = lines.at(1, {0, line_with(*trace, "out[t + 3] = sum")});
    EXPECT_EQ(last.sectors, 3);
    EXPECT_EQ(last.ideal_sectors, 3);
}

TEST(LineColumns, AreOfTheMemoriesThatTheTextAccesses) {
    const std::vector<LineColumns> global =
        line_column_choices(line_table(*testing::recorded_accesses()));
    EXPECT_EQ(names_of(global.front()),
              (std::vector<std::string>{"this step: global requests", "this step: global sectors",
                                        "this step: global ideal", "all steps: global requests",
                                        "all steps: global sectors", "all steps: global ideal"}));
    EXPECT_EQ(names_of(global.end()[-2]),
              (std::vector<std::string>{"this step: global sectors", "this step: global ideal"}));
    EXPECT_EQ(names_of(global.back()), std::vector<std::string>{"this step: global sectors"});
    EXPECT_FALSE(of_both_memories(global.front()));

    // Kogge–Stone has no bank conflicts.
    const auto shared = line_column_choices(line_table(*recorded("kogge-stone", 64, "iota")));
    EXPECT_TRUE(of_both_memories(shared.front()));
    EXPECT_EQ(shared.front().size(), 2U * 5);
    EXPECT_EQ(names_of(shared.end()[-2]), (std::vector<std::string>{"this step: shared wavefronts",
                                                                    "this step: global sectors"}));
    EXPECT_EQ(names_of(shared.back()), std::vector<std::string>{"this step: shared wavefronts"});
    const auto conflicts = line_column_choices(line_table(*recorded("brent-kung", 64, "iota")));
    EXPECT_EQ(conflicts.front().size(), 2U * 6);
    EXPECT_EQ(names_of(conflicts.end()[-2]),
              (std::vector<std::string>{"this step: shared excess", "this step: global sectors"}));
    EXPECT_EQ(names_of(conflicts.back()), std::vector<std::string>{"this step: shared excess"});
    // Of conflicts and scattered accesses, what there is.
    LineTable scattered;
    scattered.totals.push_back({.requests = 4, .wavefronts = 4, .sectors = 32, .ideal_sectors = 4});
    EXPECT_EQ(names_of(line_column_choices(scattered).back()),
              std::vector<std::string>{"this step: global sectors"});
    for (const auto& choices : {global, shared, conflicts}) {
        for (std::size_t k = 1; k < choices.size(); ++k) {
            EXPECT_LE(choices[k].size(), choices[k - 1].size());
        }
    }
    // Of nothing there is nothing to tell.
    ASSERT_FALSE(line_column_choices(LineTable{}).empty());
    EXPECT_TRUE(line_column_choices(LineTable{}).front().empty());
}

TEST(SourceRows, BreakAtSpacesAndKnowComments) {
    using scene_parts::SourceRow;
    const auto rows = scene_parts::source_rows(
        {"    short;  // why", "", "    a_long_name = another_one + third;  // because it is"}, 24);
    ASSERT_GE(rows.size(), 4U);
    EXPECT_EQ(rows[0], (SourceRow{1, true, 4, "short;  ", "// why"}));
    EXPECT_EQ(rows[1], (SourceRow{2, true, 0, "", ""}));
    std::string whole;
    for (const SourceRow& row : rows) {
        EXPECT_LE(row.indent + row.code.size() + row.comment.size(), 25U);
        if (row.line != 3) continue;
        whole += row.code + row.comment;
        EXPECT_EQ(row.indent, row.first ? 4 : 8);
    }
    EXPECT_EQ(whole, "a_long_name = another_one + third;  // because it is");
    EXPECT_EQ(rows.back().code, "") << "the comment goes on as one";
}

TEST(SourceRows, NeverLoseOrSplitACharacter) {
    std::string word;
    for (int k = 0; k < 100; ++k) word += "–";
    for (std::size_t width = 1; width < 40; width += 7) {
        std::string whole;
        for (const auto& row : scene_parts::source_rows({word}, width)) {
            whole += row.code + row.comment;
            EXPECT_EQ(row.code.size() % 3, 0U);
        }
        EXPECT_EQ(whole, word);
    }
}

TEST(SourceScene, MarksTheStepsLinesAndCountsThem) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const int up = line_with(*trace, "X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);");
    const Scene scene = source_scene(*trace, {.step = 1}, Palette::light());
    EXPECT_TRUE(says(scene, "brent_kung.cu"));
    EXPECT_TRUE(says(scene, "X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);"));
    const Hotspot* spot = spot_of(scene, up);
    ASSERT_NE(spot, nullptr);
    const auto requests = requests_of_step(*trace, 0, 1, Space::shared);
    EXPECT_NE(spot->tip.find(fmt::format("this step: {} requests", requests.size())),
              std::string::npos)
        << spot->tip;
    ASSERT_TRUE(scene.focus);
    EXPECT_EQ(scene.focus->y, spot->box.y) << "the step has one line only";
    EXPECT_EQ(spot_of(scene, 1), nullptr) << "nothing is recorded on #pragma once";
    // Another step marks another line.
    const Scene load = source_scene(*trace, {.step = 0}, Palette::light());
    EXPECT_NE(load.focus->y, scene.focus->y);
}

TEST(SourceScene, ShowsIncludedTextsBelowWithTheirOwnLines) {
    const auto trace = testing::recorded_kernel("grid/chained.cu", {{"N", "200"}});
    const auto scan = std::ranges::find(trace->steps(), "scan", &Step::phase);
    ASSERT_NE(scan, trace->steps().end());
    const auto step = static_cast<int>(scan - trace->steps().begin());
    const auto scan_lines = text_lines(*trace, 2);
    const auto add = static_cast<int>(std::ranges::find_if(scan_lines,
                                                           [](const std::string& line) {
                                                               return line.find("sum[c] = OP(") !=
                                                                      std::string::npos;
                                                           }) -
                                      scan_lines.begin() + 1);
    for (const Room room : {Room{}, Room{900, 400}, Room{340, 300}}) {
        const Scene scene = source_scene(*trace, {.step = step}, Palette::light(), room);
        EXPECT_TRUE(says(scene, "kogge_stone.cu")) << room.width;
        EXPECT_FALSE(says(scene, "elements.cuh, included")) << "no site stands in it";
        EXPECT_TRUE(says(scene, "chained.cu"));
        if (room.width != 340) {
            EXPECT_TRUE(says(scene, "kogge_stone.cu, included in chained.cu · stride"));
            EXPECT_TRUE(says(source_scene(*trace, {.step = 0}, Palette::light(), room),
                             "Source · chained.cu · ticket"));
        }
        const auto spot =
            std::ranges::find(scene.hotspots, Selection{.line = add, .file = 2}, &Hotspot::means);
        ASSERT_NE(spot, scene.hotspots.end());
        EXPECT_EQ(spot->click, Click{(click::ShowLine{{2, add}})});
        EXPECT_TRUE(spot->tip.starts_with(fmt::format("line {} of kogge_stone.cu\n", add)))
            << spot->tip;
        // All that the step does, it does there.
        ASSERT_TRUE(scene.focus);
        const Hotspot* last = nullptr;
        for (const Hotspot& each : scene.hotspots) {
            if (each.means.file < 0 && each.means.line >= 0) last = &each;
        }
        ASSERT_NE(last, nullptr);
        EXPECT_GT(spot->box.y, last->box.y) << "below the text itself";
        // Its number stands before it.
        bool numbered = false;
        for (const Label& label : scene.layers[0].labels) {
            numbered = numbered || (label.text == fmt::format("{}", add) && label.bold &&
                                    label.box.y == spot->box.y);
        }
        EXPECT_TRUE(numbered);
    }
    // A line that is chosen lights what it did, wherever that is shown; the include line lights
    // all.
    const Related own = related(*trace, 0, step, {.line = add, .file = 2});
    EXPECT_EQ(own.included, (std::set<SourceLine>{{2, add}}));
    const int include = line_with(*trace, "#include");
    EXPECT_EQ(own.lines, std::set<int>{include});
    const Related all = related(*trace, 0, step, {.line = include});
    EXPECT_TRUE(all.included.contains({2, add}));
    EXPECT_GT(all.included.size(), 1U);
    const Scene scene = source_scene(*trace, {.step = step}, Palette::light());
    EXPECT_EQ(lit_boxes(scene, own, step).size(), 1U);
    EXPECT_EQ(lit_boxes(scene, all, step).size(), all.included.size());
}

TEST(SourceScene, TellsGlobalMemorysCosts) {
    const auto trace = testing::recorded_accesses();
    const int line = line_with(*trace, "in[t] + in[8 * t]");
    for (const Room room : {Room{}, Room{900, 400}, Room{340, 300}}) {
        const Scene scene = source_scene(*trace, {.step = 0}, Palette::light(), room);
        EXPECT_TRUE(says(scene, "sectors")) << room.width;
        EXPECT_FALSE(says(scene, "wavefronts")) << "it has no shared memory";
        const Hotspot* spot = spot_of(scene, line);
        ASSERT_NE(spot, nullptr);
        EXPECT_NE(spot->tip.find("4 requests to global memory, 72 sectors, 56 of them excess"),
                  std::string::npos)
            << spot->tip;
        bool bold = false;
        for (const Label& label : scene.layers[0].labels) {
            bold = bold || (label.text == "72" && label.bold && label.box.y == spot->box.y);
        }
        EXPECT_TRUE(bold) << "more than need be";
    }
}

TEST(SourceScene, IsScrolledByWholeRows) {
    for (const char* kernel : {"brent-kung", "kogge-stone", "blelloch"}) {
        const auto trace = recorded(kernel, 64, "iota");
        for (const Room room : {Room{490, 150}, Room{568, 209}, Room{1280, 540}, Room{1920, 820}}) {
            for (int step = 0; step < trace->step_count(); ++step) {
                const Scene scene = source_scene(*trace, {.step = step}, Palette::light(), room);
                ASSERT_TRUE(scene.focus);
                const float scrolled = scene.focus->y + scene.focus->h - room.height;
                if (!scene.scrolls || scrolled <= 0) continue;
                // Each line's number stands in its first row.
                bool whole = false;
                for (const Label& label : scene.layers[0].labels) {
                    const float below = label.box.y - scrolled - scene.pinned_top;
                    whole = whole || (below > 3.9F && below < 4.1F);
                }
                EXPECT_TRUE(whole) << kernel << ", step " << step << " at " << room.width;
            }
        }
    }
}

TEST(SourceScene, FramesTheChosenLine) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const auto framed = [&](int line) {
        const Scene scene =
            source_scene(*trace, {.step = 0}, Palette::light(), {}, {.line = {0, line}});
        int frames = 0;
        for (const Rect& rect : scene.layers[0].rects) frames += rect.border_width > 0 ? 1 : 0;
        return frames;
    };
    EXPECT_EQ(framed(0), 0);
    EXPECT_EQ(framed(line_with(*trace, "X[PAD(k)] = first + k < n")), 1);
}

TEST(SourceScene, FillsItsRoomAndKeepsItsWords) {
    const auto trace = recorded("decoupled-lookback", 64, "iota");
    for (const Room room : {Room{340, 200}, Room{520, 300}, Room{1240, 700}, Room{3000, 2400}}) {
        const Scene scene = source_scene(*trace, {.step = 1}, Palette::light(), room);
        EXPECT_EQ(scene.width, room.width);
        EXPECT_GE(scene.height, room.height);
        EXPECT_EQ(scene.scrolls, scene.height > room.height + 0.5F);
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) {
                EXPECT_GE(label.box.x, 0) << label.text;
                EXPECT_LE(label.box.x + label.box.w, room.width + 0.5F) << label.text;
                EXPECT_GE(label.size, 8.5F) << label.text;
            }
        }
    }
}

/// The run's name stands above it, and a presentation has no room to say it twice.
TEST(SourceScene, SaysOnlyTheStepWhereTheRunIsNamedAboveIt) {
    const auto trace = recorded("kogge-stone", 64, "iota");
    const Room whole{.width = 268, .height = 170, .still = true};
    const Scene alone = source_scene(*trace, {.step = 1}, Palette::light(), whole);
    EXPECT_TRUE(says(alone, "kogge_stone.cu"));
    Room half = whole;
    half.named = true;
    const Scene named = source_scene(*trace, {.step = 1}, Palette::light(), half);
    EXPECT_FALSE(says(named, "kogge_stone.cu"));
    EXPECT_EQ(named.layers[1].labels.front().text, "stride 1");
    EXPECT_LE(named.height, half.height);
}

TEST(SourceScene, IsNoLargerThanTheTextThatIsEditedBesideIt) {
    const auto trace = recorded("kogge-stone", 64, "iota");
    const auto largest = [&](Room room) {
        float size = 0;
        const Scene scene = source_scene(*trace, {.step = 1}, Palette::light(), room);
        for (const Label& label : scene.layers[0].labels) size = std::max(size, label.size);
        return size;
    };
    EXPECT_GT(largest({.width = 2400, .height = 1100}), 13);
    EXPECT_EQ(largest({.width = 2400, .height = 1100, .named = true}), 13);
}

TEST(SourceScene, IsExported) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const ExportRequest request{.look = {.view = View::source, .step = 1}};
    const auto csv = export_view(*trace, nullptr, request, ExportFormat::csv);
    const std::string text{reinterpret_cast<const char*>(csv.data()), csv.size()};
    const int up = line_with(*trace, "X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);");
    const LineCounts now = line_table(*trace).at(1, {0, up});
    EXPECT_NE(text.find(fmt::format("\n{},{},{},{},{},32,0,0,0,", up, now.requests, now.wavefronts,
                                    now.excess, now.degree)),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(",brent_kung.cu,    "), std::string::npos) << text;
    EXPECT_NE(text.find("\"#include \"\"elements.cuh\"\"\""), std::string::npos);
    for (const auto format : {ExportFormat::svg, ExportFormat::pdf, ExportFormat::png}) {
        EXPECT_GT(export_view(*trace, nullptr, request, format).size(), 1000U);
    }
}

}  // namespace source_scene_test
}  // namespace stridescope
