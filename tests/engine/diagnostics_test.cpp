// Kernels that are wrong on purpose (tests/support/wrong_kernels): the trace says what is wrong and
// where, the rest of the run is right, and nothing hangs or crashes, here or further right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/dataflow.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "kernels/catalog.h"
#include "tests/support/look_at.h"
#include "tests/support/places.h"

namespace stridescope {

/// How gtest shows a diagnostic that is not the expected one.
static void PrintTo(const Diagnostic& d, std::ostream* out) {
    *out << fmt::format("{}, block {}, step {}, thread {}, line {}, address {}: {}", d.kind,
                        d.block, d.step, d.thread, d.line, d.address, d.message);
}

namespace {

/// The line of the kernel's header that bears the comment "// line: NAME".
int line_of(const std::string& kernel, const std::string& name) {
    const std::string path{find_kernel(kernel)->info.header};
    std::ifstream file{source_dir() + "/" + path};
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
        if (text.ends_with("// line: " + name)) return line;
    }
    ADD_FAILURE() << path << " has no line \"" << name << "\"";
    return 0;
}

/// Records a wrong kernel on the numbers 1, 2, 3, …; twice, with one worker and with three, which
/// must make no difference.
std::shared_ptr<const Trace> recorded(const std::string& kernel, int block = 32,
                                      std::int64_t n = 32) {
    Experiment e{.kernel = kernel, .block = block, .n = n, .input = {}, .first_blocks = {}};
    e.type = ElementType::i32;
    e.engine = EngineChoice::cpu;
    std::string values = "values:";
    for (std::int64_t i = 1; i <= n; ++i) values += fmt::format("{},", i);
    values.pop_back();
    e.input = parse_input(values);
    auto trace = record(e, {.workers = 1, .progress = {}});
    const auto bytes = encode_trace(*trace);
    EXPECT_EQ(bytes, encode_trace(*record(e, {.workers = 3, .progress = {}})));
    EXPECT_EQ(bytes, encode_trace(*decode_trace(bytes, "the trace")));
    testing::look_at(*trace);
    return trace;
}

/// Diagnostics of one kind.
std::vector<Diagnostic> of_kind(const Trace& trace, const std::string& kind) {
    std::vector<Diagnostic> found;
    std::ranges::copy_if(trace.diagnostics(), std::back_inserter(found),
                         [&](const Diagnostic& d) { return d.kind == kind; });
    return found;
}

/// The first diagnostic; an empty one, and a failure, if there is none.
Diagnostic first_of(const Trace& trace) {
    if (!trace.diagnostics().empty()) return trace.diagnostics().front();
    ADD_FAILURE() << "no diagnostic";
    return {};
}

/// Element i of the output; the input was i + 1.
int out(const Trace& trace, int i) {
    return trace.output().as<std::int32_t>()[static_cast<std::size_t>(i)];
}

/// Elements `first` … of the output are want(i).
template <class F>
void expect_output(const Trace& trace, F&& want, int first = 0) {
    for (int i = first; i < static_cast<int>(trace.n()); ++i) {
        EXPECT_EQ(out(trace, i), want(i)) << "element " << i;
    }
}

/// The load or store requests of a line, in order.
std::vector<Request> requests_at(const Trace& trace, int line, Event event, int block = 0) {
    std::vector<Request> found;
    for (int step = 0; step < trace.step_count(); ++step) {
        for (const Request& request : requests_of_step(trace, block, step)) {
            const Site& site = trace.sites()[static_cast<std::size_t>(request.site)];
            if (site.line == line && site.event == event) found.push_back(request);
        }
    }
    return found;
}

// --- Barriers ----------------------------------------------------------------------------------

TEST(Barrier, SkippedByOneThread) {
    const auto trace = recorded("skipped-barrier");
    const int line = line_of("skipped-barrier", "skipped");
    EXPECT_EQ(first_of(*trace),
              (Diagnostic{.kind = "barrier",
                          .block = 0,
                          .step = 1,
                          .thread = 5,
                          .line = line,
                          .message = fmt::format("31 of 32 threads of warp 0 reached the barrier "
                                                 "at line {}; thread 5 did not",
                                                 line)}));
    expect_output(*trace, [](int i) { return 2 * (i + 1); });
}

TEST(Barrier, SkippedInEveryBlockIsToldOfEveryBlock) {
    const auto trace = recorded("skipped-barrier", 32, 96);
    std::set<int> blocks;
    for (const Diagnostic& found : trace->diagnostics()) blocks.insert(found.block);
    EXPECT_EQ(blocks, (std::set{0, 1, 2}));
}

// The one that ran ahead is the odd one, not the 31 that wait where the text says.
TEST(Barrier, RunAheadOfTheOthers) {
    const auto trace = recorded("skipped-barrier-in-loop");
    EXPECT_EQ(first_of(*trace).message,
              fmt::format("31 of 32 threads of warp 0 reached the barrier at line {}; thread 5 did "
                          "not",
                          line_of("skipped-barrier-in-loop", "skipped")));
    EXPECT_EQ(first_of(*trace).thread, 5);
}

TEST(Barrier, ThreadsThatLeftEarly) {
    const auto trace = recorded("early-exit", 32, 20);
    const auto found = of_kind(*trace, "barrier");
    ASSERT_EQ(found.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const char* names[] = {"barrier", "second", "third"};
        EXPECT_EQ(found[i].message,
                  fmt::format("20 of 32 threads of warp 0 reached the barrier at line {}; thread "
                              "20 did not",
                              line_of("early-exit", names[i])));
    }
    expect_output(*trace, [](int i) { return i == 0 ? 1 : 2 * i + 1; });
}

TEST(Barrier, AtTwoPlaces) {
    const auto trace = recorded("two-barriers");
    EXPECT_EQ(first_of(*trace).message,
              fmt::format("16 of 32 threads of warp 0 reached the barrier at line {}; thread 1 did "
                          "not",
                          line_of("two-barriers", "even")));
    expect_output(*trace, [](int i) { return 2 * (i + 1); });
}

TEST(Barrier, SkippedByAWholeWarp) {
    const auto trace = recorded("last-warp-missing", 64, 64);
    EXPECT_EQ(first_of(*trace).message,
              fmt::format("0 of 32 threads of warp 1 reached the barrier at line {}; thread 32 did "
                          "not",
                          line_of("last-warp-missing", "barrier")));
    expect_output(*trace, [](int i) { return 2 * (i + 1); });
    // A block of one warp has no warp 1: nothing is wrong with it.
    EXPECT_TRUE(recorded("last-warp-missing", 32, 32)->diagnostics().empty());
}

TEST(Barrier, OfAPartFilledWarp) {
    const auto trace = recorded("skipped-barrier", 8, 8);
    EXPECT_EQ(first_of(*trace).message,
              fmt::format("7 of 8 threads of warp 0 reached the barrier at line {}; thread 5 did "
                          "not",
                          line_of("skipped-barrier", "skipped")));
}

// --- Indices -----------------------------------------------------------------------------------

TEST(Index, BelowTheSharedArray) {
    const auto trace = recorded("index-below");
    const int line = line_of("index-below", "read");
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    EXPECT_EQ(
        first_of(*trace),
        (Diagnostic{.kind = "out-of-bounds",
                    .block = 0,
                    .step = 1,
                    .thread = 0,
                    .line = line,
                    .address = -1,
                    .message = fmt::format(
                        "thread 0 accesses element -1 of the shared array, which has 32 (line {})",
                        line)}));
    expect_output(*trace, [](int i) { return i == 0 ? 1 : 2 * i + 1; });
    // The access that did not happen is in no request.
    const auto loads = requests_at(*trace, line, Event::load);
    ASSERT_EQ(loads.size(), 2U);
    EXPECT_EQ(loads[0].cost.active, 32);
    EXPECT_EQ(loads[1].cost.active, 31);
}

TEST(Index, BeyondTheSharedArray) {
    const auto trace = recorded("index-beyond");
    ASSERT_EQ(trace->diagnostics().size(), 8U);  // of 16: more of them say nothing new
    for (int i = 0; i < 8; ++i) {
        const Diagnostic& found = trace->diagnostics()[static_cast<std::size_t>(i)];
        EXPECT_EQ(found.kind, "out-of-bounds");
        EXPECT_EQ(found.thread, 16 + i);
        EXPECT_EQ(found.address, 32 + 2 * i);
        EXPECT_EQ(found.line, line_of("index-beyond", "write"));
    }
}

TEST(Index, FarAway) {
    const auto trace = recorded("index-far-away");
    const std::vector<std::pair<const char*, std::int64_t>> want = {
        {"high", 2147483647}, {"low", -2147483648LL}, {"wraps", 65536}, {"operand", 2147483647}};
    ASSERT_EQ(trace->diagnostics().size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        const Diagnostic& found = trace->diagnostics()[i];
        EXPECT_EQ(found.thread, static_cast<int>(i));
        EXPECT_EQ(found.line, line_of("index-far-away", want[i].first));
        EXPECT_EQ(found.address, want[i].second);
    }
    expect_output(*trace, [](int i) { return i + 1; });
}

TEST(Index, BeyondGlobalMemory) {
    const auto trace = recorded("global-beyond", 32, 50);
    const auto found = of_kind(*trace, "out-of-bounds");
    ASSERT_EQ(found.size(), 1U + 8U);
    EXPECT_EQ(found[0].block, 0);
    EXPECT_EQ(found[0].address, -1);
    EXPECT_EQ(found[0].line, line_of("global-beyond", "negative"));
    for (int i = 0; i < 8; ++i) {
        const Diagnostic& beyond = found[static_cast<std::size_t>(1 + i)];
        EXPECT_EQ(beyond.block, 1);
        EXPECT_EQ(beyond.address, 50 + i);
        EXPECT_EQ(
            beyond.message,
            fmt::format("thread {} accesses element {} of global memory, which has 50 (line {})",
                        18 + i, 50 + i, line_of("global-beyond", "read")));
    }
    expect_output(*trace, [](int i) { return i + 1; });
}

// --- Waits and loops without end ---------------------------------------------------------------

TEST(EndlessWait, OfOneThread) {
    const auto trace = recorded("spin-for-ever", 32, 64);
    const int line = line_of("spin-for-ever", "spin");
    ASSERT_EQ(trace->diagnostics().size(), 2U);
    for (int block = 0; block < 2; ++block) {
        EXPECT_EQ(
            trace->diagnostics()[static_cast<std::size_t>(block)],
            (Diagnostic{
                .kind = "endless-wait",
                .block = block,
                .step = 1,
                .thread = 3,
                .line = line,
                .message = fmt::format(
                    "1 thread of block {} deadlocks at line {}: no thread is left to end the wait",
                    block, line)}));
    }
}

TEST(EndlessWait, OfAllThreads) {
    const auto trace = recorded("all-spin-for-ever");
    EXPECT_EQ(
        first_of(*trace).message,
        fmt::format("32 threads of block 0 deadlock at line {}: no thread is left to end the wait",
                    line_of("all-spin-for-ever", "spin")));
}

// The other half waits at the next step's marker, and is no fault's place.
TEST(EndlessWait, OfHalfAWarpAtAShuffle) {
    const auto trace = recorded("shuffle-in-branch");
    EXPECT_EQ(first_of(*trace).kind, "endless-wait");
    EXPECT_EQ(first_of(*trace).thread, 0);
    EXPECT_EQ(first_of(*trace).line, line_of("shuffle-in-branch", "shuffle"));
    EXPECT_EQ(
        first_of(*trace).message,
        fmt::format("16 threads of block 0 deadlock at line {}: no thread is left to end the wait",
                    line_of("shuffle-in-branch", "shuffle")));
}

TEST(EndlessLoop, OverSharedMemory) {
    const auto trace = recorded("unmarked-loop");
    EXPECT_EQ(first_of(*trace).kind, "endless-wait");
    EXPECT_EQ(first_of(*trace).thread, 1);
    EXPECT_EQ(first_of(*trace).line, line_of("unmarked-loop", "loop"));
    expect_output(
        *trace, [](int i) { return 2 * (i + 1); }, 2);
}

TEST(EndlessLoop, OfSteps) {
    const auto trace = recorded("endless-steps", 2, 2);
    EXPECT_EQ(first_of(*trace).kind, "endless-wait");
    EXPECT_EQ(first_of(*trace).message,
              "the kernel marks more than 65,000 steps: an infinite loop");
    EXPECT_GT(trace->step_count(), 65'000);
}

TEST(EndlessLoop, ThatDoesNotAdvance) {
    const auto trace = recorded("standing-loop");
    EXPECT_EQ(first_of(*trace).kind, "endless-wait");
    EXPECT_EQ(first_of(*trace).thread, 2);
    EXPECT_EQ(first_of(*trace).message, "a strided loop that does not advance would never end");
    for (int i = 0; i < 32; ++i) {
        if (i == 2) continue;
        EXPECT_EQ(out(*trace, i), 2 * (i + 1));
    }
}

// --- The contract ------------------------------------------------------------------------------

TEST(Contract, SharedMemoryBeforeTheFirstStep) {
    const auto trace = recorded("no-step");
    EXPECT_EQ(first_of(*trace).kind, "contract");
    EXPECT_EQ(first_of(*trace).message,
              fmt::format("line {} accesses memory before the first STEP: mark a step first",
                          line_of("no-step", "access")));
    EXPECT_EQ(trace->step_count(), 0);
}

TEST(Contract, NoStepsAtAll) {
    const auto trace = recorded("no-steps-at-all", 32, 70);
    EXPECT_EQ(trace->step_count(), 0);
    EXPECT_EQ(first_of(*trace).kind, "contract");
    EXPECT_EQ(first_of(*trace).message,
              fmt::format("line {} accesses memory before the first STEP: mark a step first",
                          line_of("no-steps-at-all", "access")));
}

TEST(Contract, ThreadsThatDisagreeOnTheStep) {
    const auto trace = recorded("other-steps");
    EXPECT_EQ(first_of(*trace).kind, "contract");
    EXPECT_EQ(first_of(*trace).message,
              "threads disagree on step 1: one marks \"scan\" stride 1, another \"scan\" stride 2");
    expect_output(*trace, [](int i) { return 2 * (i + 1); });
}

TEST(Contract, BlocksThatDisagreeOnTheStep) {
    const auto trace = recorded("blocks-disagree", 32, 100);
    const auto found = of_kind(*trace, "contract");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].block, 1);
    EXPECT_EQ(found[0].step, 1);
    EXPECT_EQ(found[1].block, 3);
    EXPECT_EQ(found[1].message,
              "block 3 names step 1 \"scan\" stride 2, block 0 \"scan\" stride 1");
    expect_output(*trace, [](int i) { return 2 * (i + 1); });
}

