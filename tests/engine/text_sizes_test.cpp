// Which numbers of a text are its sizes, what smaller ones are, and what is said of a main that
// takes too long.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/engine/machine/main_guesses.h"
#include "app/engine/machine/text_engine.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace text_sizes_test {

TextSpec spec_of(const std::string& text) {
    return {.path = "t.cu", .text = text + "\n__global__ void k(int *a) { a[0] = 1; }\n"};
}

/// "N=1024 m=512@2": what is found, of variables with their lines.
std::string found(const TextSpec& spec) {
    const TextRun run = resolve(spec);
    std::string all;
    for (const TextSize& size : sizes_of(spec, run)) {
        all += (all.empty() ? "" : " ") + size.name + "=" + std::to_string(size.value);
        if (!size.is_define) all += "@" + std::to_string(size.line);
    }
    return all;
}

TEST(TextSizes, AreNumbersWithNames) {
    EXPECT_EQ(found(spec_of("#define N (1 << 28)\n#define M 4096 // side\n# define K\t1024UL*2")),
              "N=268435456 M=4096 K=2048");
    EXPECT_EQ(found(spec_of("const int SIZE = 1 << 20;\nint n = 512, m = (4 * 1024);")),
              "SIZE=1048576@1 m=4096@2 n=512@2");
    EXPECT_EQ(found(spec_of("constexpr unsigned a{0x1000U};")), "a=4096@1");
}

TEST(TextSizes, AreNothingElse) {
    for (const char* text :
         {"#define N 256", "#define N 1024.0f", "#define N(x) 1024",
          "#define A 16\n#define N (A*A)", "#define N 4096 + 1", "#define N -4096",
          "#define N 99999999999", "#define N (1 << 40)", "const float f = 4096;",
          "// int n = 4096;", "const char *s = \"int n = 4096;\";",
          "int f(int n) { return n == 4096; }", "int a[] = {4096};", "int n = 4096 / 2;"})
        EXPECT_EQ(found(spec_of(text)), "") << text;
    // What is set by hand is not set anew.
    TextSpec spec = spec_of("#define N 4096\n#define M 8192");
    spec.defines = {{"N", "5000"}};
    EXPECT_EQ(found(spec), "M=8192");
}

TEST(TextSizes, SmallerOnesAreAsRound) {
    EXPECT_EQ(smaller_size(1 << 28, false), 65536);
    EXPECT_EQ(smaller_size(1 << 28, true), 1024);
    EXPECT_EQ(smaller_size(100000000, false), 50000);
    EXPECT_EQ(smaller_size(8192, false), 512);
    EXPECT_EQ(smaller_size(8192, true), 64);
    EXPECT_EQ(smaller_size(1000, false), 50);
    EXPECT_EQ(smaller_size(512, true), 32);
    for (std::int64_t n = 257; n < 3000; ++n) {
        EXPECT_LT(smaller_size(n, false), n);
        EXPECT_LE(smaller_size(n, true), smaller_size(n, false)) << n;
        EXPECT_GE(smaller_size(n, true), 1);
    }
}

TEST(TextSizes, ArePutIntoTheText) {
    const TextSpec spec = spec_of("#define N 8192\nint a = 1 << 13, b{8192};  // n = 8192\n");
    const std::vector<TextSize> sizes = sizes_of(spec, resolve(spec));
    const TextSpec smaller = with_sizes(spec, sizes, false);
    EXPECT_NE(smaller.text.find("int a = 512, b{512};  // n = 8192"), std::string::npos)
        << smaller.text;
    ASSERT_EQ(smaller.defines.size(), 1U);
    EXPECT_EQ(smaller.defines[0].second, "512");
    EXPECT_EQ(sizes_sentence(sizes, false), "-D N=512 and a = 512 in line 2 and b = 512 in line 2");
}

/// A main that goes round as often as `rounds` says, and then launches.
std::string sentence_of(const std::string& sizes, const std::string& rounds,
                        const std::string& before_end = "") {
    Experiment experiment;
    experiment.text = {
        .path = "t.cu",
        .text = "#include <cstdlib>\n" + sizes +
                "\n__global__ void k(int *a, int n) { int i = blockIdx.x * blockDim.x + "
                "threadIdx.x; if (i < n) a[i] = i; }\n"
                "int main() {\n    int *d; cudaMalloc(&d, 4096);\n    k<<<4, 256>>>(d, 1024);\n"
                "    volatile long x = 0;\n    for (long i = 0; i < (long)" +
                rounds + "; ++i) x = x + i;\n    " + before_end + "\n    return 0;\n}\n"};
    const std::string all =
        record_text(experiment, {.progress = {}, .most_seconds = 1})->data().stopped;
    const std::size_t behind = all.find("(--seconds)");
    return behind == std::string::npos ? all : all.substr(behind + 11);
}

/// The same where a sentence is expected: what is tried out has a hundredth of the time, in which a
/// busy machine may not get to it.
std::string sentence_in_the_end(const std::string& sizes, const std::string& rounds,
                                const std::string& before_end = "") {
    constexpr int most_attempts = 5;
    std::string sentence;
    for (int i = 0; i < most_attempts && sentence.empty(); ++i)
        sentence = sentence_of(sizes, rounds, before_end);
    return sentence;
}

TEST(TextSizes, SayWithWhichMainEnds) {
    if (testing::left_out(1)) GTEST_SKIP() << "what is tried out has the time of a plain build";
    // 17 thousand million rounds, and a thousand where N is 65536.
    const std::string often = "(N >> 14) * (N >> 14) * 64l";
    const std::string of_one =
        sentence_in_the_end("#define N (1 << 28)\n#define UNUSED 1024", often);
    EXPECT_EQ(of_one.substr(0, 34), ", or less to do: with -D N=65536 i") << of_one;
    const std::string of_variable =
        sentence_in_the_end("const int n = 1 << 28;", "(n >> 14) * (n >> 14) * 64l");
    EXPECT_EQ(of_variable.substr(0, 41), ", or less to do: with n = 65536 in line 2")
        << of_variable;
    // Neither of them alone.
    const std::string of_both =
        sentence_in_the_end("#define R 400000l\n#define C 600000l", "(R >> 5) * (C >> 5) * 64");
    EXPECT_NE(of_both.find("-D C="), std::string::npos) << of_both;
    EXPECT_NE(of_both.find(" -D R="), std::string::npos) << of_both;
    // What a launch does wrong at any size is no reason not to say so; an index is.
    const auto kernel_of = [](const std::string& body) {
        return "#define N (1 << 28)\n__global__ void bad(int *a) { " + body + " }";
    };
    const std::string launch = "bad<<<1, 64>>>(d);";
    const std::string left_out = kernel_of("if (threadIdx.x < 32) __syncthreads(); else a[0] = 1;");
    EXPECT_NE(sentence_in_the_end(left_out, often, launch).find("N=65536"), std::string::npos);
    EXPECT_EQ(sentence_of(kernel_of("a[N < 99999 ? 5000 : 0] = 1;"), often, launch), "");
    // By a smaller number main ends, but not well.
    EXPECT_EQ(sentence_of("#define N (1 << 28)", often, "if (N < 99999) return 1;"), "");
    EXPECT_EQ(sentence_of("#define N 4096", "(1l << 62)"), "");
}

}  // namespace text_sizes_test
}  // namespace stridescope
