// Loops of main that become the processor's own code do what the operations do, one by one: each
// text is run both ways, and prints and tells the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/machine/native_code.h"
#include "tests/machine/run_main.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace native_loops_test {

Settings after(std::uint32_t rounds) {
    Settings settings;
    settings.native_rounds = rounds;
    return settings;
}

/// Rounds that were gone by code of the processor's.
std::uint64_t native_rounds(const std::string& text, std::uint32_t rounds) {
    const language::Parsed parsed = language::parse("text.cu", text);
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    return run_main(*parsed.unit, memory, after(rounds)).native_rounds;
}

/// The same, whenever it becomes code. Of how many rounds it was, at least.
void expect_both_ways(const std::string& text, std::uint64_t least = 1) {
    const std::string want = output_of_main(text, after(0));
    EXPECT_NE(want.find_first_not_of(' '), std::string::npos) << text;
    for (const std::uint32_t rounds : {1U, 2U, 7U})
        ASSERT_EQ(output_of_main(text, after(rounds)), want) << rounds << '\n' << text;
    // Nothing of it may leave the processor in a state of MMX's.
    volatile long double two = 2;
    EXPECT_EQ(two * two, 4.0L) << text;
    EXPECT_GE(native_rounds(text, 1), has_native_code() ? least : 0) << text;
}

std::string main_of(const std::string& body) {
    return "#include <cstdio>\n#include <cstdlib>\n#include <cmath>\n#include <cstring>\n"
           "int main() {\n" +
           body + "return 0; }\n";
}

struct Numbers {
    std::string type, list, bits, suffix;
};
const std::vector<Numbers> all_numbers{
    {"int", "0, 1, -1, 2, 7, -7, 31, 32, 33, 1000003, -2147483647 - 1, 2147483647", "unsigned",
     "i"},
    {"unsigned", "0, 1, 2, 3, 7, 31, 32, 33, 65536, 2147483648u, 4294967295u, 4000000000u",
     "unsigned", "u"},
    {"long long",
     "0, 1, -1, 2, -9, 63, 64, 4294967296ll, -4294967297ll, 2147483648ll, -9223372036854775807ll - "
     "1, 9223372036854775807ll",
     "unsigned long long", "l"},
    {"unsigned long long",
     "0, 1, 2, 9, 63, 64, 4294967295ull, 4294967296ull, 9223372036854775808ull, "
     "18446744073709551615ull, 1000000007ull, 2147483647ull",
     "unsigned long long", "m"},
    {"float",
     "0.0f, -0.0f, 1.0f, -1.5f, 0.1f, 3.0e9f, -3.0e9f, 1e30f, 2147483648.0f, 1.0f / 0.0f, -1.0f / "
     "0.0f, 0.0f / 0.0f",
     "unsigned", "f"},
    {"double",
     "0.0, -0.0, 1.0, -1.5, 0.1, 2147483647.5, -2147483649.0, 1e19, 9223372036854775808.0, 1.0 / "
     "0.0, -1.0 / 0.0, 0.0 / 0.0",
     "unsigned long long", "d"},
};

std::string array(const Numbers& n, const std::string& name) {
    return fmt::format("{} {}[12] = {{{}}};\n", n.type, name, n.list);
}

/// One operation with all pairs of numbers, by constants too; what comes out, bit by bit.
std::string pairs(const Numbers& n, const std::string& result, const std::string& bits,
                  const std::string& expression) {
    return main_of(array(n, "a") + array(n, "b") +
                   fmt::format("{0} *r = ({0} *)malloc(144 * sizeof({0}));\n"
                               "for (int i = 0; i < 12; ++i) for (int j = 0; j < 12; ++j) {{\n"
                               "    {1} x = a[i], y = b[j];\n    r[i * 12 + j] = {2};\n}}\n"
                               "for (int i = 0; i < 144; ++i) printf(\"%llx\\n\", "
                               "(unsigned long long)(({3} *)r)[i]);\n",
                               result, n.type, expression, bits));
}

