// <curand_kernel.h>, against what NVIDIA's own header gives.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace curand_test {

const std::string text = R"(
#include <curand_kernel.h>
__global__ void k(const unsigned long long *seeds, const unsigned long long *sequences,
                  const unsigned long long *offsets, unsigned *out) {
    int i = threadIdx.x;
    if (i >= 80) return;
    curandState state;
    curand_init(seeds[i / 20], sequences[i / 4 % 5], offsets[i % 4], &state);
    for (int n = 0; n < 4; ++n) out[i * 4 + n] = curand(&state);
}
__global__ void numbers(curandState *states, float *f, double *d) {
    int i = threadIdx.x;
    curand_init(7, i, 0, &states[i]);
    curandState mine = states[i];
    f[i] = curand_uniform(&mine);
    d[i] = curand_uniform_double(&mine);
    f[40 + i] = curand_normal(&mine);
    f[80 + i] = curand_normal(&mine);
    states[i] = mine;
    skipahead_sequence(1, &states[i]);
    d[40 + i] = curand(&states[i]);
})";

/// Seeds, sequences and offsets; the digest (FNV-1a) is that of what nvcc 13 makes of the header.
TEST(Curand, GivesNvidiasNumbers) {
    RunText run(text);
    using Words = std::vector<std::uint64_t>;
    run.array("seeds", Words{0, 1234, 0x123456789abcdef, 42});
    run.array("sequences", Words{0, 1, 5, 1000, 0x10000000003});
    run.array("offsets", Words{0, 7, 100000, std::uint64_t{1} << 40});
    const std::size_t out = run.array("out", std::vector<std::uint32_t>(320));
    run.launch({1, 1, 1}, {96, 1, 1});
    run.expect_clean();
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint32_t value : run.values<std::uint32_t>(out)) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (value >> shift & 0xff)) * 0x100000001b3;
    }
    EXPECT_EQ(hash, 0x6f4fe05e0fa1dda4);
}

TEST(Curand, MakesFloatsOfThem) {
    RunText run(text);
    const std::size_t states = run.array("states", std::vector<std::uint8_t>(40 * 48));
    const std::size_t f = run.array("f", std::vector<float>(120));
    const std::size_t d = run.array("d", std::vector<double>(80));
    run.launch({1, 1, 1}, {40, 1, 1}, 0, 1);
    run.expect_clean();
    const auto floats = run.values<float>(f);
    const auto doubles = run.values<double>(d);
    EXPECT_EQ(run.values<std::uint8_t>(states).size(), 40U * 48U);
    // The same draws, as whole numbers.
    RunText raw(R"(
#include <curand_kernel.h>
__global__ void k(unsigned *out) {
    curandState state;
    curand_init(7, threadIdx.x, 0, &state);
    for (int n = 0; n < 5; ++n) out[threadIdx.x * 5 + n] = curand(&state);
    curand_init(7, threadIdx.x + 1, 5, &state);
    out[200 + threadIdx.x] = curand(&state);
})");
    const std::size_t out = raw.array("out", std::vector<std::uint32_t>(240));
    raw.launch({1, 1, 1}, {40, 1, 1});
    const auto draws = raw.values<std::uint32_t>(out);
    constexpr float step = 2.3283064e-10F;
    for (std::size_t i = 0; i < 40; ++i) {
        const auto draw = [&](std::size_t n) { return draws[i * 5 + n]; };
        EXPECT_EQ(floats[i], std::fma(static_cast<float>(draw(0)), step, step / 2));
        const std::uint64_t both = draw(1) ^ static_cast<std::uint64_t>(draw(2)) << 21;
        EXPECT_EQ(doubles[i], std::fma(static_cast<double>(both), 0x1p-53, 0x1p-54));
        const double u = static_cast<double>(draw(3)) * step + step / 2;
        const double angle = static_cast<double>(draw(4)) * (step * 6.2831855F);
        const double size = std::sqrt(-2 * std::log(u));
        EXPECT_NEAR(floats[40 + i], std::sin(angle) * size, 1e-5);
        EXPECT_NEAR(floats[80 + i], std::cos(angle) * size, 1e-5);
        // A sequence on is the same draw of the next one.
        EXPECT_EQ(doubles[40 + i], draws[200 + i]);
    }
}

}  // namespace curand_test
}  // namespace stridescope::machine
