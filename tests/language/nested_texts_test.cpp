// Texts that nest, repeat or double without end: each is refused in a sentence, or compiled, before
// it takes the stack or the memory.
#include <gtest/gtest.h>

#include "app/language/compile.h"
#include "app/language/parse.h"

#include "tests/support/left_out.h"

namespace stridescope::language {
namespace nested_texts_test {

const int many = testing::rounds_of(20'000);

std::string times(int count, const std::string& part) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
}

/// `part` with %1 for the number and %0 for the one before.
std::string chain(int count, const std::string& part) {
    std::string text;
    for (int i = 1; i < count; ++i) {
        for (std::size_t at = 0; at < part.size(); ++at) {
            if (part[at] != '%') {
                text += part[at];
            } else {
                text += std::to_string(part[++at] == '1' ? i : i - 1);
            }
        }
    }
    return text;
}

std::string in_kernel(const std::string& body) {
    return "__global__ void k(int *a) { int x = a[0]; " + body + " }";
}

/// What is said of it; empty: it was compiled.
std::string said_of(const std::string& text, const IncludeLoader& load = {}) {
    ParseOptions options;
    options.load = load;
    Parsed parsed = parse("t.cu", text, options);
    if (!parsed.faults.empty()) return parsed.faults.front().message;
    try {
        for (const Function* kernel : parsed.unit->kernels) {
            Launch launch;
            launch.block = {64, 1, 1};
            (void)compile(*parsed.unit, *kernel, launch);
        }
    } catch (const FaultError& error) {
        return error.fault().message;
    }
    return {};
}

void expect_said(const std::string& text, const std::string& words) {
    const std::string said = said_of(text);
    EXPECT_NE(said.find(words), std::string::npos) << text.substr(0, 100) << "\n" << said;
}

TEST(NestedTexts, ExpressionsThatAreOneLinkDeeperWithEachTerm) {
    for (const std::string& body :
         {"a[0] = " + times(many, "x + ") + "1;", "a[0] = " + times(many, "1 + ") + "1;",
          times(many, "x = 1, ") + "x = 2;", "(void)(" + times(many, "x, ") + "x);",
          "int s[" + times(many, "1 * ") + "1]; a[0] = s[0];",
          "switch (x) { case " + times(many, "1 * ") + "1: ; }"}) {
        expect_said(in_kernel(body), "this expression is too long");
    }
    // And each of them alone is short.
    expect_said(
        in_kernel("a[0] = " + times(60, "(") + "x" + times(60, times(100, " + 1") + ")") + ";"),
        "this expression is too long");
    EXPECT_EQ(said_of(in_kernel("a[0] = " + times(900, "x + ") + "1;")), "");
    EXPECT_EQ(said_of(in_kernel("int s[] = {" + times(many, "1 + 1, ") + "2}; a[0] = s[x];")), "");
}

TEST(NestedTexts, WhatOpensAndNeverCloses) {
    for (const std::string& body :
         {"a[0] = " + times(many, "("), times(many, "{"), "a[0] = " + times(many, "!") + "1;",
          "a[0] = " + times(many, "(int)") + "1;", "a[0] = " + times(many, "1 ? 1 : ") + "1;",
          "a[0] = " + times(many, "x = ") + "1;", times(many, "if (x) ") + ";",
          times(many, "if (x) ; else ") + ";", times(many, "for (;;) ") + ";",
          "int s[1] = " + times(many, "{") + "1", "int s" + times(many, "[1]") + ";",
          times(many, "struct {"), "a[0] = " + times(many, "sizeof ") + "1;",
          times(many, "delete ") + "a;", "a[0] = " + times(many, "std::") + "min(1, 2);"}) {
        expect_said(in_kernel(body), "nested too deeply");
    }
}

TEST(NestedTexts, Types) {
    expect_said(times(many, "struct {"), "nested too deeply");
    EXPECT_EQ(
        said_of(times(60, "struct { ") + "int x;" + times(60, "} s;") + " __global__ void k() { }"),
        "");
    expect_said("__global__ void k(int " + times(many, "*") + "a) { }", "nested too deeply");
    expect_said(in_kernel("int " + times(many, "*") + "b;"), "nested too deeply");
    expect_said("typedef int T0;\n" + chain(many, "typedef T%0* T%1;\n"), "nested too deeply");
    expect_said("typedef int T0[1];\n" + chain(many, "typedef T%0 T%1[1];\n"), "nested too deeply");
    expect_said("struct S0 { int x; };\n" + chain(many, "struct S%1 { S%0 s; };\n"),
                "nested too deeply");
    expect_said("struct S0 { int x, y; };\n" + chain(60, "struct S%1 { S%0 s, t; };\n"),
                "too many members");
    expect_said("struct S0 { int x[4096]; };\nstruct S1 { S0 s[4096]; };\n", "too many members");
}

TEST(NestedTexts, ConstantsOfConstants) {
    const auto of = [](const std::string& type, int count) {
        return "const " + type + " a0 = 1;\n" +
               chain(count, "const " + type + " a%1 = a%0 + a%0 - 1;\n") +
               "__global__ void k(int *p) { __shared__ int s[(int)a" + std::to_string(count - 1) +
               "]; s[0] = 1; p[0] = s[0]; }\n";
    };
    // 2 ^ 59 mentions of the first one.
    EXPECT_EQ(said_of(of("int", 60)), "");
    EXPECT_EQ(said_of(of("double", 60)), "");
    expect_said(of("int", many), "must be known when the text is compiled");
    expect_said("const int a = a;\n__global__ void k(int *p) { __shared__ int s[a]; p[0] = 1; }",
                "must be known when the text is compiled");
}

TEST(NestedTexts, CallsThatAreInlined) {
    const std::string first = "__device__ int f0(int x) { return x; }\n";
    const auto of = [&](int count, const std::string& body) {
        return first + chain(count, "__device__ int f%1(int x) { " + body + " }\n") +
               "__global__ void k(int *a) { a[0] = f" + std::to_string(count - 1) + "(1); }";
    };
    expect_said(of(3000, "return f%0(x);"), "nested too deeply");
    // 2 ^ 38 calls that come to nothing.
    expect_said(of(39, "return f%0(x) + f%0(x);"), "too long when its calls are inlined");
    expect_said(of(39, "return f%0(x)" + times(900, " + 1") + ";"), "nested too deeply");
    const auto in_blocks = [&](int count) {
        return of(39, times(count, "{") + "x += f%0(x);" + times(count, "}") + "return x;");
    };
    EXPECT_EQ(said_of(in_blocks(20)), "");
    expect_said(in_blocks(150), "nested too deeply");
}

TEST(NestedTexts, Macros) {
    const auto kernel = [](const std::string& value) {
        return "\n__global__ void k(int *a) { a[0] = " + value + "; }";
    };
    const std::string endless = "grow without end";
    expect_said("#define D0 1\n" + chain(many, "#define D%1 D%0\n") +
                    kernel("D" + std::to_string(many - 1)),
                endless);
    expect_said("#define F(x) x" + kernel(times(many, "F(") + "1" + times(many, ")")), endless);
    expect_said("#define F(x) x x" + kernel(times(40, "F(") + "1" + times(40, ")")), endless);
    expect_said("#define D0 1 +\n" + chain(60, "#define D%1 D%0 D%0\n") + kernel("D59 1"), endless);
    // 2 ^ 39 letters by # and by ##.
    expect_said(
        "#define S(x) #x\n#define F(x) S(x x)" + kernel(times(39, "F(") + "\"a\"" + times(39, ")")),
        endless);
    expect_said(
        "#define P(x) x##x\n#define F(x) P(x)" + kernel(times(39, "F(") + "y" + times(39, ")")),
        endless);
    // 190 macros in one another, each with an argument of 50,000 words.
    expect_said("#define D0(x) 1\n" + chain(190, "#define D%1(x) x D%0(x)\n") +
                    kernel("D189(" + times(50'000, "+ 1 ") + ")"),
                endless);
    // 2 ^ 59 times nothing.
    expect_said("#define D0\n" + chain(60, "#define D%1 D%0 D%0\n") + kernel("1 D59"), endless);
    expect_said("#if " + times(many, "(") + "1\n#endif\n", "nested too deeply");
    expect_said("#if " + times(many, "!") + "1\n#endif\n", "nested too deeply");
}

TEST(NestedTexts, Includes) {
    const IncludeLoader each = [](std::string_view) { return std::string{"\n"}; };
    EXPECT_EQ(said_of(times(70'000, "#include \"e.cuh\"\n"), each),
              "this text includes too many others");
    // Each includes the next one twice, as deep as they may be.
    const IncludeLoader twice = [](std::string_view name) {
        const int number = std::stoi(std::string{name});
        const std::string next = "#include \"" + std::to_string(number + 1) + "\"\n";
        return number < 30 ? next + next : std::string{"\n"};
    };
    EXPECT_EQ(said_of("#include \"0\"\n", twice), "this text includes too many others");
    const IncludeLoader itself = [](std::string_view) {
        return std::string{"#include \"t.cu\"\n"};
    };
    EXPECT_NE(said_of("#include \"t.cu\"\n", itself).find("includes itself without end"),
              std::string::npos);
}

}  // namespace nested_texts_test
}  // namespace stridescope::language
