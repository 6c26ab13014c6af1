// Texts of several files: headers where projects have them, and sources that a Makefile would link.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/engine/machine/text_engine.h"
#include "app/experiment/text/text_run.h"
#include "app/trace/trace_file.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace text_folder_test {

using testing::TemporaryFolder;

Experiment experiment_of(const TemporaryFolder& folder, const std::string& name,
                         const std::string& text) {
    folder.write(name, text);
    Experiment experiment;
    experiment.text = TextSpec{.path = (folder / name).string(), .text = text};
    return experiment;
}

const std::string main_text = R"(#include "support.h"
int main() {
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    fill(d, 32);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[31], twice(h[2]));
    return 0;
}
)";
// Each source includes it, and it does not say that once is enough.
const std::string header =
    "struct Pair { int a, b; };\nvoid fill(int *d, int n);\nint twice(int x);\n";
const std::string support = R"(#include "support.h"
__global__ void numbers(int *d) { d[threadIdx.x] = threadIdx.x + 1; }
void fill(int *d, int n) { numbers<<<1, n>>>(d); }
)";

TEST(LinkedTexts, AreFoundWhereverTheProjectHasThem) {
    const TemporaryFolder folder;
    folder.write("project/README.md", "");
    folder.write("project/common/include/meter.h", R"(#pragma once
struct Meter {
    int from;
    static int made;
    Meter(int from);
    int reach() const;
    auto twice() const -> int;
};
)");
    folder.write("project/common/src/meter.cu", R"(#include "meter.h"
int Meter::made = 40;
Meter::Meter(int from) : from{from} { ++made; }
int Meter::reach() const { return from + 1; }
auto Meter::twice() const -> int { return 2 * from; }
)");
    const std::string text = R"(#include "meter.h"
__global__ void numbers(int *d) { d[threadIdx.x] = threadIdx.x; }
int main() {
    Meter m(6);
    int *d;
    cudaMalloc(&d, 128);
    numbers<<<1, 32>>>(d);
    printf("%d %d %d\n", m.reach(), m.twice(), Meter::made);
}
)";
    Experiment experiment = experiment_of(folder, "project/problems/first/main.cu", text);
    const auto trace = record_text(experiment);
    EXPECT_EQ(trace->data().guessed, "");
    EXPECT_EQ(trace->data().printed, "7 12 41\n");
    // A text without a kernel, whose methods main needs, is seen in its program.
    Experiment method = experiment_of(folder, "project/problems/first/meter.cu",
                                      "#include \"meter.h\"\nint Meter::made = 2;\n"
                                      "Meter::Meter(int from) : from{from} {}\n"
                                      "int Meter::reach() const { return from + 5; }\n"
                                      "auto Meter::twice() const -> int { return from; }\n");
    EXPECT_EQ(record_text(method)->data().printed, "11 6 2\n");
    // Of two it would be a guess which is meant.
    folder.write("project/problems/second/meter.h", "struct Meter {};\n");
    EXPECT_NE(record_text(experiment)->data().guessed, "");
}

/// A text with a kernel alone: main stands above it, and needs what stands in a folder beside it.
TEST(LinkedTexts, AreFoundInFoldersBesideTheirsToo) {
    const TemporaryFolder folder;
    folder.write("project/Makefile", "");
    folder.write("project/include/parts.h", R"(#pragma once
namespace parts {
int width();
__global__ void fill(int *d, int width);
}
)");
    folder.write("project/src/measure/width.cpp", R"(#include "../../include/parts.h"
int parts::width() { return 24; }
)");
    folder.write("project/src/main.cu", R"(#include "../include/parts.h"
int main() {
    int *d, h[32] = {};
    cudaMalloc(&d, 128);
    parts::fill<<<1, 32>>>(d, parts::width());
    cudaMemcpy(h, d, 96, cudaMemcpyDeviceToHost);
    printf("%d\n", h[23]);
}
)");
    const std::string text = R"(#include "../../include/parts.h"
__global__ void parts::fill(int *d, int width) { d[threadIdx.x] = width; }
)";
    Experiment experiment = experiment_of(folder, "project/src/kernels/fill.cu", text);
    const auto trace = record_text(experiment);
    EXPECT_EQ(trace->data().guessed, "");
    EXPECT_EQ(trace->data().printed, "24\n");
    folder.write("project/old/width.cpp", "namespace parts { int width() { return 25; } }\n");
    EXPECT_NE(record_text(experiment)->data().guessed, "");
}

