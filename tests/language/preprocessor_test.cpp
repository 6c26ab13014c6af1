// Macros as C expands them, and files that include each other.
#include <gtest/gtest.h>

#include <map>

#include "app/language/constant_values.h"
#include "app/language/parse.h"

namespace stridescope::language {
namespace preprocessor_test {

/// The number that `expression` is behind `text`; −1000 if there are faults.
std::int64_t value(const std::string& text, const std::string& expression,
                   const std::map<std::string, std::string>& files = {}) {
    ParseOptions options;
    options.load = [&](std::string_view name) -> std::optional<std::string> {
        const auto found = files.find(std::string{name});
        return found == files.end() ? std::nullopt : std::optional{found->second};
    };
    options.appendix = SourceFile{"question", "const long long answer = (" + expression + ");\n"};
    const Parsed parsed = parse("test.cu", text, options);
    for (const Fault& fault : parsed.faults) {
        ADD_FAILURE() << fault.place.line << ":" << fault.place.column << ": " << fault.message;
    }
    if (!parsed.faults.empty()) return -1000;
    EXPECT_EQ(parsed.unit->files.back().name, "question");
    return constant_value(parsed.unit->globals.back()->init).value_or(-1000);
}

TEST(Preprocessor, NamesThatArePastedTakeTheirArgumentsFromBehind) {
    const std::string text =
        "#define JOINED(a, b) a##b\n#define JOIN(a, b) JOINED(a, b)\n#define KIND twice\n"
        "#define APPLY(x) JOIN(APPLY_, KIND)(x)\n#define APPLY_twice(x) (2 * (x))\n"
        "#define APPLY_thrice(x) (3 * (x))\n#define SAME(x) x\n#define NAME APPLY_thrice\n";
    EXPECT_EQ(value(text, "APPLY(5)"), 10);
    EXPECT_EQ(value(text, "APPLY(APPLY(5)) + APPLY(1)"), 22);
    EXPECT_EQ(value(text, "JOIN(APPLY_, thrice)(7)"), 21);
    EXPECT_EQ(value(text, "NAME(2)"), 6);
    EXPECT_EQ(value(text, "SAME(NAME)(4)"), 12);
    EXPECT_EQ(value(text, "SAME(SAME(NAME))((4) + 1)"), 15);
}

TEST(Preprocessor, MacrosDoNotExpandWithinThemselves) {
    EXPECT_EQ(value("const int f = 3;\n#define f (f + 1)\n", "f"), 4);
    EXPECT_EQ(value("#define A B\n#define B A\nconst int A = 7;\n", "A"), 7);
}

// Checked against g++ -std=gnu++20 by hand.
TEST(Preprocessor, WhatIsLeftOfTheArgumentsMayBeNothing) {
    const std::string pick = "#define PICK(x, a, b, c, ...) c\n#define SEVEN 7\n";
    const std::string joined = pick + "#define COUNT(M, ...) PICK(0, ##__VA_ARGS__, 3, 2, 1)\n";
    EXPECT_EQ(value(joined, "COUNT(m)"), 1);
    EXPECT_EQ(value(joined, "COUNT(m, 5)"), 2);
    EXPECT_EQ(value(joined, "COUNT(m, 5, (6, 6))"), 3);
    EXPECT_EQ(value(joined, "COUNT(m, 5, 6, SEVEN)"), 7);
    const std::string named = pick +
                              "#define COUNT(M, rest...) PICK(0, ##rest, 3, 2, 1)\n"
                              "#define ALL(args...) PICK(args)\n";
    EXPECT_EQ(value(named, "COUNT(m)"), 1);
    EXPECT_EQ(value(named, "COUNT(m, 5, 6)"), 3);
    EXPECT_EQ(value(named, "ALL(1, 2, 3, SEVEN, 5)"), 7);
    const std::string optional =
        pick + "#define COUNT(M, ...) PICK(0 __VA_OPT__(, (M), ) __VA_OPT__(SEVEN), 4, 2, 1)\n";
    EXPECT_EQ(value(optional, "COUNT(3)"), 1);
    EXPECT_EQ(value(optional, "COUNT(3, 9)"), 4);
    // What is no comma is joined as ever.
    EXPECT_EQ(value("#define NAME(a, ...) a##__VA_ARGS__\nconst int xy = 6;\n", "NAME(x, y)"), 6);
}

TEST(Preprocessor, KnowsWhatCompilersKnowBesidesMacros) {
    const std::string text =
        "#define JOINED(a, b) a##b\n#define JOIN(a, b) JOINED(a, b)\n"
        "const int JOIN(v, __COUNTER__) = 5;\nconst int JOIN(v, __COUNTER__) = 7;\n"
        "#if defined(__has_include) && __has_include(<vector>) && !__has_include(<nothing_here>)\n"
        "#if __has_include(\"beside.h\") && !__has_include(\"none.h\")\n"
        "const int found = 3;\n#endif\n#endif\n"
        "_Pragma(\"unroll\") _Pragma(\"GCC diagnostic push\")\n";
    EXPECT_EQ(value(text, "v0 * 100 + v1 * 10 + found", {{"beside.h", ""}}), 573);
}

/// NVIDIA's headers use names that no text may define; ours are called N, T and the like.
TEST(Preprocessor, MacrosOfATextDoNotReachIntoHeadersOfALibrary) {
    EXPECT_EQ(value("#define N 33\n#define T float\n#define X 1\n#define item 2\n"
                    "#include <cooperative_groups.h>\n#include <cub/cub.cuh>\n",
                    "N + X + item"),
              36);
    // What such a header defines itself it knows, and so does the text behind it.
    EXPECT_EQ(value("#include <cuda_fp8.h>\n", "sizeof(__nv_fp8_e4m3) + __NV_E5M2"), 2);
}

TEST(Preprocessor, IncludesAreFoundBesideTheFileThatIncludes) {
    const std::map<std::string, std::string> files{
        {"parts/all.cuh", "#include \"one.cuh\"\n#include \"two.cuh\"\n"},
        {"parts/one.cuh", "#define ONE 10\n"},
        {"one.cuh", "#define ONE 20\n"},
        {"two.cuh", "#define TWO 5\n"}};
    EXPECT_EQ(value("#include \"parts/all.cuh\"\n", "ONE + TWO", files), 15);
    EXPECT_EQ(value("#include \"one.cuh\"\n", "ONE", files), 20);
}

TEST(Preprocessor, AnErrorsSentenceMayGoOnInTheNextLine) {
    const Parsed parsed = parse("test.cu", "#error \\\n    \"choose one or \\\nanother\"\n");
    ASSERT_EQ(parsed.faults.size(), 1U);
    EXPECT_EQ(parsed.faults[0].message, "#error \"choose one or another\"");
}

TEST(Preprocessor, ConstantsOfThemselvesAreNone) {
    EXPECT_EQ(value("const int n = n;\n", "1"), 1);
    ParseOptions options;
    const Parsed parsed =
        parse("test.cu", "__global__ void k() { const int n = n; int a[n]; }\n", options);
    ASSERT_EQ(parsed.faults.size(), 1u);
    EXPECT_NE(parsed.faults[0].message.find("must be known when the text is compiled"),
              std::string::npos);
}

TEST(Preprocessor, ConstantsMayBeReal) {
    EXPECT_EQ(value("", "(int)(2.5f * 4) + (3.0 > 2.0)"), 11);
    EXPECT_EQ(value("", "(long long)1e300 == LLONG_MAX"), 1);
    EXPECT_EQ(value("", "min(3, max(1, 2)) + ULLONG_MAX"), 1);
}

}  // namespace preprocessor_test
}  // namespace stridescope::language