// --- Not wrong, but not what everybody does ------------------------------------------------------

// Blocks 1, 2, 4, 5, … add on another line than block 0; blocks 4 and 9 mark a step more.
TEST(Paths, BlocksThatGoDifferentWays) {
    const auto trace = recorded("blocks-apart", 32, 352);
    const auto found = of_kind(*trace, "contract");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].message, "block 4 marks 4 steps, block 0 3");
    EXPECT_EQ(found[1].message, "block 9 marks 4 steps, block 0 3");
    EXPECT_EQ(trace->step_count(), 3);
    expect_output(*trace, [](int i) {
        const int block = i / 32, t = i % 32, first = 32 * block + 1;
        int value = first + t;
        if (block % 3 == 0) {
            value += value;
        } else {
            // Lane after lane: the upper half meets what the lower half has written.
            const int mirrored = first + 31 - t;
            value += t < 16 ? mirrored : mirrored + value;
        }
        return block % 5 == 4 ? 2 * value : value;
    });
    for (int block = 0; block < trace->blocks(); ++block) {
        const bool third = block % 3 == 0;
        const auto loads_at = [&](const char* name) {
            return requests_at(*trace, line_of("blocks-apart", name), Event::load, block).size();
        };
        EXPECT_EQ(loads_at("third"), third ? 2U : 0U) << "block " << block;
        EXPECT_EQ(loads_at("other"), third ? 0U : 2U) << "block " << block;
    }
}

