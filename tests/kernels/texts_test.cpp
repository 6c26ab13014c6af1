// Every CUDA text below kernels/, on the machine, in many shapes, against what its card expects. A
// text that is put into a folder is tested without being entered anywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>

#include "app/analysis/findings.h"
#include "app/engine/engine.h"
#include "app/experiment/experiment.h"
#include "app/experiment/splitmix.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/errors.h"
#include "tests/support/left_out.h"
#include "tests/support/run_spec.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace texts_test {

std::vector<std::string> findings(const LibraryText& text, const std::vector<Setting>& defines = {},
                                  machine::Settings settings = {}) {
    TextSpec spec = spec_of(text);
    settings.resident = 2048;  // what waits at a barrier of the grid needs room for all blocks
    spec.defines = defines;
    try {
        return run_spec(spec, settings).findings;
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

/// Values of a knob that are worth a run: all its choices, or odd ones within its range.
std::vector<std::string> values_of(const CardKnob& knob) {
    if (!knob.range) return knob.choices;
    std::vector<std::string> values;
    for (const std::int64_t value :
         {knob.range->least, knob.range->least + 1, std::int64_t{31}, std::int64_t{33},
          std::int64_t{64}, std::int64_t{100}, std::int64_t{257}, std::int64_t{5000}}) {
        if (value < knob.range->least || value > knob.range->most) continue;
        values.push_back(std::to_string(value));
    }
    return values;
}

/// Whether it is that not everything fits a block or a tree, which the text or the machine says.
bool is_limit(const std::vector<std::string>& found) {
    return !found.empty() && (found[0].find("bytes of shared memory") != std::string::npos ||
                              found[0].find("#error") != std::string::npos);
}

bool is_broken(const LibraryText& text) {
    return !text.correct.empty();
}

TEST(Texts, AllAreThere) {
    std::set<std::string> ids, titles;
    for (const LibraryText& text : library()) {
        EXPECT_TRUE(ids.insert(text.id).second) << text.path << ": its id is taken";
        EXPECT_EQ(find_text(text.id), &text);
        EXPECT_TRUE(read_card(text.text).faults.empty()) << text.path;
        if (!text.is_kernel) continue;
        EXPECT_TRUE(titles.insert(text.title).second) << text.path << ": its title is taken";
        EXPECT_NE(text.title, text.id) << text.path << ": a title is missing";
        EXPECT_FALSE(text.summary.empty()) << text.path;
        const Card card = read_card(text.text);
        EXPECT_FALSE(card.knobs.empty()) << text.path;
        const bool expects = std::ranges::any_of(
            card.arrays, [](const ArrayText& array) { return !array.expect.empty(); });
        EXPECT_TRUE(expects || !card.expectations.empty())
            << text.path << ": nothing is expected of it";
        EXPECT_EQ(is_broken(text), text.folder.starts_with("broken")) << text.path;
    }
    for (const char* id : {"reduce_modulo",
                           "reduce_consecutive",
                           "reduce_coarsened",
                           "reduce_shuffle",
                           "histogram_global",
                           "histogram_private",
                           "histogram_coarsened",
                           "matmul",
                           "matmul_transposed",
                           "matmul_tiled",
                           "matmul_tiled_transposed",
                           "matmul_tiled_transposed_padded",
                           "matmul_coarsened",
                           "matmul_wmma",
                           "matmul_mma",
                           "matmul_mma_async",
                           "transpose",
                           "transpose_tiled",
                           "transpose_padded",
                           "convolution",
                           "convolution_constant",
                           "convolution_tiled",
                           "convolution_cached",
                           "access_offset",
                           "access_strided",
                           "access_float4",
                           "histogram_race",
                           "brent_kung_16_banks",
                           "brent_kung_offset_macro",
                           "brent_kung_pad_one_side",
                           "brent_kung_pad_unused",
                           "brent_kung_short_index",
                           "block_scan_as_grid_scan",
                           "chained_by_block_index",
                           "chained_without_fences",
                           "kogge_stone_barrier_in_branch",
                           "kogge_stone_off_by_one",
                           "kogge_stone_one_barrier",
                           "kogge_stone_strides_123"}) {
        EXPECT_TRUE(ids.contains(id)) << id;
    }
    EXPECT_EQ(find_text("nothing"), nullptr);
    EXPECT_EQ(find_included("../reduce/reduce_modulo.cu"), find_text("reduce_modulo"));
    EXPECT_EQ(find_included("modulo.cu"), nullptr);
}

TEST(Texts, AreOpenedByNameWhereThereIsNoSuchFile) {
    const testing::TemporaryFolder folder;
    const LibraryText& own = *find_text("reduce_modulo");
    EXPECT_EQ(open_text("reduce_modulo.cu", folder / "reduce_modulo.cu"), spec_of(own));
    EXPECT_THROW(open_text("reduce_modulo", folder / "reduce_modulo"), UsageError);
    EXPECT_THROW(open_text("x/reduce_modulo.cu", folder / "reduce_modulo.cu"), UsageError);
    EXPECT_THROW(open_text("no_such.cu", folder / "no_such.cu"), UsageError);
    // A file of that name comes first.
    std::ofstream{folder / "reduce_modulo.cu"} << "// mine\n";
    EXPECT_EQ(open_text("reduce_modulo.cu", folder / "reduce_modulo.cu").text, "// mine\n");
    const Experiment run = experiment_of_line("reduce_modulo.cu -D N=64", {}, folder.path());
    EXPECT_EQ(run.text.text, "// mine\n");
    const Experiment other = experiment_of_line("reduce_consecutive.cu -D N=64", {}, folder.path());
    EXPECT_EQ(other.text.text, find_text("reduce_consecutive")->text);
    EXPECT_EQ(other.text.defines, (std::vector<Setting>{{"N", "64"}}));
}

TEST(Texts, EachIsRightAsItStands) {
    for (const LibraryText& text : library()) {
        if (!text.is_kernel || is_broken(text)) continue;
        EXPECT_EQ(findings(text), std::vector<std::string>{}) << text.path;
    }
}

/// Views, reports and lessons call steps by their names: none is only "lines 13–26".
TEST(Texts, EachNamesItsSteps) {
    for (const LibraryText& text : library()) {
        if (!text.is_kernel) continue;
        Experiment experiment;
        experiment.text = spec_of(text);
        const auto trace = record(experiment);
        for (const Step& step : trace->steps()) {
            EXPECT_FALSE(step.phase.starts_with("line")) << text.path << ": " << name_of(step);
        }
    }
}

TEST(Texts, EachIsRightWithEveryKnob) {
    int round = 0;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel || is_broken(text)) continue;
        std::size_t shapes = 0;
        const Card card = read_card(text.text);
        for (const CardKnob& knob : card.knobs) {
            for (const std::string& value : values_of(knob)) {
                if (testing::left_out(round++, 7)) continue;
                const std::vector<std::string> found = findings(text, {{knob.name, value}});
                if (is_limit(found)) continue;
                ++shapes;
                EXPECT_EQ(found, std::vector<std::string>{})
                    << text.path << " with " << knob.name << " = " << value;
            }
        }
        EXPECT_GE(shapes, testing::left_out(1) ? 0U : 3U) << text.path;
        // Each knob at its end, all at once.
        std::vector<Setting> first, last;
        for (const CardKnob& knob : card.knobs) {
            const std::vector<std::string> values = values_of(knob);
            first.emplace_back(knob.name, values.front());
            last.emplace_back(knob.name, knob.range ? "200" : values.back());
            if (knob.range && knob.range->most < 200)
                last.back().second = std::to_string(knob.range->most);
        }
        for (const std::vector<Setting>& all : {first, last}) {
            if (testing::left_out(round++, 7)) continue;
            const std::vector<std::string> found = findings(text, all);
            EXPECT_TRUE(found.empty() || is_limit(found)) << text.path << ": " << found.front();
        }
    }
}

