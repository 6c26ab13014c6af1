// Texts with a fault: where it is, and that the sentence says what to write instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/language/compile.h"
#include "app/language/parse.h"

namespace stridescope::language {
namespace text_faults_test {

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
    EXPECT_EQ(fault_of_sizes(bounded, {1, 1, 1}, {32, 1, 1}), "");
    EXPECT_EQ(fault_of_sizes(bounded, {1, 1, 1}, {33, 1, 1}),
              "k is launched with 33 threads a block, but its __launch_bounds__ allow 32");
    EXPECT_EQ(fault_of_sizes(*text.unit->kernels[1], {1, 1, 1}, {1024, 1, 1}), "");
    EXPECT_NE(fault_of_sizes(*text.unit->kernels[1], {1, 1, 1}, {1025, 1, 1}), "");
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
    expect_fault("__global__ void k(int *a) {\n    goto end;\n}\n", 2, 10, "has a label end");
    expect_fault(
        "__global__ void k(int *a) {\n    if (a[0]) goto in;\n    a[1] = 2;\n"
        "    {\n    in:\n        a[2] = 3;\n    }\n}\n",
        2, 20, "has a label in");
    expect_fault("__global__ void k(int *a) {\n    int v = __shfl_down(a[0], 1);\n}\n", 2, 13,
                 "__shfl_down_sync");
    expect_fault("struct B {};\nstruct S : virtual B {};\n", 2, 12, "virtual bases");
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

struct Refused {
    std::string_view text;  ///< @ stands before what is wrong
    std::string_view says;
};

/// That each of them has one fault, where @ stands.
void expect_refused(std::span<const Refused> all, std::string_view before, std::string_view after) {
    for (const Refused& each : all) {
        std::string text = std::string{before} + std::string{each.text} + std::string{after};
        const std::size_t at = text.find('@');
        ASSERT_NE(at, std::string::npos) << text;
        text.erase(at, 1);
        const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
        const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        SCOPED_TRACE(text);
        expect_fault(text, static_cast<std::uint32_t>(line),
                     static_cast<std::uint16_t>(at - begin + 1), std::string{each.says});
    }
}

TEST(TextFaults, OfTheTextItself) {
    constexpr Refused all[] = {
        {"@template <> __device__ int f(int a) { return a; }", "no template f"},
        {"@template <typename ...T, int ...N> struct S { };", "a template of two packs"},
        {"template <float @F> struct S { };", "only types, integers and functions"},
        {"struct S { char b; int a @: 11; };", "in the middle of its type"},
        {"struct S { int a; };\nint S::@f() { return 1; }", "no member f"},
        {"struct S { int f(int); };\nint S::@f() { return 1; }", "with these parameters"},
        {"struct B;\nstruct S : @B { };", "not a class that is known here"},
        {"namespace n { int a; }\nint b = n::@c;", "n::c is not declared"},
        {"namespace n { namespace m { int a; } }\nint b = n::@m;", "n::m is no value"},
        {"struct S { __device__ S(int); };\n__device__ int f() { S @s; return 1; }",
         "S takes 1 argument, not 0"},
        {"struct S { int &a; __device__ @S() {} };\n__device__ void f() { S s; }", "what it names"},
        {"struct S { int &a; };\n__device__ void f() { S s{@1}; }", "needs a variable"},
        {"@struct S <int", "members are missing"},
        {"struct S { int @a[]; };", "unknown size"},
        {"struct S { S @s; };", "unknown size"},
        {"struct S { int a; };\n@struct S { int b; };", "S is declared twice"},
        {"@struct S { int a;", "not closed"},
        {"__device__ int f(void @a);", "cannot be void"},
        {"__global__ int @k(int *a) { return 1; }", "a kernel returns nothing"},
        {"__device__ int &f(int *a) { return @3; }", "returns a reference to int"},
        {"__device__ int f(int a) { return a; }\n__device__ int @f(int a) { return a; }",
         "f is defined twice"},
        {"__device__ int f(int &(*g)@(int));", "returns a reference"},
        {"__device__ int a[@0];", "cannot have 0 elements"},
        {"__device__ int a[@-2];", "cannot have -2 elements"},
        {"__device__ char a[@3000000000];", "too large"},
        {"__device__ int a@[2][];", "only an array's first extent"},
        {"__device__ double a@[2000000000][3];", "too large"},
        {"enum { @3 };", "an enum lists names"},
        {"@__attribute__((noinline) __device__ int f();", "not closed"},
        {"const int a[2] = {1, 2, @3};", "too many values"},
        {"@thrust::sort(1);", ""},
        {"#@if 1 +\n#endif", "something is missing"},
        {"#@if (1\n#endif", "missing"},
        {"#@if 1 ? 2\n#endif", "\":\" is missing"},
        {"#@if 1 2\n#endif", "not expected"},
        {"#@if \"one\"\n#endif", "not expected"},
        {"#@if 1 / 0\n#endif", "division by zero"},
        {"#@if 1", "#endif is missing"},
        {"#@if 0\n#if 1\n#endif\n", "#endif is missing"},
        {"#@else", "no #if before"},
        {"#@elif 1", "no #if before"},
        {"#@endif", "no #if before"},
        {"#@ifdef\n#endif", "which macro"},
        {"#@define", "wants a name"},
        {"#@if defined\n#endif", "which macro"},
        {"#define F(a, b) a\nint x = @F(1);", "takes 2 arguments, not 1"},
        {"#define F(a) a\nint x = @F(1, 2);", "takes 1 argument, not 2"},
        {"#define F(a) a\nint x = @F(1;", "not closed"},
        {"#define P(a, b) a##b\nint x = P(@1, +);", "not one token"},
        {"const int x = @1.5.2;", "not a number"},
        {"const int x = @12ab;", "not a number"},
        {"const int x = @0b12;", "not a number"},
        {"const int x = @'';", "missing between the quotes"},
        {"const int x = @'a;", "never ends"},
        {"int x = @`1;", "unexpected"},
    };
    expect_refused(all, "", "\n");
}

TEST(TextFaults, PacksThatComeToTooMuch) {
    // Each pattern of 20 parts holds another of 20.
    const auto nested = [](std::string_view open, std::string_view close, int times) {
        std::string text =
            "template <class... A> int g(A... a) { return 0; }\n"
            "template <class... A> int f(A... a) { return ";
        for (int i = 0; i < times; ++i) text += open;
        text += "a";
        for (int i = 0; i < times; ++i) text += close;
        return text +
               "; }\nint main() { return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, "
               "15, 16, 17, 18, 19, 20); }\n";
    };
    expect_fault(nested("g(", "...)", 8), 2, 62, "this is too long");
    expect_fault(nested("(", ")", 250), 2, 245, "nested too deeply");
    expect_fault(nested("g(", "...)", 250), 2, 246, "nested too deeply");
}

std::string repeated(std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
}

TEST(TextFaults, TemplatesWithinTemplatesAreReadOnce) {
    // Each level that were read twice would double the time: of 60 levels none would see the end.
    const std::string one = "template <class T> struct S { T x; };\n";
    const std::string in_namespace = "namespace n {\n" + one + "}\n";
    EXPECT_TRUE(faults_of(one + "S<" + repeated("S<", 60) + "int" + repeated(">", 60) +
                          "> x;\n__global__ void k(int *a) {}\n")
                    .empty());
    expect_fault(one + repeated("S<", 20'000) + "int" + repeated(">", 20'000) + " x;\n", 2, 405,
                 "nested too deeply");
    EXPECT_TRUE(faults_of(in_namespace + repeated("n::S<", 60) + "int" + repeated(">", 60) +
                          " x;\n__global__ void k(int *a) {}\n")
                    .empty());
    // Where "::" stands behind them they are read to see that, too.
    const std::string inner = "template <class T> struct S { typedef T t; };\n";
    expect_fault(inner + repeated("S<", 60) + "int" + repeated(">::t", 60) + " x;\n", 2, 120,
                 "nested too deeply");
    std::string concepts = "template <class T> concept C0 = true;\n";
    for (int i = 0; i < 60; ++i)
        concepts +=
            fmt::format("template <class T> concept C{} = C{}<T> && C{}<T>;\n", i + 1, i, i);
    EXPECT_TRUE(faults_of(concepts + "template <C60 T> __device__ T f(T x) { return x; }\n"
                                     "__global__ void k(int *a) { a[0] = f(1); }\n")
                    .empty());
}

TEST(TextFaults, PragmasThatNvccIgnores) {
    for (const std::string said : {"4;", "4 rounds", "(2) ;"})
        EXPECT_TRUE(faults_of("__global__ void k(int *a) {\n#pragma unroll " + said +
                              "\n    for (int i = 0; i < 4; ++i) a[i] = i;\n}\n")
                        .empty())
            << said;
}

TEST(TextFaults, TypesThatComeToTooMuch) {
    std::string pairs = "template <class A, class B> struct P {};\nusing T0 = int;\n";
    std::string classes = "struct S0 {};\n", labels = "__global__ void k(int *a) {\n";
    for (int i = 0; i < 60; ++i) pairs += fmt::format("using T{} = P<T{}, T{}>;\n", i + 1, i, i);
    for (int i = 0; i < 310; ++i) {
        classes += fmt::format("struct S{} : S{} {{}};\n", i + 1, i);
        labels += fmt::format("goto l{}; l{}: a[0] = 1;\n", i, i);
    }
    const auto first_of = [](const std::string& text) {
        const std::vector<Fault> faults = faults_of(text);
        return faults.empty() ? std::string{} : faults[0].message;
    };
    EXPECT_NE(first_of(pairs).find("is too long"), std::string::npos) << first_of(pairs);
    EXPECT_NE(first_of(classes).find("300 classes above"), std::string::npos) << first_of(classes);
    EXPECT_NE(first_of(labels + "}\n").find("200 labels"), std::string::npos);
}

TEST(TextFaults, OfStatements) {
    constexpr Refused all[] = {
        {"@else a[0] = 1;", "else without an if"},
        {"@case 1: a[0] = 1;", "case outside a switch"},
        {"@asm(\"nop\");", "write it in CUDA"},
        {"@throw 1;", "throws nothing"},
        {"@try { }", "catches nothing"},
        {"@break;", "break outside"},
        {"@continue;", "continue outside a loop"},
        {"switch (1) { default: @continue; }", "continue outside a loop"},
        {"@return 1;", "returns nothing"},
        {"static int n = @a[0];", "must be known"},
        {"int &r = @3;", "needs a variable or an element"},
        {"__shared__ int s @= 1;", "let the threads write it"},
        {"__shared__ int &@s;", "cannot be a reference"},
        {"switch (@1.5) { }", "a switch needs an integer"},
        {"switch (a[0]) { if (a[1]) { @case 1: a[0] = 1; } }", "directly in its switch"},
        {"switch (a[0]) { case 1: case 2: @case 1: a[0] = 1; }", "there is a case 1 already"},
        {"switch (a[0]) { default: a[0] = 1; @default: a[0] = 2; }", "a default already"},
        {"if (a[0]) @case 1: a[0] = 1;", "outside a switch"},
        {"@half h;", "include that"},
        {"class C @c;", "not known here"},
        {"@unknown u;", "unknown is not declared"},
        {"float4 v; @if (v) a[0] = 1;", "a condition is a number or a pointer"},
        {"float4 v; @++v;", "does not go with"},
        {"float4 v; a[0] = @-v;", ""},
        {"a[0] = @~1.5f;", ""},
        {"void *p = a; a[0] = @*p;", "cast it"},
        {"void *p = a; p = p @+ 1;", "cast it"},
        {"void *p = a; float *f = @p;", "void* does not become float*"},
        {"int *p = a; p @*= 2;", "a pointer has no *="},
        {"a[0] = @reinterpret_cast<int>(1.5f);", "__float_as_int"},
        {"a[0] = @this->x;", "no class stands around it"},
        {"a[0] = @thrust::reduce(a);", "include the headers"},
        {"a[0] = @foo::bar(a);", "write plain functions"},
        {"@k(a);", "launch it with <<<"},
        {"@cudaDeviceSynchronize();", "waits in no kernel"},
        {"a[0] = @strlen(\"a\");", "a function of the host"},
        {"@cudaMemsetAsync(a, 0, 4);",
         "cudaMemsetAsync of a kernel is not in the subset: launch a kernel that stores the same"},
        {"a[0] = @atomicAdd(a[0], 1);", "&array[index]"},
        {"a[0] = @atomicAdd(a);", "takes 2 arguments, not 1"},
        {"float f; @atomicAnd(&f, 1);", "does not go with float"},
        {"const int *c = a; @atomicAdd(c, 1);", "would write to a const"},
        {"int n = 0; @atomicAdd(&n, 1);", "no meaning"},
        {"a[0] = @__popc(1, 2);", "takes 1 argument, not 2"},
        {"float4 v; v = @__shfl_sync(0xffffffff, v, 0);", "moves numbers"},
        {"a[0] = @min(1, a);", "needs numbers"},
        {"a[0] = @abs(a);", "needs a number"},
        {"a[0] = isnan(@a);", "needs numbers"},
        {"@printf(a);", "in quotes"},
        {"@printf();", "in quotes"},
        {"float4 v; printf(\"%f\", @v);", "printf takes numbers"},
        {"float4 v = @make_float4(1, 2);", "takes 4 values, not 2"},
        {"__pipeline_memcpy_async(@1, a, 16);", "needs addresses"},
        {"int b[2] = {1, 2, @3};", "too many values"},
        {"int b[2][2] = {@a};", ""},
        {"float x = @float(1, 2);", "takes one value"},
        {"a[0 @= 1;", "only a variable, an element"},
        {"struct S { int v; } s; s.@w = 1;", "no member w"},
        {"a[0] = a.@x;", ""},
        {"a[0] = sizeof @void;", ""},
        {"a[0] = (int *[2])@a;", "the cast needs int*[2]"},
    };
    expect_refused(all, "__global__ void k(int *a) {\n    ", "\n}\n");
}

TEST(TextFaults, OfCalls) {
    constexpr Refused all[] = {
        {"@host_only()", "write __device__"},
        {"@two(1)", "takes 2 arguments, not 1"},
        {"@two(1, 2, 3)", "takes 2 arguments, not 3"},
        {"to_int(@3)", "needs a variable or an element"},
        {"to_int(@f)", "needs int"},
        {"@over(1, 2, 3)", "no over takes (int, int, int)"},
        {"@sized<1, 2>(1)", "takes 1 template arguments, not 2"},
        {"@sized<int>(1)", "template argument 1 of sized is a number"},
        {"@typed<3>(1)", "template argument 1 of typed is a type"},
        {"@sized(1)", "cannot be deduced"},
        {"@declared(1)", "has no body"},
    };
    expect_refused(all, R"(
int host_only() { return 1; }
__device__ int two(int a, int b) { return a + b; }
__device__ int to_int(int &a) { return a; }
__device__ int over(int a) { return a; }
__device__ int over(int a, int b) { return a + b; }
template <int N> __device__ int sized(int a) { return a * N; }
template <typename T> __device__ T typed(int a) { return a; }
__device__ int declared(int a);
__global__ void k(int *a) {
    float f = 1;
    a[0] = )",
                   ";\n}\n");
}

TEST(Knobs, AreTheNumbersThatTheTextDefines) {
    ParseOptions options;
    options.definitions = {{"TILE", "8"}};
    const std::string text =
        "#define TILE 32\n#define SQ(x) ((x) * (x))\n#define EPS 1e-3f\n#define BOTH (TILE + 1)\n"
        "__global__ void k(float *a) { __shared__ float t[TILE]; t[0] = EPS; a[0] = t[0]; }\n";
    const Parsed parsed = parse("t.cu", text, options);
    EXPECT_TRUE(parsed.faults.empty());
    EXPECT_EQ(knobs_of("t.cu", text, options), parsed.unit->knobs);
    EXPECT_EQ(knobs_of("t.cu", text + "#if\n"), parse("t.cu", text + "#if\n").unit->knobs);
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

}  // namespace text_faults_test
}  // namespace stridescope::language
