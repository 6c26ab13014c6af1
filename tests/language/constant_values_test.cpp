// What the front-end computes where C++ asks for a constant is what a C++ compiler computes there.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace constant_values_test {

using std::max;
using std::min;

/// As a template's argument, which has to be a constant.
long long constant(const std::string& expression) {
    RunText run(
        "template <long long V> __device__ long long value() { return V; }\n" +
        std::string{"__global__ void k(long long *out) { if (threadIdx.x == 0) out[0] = value<("} +
        expression + ")>(); }");
    if (!run.parsed.faults.empty()) return -999;
    const std::size_t out = run.array("out", std::vector<long long>(1));
    run.launch({1, 1, 1}, {32, 1, 1});
    return run.values<long long>(out)[0];
}

template <long long V>
constexpr long long value() {
    return V;
}

#define EXPECT_CONSTANT(...)                                                          \
    EXPECT_EQ(constant(#__VA_ARGS__), (value<static_cast<long long>(__VA_ARGS__)>())) \
        << #__VA_ARGS__

TEST(ConstantValues, AreThoseOfCpp) {
    EXPECT_CONSTANT(7 / -2 + 7 % -2 * 10);
    EXPECT_CONSTANT(-7 / -1 + -7 % -1);
    EXPECT_CONSTANT(7u / 2u + 7u % 4u);
    EXPECT_CONSTANT(-1 / 2u);
    EXPECT_CONSTANT(-8 >> 1);
    EXPECT_CONSTANT(0x80000000u >> 4);
    EXPECT_CONSTANT(1ull << 40 | 1 << 3 ^ 5 & 6);
    EXPECT_CONSTANT(~5 + +3 - -2);
    EXPECT_CONSTANT((3 <= 3) + (3 >= 4) * 2 + (3 < 4) * 4 + (3 > 4) * 8 + (3 == 3) * 16 + (3 != 3));
    EXPECT_CONSTANT((0 || 0) + (0 || 2) * 2 + (1 && 0) * 4 + (1 && 2) * 8 + !5 * 16 + !0 * 32);
    EXPECT_CONSTANT(4294967295u < 1 ? 1 : 2);
    EXPECT_CONSTANT(-1 < 1u ? 1 : 2);
    EXPECT_CONSTANT(-1ll < 1ll ? 1 : 2);
    EXPECT_CONSTANT(2.5 <= 2.5 ? 10 : 20);
    EXPECT_CONSTANT((2.5 < 2) + (2.5 > 2) * 2 + (2.5 >= 3) * 4 + (2.5 == 2.5) * 8 +
                    (1.5 != 2) * 16);
    EXPECT_CONSTANT((int)(2.9 * 2 - 0.5 / 4));
    EXPECT_CONSTANT((int)-2.9 + (int)(1.5 + 1.6f));
    EXPECT_CONSTANT((unsigned char)300 + (signed char)200 + (short)70000 + (unsigned short)-1);
    EXPECT_CONSTANT((bool)7 + (bool)0.0 * 2 + (bool)0.5 * 4);
    EXPECT_CONSTANT((long long)(18446744073709551615ull / 3 * 1.0));
    EXPECT_CONSTANT((int)((1 ? 2.5 : 1) * 2));
    EXPECT_CONSTANT(min(3, 5) + max(3, 5) * 10);
    EXPECT_CONSTANT(min(3u, 5u) + max(7u, 5u) * 10);
    EXPECT_CONSTANT(sizeof(int) * 8 - 1);
    EXPECT_CONSTANT('a' + '\n');
}

}  // namespace constant_values_test
}  // namespace stridescope::machine
