// Pictures for slides and pages: as large as they are to be, all of it, and what is too small said.
#include "app/export/page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/engine/engine.h"
#include "app/export/export.h"
#include "app/io/errors.h"
#include "app/trace/trace.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace page_test {

constexpr const char* sixteen = " --input values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2";

std::shared_ptr<const Trace> run(const std::string& flags) {
    return record(experiment_of_line(flags));
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Page, HoldsEveryViewWhole) {
    const auto small = run(std::string{"--kernel brent-kung --block 16"} + sixteen);
    const auto large = run("--kernel brent-kung --block 256");
    const auto grid = run(std::string{"--kernel chained --block 4 --sms 4 --resident 1"} + sixteen);
    for (const Page page : {Page::slide, Page::paper}) {
        for (const View view : all_views) {
            for (const auto* trace : {&small, &large, &grid}) {
                if (view == View::grid && trace != &grid) continue;
                const ExportRequest request{.look = {.view = view, .step = 2}, .page = page};
                const Scene scene = exported_scene(**trace, nullptr, request);
                const double unit = page_width_points / scene.width;
                EXPECT_LE(scene.height * unit, page_height_points * 1.001) << name_of(view);
                double smallest = 1000;
                for (const Layer& layer : scene.layers) {
                    for (const Label& label : layer.labels) {
                        if (label.text.empty()) continue;
                        smallest = std::min(smallest, label.size * unit);
                        // Nothing is cut at an edge.
                        EXPECT_GE(label.box.x, -1) << name_of(view) << ": " << label.text;
                        EXPECT_GE(label.box.y, -1) << name_of(view) << ": " << label.text;
                        EXPECT_LE(label.box.x + label.box.w, scene.width + 1)
                            << name_of(view) << ": " << label.text;
                        EXPECT_LE(label.box.y + label.box.h, scene.height + 1)
                            << name_of(view) << ": " << label.text;
                    }
                }
                EXPECT_GE(smallest, 9 * 0.98) << name_of(view) << " of " << (*trace)->section();
            }
        }
    }
}

// The same of two runs: nothing is cut, nor struck through by a rule, and both say what they are.
TEST(Page, HoldsTwoRunsWhole) {
    const auto left = run("--kernel kogge-stone --block 64"),
               right = run("--kernel brent-kung --block 64");
    for (const Page page : {Page::slide, Page::paper}) {
        for (const View view : all_views) {
            if (view == View::grid || view == View::time || view == View::fragment) continue;
            if (view == View::heatmap) continue;  // both in one
            const ExportRequest request{.look = {.view = view, .step = 3}, .page = page};
            const Scene scene = exported_scene(*left, right.get(), request);
            const double unit = page_width_points / scene.width;
            EXPECT_LE(scene.height * unit, page_height_points * 1.005) << name_of(view);
            int names = 0;
            for (const Layer& layer : scene.layers) {
                for (const Label& label : layer.labels) {
                    if (label.text.empty()) continue;
                    names += label.text == "Kogge–Stone" || label.text == "Brent–Kung" ? 1 : 0;
                    const std::string where = fmt::format("{}: {}", name_of(view), label.text);
                    EXPECT_GE(label.size * unit, 9 * 0.98) << where;
                    EXPECT_GE(label.box.x, -1) << where;
                    EXPECT_LE(label.box.x + label.box.w, scene.width + 1) << where;
                    EXPECT_LE(label.box.y + label.box.h, scene.height + 1) << where;
                    if (view != View::work) continue;
                    const float middle = label.box.y + label.box.h / 2;
                    for (const Line& line : layer.lines) {
                        if (line.from.y != line.to.y || line.to.x < label.box.x) continue;
                        EXPECT_GT(std::abs(line.from.y - middle), 0.3F * label.size) << where;
                    }
                }
            }
            EXPECT_EQ(names, 2) << name_of(view);
        }
    }
}

/// What has no room, on a slide and on paper.
std::string left_out_of_either(const Trace& trace, View view) {
    std::string said;
    for (const Page page : {Page::slide, Page::paper}) {
        const ExportRequest request{.look = {.view = view, .step = 2}, .page = page};
        const std::string missing = left_out_of_page(trace, nullptr, request);
        if (!missing.empty()) said += fmt::format("{}: {} ", name_of(page), missing);
    }
    return said;
}

