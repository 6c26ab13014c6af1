// What nobody needs refuses nothing: functions and declarations that are not understood.
#include "app/language/needs.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/language/parse.h"

namespace stridescope::language {
namespace needs_test {

const Function* function_of(const Parsed& parsed, std::string_view name) {
    for (const Function& f : parsed.unit->functions) {
        if (f.name == name) return &f;
    }
    return nullptr;
}

/// Why what the function needs is not understood; empty: it is.
std::string refusal_of(const Parsed& parsed, std::string_view name) {
    const Function* f = function_of(parsed, name);
    if (f == nullptr) return "no such function";
    const Fault* fault = fault_needed_by(*f);
    return fault != nullptr ? fault->message : "";
}

bool all_put_aside(const Parsed& parsed) {
    for (const Fault& fault : parsed.faults) {
        if (!fault.put_aside) return false;
    }
    return !parsed.faults.empty();
}

TEST(Needs, AnotherKernelsBodyRefusesNothing) {
    const Parsed parsed = parse("t.cu",
                                "__global__ void a(float *x) { x[0] = nothing_like_it(x[1]); }\n"
                                "__global__ void b(float *x) { x[0] = 2; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_NE(refusal_of(parsed, "a"), "");
    EXPECT_EQ(refusal_of(parsed, "b"), "");
}

TEST(Needs, WhoCallsItNeedsIt) {
    const Parsed parsed = parse("t.cu",
                                "__device__ float f(float x) { return wrong(x); }\n"
                                "__device__ float g(float x) { return f(x) + 1; }\n"
                                "__global__ void k(float *x) { x[0] = g(x[1]); }\n"
                                "__global__ void other(float *x) { x[0] = 1; }\n");
    EXPECT_NE(refusal_of(parsed, "k").find("wrong"), std::string::npos);
    EXPECT_EQ(refusal_of(parsed, "other"), "");
}

TEST(Needs, AnUnknownTypeInASignatureRefusesWhoNamesTheFunction) {
    const Parsed parsed = parse("t.cu",
                                "__device__ strange_t f(strange_t x) { return x; }\n"
                                "struct holder { strange_t inside; };\n"
                                "strange_t everywhere[4] = {1, 2};\n"
                                "__global__ void a(float *x) { x[0] = f(x[1]); }\n"
                                "__global__ void b(float *x) { holder h; x[0] = 1; }\n"
                                "__global__ void c(float *x) { x[0] = everywhere[1]; }\n"
                                "__global__ void d(float *x) { x[0] = x[1]; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    for (const char* name : {"a", "b", "c"})
        EXPECT_EQ(refusal_of(parsed, name), "there is no type strange_t") << name;
    EXPECT_EQ(refusal_of(parsed, "d"), "");
    ASSERT_EQ(parsed.unit->refused.size(), 3U);
    EXPECT_EQ(parsed.unit->refused[0].first, "f");
    EXPECT_EQ(parsed.unit->refused[1].first, "holder");
    EXPECT_EQ(parsed.unit->refused[2].first, "everywhere");
}

/// Which of the two a call means is not known: it may not go to the other one.
TEST(Needs, AnOverloadThatIsNotUnderstoodHidesTheOthers) {
    for (const std::string first : {"__device__ int f(odd *x) { return 1; }\n", ""}) {
        const std::string other = "__device__ int f(float x) { return 2; }\n";
        const std::string second = first.empty() ? "__device__ int f(odd *x) { return 1; }\n" : "";
        const Parsed parsed = parse(
            "t.cu", first + other + second + "__global__ void k(int *x) { x[0] = f(1.0f); }\n");
        EXPECT_EQ(refusal_of(parsed, "k"), "there is no type odd");
    }
}

TEST(Needs, AMethodsBodyIsAMatterOfWhoCallsIt) {
    const Parsed parsed = parse("t.cu",
                                "struct S {\n"
                                "    int n;\n"
                                "    __device__ S(int n) : n(wrong_start(n)) {}\n"
                                "    __device__ S() : n(0) {}\n"
                                "    __device__ int bad() { return wrong(n); }\n"
                                "    __device__ auto open() { return wrong(n); }\n"
                                "    __device__ int good() { return n; }\n"
                                "};\n"
                                "__global__ void a(int *x) { S s; x[0] = s.bad(); }\n"
                                "__global__ void b(int *x) { S s; x[0] = s.good(); }\n"
                                "__global__ void c(int *x) { S s(3); x[0] = s.good(); }\n"
                                "__global__ void d(int *x) { S s; x[0] = s.open(); }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_NE(refusal_of(parsed, "a").find("no function wrong:"), std::string::npos);
    EXPECT_EQ(refusal_of(parsed, "b"), "");
    EXPECT_NE(refusal_of(parsed, "c").find("no function wrong_start:"), std::string::npos);
    EXPECT_NE(refusal_of(parsed, "d").find("no function wrong:"), std::string::npos);
}

/// One that only copies the members is no answer to one that is not understood.
TEST(Needs, ACopyThatIsNotUnderstoodIsNoPlainCopy) {
    const Parsed parsed = parse("t.cu",
                                "struct S {\n"
                                "    int n = 1;\n"
                                "    __device__ S() {}\n"
                                "    __device__ S(const S &other) { n = wrong(other.n); }\n"
                                "};\n"
                                "__global__ void a(int *x) { S s; S t = s; x[0] = t.n; }\n"
                                "__global__ void b(int *x) { S s; S t = s; S u = t; x[0] = u.n; }\n"
                                "__global__ void c(int *x) { S s; x[0] = s.n; }\n");
    EXPECT_NE(refusal_of(parsed, "a").find("no function wrong:"), std::string::npos);
    EXPECT_NE(refusal_of(parsed, "b").find("no function wrong:"), std::string::npos);
    EXPECT_EQ(refusal_of(parsed, "c"), "");
}

TEST(Needs, WhatIsDefinedOutsideOfItsClassRefusesWhoUsesIt) {
    const Parsed parsed = parse("t.cu",
                                "struct S {\n"
                                "    int n;\n"
                                "    static int all;\n"
                                "    __device__ int f(int x);\n"
                                "    __device__ int g() { return n; }\n"
                                "};\n"
                                "__device__ int S::f(int x, odd y) { return x; }\n"
                                "__device__ int f(float x) { return 2; }\n"
                                "int S::all = odd_thing(1);\n"
                                "__global__ void a(int *x) { S s; x[0] = s.f(1); }\n"
                                "__global__ void b(int *x) { S s; x[0] = s.g() + f(2.0f); }\n"
                                "int c() { return S::all; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_NE(refusal_of(parsed, "a"), "");
    EXPECT_EQ(refusal_of(parsed, "b"), "");
    EXPECT_NE(refusal_of(parsed, "c"), "");
}

TEST(Needs, InANamespaceEachDeclarationStandsForItself) {
    const Parsed parsed = parse("t.cu",
                                "namespace n {\n"
                                "__device__ odd f(int x) { return x; }\n"
                                "__device__ int f(float x) { return 1; }\n"
                                "struct H { odd inside; };\n"
                                "__device__ int g(int x) { return x; }\n"
                                "}\n"
                                "__device__ int f(int x) { return x; }\n"
                                "__global__ void a(int *x) { x[0] = n::f(1.0f); }\n"
                                "__global__ void b(int *x) { n::H h; x[0] = 1; }\n"
                                "__global__ void c(int *x) { x[0] = n::g(1) + f(2); }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_EQ(refusal_of(parsed, "a"), "there is no type odd");
    EXPECT_EQ(refusal_of(parsed, "b"), "there is no type odd");
    EXPECT_EQ(refusal_of(parsed, "c"), "");
}

TEST(Needs, AnOperatorThatIsNotUnderstoodHidesItsLikeAlone) {
    const Parsed parsed = parse("t.cu",
                                "struct V { float x; };\n"
                                "__device__ V operator+(V a, odd b) { return a; }\n"
                                "__device__ V operator+(V a, V b) { return {a.x + b.x}; }\n"
                                "__device__ V operator-(V a, V b) { return {a.x - b.x}; }\n"
                                "__global__ void a(V *v) { v[0] = v[1] + v[2]; }\n"
                                "__global__ void b(V *v) { v[0] = v[1] - v[2]; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_EQ(refusal_of(parsed, "a"), "there is no type odd");
    EXPECT_EQ(refusal_of(parsed, "b"), "");
}

/// Half a class is none, also where it is named again.
TEST(Needs, AClassOfATemplateThatIsNotUnderstoodIsRefusedEachTime) {
    const Parsed parsed =
        parse("t.cu",
              "template <typename T> struct B { T first; typename T::odd second; };\n"
              "struct Fine { typedef int odd; int n; };\n"
              "__global__ void a(int *x) { B<int> b; x[0] = b.first; }\n"
              "__global__ void b(int *x) { B<int> *p = nullptr; x[0] = p->first; }\n"
              "__global__ void c(int *x) { B<Fine> b; b.second = 2; x[0] = b.second; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_NE(refusal_of(parsed, "a"), "");
    EXPECT_NE(refusal_of(parsed, "b"), "");
    EXPECT_EQ(refusal_of(parsed, "c"), "");
}

TEST(Needs, AMissingBraceIsAFaultOfTheWholeText) {
    const Parsed parsed = parse("t.cu",
                                "__global__ void a(float *x) { if (x[0] > 1) { x[0] = 2; }\n"
                                "__global__ void b(float *x) { x[0] = 2; }\n");
    ASSERT_FALSE(parsed.faults.empty());
    EXPECT_FALSE(parsed.faults.front().put_aside);
}

TEST(Needs, WhatStandsBehindIsReadAgain) {
    const Parsed parsed = parse("t.cu",
                                "typedef odd other;\n"
                                "static odd table[2][2] = {{1, 2}, {3, 4}}, more = 3;\n"
                                "template <typename T> odd made(T x) { return {x}; }\n"
                                "struct { odd x; } nameless;\n"
                                "extern \"C\" { odd inside(int); void fine() {} }\n"
                                "__global__ void k(float *x) { x[0] = 2; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_EQ(refusal_of(parsed, "k"), "");
    EXPECT_NE(function_of(parsed, "fine"), nullptr);
    EXPECT_EQ(parsed.unit->globals.size(), 0U);
}

TEST(Needs, AHeaderThatIsNotThereRefusesWhoNamesWhatIsInIt) {
    const Parsed parsed = parse("t.cu",
                                "#include \"theirs.h\"\n"
                                "__global__ void a(float *x) { x[0] = of_theirs(2); }\n"
                                "__global__ void b(float *x) { x[0] = 2; }\n");
    EXPECT_TRUE(all_put_aside(parsed));
    EXPECT_NE(parsed.faults.front().message.find("theirs.h"), std::string::npos);
    EXPECT_NE(refusal_of(parsed, "a")
                  .find("before it is called; there is no \"theirs.h\" beside this text"),
              std::string::npos);
    EXPECT_EQ(refusal_of(parsed, "b"), "");
}

TEST(Needs, HeadersOfTheSystemMayStandInQuotes) {
    const Parsed parsed = parse("t.cu",
                                "#include \"stdlib.h\"\n#include \"sys/time.h\"\n"
                                "#include \"iostream\"\n#include \"cuda_runtime.h\"\n"
                                "__global__ void b(float *x) { x[0] = 2; }\n");
    EXPECT_TRUE(parsed.faults.empty());
}

TEST(Needs, TheCompilersMacrosAreDefined) {
    const Parsed parsed = parse("t.cu",
                                "#if !defined(__NVCC__) || !defined(__CUDACC__) || "
                                "!defined(__linux__) || __cplusplus < 201703L || "
                                "CUDART_VERSION < 11000 || __CUDA_ARCH__ < 600 || "
                                "defined(_WIN32)\n#error wrong\n#endif\n"
                                "__global__ void b(float *x) { x[0] = 2; }\n");
    EXPECT_TRUE(parsed.faults.empty());
}

TEST(Needs, ALaunchMayBeSpelledWithBlanks) {
    for (const std::string launch : {"<< <1, 32> >>", "<<< 1, 32 > > >", "< << 1, 32 >> >"}) {
        const Parsed parsed = parse("t.cu",
                                    "__global__ void k(int x) {}\n"
                                    "int main() { k" +
                                        launch + "(8 >> 1); return 1 << 2; }\n");
        EXPECT_TRUE(parsed.faults.empty()) << launch << parsed.faults.front().message;
    }
}

}  // namespace needs_test
}  // namespace stridescope::language