TEST(NativeLoops, ArithmeticIsTheOperations) {
    for (const Numbers& n : all_numbers) {
        for (const char* e : {"x + y", "x - y", "x * y", "x / y", "y - x", "-x", "x + x", "x * x",
                              "x - x", "x + 3", "7 - x", "x * 10", "x / 3"})
            expect_both_ways(pairs(n, n.type, n.bits, e), 100);
    }
}

TEST(NativeLoops, WholeNumbersAreTheOperations) {
    for (const Numbers& n : all_numbers) {
        if (n.suffix == "f" || n.suffix == "d") continue;
        for (const char* e :
             {"x % y",   "x & y",        "x | y",         "x ^ y",         "~x",        "x << y",
              "x >> y",  "x << 3",       "x >> 5",        "x % 7",         "x / 8",     "x % 8",
              "x / -1",  "x % -1",       "x < y ? x : y", "x > y ? x : y", "min(x, y)", "max(x, y)",
              "x & 255", "-7 / (x | 1)", "1000 % (x | 1)"})
            expect_both_ways(pairs(n, n.type, n.bits, e), 100);
    }
}

// A product by a power of two is a shift, and a register may hold numbers of both widths in turn.
TEST(NativeLoops, ProductsByConstantsAreTheOperations) {
    for (const std::string type : {"int", "unsigned", "long long", "unsigned long long"}) {
        std::string body = type +
                           " sum = 1; long long wide = 0; int index[64] = {};\n"
                           "    for (int k = -9; k < 600; ++k) {\n        " +
                           type + " v = (" + type + ")k * 65537;\n";
        for (const std::string times :
             {"0", "1", "2", "4", "3", "8", "1024", "1073741824", "2147483648u", "-4", "-1"})
            body += "        sum = sum * 31 + v * " + times + ";\n        sum ^= sum * " + times +
                    " < v;\n";
        body +=
            "        unsigned at = (unsigned)k & 63;\n"
            "        index[at] += (int)at * 2;\n"
            "        wide = wide * 2 + index[at] + (long long)k * 4294967296ll;\n"
            "        wide += (long long)(unsigned)k * 4 + (k < 5) + (wide != 7);\n    }\n"
            "    printf(\"%lld %lld\\n\", (long long)sum, wide);\n";
        expect_both_ways(main_of(body));
    }
}

TEST(NativeLoops, ComparisonsAreTheOperations) {
    for (const Numbers& n : all_numbers) {
        for (const char* e :
             {"x < y", "x <= y", "x > y", "x >= y", "x == y", "x != y", "!(x < y)",
              "x < y && y < 5", "x < y || x == 0", "x < y ? 3 : x > y ? 4 : 5", "x < 1", "1 <= x"})
            expect_both_ways(pairs(n, "int", "unsigned", e), 100);
    }
}

TEST(NativeLoops, ConversionsAreTheOperations) {
    for (const Numbers& from : all_numbers) {
        for (const Numbers& to : all_numbers)
            expect_both_ways(pairs(from, to.type, to.bits, fmt::format("({})x", to.type)), 100);
        for (const char* narrow :
             {"char", "signed char", "unsigned char", "short", "unsigned short", "bool"})
            expect_both_ways(pairs(from, "int", "unsigned", fmt::format("({})x", narrow)), 100);
    }
}

TEST(NativeLoops, FunctionsAreTheOperations) {
    for (const char* e : {"sqrtf(x)", "fabsf(x)", "sinf(x)", "powf(x, y)", "fminf(x, y)",
                          "fmaxf(x, y)", "fmaf(x, y, x)", "floorf(x)", "isnan(x) ? 1.0f : 2.0f",
                          "expf(x) + logf(y)", "atan2f(x, y)", "fmodf(x, y)", "copysignf(x, y)"})
        expect_both_ways(pairs(all_numbers[4], "float", "unsigned", e), 100);
    for (const char* e : {"sqrt(x)", "fabs(x)", "cos(x)", "pow(x, y)", "fmin(x, y)", "fmax(x, y)",
                          "fma(x, y, x)", "ceil(x)", "isinf(x) ? 1.0 : 2.0", "hypot(x, y)"})
        expect_both_ways(pairs(all_numbers[5], "double", "unsigned long long", e), 100);
}