std::vector<std::string> words_on(const Trace& trace, const ExportRequest& request) {
    std::vector<std::string> words;
    for (const Layer& layer : exported_scene(trace, nullptr, request).layers) {
        for (const Label& label : layer.labels) words.push_back(label.text);
    }
    return words;
}

// A table is higher than a slide: its rows are all below its heads, in type that can be read, and
// where they are too low for that, every other one has words, the cursor's among them.
TEST(Page, HoldsTheRowsOfATableBelowItsHeads) {
    for (const char* kernel :
         {"--kernel brent-kung --block 16", "--kernel brent-kung --block 1024"}) {
        const auto trace = run(kernel);
        for (const Page page : {Page::slide, Page::paper}) {
            const ExportRequest request{.look = {.view = View::work, .step = 2}, .page = page};
            float heads = 0, rows = 10000;
            int steps = 0;
            for (const Layer& layer : exported_scene(*trace, nullptr, request).layers) {
                for (const Label& label : layer.labels) {
                    if (label.text == "wavefronts") heads = std::max(heads, label.box.y);
                    const auto is_name = [&](const Step& step) {
                        return step_label(step) == label.text;
                    };
                    if (!std::ranges::any_of(trace->steps(), is_name)) continue;
                    rows = std::min(rows, label.box.y);
                    ++steps;
                }
            }
            EXPECT_GE(steps, trace->step_count() / 4) << kernel << " " << name_of(page);
            const std::vector<std::string> words = words_on(*trace, request);
            for (const std::string& kept : {step_label(trace->steps()[2]), std::string{"total"}}) {
                EXPECT_NE(std::ranges::find(words, kept), words.end()) << kernel << " " << kept;
            }
            EXPECT_EQ(left_out_of_page(*trace, nullptr, request), "") << kernel;
            EXPECT_GT(heads, 0) << kernel;
            EXPECT_GT(rows, heads) << kernel << " " << name_of(page);
        }
    }
}

// What a screen leaves out until one zooms in is said to be missing, as nobody zooms into paper.
TEST(Page, SaysOfValuesThatWaitToBeZoomedTo) {
    const auto trace = run("--kernel kogge-stone --block 256 --input ones");
    const ExportRequest request{.look = {.view = View::memory, .step = 2}, .page = Page::paper};
    const std::string said = left_out_of_page(*trace, nullptr, request);
    EXPECT_TRUE(said.ends_with("or export another view.")) << said;
}

// A slide has no room for a tree of each block: it says so, and what to choose instead.
TEST(Page, SaysOfBlocksThatHaveNoTree) {
    const auto trace = run("--kernel decoupled-lookback --block 4 --n 16 --sms 4 --resident 1");
    ExportRequest request{.look = {.view = View::tree, .step = 1}, .page = Page::slide};
    const std::string left_out = left_out_of_page(*trace, nullptr, request);
    EXPECT_TRUE(left_out.starts_with("Of 4 blocks")) << left_out;
    EXPECT_NE(left_out.find("leave out --for to see all of them"), std::string::npos) << left_out;
    request.look.block = 2;
    EXPECT_EQ(left_out_of_page(*trace, nullptr, request), "");
    const auto alone = run("--kernel kogge-stone --block 8");
    request.look.block.reset();
    EXPECT_EQ(left_out_of_page(*alone, nullptr, request), "");
}

// Nodes too narrow for their values: none of them has one, since the others would look empty;
// their steps keep their names.
TEST(Page, LeavesOutTheNumbersOfCellsThatAreAlike) {
    const auto trace = run("--kernel kogge-stone --block 32 --input random:1");
    const ExportRequest request{.look = {.view = View::tree, .step = 3}, .page = Page::slide};
    EXPECT_NE(left_out_of_page(*trace, nullptr, request), "");
    const std::vector<std::string> words = words_on(*trace, request);
    EXPECT_EQ(std::ranges::count_if(words,
                                    [](const std::string& text) {
                                        return text.find_first_not_of("0123456789") ==
                                               std::string::npos;
                                    }),
              0);
    for (const Step& step : trace->steps()) {
        EXPECT_NE(std::ranges::find(words, step_label(step)), words.end()) << step_label(step);
    }
}