// A thread that sits a round out does not shift into its neighbours' request.
TEST(Paths, ThreadsThatSitRoundsOut) {
    const auto trace = recorded("sits-out");
    EXPECT_TRUE(trace->diagnostics().empty());
    const auto stores = requests_at(*trace, line_of("sits-out", "some"), Event::store);
    ASSERT_EQ(stores.size(), 3U);
    for (int i = 2; i < 5; ++i) {
        const Request& request = stores[static_cast<std::size_t>(i - 2)];
        EXPECT_EQ(request.iteration, i - 1);
        std::vector<std::uint16_t> want;
        for (int t = 0; t < 32; ++t) {
            want.push_back(t % i != 0 ? static_cast<std::uint16_t>(t) : Trace::idle);
        }
        EXPECT_EQ(words_of_request(*trace, request), want);
    }
    expect_output(*trace, [](int i) {
        int value = i + 1;
        for (const int divisor : {2, 3, 4}) value *= i % divisor != 0 ? 2 : 1;
        return value;
    });
}

TEST(Paths, ValuesThatOnlyMove) {
    const auto trace = recorded("copies-and-swaps");
    EXPECT_TRUE(trace->diagnostics().empty());
    expect_output(*trace, [](int i) { return i == 0 ? 31 : i % 2 == 0 ? i + 2 : i; });
    const auto swaps = edges_of_step(*trace, 0, 1);
    EXPECT_EQ(swaps.size(), 32U);
    for (const Edge& edge : swaps) {
        EXPECT_EQ(edge.from_word, edge.to_word ^ 1);
        EXPECT_FALSE(edge.combined);
    }
    EXPECT_EQ(work_table(*trace).totals.adds, 0);
}