/// Where no main is, a kernel's own needs are linked; of two headers of a name the one that is
/// meant lies in the same project.
TEST(LinkedTexts, AreThoseThatAKernelNeeds) {
    const TemporaryFolder folder;
    folder.write("all/README.md", "");
    folder.write("all/other/sphere.cuh", "struct Sphere {};\n");
    folder.write("all/rays/README.md", "");
    folder.write("all/rays/lib/sphere/sphere.cuh", R"(#pragma once
#define FAR 7
struct Sphere {
    int r;
    __device__ int depth(int x) const;
};
)");
    folder.write("all/rays/lib/sphere/sphere.cu", R"(#include "sphere.cuh"
__device__ int Sphere::depth(int x) const { return x > r ? FAR : x; }
)");
    const std::string text = R"(#include "sphere.cuh"
__global__ void depths(const Sphere *s, int *d) { d[threadIdx.x] = s[threadIdx.x].depth(1); }
)";
    Experiment experiment = experiment_of(folder, "all/rays/lib/trace/trace.cu", text);
    experiment.text.launch = "depths<<<1, 32>>>(s, d)";
    EXPECT_GT(record_text(experiment)->data().rows.size(), 0U);
    folder.write("all/rays/old/sphere.cuh", "struct Sphere {};\n");
    EXPECT_THROW(record_text(experiment), UsageError);
}

/// A main that includes the text has its macros, as one that is linked to it has not.
TEST(LinkedTexts, MacrosAreThoseOfWhatIsIncluded) {
    const TemporaryFolder folder;
    const std::string text =
        "#define WIDE 32\n"
        "__global__ void numbers(int *d) { d[threadIdx.x] = threadIdx.x; }\n";
    const std::string main = R"(
#include <stdio.h>
__global__ void numbers(int *d);
int main() {
    int *d, h[32];
    cudaMalloc(&d, 128);
    numbers<<<1, WIDE>>>(d);
    cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", WIDE, h[31]);
}
)";
    folder.write("main.cu", "#include \"numbers.cu\"\n" + main);
    EXPECT_EQ(record_text(experiment_of(folder, "numbers.cu", text))->data().printed, "32 31\n");
    folder.write("main.cu", main);
    EXPECT_NE(record_text(experiment_of(folder, "numbers.cu", text))->data().guessed, "");
}

TEST(LinkedTexts, AreReadWhereMainNeedsWhatTheyDefine) {
    const TemporaryFolder folder;
    folder.write("support.h", header);
    folder.write("support.cu", support);
    folder.write("twice.c", "int twice(int x) { return 2 * x; }\n");
    folder.write("another.cu", "int twice(int x) { return 3 * x; }\nint main() { return 1; }\n");
    const Experiment experiment = experiment_of(folder, "main.cu", main_text);
    const auto trace = record_text(experiment);
    EXPECT_EQ(trace->data().printed, "32 6\n");
    EXPECT_EQ(trace->facts().title, "main.cu with support.cu, twice.c");
    EXPECT_EQ(trace->data().guessed, "");
    EXPECT_EQ(trace->launches().size(), 1U);
    // The trace has them with it, wherever it is opened.
    const auto again = decode_trace(encode_trace(*trace), "it.npz");
    Experiment elsewhere = again->experiment();
    elsewhere.text.path.clear();
    for (const IncludedText& text : again->includes())
        elsewhere.text.includes.emplace_back(text.name, text.text);
    EXPECT_EQ(record_text(elsewhere)->data().printed, "32 6\n");
}

TEST(LinkedTexts, AreLeftAloneWhereTheyDoNotFit) {
    const TemporaryFolder folder;
    folder.write("support.h", header);
    folder.write("support.cu", support + "int main() { return 0; }\n");
    folder.write("twice.c", "int twice(int x) { return 2 * x }\n");
    const auto trace = record_text(experiment_of(
        folder, "main.cu", main_text + "__global__ void own(int *d) { d[threadIdx.x] = 1; }\n"));
    EXPECT_NE(trace->data().guessed.find("fill is declared, but has no body"), std::string::npos)
        << trace->data().guessed;
}

TEST(LinkedTexts, AreSoughtBesideTheHeadersAndKeepTheirOwnMacros) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "a/course/src");
    folder.write("a/course/device.h", "int eleven();\n");
    folder.write("a/course/device.cpp", "#include \"device.h\"\nint eleven() { return 11; }\n");
    folder.write("a/course/src/kernels.h", "__global__ void fill(int *to, int SIZE);\n");
    folder.write("a/course/src/kernels.cu",
                 "#include \"kernels.h\"\n"
                 "__global__ void fill(int *to, int SIZE) { to[threadIdx.x] = SIZE; }\n");
    const Experiment experiment = experiment_of(
        folder, "a/course/src/main.cu",
        "#include \"kernels.h\"\n#include \"../device.h\"\n  #  define SIZE 25\n"
        "int main() { int *d, h; cudaMalloc(&d, SIZE * 4); fill<<<1, SIZE>>>(d, SIZE);\n"
        "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
        "printf(\"%d %d\", h, eleven()); }\n");
    const auto trace = record_text(experiment);
    EXPECT_EQ(trace->data().printed, "25 11");
    EXPECT_EQ(trace->facts().title, "main.cu with kernels.cu, ../device.cpp");
}