// A text is longer than a slide: the lines around the step's, in type that can be read, and how
// many of how many they are.
TEST(Page, HoldsTheLinesAroundTheStep) {
    const auto trace = run(std::string{"--kernel brent-kung --block 16"} + sixteen);
    for (const Page page : {Page::slide, Page::paper}) {
        for (const int step : {0, 3, 6, trace->step_count() - 1}) {
            const ExportRequest request{.look = {.view = View::source, .step = step}, .page = page};
            EXPECT_EQ(left_out_of_page(*trace, nullptr, request), "");
            const std::vector<std::string> words = words_on(*trace, request);
            const auto [begin, end] = trace->rows_of_step(step);
            for (int row = begin; row < end; ++row) {
                const auto site =
                    static_cast<std::size_t>(trace->rows()[static_cast<std::size_t>(row)].site);
                const std::string line = std::to_string(trace->sites()[site].place().line);
                EXPECT_NE(std::ranges::find(words, line), words.end())
                    << name_of(page) << " " << step << ": " << line;
            }
            EXPECT_TRUE(std::ranges::any_of(words, [](const std::string& text) {
                return text.ends_with(" lines, around this step");
            }));
        }
    }
}

TEST(Page, OfAFewNumbersCanBeRead) {
    const auto small = run(std::string{"--kernel kogge-stone --block 16"} + sixteen);
    const ExportRequest request{.look = {.view = View::heatmap, .step = 2}, .page = Page::paper};
    EXPECT_EQ(left_out_of_page(*small, nullptr, request), "");
}

TEST(Page, TreesOf16CanBeRead) {
    for (const char* kernel : {"kogge-stone", "sklansky", "brent-kung", "blelloch"}) {
        for (const int block : {8, 16}) {
            for (const char* input : {"ones", "iota"}) {
                const auto trace =
                    run(fmt::format("--kernel {} --block {} --input {}", kernel, block, input));
                EXPECT_EQ(left_out_of_either(*trace, View::tree), "")
                    << kernel << " " << block << " " << input;
            }
        }
    }
}

// Of trees whose values a slide has no room for anyway, their rows take no title's place.
TEST(Page, SaysWhichRunALargeTreeIsOf) {
    for (const int block : {32, 64, 128, 256, 512, 1024}) {
        for (const char* kernel : {"kogge-stone", "brent-kung"}) {
            const auto trace = run(fmt::format("--kernel {} --block {}", kernel, block));
            for (const Page page : {Page::slide, Page::paper}) {
                const ExportRequest request{.look = {.view = View::tree, .step = 3}, .page = page};
                const Scene scene = exported_scene(*trace, nullptr, request);
                bool titled = false;
                for (const Layer& layer : scene.layers) {
                    for (const Label& label : layer.labels)
                        titled = titled || label.text.find("–") != std::string::npos;
                }
                EXPECT_TRUE(titled) << kernel << " of " << block << " for " << name_of(page);
            }
        }
    }
}

TEST(Page, GridsOf16BlocksCanBeRead) {
    for (const char* kernel : {"chained", "spin-barrier", "decoupled-lookback"}) {
        for (const int n : {32, 64}) {
            const auto trace =
                run(fmt::format("--kernel {} --block 4 --n {} --sms 4 --resident 2", kernel, n));
            EXPECT_EQ(left_out_of_either(*trace, View::grid), "") << kernel << " " << n;
        }
    }
}

TEST(Page, IsAsLargeInEachFormat) {
    const auto trace = run(std::string{"--kernel kogge-stone --block 16"} + sixteen);
    const auto other = run(std::string{"--kernel brent-kung --block 16"} + sixteen);
    for (const Trace* beside : {static_cast<const Trace*>(nullptr), other.get()}) {
        const ExportRequest request{.look = {.view = View::tree, .step = 2}, .page = Page::slide};
        const std::string pdf = text_of(export_view(*trace, beside, request, ExportFormat::pdf));
        const std::string box = "/MediaBox [ 0 0 453.5";
        EXPECT_NE(pdf.find(box), std::string::npos);
        const std::string svg = text_of(export_view(*trace, beside, request, ExportFormat::svg));
        EXPECT_NE(svg.find("width=\"604.7"), std::string::npos) << svg.substr(0, 300);
        const Scene scene = exported_scene(*trace, beside, request);
        EXPECT_LE(scene.height / scene.width, 90.0 / 160 * 1.001);
    }
}

TEST(Page, IsOneOfTwo) {
    EXPECT_EQ(parse_page("slide"), Page::slide);
    EXPECT_EQ(parse_page("paper"), Page::paper);
    EXPECT_THROW(parse_page("poster"), UsageError);
}

}  // namespace page_test
}  // namespace stridescope