/// What halves are computed with, and bits; numbers with many bits, whose float is rounded once.
TEST(NativeLoops, HalvesAndBitsAreTheOperations) {
    for (const char* type : {"__half", "__nv_bfloat16"}) {
        const std::string make =
            std::string{type} == "__half" ? "__float2half" : "__float2bfloat16";
        const std::string back =
            std::string{type} == "__half" ? "__half2float" : "__bfloat162float";
        const auto text = [&](const std::string& round) {
            return fmt::format(
                "#include <cstdio>\n#include <cstdlib>\n#include <cuda_fp16.h>\n"
                "#include <cuda_bf16.h>\nint main() {{\n"
                "float v[12] = {{{4}}};\n{0} h[12], *r = ({0} *)malloc(144 * sizeof({0}));\n"
                "for (int i = 0; i < 12; ++i) h[i] = {1}(v[i]);\n"
                "for (int i = 0; i < 12; ++i) for (int j = 0; j < 12; ++j) {{\n"
                "    {0} x = h[i], y = h[j]; r[i * 12 + j] = {2};\n}}\n"
                "for (int i = 0; i < 144; ++i) printf(\"%a\\n\", {3}(r[i]));\nreturn 0; }}\n",
                type, make, round, back,
                "0.0f, -0.0f, 1.0f, -1.5f, 0.1f, 65504.0f, 70000.0f, 3e-8f, 6e-5f, 1.0f / 0.0f, "
                "-1.0f / 0.0f, 0.0f / 0.0f");
        };
        for (const char* e : {"x + y", "x - y", "x * y", "x / y", "__hfma(x, y, x)"})
            expect_both_ways(text(e), 100);
        for (const char* e : {"({0})(i * 1001 - j)", "({0})(0.001 * i * j)"})
            expect_both_ways(text(fmt::format(fmt::runtime(e), type)), 100);
    }
    for (const char* e :
         {"__builtin_popcount(x)", "x == 0 ? 7 : __builtin_clz(x)", "__builtin_ffs(x)"})
        expect_both_ways(pairs(all_numbers[1], "int", "unsigned", e), 100);
    // The half of what lies above 2^63 has to keep its last bit.
    expect_both_ways(main_of(
        "unsigned long long x = 0x8000008000000000ull; for (int i = 0; i < 64; ++i) for (int d = "
        "-2; d < 3; ++d) { unsigned long long y = (x | 1ull << i) + d; printf(\"%a %a\\n\", "
        "(double)(float)y, (double)y); }\n"));
}

/// rand() in any place of a round, between others that are asked, and in two loops at once.
TEST(NativeLoops, RandomNumbersAreInOrder) {
    for (const char* body :
         {"float a[40]; for (int i = 0; i < 40; ++i) a[i] = (float)rand() / (float)RAND_MAX;"
          "for (int i = 0; i < 40; ++i) printf(\"%a\\n\", a[i]);\n",
          "long s = 0; srand(3); for (int i = 0; i < 50; ++i) { for (int k = 0; k < rand() % 5; "
          "++k) s = s * 3 + rand(); if (rand() & 1) srand(i); s ^= rand() - rand(); }"
          "printf(\"%ld\\n\", s);\n",
          "int x = 5; double d = 1; for (int i = 0; i < 50; ++i) { d += drand48(); x = x * rand() "
          "+ "
          "i; d = d * rand() / x; if (i % 9 == 2) printf(\"%d %a\\n\", rand(), d); }"
          "printf(\"%d %a\\n\", x, d);\n"})
        expect_both_ways(main_of(body), 40);
}

