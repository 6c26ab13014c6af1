// Experiments as the command line and the window say them: parsing, limits, and the way back.
#include "app/experiment/experiment.h"
#include "tests/support/random_experiment.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace stridescope {
namespace {

/// The sentence of the UsageError that f throws; empty if it throws none.
std::string complaint(const std::function<void()>& f) {
    try {
        f();
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

#define EXPECT_COMPLAINT(expression, part)            \
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, part, \
                        complaint([&] { static_cast<void>(expression); }))

TEST(Flags, EveryNameIsReadBack) {
    for (const Padding padding : paddings) {
        EXPECT_EQ(parse_padding(std::string{name_of(padding)}), padding);
    }
    for (const ElementType type : element_types) {
        EXPECT_EQ(parse_element_type(std::string{name_of(type)}), type);
    }
    for (const Op op : ops) EXPECT_EQ(parse_op(std::string{name_of(op)}), op);
    for (const Scan scan : scans) EXPECT_EQ(parse_scan(std::string{name_of(scan)}), scan);
    for (const EngineChoice engine :
         {EngineChoice::automatic, EngineChoice::cpu, EngineChoice::cuda}) {
        EXPECT_EQ(parse_engine(std::string{name_of(engine)}), engine);
    }
}

TEST(Flags, UnknownNamesListTheKnownOnes) {
    EXPECT_EQ(complaint([] { parse_padding("every31"); }),
              "Unknown --pad \"every31\": choose none, every32, two-level or xor.");
    EXPECT_EQ(complaint([] { parse_element_type("int"); }),
              "Unknown --type \"int\": choose i32, u32, f32, f64 or i64.");
    EXPECT_EQ(complaint([] { parse_op("mul"); }),
              "Unknown --op \"mul\": choose add, max, min or last.");
    EXPECT_EQ(complaint([] { parse_engine("gpu"); }),
              "Unknown --engine \"gpu\": choose auto, cpu or cuda.");
    EXPECT_COMPLAINT(parse_padding(""), "choose none");
    EXPECT_COMPLAINT(parse_op("ADD"), "choose add");
}

TEST(Flags, InputIsReadAndWrittenBack) {
    using Kind = InputSpec::Kind;
    const std::vector<InputSpec> specs = {
        {.kind = Kind::ones, .text = {}},
        {.kind = Kind::iota, .text = {}},
        {.kind = Kind::random, .seed = 0, .text = {}},
        {.kind = Kind::random, .seed = 18446744073709551615U, .text = {}},
        {.kind = Kind::values, .text = "2,1,5"},
        {.kind = Kind::values, .text = "1:2"},
        {.kind = Kind::values, .text = ""},
        {.kind = Kind::file, .text = "C:/numbers of mine.csv"},
    };
    for (const InputSpec& spec : specs) EXPECT_EQ(parse_input(text_of(spec)), spec);
    EXPECT_EQ(parse_input("random"), parse_input("random:1"));
    EXPECT_EQ(text_of(parse_input("random:42")), "random:42");
}

TEST(Flags, InputsThatCannotBe) {
    for (const char* text : {"", "one", "ones:", "ones:3", "iota:1", "values", "file", ":", "Ones",
                             " ones", "zeros"}) {
        EXPECT_COMPLAINT(parse_input(text),
                         "choose ones, iota, random:SEED, values:1,2,3 or file:PATH.");
    }
    for (const char* text : {"random:", "random:x", "random:-1", "random:1.5", "random: 1",
                             "random:18446744073709551616"}) {
        EXPECT_COMPLAINT(parse_input(text), "is not a seed: give a whole number from 0 to");
    }
    EXPECT_COMPLAINT(parse_input("file:"), "name one, such as");
}

TEST(Flags, Blocks) {
    EXPECT_EQ(parse_blocks("all"), std::nullopt);
    EXPECT_EQ(parse_blocks("first:1"), 1);
    EXPECT_EQ(parse_blocks("first:2147483647"), 2147483647);
    for (const char* text :
         {"", "first", "first:", "first:0", "first:-1", "first:x", "first:2147483648", "1"}) {
        EXPECT_COMPLAINT(parse_blocks(text), "choose all, or first:K, with K at least 1.");
    }
}

TEST(Flags, Schedules) {
    using Kind = Schedule::Kind;
    const auto is = [](const char* text, Kind kind, std::uint64_t seed) {
        const Schedule schedule = parse_schedule(text);
        EXPECT_EQ(schedule, (Schedule{.kind = kind, .seed = seed})) << text;
        EXPECT_EQ(parse_schedule(text_of(schedule)), schedule) << text;
    };
    is("ascending", Kind::ascending, 1);
    is("warps-ascending", Kind::ascending, 1);
    is("descending", Kind::descending, 1);
    is("random", Kind::random, 1);
    is("warps-random:0", Kind::random, 0);
    is("random:18446744073709551615", Kind::random, 18446744073709551615U);
    is("lane-random:7", Kind::lane_random, 7);
    for (const char* text : {"", "up", "ascending:1", "warps-lane-random:1", "lane-ascending"}) {
        EXPECT_COMPLAINT(parse_schedule(text), "choose ascending, descending, random:SEED");
    }
    EXPECT_COMPLAINT(parse_schedule("random:x"), "is not a seed");
    EXPECT_COMPLAINT(parse_schedule("lane-random:-1"), "such as --schedule random:1");
}

TEST(Flags, CommandLineIsReadyToPaste) {
    Experiment experiment;
    EXPECT_EQ(command_line(experiment),
              "--kernel kogge-stone --block 16 --coarsen 1 --pad none --type f32 --op add "
              "--input ones");
    experiment.kernel = "brent-kung";
    experiment.block = 1024;
    experiment.coarsen = 4;
    experiment.n = 0;
    experiment.padding = Padding::two_level;
    experiment.type = ElementType::i64;
    experiment.op = Op::min;
    experiment.engine = EngineChoice::cpu;
    experiment.input = parse_input("file:it's here.csv");
    experiment.first_blocks = 2;
    EXPECT_EQ(command_line(experiment),
              "--kernel brent-kung --block 1024 --coarsen 4 --n 0 --pad two-level --type i64 "
              "--op min --engine cpu --input 'file:it'\\''s here.csv' --blocks first:2");
    experiment.input = parse_input("values:1;2");
    EXPECT_NE(command_line(experiment).find("'values:1;2'"), std::string::npos);
    experiment.scan = Scan::exclusive;
    EXPECT_NE(command_line(experiment).find(" --op min --scan exclusive --engine"),
              std::string::npos);
    experiment.schedule.kind = Schedule::Kind::descending;
    EXPECT_TRUE(command_line(experiment).ends_with(" --schedule descending"));
}

TEST(Limits, EveryKernelTakesEveryPowerOfTwo) {
    for (const CatalogueEntry& entry : correct_kernels()) {
        for (int block = 2; block <= 1024; block *= 2) {
            for (int coarsen = 1; coarsen <= entry.info.limits.max_coarsen; ++coarsen) {
                if (!takes_coarsening(entry.info, coarsen)) continue;
                const ScanRun experiment{.kernel = std::string{entry.info.id},
                                            .block = block,
                                            .coarsen = coarsen,
                                            .n = {},
                                            .input = {},
                                            .first_blocks = {}};
                EXPECT_EQ(why_impossible(experiment), "");
                const Shape shape = shape_of(experiment);
                EXPECT_EQ(shape.section, block * coarsen);
                EXPECT_EQ(shape.threads, entry.info.limits.one_thread ? 1 : block);
            }
        }
    }
}

TEST(Limits, SentencesNameTheLimit) {
    Experiment experiment;
    for (const int block : {-1, 0, 1, 3, 24, 1023, 1025, 2048, -2147483647 - 1}) {
        experiment.block = block;
        EXPECT_EQ(why_impossible(experiment),
                  "Invalid block size " + std::to_string(block) +
                      ": Kogge–Stone takes a power of two from 2 to 1024 (--block).");
        EXPECT_COMPLAINT(shape_of(experiment), "power of two");
    }
    experiment = {};
    for (const int coarsen : {-1, 0, 17}) {
        experiment.coarsen = coarsen;
        EXPECT_COMPLAINT(shape_of(experiment),
                         "Kogge–Stone takes from 1 to 16 elements per thread (--coarsen).");
    }
    experiment.kernel = "blelloch";
    for (const int coarsen : {0, 3, 7, 12, 32}) {
        experiment.coarsen = coarsen;
        EXPECT_COMPLAINT(
            shape_of(experiment),
            "Blelloch takes a power of two from 1 to 16 elements per thread (--coarsen).");
    }
    experiment.kernel = "kogge-stone";
    experiment = {};
    experiment.kernel = "sequential";
    experiment.coarsen = 2;
    EXPECT_EQ(why_impossible(experiment),
              "Sequential runs with --coarsen 1 only. One thread scans the whole section: there is "
              "nothing to coarsen.");
    experiment = {};
    experiment.kernel = "kogge stone";
    EXPECT_COMPLAINT(kernel_of(experiment),
                     "There is no kernel \"kogge stone\": choose sequential, naive, kogge-stone");
    EXPECT_COMPLAINT(shape_of(experiment), "There is no kernel");
    EXPECT_NE(why_impossible(experiment), "");
    experiment = {};
    experiment.first_blocks = 0;
    EXPECT_COMPLAINT(shape_of(experiment), "--blocks first:1");
}

TEST(Limits, SharedMemoryIsBoundedByWhatAGpuGivesABlock) {
    Experiment experiment;
    experiment.kernel = "kogge-stone-double";
    experiment.block = 1024;
    experiment.coarsen = 16;
    EXPECT_EQ(why_impossible(experiment), "") << "two buffers of 64 KiB";
    experiment.type = ElementType::f64;
    EXPECT_COMPLAINT(shape_of(experiment),
                     "takes 256 KiB of shared memory per block, and no GPU gives a block more than "
                     "227 KiB: give a smaller --block or --coarsen, or a narrower --type.");
    experiment.coarsen = 14;
    EXPECT_EQ(why_impossible(experiment), "") << "224 KiB";
    experiment.padding = Padding::every32;
    EXPECT_COMPLAINT(shape_of(experiment), "takes 231 KiB of shared memory");
    experiment.kernel = "kogge-stone";
    experiment.coarsen = 16;
    EXPECT_EQ(why_impossible(experiment), "") << "one buffer";
}

TEST(Limits, NIsBoundedByWhatKernelsCanCount) {
    Experiment experiment;
    for (const std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2147483647}}) {
        experiment.n = n;
        EXPECT_EQ(why_impossible(experiment), "");
    }
    experiment.n = -1;
    EXPECT_COMPLAINT(shape_of(experiment), "Invalid N -1");
    experiment.n = 2147483648;
    EXPECT_COMPLAINT(shape_of(experiment), "--n goes up to 2147483647");
    // A section that does not divide 2^31: its last element's index must still fit.
    experiment.block = 1024;
    experiment.coarsen = 3;
    experiment.n = 2147483647;
    EXPECT_COMPLAINT(shape_of(experiment), "--n goes up to 2147481600");
    experiment.n = 2147481600;
    EXPECT_EQ(why_impossible(experiment), "");
}

}  // namespace
}  // namespace stridescope
