// What is C++ gives what C++ gives: tests/data/plain_cpp.cuh is compiled here, and run as a text,
// by lanes of their own, by one value that all lanes have, and by constants; as it stands, and as
// it is printed for another compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "app/language/print_tree.h"
#include "tests/machine/run_text.h"

namespace {

// --- CUDA's words, and what its built-in functions do by their description ----------------------
namespace plain_cpp {

#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__

using std::max;
using std::min;

struct alignas(8) int2 {
    int x, y;
};
struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) double2 {
    double x, y;
};
struct alignas(16) longlong2 {
    long long x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
float4 make_float4(float x, float y, float z, float w) {
    return {x, y, z, w};
}
uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
    return {x, y, z, w};
}
double2 make_double2(double x, double y) {
    return {x, y};
}
float2 make_float2(float x, float y) {
    return {x, y};
}

template <typename T>
T reversed(T v) {
    T r = 0;
    for (unsigned i = 0; i < 8 * sizeof v; ++i) r = r << 1 | (v >> i & 1);
    return r;
}
int __popc(unsigned v) {
    return std::popcount(v);
}
int __popcll(unsigned long long v) {
    return std::popcount(v);
}
int __clz(int v) {
    return std::countl_zero(static_cast<unsigned>(v));
}
int __clzll(long long v) {
    return std::countl_zero(static_cast<unsigned long long>(v));
}
int __ffs(int v) {
    return v == 0 ? 0 : 1 + std::countr_zero(static_cast<unsigned>(v));
}
int __ffsll(long long v) {
    return v == 0 ? 0 : 1 + std::countr_zero(static_cast<unsigned long long>(v));
}
unsigned __brev(unsigned v) {
    return reversed(v);
}
unsigned long long __brevll(unsigned long long v) {
    return reversed(v);
}
int __mulhi(int a, int b) {
    return static_cast<int>((1ll * a * b) >> 32);
}
unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>((1ull * a * b) >> 32);
}
int __mul24(int a, int b) {
    return a * b;
}  // of numbers that have 24 bits
unsigned __umul24(unsigned a, unsigned b) {
    return a * b;
}
unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
    const unsigned long long all = static_cast<unsigned long long>(y) << 32 | x;
    unsigned r = 0;
    for (unsigned i = 0; i < 4; ++i)
        r |= static_cast<unsigned>(all >> 8 * (s >> 4 * i & 7) & 0xff) << 8 * i;
    return r;
}
unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (by & 31) >>
                                 32);
}
unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (by & 31));
}
unsigned umin(unsigned a, unsigned b) {
    return a < b ? a : b;
}
unsigned umax(unsigned a, unsigned b) {
    return a > b ? a : b;
}

