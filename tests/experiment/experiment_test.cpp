// Experiments as the command line and the window say them: parsing, limits, and the way back.
#include "app/experiment/experiment.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/random_experiment.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace experiment_test {

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

TEST(Flags, EveryEngineIsReadBack) {
    for (const EngineChoice engine :
         {EngineChoice::automatic, EngineChoice::cpu, EngineChoice::cuda}) {
        EXPECT_EQ(parse_engine(std::string{name_of(engine)}), engine);
    }
    EXPECT_EQ(complaint([] { parse_engine("gpu"); }),
              "Unknown --engine \"gpu\": choose auto, cpu or cuda.");
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
    const auto turns = [](const char* text, std::uint64_t first, std::uint64_t last) {
        const Schedule schedule = parse_schedule(text);
        EXPECT_EQ(schedule.first_turn, first) << text;
        EXPECT_EQ(schedule.last_turn, last) << text;
        EXPECT_EQ(text_of(schedule), text);
        EXPECT_EQ(parse_schedule(text_of(schedule)), schedule) << text;
    };
    turns("descending@2", 2, 2);
    turns("random:7@0-5", 0, 5);
    turns("lane-random:1@3-18446744073709551615", 3, 18446744073709551615U);
    // What is ascending in some turns is so in all.
    EXPECT_EQ(parse_schedule("ascending@2-3"), Schedule{});
    EXPECT_EQ(text_of(parse_schedule("random:7@4-4")), "random:7@4");
    for (const char* text : {"random:1@", "random:1@x", "descending@3-2", "descending@-2",
                             "descending@1-2-3", "random:1@2@3", "descending@-"})
        EXPECT_COMPLAINT(parse_schedule(text), "names no turns: give the first and the last");
    EXPECT_COMPLAINT(parse_schedule("random:x"), "is not a seed");
    EXPECT_COMPLAINT(parse_schedule("lane-random:-1"), "such as --schedule random:1");
}

TEST(Flags, CommandLineIsReadyToPaste) {
    Experiment experiment;
    experiment.text = {.path = "my scans/it's.cu", .text = "// any"};
    EXPECT_EQ(command_line(experiment), "'my scans/it'\\''s.cu'");
    experiment.text.defines = {{"N", "64"}, {"OP(a, b)", "a + b"}};
    experiment.text.kernel = "second";
    experiment.text.launch = "second<<<2, 32>>>(A)";
    experiment.text.arguments = {{"A", "values:1;2"}};
    experiment.text.expect = "A = iota(2)";
    experiment.text.weak_memory = LateStores{.seed = 3};
    experiment.engine = EngineChoice::cpu;
    experiment.first_blocks = 2;
    experiment.sms = 8;
    experiment.resident = 1;
    experiment.schedule.kind = Schedule::Kind::descending;
    EXPECT_EQ(command_line(experiment),
              "'my scans/it'\\''s.cu' --kernel second -D N=64 -D 'OP(a, b)=a + b' --launch "
              "'second<<<2, 32>>>(A)' --arg 'A=values:1;2' --expect 'A = iota(2)' --memory weak:3 "
              "--engine cpu --blocks first:2 --sms 8 --resident 1 --schedule descending");
    EXPECT_EQ(command_line(ScanRun{}),
              "kogge_stone.cu -D BLOCK=16 -D COARSEN=1 -D N=SECTION "
              "--arg A=ones");
}

TEST(Flags, OfAScanAreReadBackAsTheyWereWritten) {
    testing::RandomExperiments draw{19};
    for (int round = 0; round < 300; ++round) {
        const Experiment experiment = draw.next();
        const std::string line = command_line(experiment);
        EXPECT_EQ(experiment_of_line(line), experiment) << line;
        EXPECT_EQ(why_impossible(experiment), "") << line;
    }
}

/// Any few characters, of which a shell would obey many.
std::string odd_text(testing::RandomExperiments& draw) {
    constexpr std::string_view characters = "ab9_ '\"\\$`;|&<>(){}[]*?!#~=,\t\n\x1b\x7f";
    std::string text;
    for (std::int64_t left = draw.between(1, 12); left > 0; --left) text += draw.one_of(characters);
    return text;
}

TEST(Flags, OfAFileAreReadBackAsTheyWereWritten) {
    const testing::TemporaryFolder folder;
    testing::RandomExperiments draw{23};
    for (int round = 0; round < 300; ++round) {
        Experiment e;
        e.text.path = folder.write(fmt::format("it's {}.cu", round % 7), "// a text").string();
        e.text.text = "// a text";
        for (std::int64_t left = draw.between(0, 3); left > 0; --left) {
            e.text.defines.emplace_back(fmt::format("K{}", left), odd_text(draw));
            e.text.arguments.emplace_back(fmt::format("A{}", left), odd_text(draw));
        }
        if (draw.once_in(2)) e.text.kernel = "second";
        if (draw.once_in(2)) e.text.launch = odd_text(draw);
        if (draw.once_in(2)) e.text.expect = odd_text(draw);
        if (draw.once_in(2)) {
            LateStores& late = e.text.weak_memory.emplace();
            late.seed = draw.between(0, 1'000'000);
            if (draw.once_in(2)) late.last = late.first = draw.between(0, 9);
        }
        if (draw.once_in(2)) e.engine = draw.once_in(2) ? EngineChoice::cpu : EngineChoice::cuda;
        if (draw.once_in(2)) e.first_blocks = static_cast<int>(draw.between(1, 9));
        if (draw.once_in(2)) e.sms = static_cast<int>(draw.between(1, most_sms));
        if (draw.once_in(2)) e.resident = static_cast<int>(draw.between(1, most_resident));
        if (draw.once_in(2)) {
            e.schedule.kind = Schedule::Kind::lane_random;
            e.schedule.seed = static_cast<std::uint64_t>(draw.between(0, 99));
            if (draw.once_in(2)) {
                e.schedule.first_turn = static_cast<std::uint64_t>(draw.between(0, 9));
                e.schedule.last_turn = e.schedule.first_turn + (draw.once_in(2) ? 7 : 0);
            }
        }
        const std::string line = command_line(e);
        for (const char c : line) EXPECT_TRUE(c < 0 || c >= ' ') << line;
        EXPECT_EQ(experiment_of_line(line), e) << line;
    }
}

TEST(Limits, SentencesNameTheFlag) {
    Experiment e = ScanRun{};
    EXPECT_EQ(why_impossible(e), "");
    e.first_blocks = 0;
    EXPECT_EQ(why_impossible(e),
              "Recording 0 blocks shows nothing: give --blocks first:1 or more.");
    e.first_blocks = {};
    for (const int sms : {-1, 0, most_sms + 1}) {
        e.sms = sms;
        EXPECT_NE(why_impossible(e).find("--sms"), std::string::npos);
    }
    e.sms = most_sms;
    EXPECT_EQ(why_impossible(e), "");
    for (const int resident : {-1, 0, most_resident + 1}) {
        e.resident = resident;
        EXPECT_NE(why_impossible(e).find("--resident"), std::string::npos);
    }
    e.resident = most_resident;
    EXPECT_EQ(why_impossible(e), "");
    e.engine = EngineChoice::cuda;
    e.schedule.kind = Schedule::Kind::descending;
    EXPECT_EQ(why_impossible(e), "A GPU schedules its own warps: --schedule needs --engine cpu.");
}

}  // namespace experiment_test
}  // namespace stridescope