/// More numbers than a processor has registers.
TEST(NativeLoops, ManyNumbersAtOnce) {
    for (const char* type : {"float", "double", "int", "long long"}) {
        std::string body, sum;
        for (int n = 0; n < 24; ++n) {
            body += fmt::format("{} v{} = {};\n", type, n, n + 1);
            sum += fmt::format(" + v{} * {}", n, n % 5 + 1);
        }
        body += "for (int i = 0; i < 40; ++i) {\n";
        for (int n = 0; n < 24; ++n)
            body += fmt::format(
                "v{0} = -v{1} + ({2})abs((int)v{0}) / 3 - v{3} / 2; v{1} = {4}(v{1});\n", n,
                (n * 7 + 1) % 24, type, (n * 5 + 3) % 24, n % 2 == 0 ? "fabs" : "-");
        expect_both_ways(
            main_of(body + fmt::format("}}\nprintf(\"%.17g\\n\", (double)(0{}));\n", sum)), 10);
    }
}

TEST(NativeLoops, NarrowElementsAreTheOperations) {
    for (const char* type : {"char", "signed char", "unsigned char", "short", "unsigned short",
                             "bool", "int", "long long"}) {
        expect_both_ways(main_of(fmt::format(
                             "{0} own[40]; {0} *far = ({0} *)malloc(40 * sizeof({0}));\n"
                             "for (int i = 0; i < 40; ++i) {{ own[i] = ({0})(i * 7919 - 100000); "
                             "far[i] = own[i]; }}\n"
                             "long long sum = 0;\n"
                             "for (int i = 0; i < 40; ++i) {{ sum = sum * 31 + far[i]; "
                             "far[i] = (far[i] + own[39 - i]) / 2; }}\n"
                             "for (int i = 0; i < 40; ++i) sum = sum * 31 + far[i];\n"
                             "printf(\"%lld\\n\", sum);\n",
                             type)),
                         100);
    }
}

/// Loops in loops, left in the middle, gone round anew, by way of functions.
TEST(NativeLoops, WaysThroughLoops) {
    for (const char* body : {
             "int n = 0; for (int i = 0; i < 50; ++i) { for (int j = 0; j < i; ++j) { if (j == 20) "
             "break; if ((i ^ j) & 1) continue; n += i * j; } if (n > 9000) break; } "
             "printf(\"%d\\n\", n);\n",
             "unsigned x = 27, steps = 0; while (x != 1) { x = x % 2 ? 3 * x + 1 : x / 2; ++steps; "
             "} "
             "printf(\"%u\\n\", steps);\n",
             "int i = 0; do { i += 3; if (i == 30) continue; } while (i < 100); printf(\"%d\\n\", "
             "i);\n",
             "double s = 0; float t = 0; for (int k = 1; k < 3000; ++k) { s += 1.0 / k; t += 1.0f "
             "/ k; } "
             "printf(\"%.17g %.9g\\n\", s, t);\n",
             "int m[8][8]; for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) m[i][j] = i * 8 "
             "+ j; "
             "int c[8][8]; for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) { int s = 0; "
             "for (int k = 0; k < 8; ++k) s += m[i][k] * m[k][j]; c[i][j] = s; } long t = 0; "
             "for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) t = t * 7 + c[i][j]; "
             "printf(\"%ld\\n\", t);\n",
             "int n = 0; again: ++n; if (n < 100) goto again; printf(\"%d\\n\", n);\n",
             "int hits = 0; for (int i = 0; i < 200; ++i) { switch (i % 5) { case 0: hits += 1; "
             "break; "
             "case 3: hits += 10; default: hits += 100; } } printf(\"%d\\n\", hits);\n",
             "struct P { float x, y; int n; } p[20]; for (int i = 0; i < 20; ++i) { p[i].x = i; "
             "p[i].y "
             "= p[i].x * 0.5f; p[i].n = i * i; } float s = 0; for (int i = 0; i < 20; ++i) { P q = "
             "p[19 "
             "- i]; s += q.x * q.y + q.n; } printf(\"%g\\n\", s);\n",
             "float4 v[30]; for (int i = 0; i < 30; ++i) v[i] = make_float4(i, 2 * i, 3 * i, 4 * "
             "i); "
             "float4 *w = (float4 *)malloc(30 * sizeof(float4)); float s = 0; for (int i = 0; i < "
             "30; "
             "++i) { w[i] = v[29 - i]; s += w[i].y; } printf(\"%g\\n\", s);\n",
             "for (int i = 0; i < 30; ++i) if (i % 7 == 3) printf(\"%d\\n\", i);\n",
             "srand(7); int s = 0; for (int i = 0; i < 300; ++i) { s = s * 5 + rand() % 100; } "
             "printf(\"%d\\n\", s);\n",
             "long s = 0; for (int i = 1; i < 60; ++i) { int *p = (int *)malloc(i * 4); for (int k "
             "= 0; "
             "k < i; ++k) p[k] = k; for (int k = 0; k < i; ++k) s += p[k]; free(p); } "
             "printf(\"%ld\\n\", s);\n",
         })
        expect_both_ways(main_of(body), 10);
    expect_both_ways(
        "#include <cstdio>\nint depth(int n) { int s = 0; for (int i = 0; i < 3; ++i) s += n > 0 ? "
        "depth(n - 1) : 1; return s; }\nint main() { printf(\"%d\\n\", depth(6)); return 0; }\n",
        10);
    expect_both_ways(
        "#include <cstdio>\n#include <vector>\nint main() { std::vector<int> v; for (int i = 0; i "
        "< "
        "200; ++i) v.push_back(i * i); long s = 0; for (int x : v) s += x; printf(\"%ld\\n\", s); "
        "return 0; }\n");
}

