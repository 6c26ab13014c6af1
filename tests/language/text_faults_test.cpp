// Texts with a fault: where it is, and that the sentence says what to write instead.
#include <gtest/gtest.h>

#include "app/language/compile.h"
#include "app/language/parse.h"

namespace stridescope::language {
namespace {

std::vector<Fault> faults_of(const std::string& text) {
    Parsed parsed = parse("t.cu", text);
    if (!parsed.faults.empty()) return parsed.faults;
    try {
        for (const Function* kernel : parsed.unit->kernels) {
            Launch launch;
            launch.block = {64, 1, 1};
            compile(*parsed.unit, *kernel, launch);
        }
    } catch (const FaultError& error) {
        return {error.fault()};
    }
    return {};
}

/// That the text has one fault, at the place, whose sentence has these words.
void expect_fault(const std::string& text, std::uint32_t line, std::uint16_t column,
                  const std::string& words) {
    const std::vector<Fault> faults = faults_of(text);
    ASSERT_EQ(faults.size(), 1u) << text;
    EXPECT_EQ(faults[0].place.line, line) << faults[0].message;
    EXPECT_EQ(faults[0].place.column, column) << faults[0].message;
    EXPECT_NE(faults[0].message.find(words), std::string::npos) << faults[0].message;
}

TEST(TextFaults, LaunchBoundsHold) {
    const Parsed text = parse("t.cu",
                              "#define B 64\n"
                              "__global__ void __launch_bounds__(B / 2, 3) k(int *a);\n"
                              "__global__ void k(int *a) { a[0] = 1; }\n"
                              "__global__ void any(int *a) { a[0] = 1; }\n");
    ASSERT_TRUE(text.faults.empty());
    ASSERT_EQ(text.unit->kernels.size(), 2U);
    const Function& bounded = *text.unit->kernels[0];
    EXPECT_EQ(bounded.most_threads, 32);
    EXPECT_EQ(bounded.least_blocks, 3);
    EXPECT_EQ(fault_of_threads(bounded, 32), "");
    EXPECT_EQ(fault_of_threads(bounded, 33),
              "k is launched with 33 threads a block, but its __launch_bounds__ allow 32");
    EXPECT_EQ(fault_of_threads(*text.unit->kernels[1], 1024), "");
    EXPECT_NE(fault_of_threads(*text.unit->kernels[1], 1025), "");
}

TEST(TextFaults, WhatIsMissingIsNamedWhereItBelongs) {
    expect_fault("__global__ void k(int *a) {\n    a[0] = 1\n}\n", 2, 13, "\";\" is missing");
    expect_fault("__global__ void k(int *a) {\n    a[0;\n}\n", 2, 8, "\"]\" is missing");
    expect_fault("__global__ void k(int *a) {\n    if (a[0]) {\n", 2, 15, "not closed");
    expect_fault("__global__ void k(int *a) { /* a\n", 1, 29, "never ends");
}

TEST(TextFaults, NamesThatNobodyDeclared) {
    expect_fault("__global__ void k(int *a) {\n    a[i] = 1;\n}\n", 2, 7, "i is not declared");
    expect_fault("__global__ void k(int *a) {\n    f(a);\n}\n", 2, 5, "there is no function f");
    expect_fault("__global__ void k(real *a) { }\n", 1, 19, "there is no type real");
}

TEST(TextFaults, WhatTheSubsetLacksSaysWhatToWriteInstead) {
    expect_fault("__global__ void k(int *a) {\n    goto end;\n}\n", 2, 5,
                 "loops, break and continue");
    expect_fault("class A { };\n", 1, 1, "write a struct");
    expect_fault(
        "__device__ int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n__global__ void k(int *a) { "
        "a[0] = f(3); }\n",
        1, 50, "write a loop");
    expect_fault("__global__ void k(int *a) {\n    int v = __shfl_down(a[0], 1);\n}\n", 2, 13,
                 "__shfl_down_sync");
    expect_fault("namespace cg = cooperative_groups;\n", 1, 1, "omit them");
    expect_fault("struct S { __device__ int f(); };\n", 1, 12, "outside");
}

TEST(TextFaults, TypesThatDoNotFit) {
    expect_fault("__global__ void k(const int *a) {\n    a[0] = 1;\n}\n", 2, 10,
                 "cannot be written");
    expect_fault("__global__ void k(int *a) {\n    float *p = a;\n}\n", 2, 16, "needs float*");
    expect_fault("__global__ void k(float *a) {\n    int x = a[0] % 2;\n}\n", 2, 18, "fmodf");
    expect_fault("__global__ void k(int *a) {\n    int b[a[0]];\n}\n", 2, 11, "must be known");
    expect_fault("__global__ void k(int *a) {\n    if (a[0] = 1) a[1] = 2;\n}\n", 2, 14,
                 "to compare write ==");
}

TEST(TextFaults, SeveralFunctionsTellTheirsInOneGo) {
    const std::vector<Fault> faults = faults_of(
        "__global__ void a(int *p) { x = 1; }\n__global__ void b(int *p) { p[0] = 1; }\n"
        "__global__ void c(int *p) { y = 1; }\n");
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(faults[0].place.line, 1u);
    EXPECT_EQ(faults[1].place.line, 3u);
}

TEST(Knobs, AreTheNumbersThatTheTextDefines) {
    ParseOptions options;
    options.definitions = {{"TILE", "8"}};
    const Parsed parsed = parse(
        "t.cu",
        "#define TILE 32\n#define SQ(x) ((x) * (x))\n#define EPS 1e-3f\n#define BOTH (TILE + 1)\n"
        "__global__ void k(float *a) { __shared__ float t[TILE]; t[0] = EPS; a[0] = t[0]; }\n",
        options);
    EXPECT_TRUE(parsed.faults.empty());
    ASSERT_EQ(parsed.unit->knobs.size(), 2u);
    EXPECT_EQ(parsed.unit->knobs[0].name, "TILE");
    EXPECT_EQ(parsed.unit->knobs[0].value, "8");
    EXPECT_EQ(parsed.unit->knobs[1].name, "EPS");
}

TEST(Includes, AreTextsBesideThisOne) {
    ParseOptions options;
    options.load = [](std::string_view name) -> std::optional<std::string> {
        if (name == "mine.h") return "#pragma once\n__device__ int three() { return 3; }\n";
        return std::nullopt;
    };
    EXPECT_TRUE(parse("t.cu",
                      "#include \"mine.h\"\n#include <stdio.h>\n__global__ void k(int *a) { a[0] = "
                      "three(); }\n",
                      options)
                    .faults.empty());
    const Parsed other = parse("t.cu", "#include \"yours.h\"\n", options);
    ASSERT_EQ(other.faults.size(), 1u);
    EXPECT_NE(other.faults[0].message.find("yours.h"), std::string::npos);
}

TEST(Includes, OfTextbooksAndSamplesAreKnown) {
    ParseOptions options;
    options.load = [](std::string_view name) -> std::optional<std::string> {
        if (name == "helper_cuda.h") return "#define checkCudaErrors(call) mine(call)\n";
        return std::nullopt;
    };
    const auto fault = [&](const std::string& include, const std::string& call) {
        const Parsed parsed = parse("t.cu", include + "\nint main() {\n" + call + "\n}\n", options);
        return parsed.faults.empty() ? "" : parsed.faults[0].message;
    };
    const std::string call = "(cudaDeviceSynchronize());";
    EXPECT_EQ(fault("#include \"../common/book.h\"", "HANDLE_ERROR" + call), "");
    EXPECT_EQ(fault("#include \"../common/common.h\"", "CHECK" + call + " double t = seconds();"),
              "");
    EXPECT_EQ(fault("#include <helper_cuda.h>\n#include <helper_functions.h>",
                    "checkCudaErrors" + call + " getLastCudaError(\"no\");"),
              "");
    EXPECT_EQ(fault("#include <stdio.h>", "checkCudaErrors" + call),
              "there is no function checkCudaErrors: it must be declared before it is called");
    // What lies beside the text is what it means.
    EXPECT_EQ(fault("#include \"helper_cuda.h\"", "checkCudaErrors" + call),
              "there is no function mine: it must be declared before it is called");
    EXPECT_NE(fault("#include \"mybook.h\"", "").find("there is no \"mybook.h\""),
              std::string::npos);
}

TEST(Includes, AreReadOnceIfTheySaySo) {
    ParseOptions options;
    options.load = [](std::string_view name) -> std::optional<std::string> {
        if (name == "a.h") return "#pragma once\n#include \"b.h\"\nint a() { return b(); }\n";
        if (name == "b.h") return "#pragma once\nint b() { return 1; }\n";
        return std::nullopt;
    };
    EXPECT_TRUE(parse("t.cu", "#include \"b.h\"\n#include \"a.h\"\n#include \"a.h\"\n", options)
                    .faults.empty());
}

}  // namespace
}  // namespace stridescope::language