float __fadd_rn(float a, float b) {
    return a + b;
}
float __fsub_rn(float a, float b) {
    return a - b;
}
float __fmul_rn(float a, float b) {
    return a * b;
}
float __fdiv_rn(float a, float b) {
    return a / b;
}
float __fdividef(float a, float b) {
    return a / b;
}
float fdividef(float a, float b) {
    return a / b;
}
float __fmaf_rn(float a, float b, float c) {
    return std::fma(a, b, c);
}
double __fma_rn(double a, double b, double c) {
    return std::fma(a, b, c);
}
double __dadd_rn(double a, double b) {
    return a + b;
}
double __dmul_rn(double a, double b) {
    return a * b;
}
double __ddiv_rn(double a, double b) {
    return a / b;
}
float __fsqrt_rn(float a) {
    return std::sqrt(a);
}
float __frcp_rn(float a) {
    return 1 / a;
}
float __saturatef(float a) {
    return a > 0 ? a < 1 ? a : 1 : 0;
}
// CUDA's take the number where there is one, and hold −0 to be less than 0.
template <typename T>
T lesser(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <typename T>
T larger(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
    return a > b || (a == b && std::signbit(b)) ? a : b;
}
float fminf(float a, float b) {
    return lesser(a, b);
}
float fmaxf(float a, float b) {
    return larger(a, b);
}
double fmin(double a, double b) {
    return lesser(a, b);
}
double fmax(double a, double b) {
    return larger(a, b);
}

template <typename To, typename From>
To same_bits(From v) {
    return std::bit_cast<To>(v);
}
int __float_as_int(float v) {
    return same_bits<int>(v);
}
unsigned __float_as_uint(float v) {
    return same_bits<unsigned>(v);
}
float __int_as_float(int v) {
    return same_bits<float>(v);
}
float __uint_as_float(unsigned v) {
    return same_bits<float>(v);
}
long long __double_as_longlong(double v) {
    return same_bits<long long>(v);
}
double __longlong_as_double(long long v) {
    return same_bits<double>(v);
}
int __float2int_rn(float v) {
    return static_cast<int>(std::nearbyint(v));
}
int __float2int_rd(float v) {
    return static_cast<int>(std::floor(v));
}
int __float2int_ru(float v) {
    return static_cast<int>(std::ceil(v));
}
int __float2int_rz(float v) {
    return static_cast<int>(v);
}
unsigned __float2uint_rn(float v) {
    return static_cast<unsigned>(std::nearbyint(v));
}
unsigned __float2uint_rd(float v) {
    return static_cast<unsigned>(std::floor(v));
}
unsigned __float2uint_ru(float v) {
    return static_cast<unsigned>(std::ceil(v));
}
unsigned __float2uint_rz(float v) {
    return static_cast<unsigned>(v);
}
int __double2int_rn(double v) {
    return static_cast<int>(std::nearbyint(v));
}
int __double2int_rz(double v) {
    return static_cast<int>(v);
}
using std::copysign;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

#include "tests/data/plain_cpp.cuh"

}  // namespace plain_cpp

using stridescope::machine::RunText;

constexpr const char* path = "tests/data/plain_cpp.cuh";

std::string text_of_file() {
    std::ifstream in{path};
    std::stringstream all;
    all << in.rdbuf();
    EXPECT_FALSE(all.str().empty()) << "run this at the repository's root";
    return all.str();
}

// Small, and of both signs, none of them large enough to leave what a conversion can hold.
constexpr int pairs[][2] = {{0, 0},  {1, 2},   {-1, 3},  {5, -7},  {13, 13},  {-20, -4}, {2, 0},
                            {3, 1},  {77, 5},  {6, 120}, {-9, 31}, {100, 99}, {-3, -3},  {31, 32},
                            {40, 8}, {-64, 1}, {17, -5}, {8, 2},   {4, -1},   {11, 64}};
constexpr std::size_t count = std::size(pairs);

/// How the values come to the function.
enum class By { lanes, uniform, constants };

template <typename R>
void expect_as_compiled(const std::string& name, R (*compiled)(int, int), bool has_print = true) {
    const char* type = std::is_same_v<R, double>               ? "double"
                       : std::is_same_v<R, int>                ? "int"
                       : std::is_same_v<R, unsigned>           ? "unsigned"
                       : std::is_same_v<R, unsigned long long> ? "unsigned long long"
                                                               : "long long";
    const std::string text = text_of_file();
    for (const By by : {By::lanes, By::uniform, By::constants}) {
        std::string kernel = "\n__global__ void k(const int *a, const int *b, ";
        kernel += std::string{type} + " *out) {\n";
        if (by == By::lanes) {
            kernel += "  int t = threadIdx.x; out[t] = " + name + "(a[t], b[t]);\n";
        } else if (by == By::uniform) {
            kernel += "  int t = blockIdx.x; out[t] = " + name + "(a[t], b[t]);\n";
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                kernel += "  out[" + std::to_string(i) + "] = " + name + "(" +
                          std::to_string(pairs[i][0]) + ", " + std::to_string(pairs[i][1]) + ");\n";
            }
        }
        kernel += "}\n";
        for (const bool printed : {false, true}) {
            if (printed && !has_print) continue;
            std::string source = text + kernel;
            if (printed) {
                const auto parsed = stridescope::language::parse("t.cu", source);
                ASSERT_TRUE(parsed.faults.empty()) << parsed.faults[0].message;
                stridescope::language::Function* const function = parsed.unit->kernels.at(0);
                source = stridescope::language::print(std::span{&function, 1},
                                                      stridescope::language::Printing::plain)
                             .text;
            }
            RunText run{source};
            if (::testing::Test::HasFailure()) return;
            run.settings.contract = false;
            std::vector<int> a, b;
            for (const auto& pair : pairs) a.push_back(pair[0]), b.push_back(pair[1]);
            run.array("a", a);
            run.array("b", b);
            const std::size_t out = run.array("out", std::vector<R>(count));
            const auto threads = static_cast<std::uint32_t>(count);
            run.launch({by == By::uniform ? threads : 1, 1, 1},
                       {by == By::lanes ? threads : 1, 1, 1});
            run.expect_clean();
            const std::vector<R> got = run.values<R>(out);
            for (std::size_t i = 0; i < count; ++i) {
                const R expected = compiled(a[i], b[i]);
                EXPECT_EQ(std::memcmp(&got[i], &expected, sizeof(R)), 0)
                    << name << "(" << a[i] << ", " << b[i] << ") is " << got[i] << ", not "
                    << expected << (printed ? " where it was printed" : "") << ", by "
                    << static_cast<int>(by);
            }
            if (::testing::Test::HasFailure()) return;
        }
    }
}

