// What is said of a text as it stands, what its run uses, and a file that another program writes
// to.
#include "app/session/text_findings.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/launch_names.h"
#include "app/engine/engine.h"
#include "app/io/atomic_file.h"
#include "app/session/background_jobs.h"
#include "app/session/document.h"
#include "app/session/text_use.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace text_findings_test {

using testing::TemporaryFolder;

TextKnob knob(std::string name, std::string value) {
    return {.name = std::move(name), .value = std::move(value)};
}

TEST(TextFindings, NameFaultsKnobsAndKernels) {
    const TextSpec spec{.path = {},
                        .text =
                            "#define N 64\n"
                            "#define NAME(x) x\n"
                            "__global__ void f(const float *in, float *out, int n) {}\n"
                            "__global__ void g() { int x = 1 }\n"};
    const TextFindings found = look_at(spec);
    EXPECT_EQ(found.knobs, (std::vector<TextKnob>{knob("N", "64")}));
    EXPECT_TRUE(found.faults.empty()) << "f runs";
    ASSERT_EQ(found.aside.size(), 1U);
    EXPECT_EQ(found.aside[0].line, 4);
    EXPECT_GT(found.aside[0].column, 28);
    ASSERT_GE(found.kernels.size(), 1U);
    EXPECT_EQ(
        found.kernels[0],
        (TextKernel{"f",
                    {{"const float*", "in", true}, {"float*", "out", true}, {"int", "n", false}}}));
}

/// A text whose program's main stands beside it is run by that one, and not by a launch of its own.
TEST(TextFindings, AMainBesideTheTextIsItsMain) {
    const TemporaryFolder folder;
    const TextSpec spec{.path = (folder / "part.cu").string(),
                        .text =
                            "__global__ void k(int *a) { *a = 1; }\n"
                            "void begin(int *a) { k<<<1, 1>>>(a); }\n"};
    EXPECT_FALSE(look_at(spec).has_main);
    folder.write("main.cpp",
                 "void begin(int *a);\nint main(int argc, char **argv) {\n"
                 "int *a; cudaMalloc(&a, 4); begin(a); return argc - 1; }\n");
    EXPECT_TRUE(look_at(spec).has_main);
    EXPECT_TRUE(look_at(spec).main_takes_arguments);
    folder.write("main.cpp", "int main() { return 0; }\n");
    EXPECT_FALSE(look_at(spec).has_main);
}

TEST(TextFindings, KnobsAreTheTextsOwn) {
    TextSpec spec{.path = {}, .text = "#define N 64\n#if N > 100\nint x = ;\n#endif\n"};
    EXPECT_TRUE(look_at(spec).faults.empty());
    spec.defines = {{"N", "128"}};
    const TextFindings found = look_at(spec);
    EXPECT_EQ(found.knobs, (std::vector<TextKnob>{knob("N", "64")})) << "not what it is set to";
    EXPECT_EQ(found.faults.size(), 1U) << "the text is read as it runs";
}

TEST(TextFindings, TextsBesideAreIncluded) {
    const TemporaryFolder folder;
    const auto path = folder / "main.cu";
    folder.write("part.cuh", "__device__ int twice(int x) { return 2 * x; }\n");
    TextSpec spec{.path = path.string(),
                  .text =
                      "#include \"part.cuh\"\n"
                      "__global__ void k(int *p) { p[threadIdx.x] = twice(1); }\n"};
    EXPECT_TRUE(look_at(spec).faults.empty());
    folder.write("part.cuh", "__device__ int twice(int x) { return 2 * ; }\n");
    const TextFindings found = look_at(spec);
    ASSERT_FALSE(found.faults.empty());
    EXPECT_EQ(found.faults[0].line, 0) << "it is at no place of this text";
    EXPECT_TRUE(found.faults[0].message.starts_with("part.cuh:1:"));
    spec.path.clear();
    EXPECT_FALSE(look_at(spec).faults.empty()) << "nothing is beside a text without a file";
}