/// What is wrong in a round is told, at its place, and what follows is the same.
TEST(NativeLoops, TellsWhatIsWrong) {
    for (const char* body : {
             "int a[20]; int s = 0; for (int i = 0; i < 24; ++i) a[i] = i; printf(\"%d\\n\", "
             "a[3]);\n",
             "int *a = (int *)malloc(80); for (int i = 0; i < 24; ++i) a[i] = i; "
             "printf(\"on\\n\");\n",
             "int *a = (int *)malloc(80); int s = 0; for (int i = 19; i >= -2; --i) { a[i] = i; s "
             "+= "
             "a[i]; } printf(\"%d\\n\", s);\n",
             "int s = 0; for (int i = 10; i >= 0; --i) s += 100 / i; printf(\"%d\\n\", s);\n",
             "int *p = 0; for (int i = 0; i < 9; ++i) { if (i == 5) *p = 3; } printf(\"on\\n\");\n",
             "int *p = (int *)malloc(400); for (int i = 0; i < 100; ++i) { if (i == 50) free(p); "
             "p[i] = "
             "i; } printf(\"on\\n\");\n",
             "char *p = (char *)malloc(64); int s = 0; for (int i = 0; i < 30; ++i) { *(int *)(p + "
             "i) = "
             "i; } printf(\"on\\n\");\n",
             "int *d; cudaMalloc(&d, 400); int s = 0; for (int i = 0; i < 20; ++i) { s += i; if (i "
             "> 15) "
             "d[i] = s; } printf(\"on\\n\");\n",
             "int *d, *h = (int *)malloc(400); cudaMalloc(&d, 400); for (int i = 0; i < 100; ++i) "
             "h[i] = "
             "i; cudaMemcpy(d, h, 400, cudaMemcpyHostToDevice); for (int i = 0; i < 100; ++i) h[i] "
             "= 0; "
             "cudaMemcpy(h, d, 400, cudaMemcpyDeviceToHost); int s = 0; for (int i = 0; i < 100; "
             "++i) s "
             "+= h[i]; printf(\"%d\\n\", s);\n",
             "int h[100]; int *d; cudaMalloc(&d, 400); cudaMemcpy(h, d, 400, "
             "cudaMemcpyDeviceToHost); "
             "int s = 0; for (int i = 0; i < 100; ++i) s += h[i]; printf(\"%d\\n\", s == 0);\n",
         })
        expect_both_ways(main_of(body), 0);
}

/// Main must not go on with what a kernel is still writing.
TEST(NativeLoops, WhatAStreamStillWritesIsTold) {
    expect_both_ways(
        "#include <cstdio>\n__global__ void k(int *x) { x[threadIdx.x] = 1; }\n"
        "int main() { int *x; cudaMallocManaged(&x, 128); int s = 0;\n"
        "for (int i = 0; i < 32; ++i) x[i] = i;\nk<<<1, 32>>>(x);\n"
        "for (int i = 0; i < 32; ++i) s += x[i];\ncudaDeviceSynchronize();\n"
        "for (int i = 0; i < 32; ++i) s += x[i];\nprintf(\"%d\\n\", s); return 0; }\n");
}