TEST(LinkedTexts, AreSoughtBelowAndInTheFolderOfSourcesWhereOnlyOneFits) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "a/course/src/kernels");
    std::filesystem::create_directories(folder / "a/course/tests/old");
    // By another name in another folder, it is still the same once.
    folder.write("a/course/src/shape.h",
                 "#pragma once\nstruct Shape { int n; };\nvoid scale(const Shape &s, int *d);\n");
    // Each source has a function of its own by that name.
    folder.write("a/course/src/kernels/scale.cu",
                 "#include \"../shape.h\"\n"
                 "static __device__ int factor() { return 5; }\n"
                 "__global__ void scaled(int *d) { d[threadIdx.x] = factor() * threadIdx.x; }\n"
                 "void scale(const Shape &s, int *d) { scaled<<<1, s.n>>>(d); }\n");
    const std::string text =
        "#include \"shape.h\"\n#include <cstdio>\n"
        "static __device__ int factor() { return 7; }\n"
        "__global__ void own(int *d) { d[0] = factor(); }\n"
        "int main() { int *d, h[32]; cudaMalloc(&d, sizeof h); scale(Shape{32}, d);\n"
        "own<<<1, 1>>>(d); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
        "printf(\"%d %d\", h[0], h[31]); }\n";
    const auto trace = record_text(experiment_of(folder, "a/course/tests/main.cu", text));
    EXPECT_EQ(trace->data().printed, "7 155");
    EXPECT_EQ(trace->facts().title, "main.cu with ../src/kernels/scale.cu");
    // Of two it would be a guess which is meant.
    folder.write("a/course/tests/old/scale.cu", "void scale(const Shape &s, int *d) {}\n");
    const auto guessed = record_text(experiment_of(folder, "a/course/tests/main.cu", text));
    EXPECT_NE(guessed->data().guessed.find("scale is declared, but has no body"), std::string::npos)
        << guessed->data().guessed;
}

/// A header declares it, and its source says for which arguments it is made.
TEST(LinkedTexts, ATemplateMayStandInAnotherSourceOfTheProject) {
    const TemporaryFolder folder;
    folder.write("p/README.md", "");
    folder.write("p/kernels/filled.cuh",
                 "#pragma once\ntemplate <const int BY> __global__ void filled(int *d);\n");
    const std::string kernel =
        "#include \"filled.cuh\"\n"
        "template <const int BY> __global__ void filled(int *d) { d[threadIdx.x] = BY; }\n"
        "template __global__ void filled<7>(int *);\n";
    const std::string main =
        "#include \"../kernels/filled.cuh\"\n#include <cstdio>\n"
        "int main() { int *d, h; cudaMalloc(&d, 128); filled<7><<<1, 32>>>(d);\n"
        "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\", h); }\n";
    folder.write("p/kernels/filled.cu", kernel);
    const auto trace = record_text(experiment_of(folder, "p/tests/main.cu", main));
    EXPECT_EQ(trace->data().printed, "7");
    EXPECT_EQ(trace->facts().title, "main.cu with ../kernels/filled.cu");
    // Where the kernel is opened, it is seen in the project's only program that launches it.
    const Experiment opened = experiment_of(folder, "p/kernels/filled.cu", kernel);
    const auto program = record_text(opened);
    EXPECT_EQ(program->data().printed, "7");
    EXPECT_EQ(program->facts().title, "filled.cu with ../tests/main.cu");
    folder.write("p/bench/main.cu", main);
    EXPECT_NE(record_text(opened)->data().guessed.find("the launch is a guess"), std::string::npos)
        << "of two it would be a guess which is meant";
}