TEST(TextFindings, PlacesAreReadFromSentences) {
    const TextSpec mine{.path = "mine.cu", .text = {}};
    EXPECT_EQ(fault_in("mine.cu:12:5: expected \";\"", mine), (TextFault{12, 5, "expected \";\""}));
    EXPECT_EQ(fault_in("/a b:c.cu:1:1: x", {.path = "/a b:c.cu", .text = {}}),
              (TextFault{1, 1, "x"}));
    EXPECT_EQ(fault_in("text:1:1: x", {}), (TextFault{1, 1, "x"})) << "one without a file";
    for (const std::string sentence :
         {"", "mine.cu", "mine.cu:", "mine.cu:12", "mine.cu:12:5", "mine.cu:12:5:x",
          "mine.cu:0:5: x", "mine.cu:-1:5: x", "mine.cu:99999999999:5: x", "other.cu:12:5: x",
          "mine.cu: 12:5: x"}) {
        EXPECT_FALSE(fault_in(sentence, mine)) << sentence;
    }
    const TextFault fault{3, 7, "no"};
    EXPECT_EQ(fault_in(sentence_of(fault, mine), mine), fault);
    EXPECT_EQ(sentence_of({0, 0, "part.cuh:1:2: no"}, mine), "part.cuh:1:2: no");
}

TEST(TextFindings, TellWhatTheCardSays) {
    const TextSpec spec{.path = {},
                        .text =
                            "// launch: k<<<N / B, B>>>(A, P, N)\n"
                            "// A: float[N] iota\n"
                            "// P: float[N] expect scan(A)\n"
                            "// knob: B 32 64    knob: N 32 … 1024\n"
                            "#define N 128\n"
                            "#define B 64\n"
                            "#define OTHER 3\n"
                            "__global__ void k(const float *in, float *out, int n) {}\n"};
    const TextFindings found = look_at(spec);
    EXPECT_TRUE(found.faults.empty()) << found.faults.front().message;
    ASSERT_EQ(found.knobs.size(), 3U);
    EXPECT_EQ(found.knobs[0].choices, (std::vector<std::string>{"32", "64"}));
    EXPECT_EQ(found.knobs[0].value, "64");
    EXPECT_EQ(found.knobs[1].range, (std::pair<std::int64_t, std::int64_t>{32, 1024}));
    EXPECT_EQ(found.knobs[2], knob("OTHER", "3")) << "behind the card's";
    ASSERT_EQ(found.launches.size(), 1U);
    EXPECT_EQ(found.launches[0].kernel, "k");
    EXPECT_EQ(found.launches[0].arguments, (std::vector<std::string>{"A", "P", "N"}));
    EXPECT_EQ(found.expectation, "P = scan(A)");

    // What stands in the fields of the window where nothing is set.
    AppState state;
    state.experiment.text = spec;
    const TextKernel* kernel = kernel_in_use(spec, found);
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(launch_in_use(state, found), "k<<<N / B, B>>>(A, P, N)");
    EXPECT_EQ(argument_in_use(state, found, kernel->parameters[0]), "float[N] iota");
    EXPECT_EQ(argument_in_use(state, found, kernel->parameters[2]), "N");
    state.experiment.text.defines = {{"B", "32"}, {"GONE", "1"}};
    state.experiment.text.arguments = {{"in", "ones"}, {"gone", "2"}};
    EXPECT_EQ(leftovers(state.experiment.text, found),
              (std::vector<Setting>{{"GONE", "1"}, {"gone", "2"}}));
}

/// The text as it is run, with nothing set, and the run.
AppState state_with_run(const std::string& text) {
    AppState state;
    state.experiment.text = {.path = "test.cu", .text = text};
    auto shown = std::make_shared<Recording>();
    shown->trace = record(state.experiment);
    state.runs.shown = std::move(shown);
    return state;
}