// The race is a race: another order, another result.
TEST(Race, HasAnotherResultInAnotherOrder) {
    Experiment e{
        .kernel = "missing-barrier", .block = 128, .n = 128, .input = {}, .first_blocks = {}};
    e.type = ElementType::i32;
    e.input = parse_input("ones");
    std::set<std::string> results;
    const auto run = [&](const std::string& schedule) {
        e.schedule = parse_schedule(schedule);
        const auto trace = record(e);
        EXPECT_FALSE(races_of(*trace).empty()) << schedule;
        std::string text;
        for (std::size_t i = 0; i < trace->output().size(); ++i) {
            text += trace->output().text(i) + " ";
        }
        results.insert(text);
        return !first_wrong(*trace).has_value();
    };
    EXPECT_FALSE(run("ascending"));
    // Within a warp the left neighbour still comes first: from the right end on it would be right.
    run("descending");
    for (int seed = 0; seed < 50; ++seed) {
        run("random:" + std::to_string(seed));
        run("lane-random:" + std::to_string(seed));
    }
    EXPECT_GT(results.size(), 40U);
}

// A wrong result, the same one every time, and the reason for it.
// In stride s every thread t ≥ s reads X[t − s], which thread t − s writes if it is ≥ s itself.
TEST(Race, IsFoundAtExactlyTheWordsThatWereRacedFor) {
    const int L = 64;
    const auto trace = recorded("missing-barrier", L, L);
    const int line = line_of("missing-barrier", "race");
    std::map<int, std::set<int>> words;  // by stride
    for (const Race& race : races_of_block(*trace, 0)) {
        EXPECT_EQ(race.kind, Race::Kind::read_write);
        EXPECT_EQ(race.first.line, line);
        EXPECT_EQ(race.second.line, line);
        const int stride = trace->steps()[static_cast<std::size_t>(race.first.step)].stride;
        EXPECT_EQ(race.first.thread, race.word + stride) << "reads its left neighbour";
        EXPECT_EQ(race.second.thread, race.word) << "writes its own";
        words[stride].insert(race.word);
    }
    for (int s = 1; s < L; s *= 2) {
        std::set<int> want;
        for (int word = s; word + s < L; ++word) want.insert(word);
        EXPECT_EQ(words[s], want) << "stride " << s;
    }
}