#define AS_COMPILED(name)                           \
    TEST(PlainCpp, name) {                          \
        expect_as_compiled(#name, plain_cpp::name); \
    }

AS_COMPILED(packs)
AS_COMPILED(conditions_of_templates)
AS_COMPILED(declared_in_loops)
AS_COMPILED(objects_by_value)
AS_COMPILED(conditions)
AS_COMPILED(macros)
AS_COMPILED(integers)
AS_COMPILED(reals)
AS_COMPILED(types)
AS_COMPILED(long_longs)
TEST(PlainCpp, longs) {
    expect_as_compiled("longs", sizeof(long) == 8 ? plain_cpp::longs : plain_cpp::long_longs);
}
AS_COMPILED(structs)
AS_COMPILED(assignments)
AS_COMPILED(const_values)
AS_COMPILED(int_operators)
AS_COMPILED(unsigned_operators)
AS_COMPILED(long_operators)
AS_COMPILED(ulong_operators)
AS_COMPILED(float_operators)
AS_COMPILED(double_operators)
AS_COMPILED(small_operators)
AS_COMPILED(conversions)
AS_COMPILED(loops)
AS_COMPILED(switches)
AS_COMPILED(calls)
AS_COMPILED(pointers)
AS_COMPILED(vectors)
AS_COMPILED(bits)
AS_COMPILED(floats)
AS_COMPILED(not_finite)
AS_COMPILED(as_bits)
AS_COMPILED(overloads)
AS_COMPILED(classes)
AS_COMPILED(operators)
AS_COMPILED(class_templates)
AS_COMPILED(scopes)
AS_COMPILED(references)
AS_COMPILED(referring_members)
AS_COMPILED(destructors)
AS_COMPILED(generic_lambdas)
AS_COMPILED(constant_functions)
AS_COMPILED(recursion)
AS_COMPILED(deep_recursion)
AS_COMPILED(casts_between_bases)
AS_COMPILED(wide_variables_by_pointer)

/// Another function's variables have no name in a function that stands by itself.
TEST(PlainCpp, referring_lambdas) {
    expect_as_compiled("referring_lambdas", plain_cpp::referring_lambdas, false);
    const auto parsed = stridescope::language::parse(
        "t.cu",
        text_of_file() +
            "__global__ void k(int *out) { out[0] = referring_lambdas(out[1], out[2]); }\n");
    ASSERT_TRUE(parsed.faults.empty()) << parsed.faults[0].message;
    stridescope::language::Function* const kernel = parsed.unit->kernels.at(0);
    try {
        stridescope::language::print(std::span{&kernel, 1}, stridescope::language::Printing::plain);
        FAIL() << "this names what is not there";
    } catch (const stridescope::language::FaultError& error) {
        EXPECT_EQ(error.fault().message,
                  "a lambda that refers to rounds does not run on a GPU from here: write [=]");
    }
}

}  // namespace