/// Kernels are launched, and time is measured, from within a loop that is code.
TEST(NativeLoops, LaunchesFromALoop) {
    expect_both_ways(
        "#include <cstdio>\n__global__ void k(int *x, int v) { x[threadIdx.x] += v; }\n"
        "int main() { int *x; cudaMallocManaged(&x, 128); long s = 0;\n"
        "for (int i = 0; i < 20; ++i) { k<<<1, 32>>>(x, i); cudaDeviceSynchronize(); s += x[i]; }\n"
        "printf(\"%ld\\n\", s); return 0; }\n");
}

/// What is thrown by what a loop calls comes through it.
TEST(NativeLoops, WhatIsThrownComesThrough) {
    const language::Parsed parsed = language::parse(
        "text.cu",
        "__global__ void k(int *x) { *x = 1; }\nint main() { int *x; cudaMalloc(&x, 4);\n"
        "for (int i = 0; i < 20; ++i) k<<<1, 1>>>(x);\nreturn 0; }\n");
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    int launches = 0;
    const Launcher launcher = [&](const language::Function& kernel,
                                  const language::Launch& launch) {
        if (++launches == 9) throw std::runtime_error("no more");
        return run(*parsed.unit, kernel, launch, memory);
    };
    EXPECT_THROW(run_main(*parsed.unit, memory, after(1), launcher), std::runtime_error);
    EXPECT_EQ(launches, 9);
}

TEST(NativeLoops, AllTextsOfMains) {
    std::vector<std::string> paths;
    for (const char* folder : {"tests/data", "tests/data/mains", "tests/data/told"}) {
        for (const auto& each : std::filesystem::directory_iterator(folder)) {
            if (each.path().extension() == ".cu") paths.push_back(each.path().string());
        }
    }
    std::ranges::sort(paths);
    EXPECT_GT(paths.size(), 40U);
    int round = 0;
    for (const std::string& path : paths) {
        if (testing::left_out(round++)) continue;
        const std::string text = file(path);
        if (text.find("main(") == std::string::npos) continue;
        if (text.find("clock") != std::string::npos || text.find("chrono") != std::string::npos ||
            text.find("ElapsedTime") != std::string::npos)
            continue;  // that is never the same
        EXPECT_EQ(output_of_main(text, after(1)), output_of_main(text, after(0))) << path;
    }
}

/// Whether loops end at all is asked now and then, in the operations: of few rounds.
TEST(NativeLoops, AreSeldomLeftToLookForTheirEnd) {
    if (!has_native_code()) GTEST_SKIP() << "there is no such code for this processor";
    constexpr std::uint64_t rounds = 8'000'000;
    const std::string text = main_of(fmt::format(
        "int s = 0; for (int i = 0; i < {}; ++i) s ^= i; printf(\"%d\\n\", s);\n", rounds));
    EXPECT_GE(native_rounds(text, 1), rounds / 100 * 99);
    // One that has no end is found all the same, also where it repeats itself after many rounds.
    for (const int period : {1, 3, 1000}) {
        const std::string out = output_of_main(
            main_of(fmt::format("int i = 0; while (i < {}) i = (i + 1) % {};\n", period, period)),
            after(1));
        EXPECT_NE(out.find("without end"), std::string::npos) << period << out;
    }
}

/// Whoever does not want to wait is heard, and a loop without end ends.
TEST(NativeLoops, EndsWithItsBudget) {
    Settings settings = after(1);
    settings.budget = 5'000'000;
    const std::string text = main_of(
        "volatile long n = 0; for (long i = 0; i < 900000000; ++i) n = n + i; printf(\"no\");\n");
    const std::string out = output_of_main(text, settings);
    EXPECT_NE(out.find("without end"), std::string::npos) << out;
    EXPECT_EQ(out.find("no\n"), std::string::npos) << out;
}

}  // namespace native_loops_test
}  // namespace stridescope::machine