TEST(Race, GivesAWrongResultThatIsTold) {
    const auto trace = recorded("missing-barrier", 32, 64);
    const auto wrong = first_wrong(*trace);
    ASSERT_TRUE(wrong.has_value());
    EXPECT_NE(report(*trace, ReportFormat::text, ReportCut::step).find("WRONG: element"),
              std::string::npos);
    EXPECT_NE(report(*trace, ReportFormat::text, ReportCut::step).find("! Threads 2 and 1 race"),
              std::string::npos);
    const std::string json = report(*trace, ReportFormat::json, ReportCut::step);
    EXPECT_NE(json.find("\"output_ok\": false"), std::string::npos);
    EXPECT_NE(json.find("\"kind\": \"read-write\""), std::string::npos);
}

// The same in global memory, block by block: elements of P, and none of a word that there is not.
TEST(Race, InGlobalMemoryIsFoundAtExactlyTheElements) {
    const int L = 32;
    const std::int64_t n = 75;
    const auto trace = recorded("global-missing-barrier", L, n);
    const int line = line_of("global-missing-barrier", "race");
    std::map<std::pair<int, int>, std::set<std::int64_t>> elements;  // by block and stride
    for (const Race& race : races_of(*trace)) {
        EXPECT_FALSE(race.in_shared());
        EXPECT_EQ(race.kind, Race::Kind::read_write);
        EXPECT_EQ(race.array, ArrayId::output);
        EXPECT_EQ(race.first.line, line);
        EXPECT_EQ(race.second.line, line);
        const int stride = trace->steps()[static_cast<std::size_t>(race.first.step)].stride;
        EXPECT_EQ(race.block * L + race.first.thread, race.element + stride);
        EXPECT_EQ(race.block * L + race.second.thread, race.element);
        elements[{race.block, stride}].insert(race.element);
    }
    for (int block = 0; block < trace->blocks(); ++block) {
        const std::int64_t first = std::int64_t{block} * L, end = std::min(n, first + L);
        for (int s = 1; s < L; s *= 2) {
            std::set<std::int64_t> want;
            for (std::int64_t at = first + s; at + s < end; ++at) want.insert(at);
            EXPECT_EQ((elements[{block, s}]), want) << "block " << block << " stride " << s;
        }
    }
    EXPECT_TRUE(first_wrong(*trace).has_value());
    const std::string text = report(*trace, ReportFormat::text, ReportCut::step);
    EXPECT_NE(text.find(fmt::format("! Threads 2 and 1 race on P[1]: line {0} reads it in scan 1 "
                                    "while line {0} writes it, with no barrier between.",
                                    line)),
              std::string::npos)
        << text;
    const std::string json = report(*trace, ReportFormat::json, ReportCut::step);
    EXPECT_NE(json.find("\"array\": \"P\",\n      \"element\": 1,"), std::string::npos) << json;
}