/// All knobs anywhere at once, and the warps in any order.
TEST(Texts, EachIsRightInRandomShapes) {
    int ran = 0, refused = 0;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel || is_broken(text)) continue;
        const Card card = read_card(text.text);
        for (std::uint64_t round = 0; round < 12; ++round) {
            if (testing::left_out(static_cast<int>(round), 6, 5)) continue;
            std::vector<Setting> defines;
            std::string shown = text.path;
            for (std::size_t k = 0; k < card.knobs.size(); ++k) {
                std::vector<std::string> values = values_of(card.knobs[k]);
                const std::size_t at = splitmix_below(values.size(), round + 1, k);
                defines.emplace_back(card.knobs[k].name, values[at]);
                shown += " -D " + card.knobs[k].name + "=" + values[at];
            }
            machine::Settings settings;
            settings.record = round % 3 == 0;
            if (round % 2 == 1) settings.order = machine::WarpOrder::shuffled;
            settings.seed = round;
            const std::vector<std::string> found = findings(text, defines, settings);
            ++(is_limit(found) ? refused : ran);
            if (is_limit(found)) continue;
            EXPECT_EQ(found, std::vector<std::string>{}) << shown;
        }
    }
    EXPECT_GT(ran, 10 * refused);
}

TEST(Texts, BrokenOnesAreWrongAndTheirCorrectVersionsAreNot) {
    for (const LibraryText& text : library()) {
        if (!is_broken(text)) continue;
        Experiment broken;
        broken.text = spec_of(text);
        const auto trace = record(broken);
        // A bug that only a schedule or weak memory shows: see broken_texts_test.cpp.
        const bool shows = trace->facts().broken.hidden.empty();
        EXPECT_EQ(shows, text.text.find("// shows:   --") == std::string::npos) << text.path;
        EXPECT_EQ(shows, !stridescope::findings(*trace).empty()) << text.path;
        const LibraryText* correct = find_text(text.correct);
        ASSERT_NE(correct, nullptr) << text.path << ": there is no " << text.correct;
        EXPECT_EQ(findings(*correct), std::vector<std::string>{});
    }
}

}  // namespace texts_test
}  // namespace stridescope