TEST(TextFindings, WithoutACardWhatTheRunFoundIsSaid) {
    constexpr const char* text =
        "#define N 64\n"
        "__global__ void twice(float (*m)[8], const float *in, int n) {\n"
        "    m[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x] + n;\n"
        "}\n"
        "__global__ void other(int *p) { p[0] = 1; }\n";
    AppState state = state_with_run(text);
    const TextFindings found = look_at(state.experiment.text);
    const TextKernel* kernel = kernel_in_use(state.experiment.text, found);
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(kernel->name, "twice") << "the first";
    const LaunchFacts& ran = state.trace()->launches().front();
    EXPECT_EQ(launch_in_use(state, found), launch_text(ran));
    const std::string in = argument_in_use(state, found, kernel->parameters[1]);
    EXPECT_TRUE(in.starts_with("f32[")) << in;
    // A number is in no array: what was guessed of the launch tells it.
    const std::string& guessed = state.trace()->data().guessed;
    const std::string n = argument_in_use(state, found, kernel->parameters[2]);
    ASSERT_TRUE(n.ends_with(", a guess")) << n << " of " << guessed;
    EXPECT_TRUE(guessed.ends_with(", " + n.substr(0, n.find(',')) + ")")) << n << " of " << guessed;
    EXPECT_EQ(argument_in_use(state, found, {.type = "int", .name = "none"}),
              "as its signature suggests");
    EXPECT_EQ(argument_in_use(state, found, {.type = "float*", .name = "none", .is_array = true}),
              "as its signature suggests");
    // What is set says nothing of what there would be without.
    Experiment set = state.experiment;
    set.text.launch = "twice<<<1, 32>>>";
    set.text.arguments = {{"in", "float[64] ones"}};
    auto shown = std::make_shared<Recording>();
    shown->trace = record(set);
    state.runs.shown = std::move(shown);
    EXPECT_EQ(launch_in_use(state, found), "as its signature suggests");
    EXPECT_EQ(argument_in_use(state, found, kernel->parameters[1]), "as its signature suggests");
    // Nor does the run of another text.
    state.experiment.text.path = "another.cu";
    EXPECT_EQ(launch_in_use(state, found), "as its signature suggests");
    state.runs.shown = nullptr;
    EXPECT_EQ(argument_in_use(state, found, kernel->parameters[1]), "as its signature suggests");

    // Which kernel is meant is said by name, or by the launch that is set.
    EXPECT_EQ(kernel_in_use({.text = text, .kernel = "other"}, found), &found.kernels[1]);
    EXPECT_EQ(kernel_in_use({.text = text, .launch = "other<<<1, 32>>>"}, found),
              &found.kernels[1]);
    EXPECT_EQ(kernel_in_use({.text = text, .kernel = "gone"}, found), nullptr);
    EXPECT_EQ(kernel_in_use({.text = "int x;"}, look_at({.text = "int x;"})), nullptr);
}

TEST(TextFindings, AMainLaunchesByItself) {
    AppState state;
    state.experiment.text = {.path = "test.cu",
                             .text =
                                 "__global__ void k(float *p) { p[0] = 1; }\n"
                                 "int main() { return 0; }\n"};
    const TextFindings found = look_at(state.experiment.text);
    EXPECT_TRUE(found.has_main);
    EXPECT_EQ(launch_in_use(state, found), "as main launches it");
}

TEST(TextFindings, ACardsFaultsAreTheTexts) {
    const TextFindings found =
        look_at({.path = {}, .text = "// knob: B 32 … \n#define B 1\n__global__ void k() {}\n"});
    ASSERT_FALSE(found.faults.empty());
    EXPECT_EQ(found.faults.front().line, 1);
}

TEST(NewKernel, HasNoFaults) {
    const TextSpec spec{.path = {}, .text = new_kernel_text};
    const TextFindings found = look_at(spec);
    EXPECT_TRUE(found.faults.empty()) << found.faults.front().message;
    EXPECT_EQ(found.kernels.size(), 1U);
    EXPECT_GE(found.knobs.size(), 2U);
    EXPECT_TRUE(looks_like_kernel(new_kernel_text));
    EXPECT_FALSE(looks_like_kernel("global void"));
}

class FileWatcherTest : public ::testing::Test {
  protected:
    /// The next news; fails after a while.
    FileWatcher::News next() {
        std::unique_lock lock(mutex_);
        EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(20), [this] { return woken_; }));
        woken_ = false;
        lock.unlock();
        return watcher_.take().value_or(FileWatcher::News{});
    }

    TemporaryFolder folder_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
    FileWatcher watcher_{[this] {
        const std::lock_guard lock(mutex_);
        woken_ = true;
        changed_.notify_all();
    }};
};

TEST_F(FileWatcherTest, TellsWhatStandsInTheFile) {
    const auto path = folder_.write("watched.cu", "one\r\n");
    watcher_.watch(path);
    FileWatcher::News news = next();
    EXPECT_EQ(news.path, path);
    EXPECT_EQ(news.file.text, "one\n");
    EXPECT_TRUE(news.file.form.returns);
    // Written into, and put in its place as careful editors do.
    folder_.write("watched.cu", "one, two\n");
    EXPECT_EQ(next().file.text, "one, two\n");
    write_file_atomically(path, std::string_view{"three"});
    EXPECT_EQ(next().file.text, "three");
    // Gone, it comes back.
    std::filesystem::remove(path);
    folder_.write("watched.cu", "four and more\n");
    EXPECT_EQ(next().file.text, "four and more\n");
    // Another one from now on.
    const auto other = folder_.write("other.cu", "other\n");
    watcher_.watch(other);
    EXPECT_EQ(next().path, other);
}

TEST_F(FileWatcherTest, EndsWhileItWatches) {
    watcher_.watch(folder_ / "never.cu");
    watcher_.watch({});
    EXPECT_FALSE(watcher_.take());
}

}  // namespace text_findings_test
}  // namespace stridescope