TEST(Race, InGlobalMemoryIsNoneWithBothBarriers) {
    for (const std::int64_t n : {1, 31, 32, 33, 200}) {
        const auto trace = recorded("global-both-barriers", 32, n);
        EXPECT_TRUE(races_of(*trace).empty()) << n;
        EXPECT_FALSE(first_wrong(*trace).has_value()) << n;
    }
}

TEST(Race, OfAnAtomicAndAPlainAccessIsFound) {
    const int L = 32;
    const auto trace = recorded("count-read-early", L, 2 * L);
    const auto races = races_of(*trace);
    ASSERT_EQ(races.size(), 2U);
    for (int block = 0; block < 2; ++block) {
        const Race& race = races[static_cast<std::size_t>(block)];
        EXPECT_EQ(race.block, block);
        EXPECT_EQ(race.element, block);
        EXPECT_EQ(trace->name_of(race.array), "count");
        EXPECT_EQ(race.first.thread, L - 1);
        EXPECT_EQ(race.first.line, line_of("count-read-early", "read"));
        EXPECT_FALSE(race.first.atomic);
        EXPECT_EQ(race.second.thread, 0);
        EXPECT_EQ(race.second.line, line_of("count-read-early", "add"));
        EXPECT_TRUE(race.second.atomic);
    }
}