/// A kernel's own source is opened: its program's main stands beside it.
TEST(LinkedTexts, AMainThatCallsTheTextIsItsMain) {
    const TemporaryFolder folder;
    folder.write("support.h", header);
    folder.write("program.cpp", main_text);
    folder.write("twice.c", "int twice(int x) { return 2 * x; }\n");
    folder.write("another.cpp", "#include <cstdio>\nint main() { printf(\"no\"); return 1; }\n");
    const auto trace = record_text(experiment_of(folder, "support.cu", support));
    EXPECT_EQ(trace->data().printed, "32 6\n");
    EXPECT_EQ(trace->facts().title, "support.cu with program.cpp, twice.c");
    EXPECT_EQ(trace->data().guessed, "");
    ASSERT_EQ(trace->launches().size(), 1U);
    // Over a third source, and where main includes the text.
    folder.write("between.h", "void begin(int *d, int n);\n");
    folder.write("between.cpp",
                 "#include \"support.h\"\nvoid begin(int *d, int n) { fill(d, n); }\n");
    std::string by_another = main_text;
    by_another.replace(by_another.find("fill("), 5, "begin(");
    by_another.replace(by_another.find("support.h"), 9, "between.h");
    folder.write("program.cpp", by_another + "int twice(int x);\n");
    by_another.replace(0, by_another.find('\n'), "#include \"between.h\"\nint twice(int x);");
    folder.write("program.cpp", by_another);
    EXPECT_EQ(record_text(experiment_of(folder, "support.cu", support))->data().printed, "32 6\n");
    std::filesystem::remove(folder / "between.cpp");
    std::filesystem::remove(folder / "between.h");
    std::string including = main_text;
    including.replace(including.find("support.h"), 9, "support.cu");
    folder.write("program.cpp", including);
    EXPECT_EQ(record_text(experiment_of(folder, "support.cu", support))->data().printed, "32 6\n");
}

/// One that launches none of the text's kernels shows nothing of it; and what a person asks for is
/// asked of the text alone.
TEST(LinkedTexts, AMainThatHasNothingToDoWithTheTextIsNot) {
    const TemporaryFolder folder;
    folder.write("support.h", header);
    folder.write("program.cpp",
                 "#include \"support.h\"\nint main(int argc, char **argv) {\n"
                 "if (argc > 40) fill(nullptr, 3);\nreturn 0; }\n");
    Experiment experiment = experiment_of(folder, "support.cu", support);
    EXPECT_NE(record_text(experiment)->data().guessed.find("main launches nothing"),
              std::string::npos);
    folder.write("program.cpp", main_text);
    experiment.text.launch = "<<<1, 64>>>";
    const auto trace = record_text(experiment);
    EXPECT_EQ(trace->facts().title, "numbers");
    EXPECT_EQ(trace->data().printed, "");
}

/// extern in a header, and the variable in another source.
TEST(LinkedTexts, VariablesAreSoughtAsFunctionsAre) {
    const TemporaryFolder folder;
    folder.write("sizes.h", "extern int size;\nextern const float weights[];\n");
    folder.write("sizes.cpp",
                 "#include \"sizes.h\"\nint size = 12;\n"
                 "const float weights[] = {1, 2.5f};\n");
    const auto trace = record_text(experiment_of(
        folder, "main.cu",
        "#include <cstdio>\n#include \"sizes.h\"\n"
        "__global__ void k(int *d) { *d = 1; }\nint main() { int *d; cudaMalloc(&d, 4);\n"
        "k<<<1, 1>>>(d); printf(\"%d %g\", size, weights[1]); }\n"));
    EXPECT_EQ(trace->data().printed, "12 2.5");
    EXPECT_EQ(trace->facts().title, "main.cu with sizes.cpp");
}

TEST(LinkedTexts, WhatIsDoneAtExitIsSoughtAsWhatMainCallsIs) {
    const TemporaryFolder folder;
    folder.write("held.h", "struct Held { int n = 5; ~Held(); };\n");
    folder.write("held.cu",
                 "#include <cstdio>\n#include \"held.h\"\n"
                 "Held::~Held() { printf(\"ended %d\", n); }\n");
    const auto trace = record_text(experiment_of(
        folder, "main.cu",
        "#include <cstdio>\n#include \"held.h\"\nHeld held;\n"
        "__global__ void k(int *d) { *d = 1; }\nint main() { int *d; cudaMalloc(&d, 4);\n"
        "k<<<1, 1>>>(d); printf(\"main \"); }\n"));
    EXPECT_EQ(trace->data().printed, "main ended 5");
    EXPECT_EQ(trace->facts().title, "main.cu with held.cu");
}

TEST(LinkedTexts, HeadersAreSoughtAboveTheFolder) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "a/course/examples/matmul");
    std::filesystem::create_directories(folder / "a/course/examples/common");
    folder.write("a/course/examples/common/helper.h", "#define EACH 7\n");
    const Experiment experiment =
        experiment_of(folder, "a/course/examples/matmul/main.cu",
                      "#include \"common/helper.h\"\n__global__ void k(int *d) { *d = EACH; }\n"
                      "int main() { int *d, h; cudaMalloc(&d, 4); k<<<1, 1>>>(d);\n"
                      "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\", h); }\n");
    EXPECT_EQ(record_text(experiment)->data().printed, "7");
}

}  // namespace text_folder_test
}  // namespace stridescope
