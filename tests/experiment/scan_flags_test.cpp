// The flags of scans: what each sets in a text, what each refuses and how it says so, and what
// stays where the kernel is another one.
#include "app/experiment/text/scan_flags.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/errors.h"
#include "tests/support/random_experiment.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace scan_flags_test {

/// The text after the flags, "--block 64 --pad xor".
TextSpec after(const std::string& flags, TextSpec text = text_of_kernel("kogge-stone")) {
    Experiment base;
    base.text = std::move(text);
    return experiment_of_line(flags, base).text;
}

std::string define(const TextSpec& text, std::string_view name) {
    const auto found = std::ranges::find(text.defines, name, &Setting::first);
    return found == text.defines.end() ? "" : found->second;
}

std::string refusal(const std::string& flags, TextSpec text = text_of_kernel("kogge-stone")) {
    try {
        (void)after(flags, std::move(text));
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

using Settings = std::vector<Setting>;

TEST(ScanFlags, EachSetsOneKnob) {
    EXPECT_EQ(define(after("--block 64"), "BLOCK"), "64");
    EXPECT_EQ(define(after("--coarsen 4"), "COARSEN"), "4");
    EXPECT_EQ(define(after("--n 1000"), "N"), "1000");
    const std::map<std::string, Settings> words{
        {"PADDING",
         {{"--pad none", "none"},
          {"--pad every32", "every32"},
          {"--pad two-level", "two_level"},
          {"--pad xor", "swizzle"}}},
        {"T",
         {{"--type f32", "float"},
          {"--type i32", "int"},
          {"--type u32", "unsigned"},
          {"--type f64", "double"},
          {"--type i64", "long"}}},
        {"OPERATOR",
         {{"--op add", "add"}, {"--op max", "max"}, {"--op min", "min"}, {"--op last", "last"}}},
        {"EXCLUSIVE", {{"--scan inclusive", "0"}, {"--scan exclusive", "1"}}}};
    for (const auto& [knob, flags] : words) {
        for (const auto& [flag, value] : flags) EXPECT_EQ(define(after(flag), knob), value) << flag;
    }
    EXPECT_EQ(after("--input random:7").arguments, (Settings{{"A", "random:7"}}));
    // A later one takes the place of an earlier one.
    EXPECT_EQ(after("--block 64 --block 32").defines, after("--block 32").defines);
    EXPECT_EQ(after("--block=32").defines, after("--block 32").defines);
}

TEST(ScanFlags, BeginWithOneSectionOfSixteenOnes) {
    EXPECT_EQ(text_of_kernel("kogge-stone").defines,
              (Settings{{"BLOCK", "16"}, {"COARSEN", "1"}, {"N", "SECTION"}}));
    EXPECT_EQ(text_of_kernel("kogge_stone"), text_of_kernel("kogge-stone"));
    EXPECT_EQ(text_of_kernel("sequential").defines,
              (Settings{{"SECTION", "16"}, {"N", "SECTION"}}));
    EXPECT_EQ(text_of_kernel("transpose").defines, Settings{});
    EXPECT_EQ(after("--block 8", {}), after("--block 8")) << "without a text it is Kogge–Stone";
    EXPECT_EQ(kernel_id(text_of_kernel("brent-kung")), "brent-kung");
    TextSpec own = text_of_kernel("brent-kung");
    own.path = "mine.cu";
    EXPECT_EQ(kernel_id(own), "");
}

TEST(ScanFlags, AnUnknownKernelIsRefused) {
    EXPECT_EQ(refusal("--kernel kogge"),
              "There is no kernel \"kogge\": `stridescope-cli kernels` lists those there are "
              "(--kernel), and a file of your own ends in .cu.");
    for (const char* id : {"elements", "any", "''"}) {
        EXPECT_NE(refusal(std::string{"--kernel "} + id).find("There is no kernel"),
                  std::string::npos);
    }
}

TEST(ScanFlags, NumbersThatTheKnobDoesNotOfferAreRefused) {
    for (const char* block : {"-1", "0", "1", "3", "24", "1023", "1025", "2048", "x", "16x", "''",
                              "99999999999999999999"}) {
        const std::string shown = std::string{block} == "''" ? "" : block;
        EXPECT_EQ(refusal(fmt::format("--block {}", block)),
                  fmt::format("Invalid block size {}: Kogge–Stone takes 2, 4, 8, 16, 32, 64, 128, "
                              "256, 512 or 1024 (--block).",
                              shown));
    }
    EXPECT_EQ(refusal("--coarsen 5"),
              "Invalid coarsening 5: Kogge–Stone takes 1, 2, 3, 4, 8 or 16 (--coarsen).");
    EXPECT_EQ(refusal("--coarsen 3", text_of_kernel("blelloch")),
              "Invalid coarsening 3: Blelloch takes 1, 2, 4, 8 or 16 (--coarsen).");
    for (const char* n : {"-1", "0", "67108865", "2147483648"}) {
        EXPECT_EQ(refusal(fmt::format("--n {}", n)),
                  fmt::format("Invalid N {}: Kogge–Stone takes 1 to 67108864 (--n).", n));
    }
    EXPECT_EQ(refusal("--n 1 --n 67108864"), "");
}

TEST(ScanFlags, UnknownWordsListTheKnownOnes) {
    EXPECT_EQ(refusal("--pad every31"),
              "Unknown --pad \"every31\": choose none, every32, two-level or xor.");
    EXPECT_EQ(refusal("--type int"), "Unknown --type \"int\": choose f32, i32, u32, f64 or i64.");
    EXPECT_EQ(refusal("--op mul"), "Unknown --op \"mul\": choose add, max, min or last.");
    EXPECT_EQ(refusal("--op ADD"), "Unknown --op \"ADD\": choose add, max, min or last.");
    EXPECT_EQ(refusal("--scan both"), "Unknown --scan \"both\": choose inclusive or exclusive.");
    EXPECT_NE(refusal("--input twos").find("choose ones, iota, random:SEED"), std::string::npos);
}

TEST(ScanFlags, AKnobThatTheTextDoesNotHaveIsRefused) {
    const TextSpec chained = text_of_kernel("chained"), naive = text_of_kernel("naive"),
                   transpose = text_of_kernel("transpose");
    EXPECT_EQ(
        refusal("--scan exclusive", chained),
        "--scan sets the knob EXCLUSIVE, and Chained has none: omit --scan, or choose another "
        "kernel.");
    EXPECT_EQ(refusal("--pad xor", naive),
              "--pad sets the knob PADDING, and Naive has none: omit --pad, or choose another "
              "kernel.");
    EXPECT_EQ(refusal("--coarsen 2", naive),
              "--coarsen sets the knob COARSEN, and Naive has none: omit --coarsen, or choose "
              "another kernel.");
    EXPECT_NE(refusal("--op max", transpose).find("sets the knob OPERATOR"), std::string::npos);
    EXPECT_NE(refusal("--block 32", transpose).find("sets the knob BLOCK"), std::string::npos);
    EXPECT_NE(refusal("--input ones", transpose).find("has no array A"), std::string::npos);
    // What the text does anyway may be said.
    EXPECT_EQ(after("--scan inclusive", chained), chained);
    EXPECT_EQ(after("--pad none --coarsen 1", naive), naive);
    // A thread by itself has a section instead of a block.
    EXPECT_EQ(define(after("--block 64", text_of_kernel("sequential")), "SECTION"), "64");
}

TEST(ScanFlags, NumbersThatAreGivenAreAsManyAsThereAre) {
    const TextSpec five = after("--input values:1,2,3,4,5");
    EXPECT_EQ(define(five, "N"), "5");
    Experiment run;
    run.text = five;
    EXPECT_EQ(record(run)->n(), 5);
    EXPECT_EQ(after("--n 2", five).arguments, (Settings{{"A", "values:1,2"}}));
    EXPECT_EQ(after("--n 5", five).arguments, five.arguments);
    EXPECT_EQ(after("--n 2", after("--input 'values: 1 , 2 , 3'")).arguments,
              (Settings{{"A", "values: 1 , 2"}}));
    EXPECT_EQ(refusal("--n 6", five),
              "The input has 5 numbers, fewer than N = 6: give more numbers, or --n 5 or less.");
    EXPECT_EQ(refusal("--n 2", after("--input values:7")),
              "The input has 1 number, fewer than N = 2: give more numbers, or --n 1 or less.");
    EXPECT_EQ(refusal("--input values:"),
              "The input is empty: give at least one number (--input).");
    EXPECT_EQ(define(after("--input ones", five), "N"), "SECTION");
    EXPECT_EQ(define(after("--input iota", after("--n 40")), "N"), "40")
        << "asked for, so it stays";
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("three.csv", "1,2,3").string();
    EXPECT_EQ(define(after("--input file:" + file), "N"), "3");
    EXPECT_NE(refusal("--input file:" + file.substr(1) + "/none.csv").find("check the path"),
              std::string::npos);
}

TEST(ScanFlags, NFollowsTheNumbersThatAreTyped) {
    TextSpec text = text_of_kernel("kogge-stone");
    const auto n_after = [&text](const std::string& typed) {
        const std::string was = text.arguments.at(0).second;
        text.arguments.at(0).second = typed;
        follow_numbers(text, was);
        return define(text, "N");
    };
    EXPECT_EQ(n_after("values:"), "SECTION");
    EXPECT_EQ(n_after("values:7"), "1");
    EXPECT_EQ(n_after("values:7, 8 9"), "3");
    EXPECT_EQ(n_after("values:7, 8 9,"), "3") << "the fourth is still to come";
    EXPECT_EQ(n_after("values:7, 8"), "2");
    EXPECT_EQ(n_after("7, 8; 9 10"), "4") << "without the word, too";
    EXPECT_EQ(n_after("iota"), "SECTION");
    text.defines.back().second = "2";
    EXPECT_EQ(n_after("random:3"), "2") << "asked for, so it stays";
    EXPECT_EQ(n_after("values:1,2,3"), "2");
    EXPECT_EQ(n_after("values:1,2"), "2");
    EXPECT_EQ(n_after("values:1,2,3"), "3") << "as many as there were";
    // What the text itself says is nobody's wish; what is no scan is left alone.
    text.defines.clear();
    EXPECT_EQ(n_after("values:4,5,6,7"), "4");
    text = spec_of(*find_text("transpose"));
    text.arguments = {{"A", "values:1,2"}};
    const TextSpec before = text;
    follow_numbers(text, "");
    EXPECT_EQ(text, before);
}

TEST(ScanFlags, TheBlockFollowsTheNumbersWhereItMay) {
    TextSpec text = after("--kernel brent-kung --block 1024 --input ones");
    const auto block_after = [&text](const std::string& typed, bool with_block = true) {
        const std::string was = text.arguments.at(0).second;
        text.arguments.at(0).second = typed;
        follow_numbers(text, was, with_block);
        return define(text, "BLOCK");
    };
    EXPECT_EQ(block_after("values:1,2,3,4,5,6,7,8", false), "1024") << "somebody has pinned it";
    EXPECT_EQ(block_after("values:1,2,3,4,5,6,7,8"), "8");
    EXPECT_EQ(block_after("values:1,2,3,4,5,6,7,8,9"), "16");
    EXPECT_EQ(block_after("values:1,2"), "2");
    EXPECT_EQ(block_after("values:1"), "2") << "no smaller one is offered";
    EXPECT_EQ(block_after("iota"), "2");
    std::string many = "values:1";
    for (int i = 1; i < 1025; ++i) many += ",1";
    EXPECT_EQ(block_after(many), "1024") << "no larger one is offered";
    text = after("--kernel brent-kung --block 1024 --coarsen 4 --input ones");
    EXPECT_EQ(block_after("values:1,2,3,4,5,6,7,8"), "2") << "two threads of four elements";
    // Of blocks that cooperate several are worth looking at.
    text = after("--kernel chained --block 4 --input ones");
    EXPECT_EQ(block_after("values:1,2,3,4,5,6,7,8"), "4");
}

TEST(ScanFlags, AnotherKernelKeepsNumbersAndKnobsThatItHas) {
    const TextSpec before = after(
        "--block 64 --coarsen 4 --pad every32 --type i64 --op max --scan exclusive "
        "--input random:3 --n 500");
    const TextSpec other = after("--kernel brent-kung", before);
    EXPECT_EQ(kernel_id(other), "brent-kung");
    for (const auto& [name, value] : before.defines) EXPECT_EQ(define(other, name), value) << name;
    EXPECT_EQ(other.arguments, before.arguments);
    // What the other one does not take goes.
    const TextSpec naive = after("--kernel naive", before);
    EXPECT_EQ(define(naive, "PADDING") + define(naive, "COARSEN"), "");
    EXPECT_EQ(define(naive, "EXCLUSIVE"), "1");
    EXPECT_EQ(define(after("--kernel blelloch", after("--coarsen 3")), "COARSEN"), "1");
    EXPECT_EQ(define(after("--kernel decoupled-lookback-warp"), "BLOCK"), "32");
    // To and from what is no scan nothing is taken along.
    EXPECT_EQ(after("--kernel transpose", before), text_of_kernel("transpose"));
    EXPECT_EQ(after("--kernel naive", text_of_kernel("transpose")), text_of_kernel("naive"));
    // However the flags stand, the kernel comes first.
    EXPECT_EQ(after("--block 64 --kernel naive"), after("--kernel naive --block 64"));
}

TEST(ScanFlags, EveryScanSaysItsSettings) {
    for (const testing::ScanKernel& kernel : testing::scan_kernels()) {
        std::string said;
        for (const ScanSetting& setting : scan_settings(text_of_kernel(kernel.id)))
            said += fmt::format("{} {}; ", setting.name, setting.value);
        EXPECT_EQ(said, "pad none; type f32; op add; scan inclusive; ") << kernel.id;
    }
    testing::RandomExperiments draw{5};
    for (int round = 0; round < 100; ++round) {
        const ScanRun run = draw.next();
        for (const ScanSetting& setting : scan_settings(run.experiment().text)) {
            const std::string_view want = setting.name == "pad"    ? name_of(run.padding)
                                          : setting.name == "type" ? name_of(run.type)
                                          : setting.name == "op"   ? name_of(run.op)
                                                                   : name_of(run.scan);
            EXPECT_EQ(setting.value, want);
        }
    }
    EXPECT_TRUE(scan_settings(text_of_kernel("transpose")).empty());
}

}  // namespace scan_flags_test
}  // namespace stridescope