TEST(Race, BetweenBlocksIsFoundAtExactlyTheElements) {
    const int L = 32, grid = 5;
    const auto trace = recorded("taken-without-flag", L, grid * L);
    const std::vector<Race> races = races_of(*trace);
    const int hand = line_of("taken-without-flag", "hand");
    const int take = line_of("taken-without-flag", "take");
    ASSERT_EQ(races.size(), grid - 1U);
    for (int b = 0; b + 1 < grid; ++b) {
        const Race& race = races[static_cast<std::size_t>(b)];
        EXPECT_EQ(race.kind, Race::Kind::read_write);
        EXPECT_EQ(trace->name_of(race.array), "S");
        EXPECT_EQ(race.element, b);
        EXPECT_EQ(race.block, b + 1);
        EXPECT_EQ(race.second_block, b);
        EXPECT_EQ(race.first.line, take);
        EXPECT_EQ(race.second.line, hand);
    }
    EXPECT_EQ(
        sentence(*trace, races[0]),
        fmt::format("Thread 0 of block 1 and thread 0 of block 0 race on S[0]: line {} reads it "
                    "while line {} writes it, with no flag between that one set and the other saw.",
                    take, hand));
    const std::string json = report(*trace, ReportFormat::json, ReportCut::step);
    EXPECT_NE(json.find("\"second_block\": 0,"), std::string::npos) << json;
}

// --- What a kernel does not claim
// -----------------------------------------------------------------

TEST(Exclusive, IsRefusedOfAKernelThatDoesNotHaveIt) {
    Experiment e{.kernel = "two-barriers", .n = {}, .input = {}, .first_blocks = {}};
    EXPECT_EQ(why_impossible(e), "");
    e.scan = Scan::exclusive;
    const std::string_view title = find_kernel("two-barriers")->info.title;
    EXPECT_EQ(why_impossible(e),
              fmt::format("{} only has the inclusive scan: choose --scan inclusive.", title));
    EXPECT_THROW((void)record(e), UsageError);
}

// --- The operator's operands -------------------------------------------------------------------

// What is on the wrong side of the + shows where the operator does not commute, and nowhere else.
TEST(Operands, SwappedAreFoundByLastAlone) {
    for (const Op op : ops) {
        for (const std::int64_t n : {7, 31, 32, 33, 100}) {
            for (const char* input : {"iota", "random:4", "random:77"}) {
                Experiment e{.kernel = "swapped-operands",
                             .block = 32,
                             .n = n,
                             .input = parse_input(input),
                             .first_blocks = {}};
                e.type = ElementType::i32;
                e.op = op;
                e.engine = EngineChoice::cpu;
                const auto trace = record(e);
                const auto wrong = first_wrong(*trace);
                EXPECT_TRUE(trace->diagnostics().empty());
                EXPECT_EQ(wrong.has_value(), !commutes(op)) << command_line(e);
            }
        }
    }
    Experiment e{
        .kernel = "swapped-operands", .block = 8, .n = {}, .input = {}, .first_blocks = {}};
    e.type = ElementType::i32;
    e.op = Op::last;
    e.engine = EngineChoice::cpu;
    e.input = parse_input("values:0,7,0,3,0,0,5,0");
    const auto trace = record(e);
    const auto wrong = first_wrong(*trace);
    ASSERT_TRUE(wrong.has_value());
    EXPECT_EQ(wrong->index, 3);
    EXPECT_EQ(wrong->expected, "3");
    EXPECT_EQ(wrong->got, "7");
    const std::string text = report(*trace, ReportFormat::text, ReportCut::step);
    EXPECT_NE(text.find("WRONG: element 3"), std::string::npos) << text;
}

}  // namespace
}  // namespace stridescope
