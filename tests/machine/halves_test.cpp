// <cuda_fp16.h> and <cuda_bf16.h>: numbers of 16 bits, against those of a GPU and against a search
// among all numbers that there are.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace halves_test {

using U16 = std::uint16_t;

/// What a text calls one of the two types.
struct Format {
    std::string header, type, pair, name;
    int fraction, least;  ///< bits of the fraction; the exponent of the smallest number
};
const Format f16{"cuda_fp16.h", "__half", "__half2", "half", 10, -24};
const Format bf16{"cuda_bf16.h", "__nv_bfloat16", "__nv_bfloat162", "bfloat16", 7, -133};

std::string with_types(const Format& format, const std::string& text) {
    return fmt::format(
               "#include <{}>\n#define H {}\n#define H2 {}\n#define OF __ushort_as_{}\n"
               "#define BITS __{}_as_ushort\n",
               format.header, format.type, format.pair, format.name, format.name) +
           text;
}

/// What `expression` of x, z and w is for each of the 65,536 numbers x.
std::vector<U16> of_all(const Format& format, const std::string& expression) {
    RunText run(with_types(format, fmt::format(R"(
__global__ void k(unsigned short *out) {{
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    H x = OF(i), z = OF(i * 40503u >> 3), w = OF(i * 25173u + 13849u);
    out[i] = BITS({});
}})",
                                               expression)));
    const std::size_t out = run.array("out", std::vector<U16>(65536));
    run.settings.record = false;
    run.launch({256, 1, 1}, {256, 1, 1});
    run.expect_clean();
    return run.values<U16>(out);
}

/// FNV-1a of their bytes.
std::uint64_t digest(const std::vector<U16>& values) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const U16 value : values) {
        for (const unsigned byte : {value & 0xffU, static_cast<unsigned>(value) >> 8U})
            hash = (hash ^ byte) * 0x100000001b3;
    }
    return hash;
}

struct Measured {
    std::string expression;
    std::uint64_t f16, bf16;
};

class OnAnH200 : public ::testing::TestWithParam<Measured> {};

/// The digests are those of what an H200 computed, by nvcc 13 for sm_90.
TEST_P(OnAnH200, AllNumbersComeOutTheSame) {
    EXPECT_EQ(digest(of_all(f16, GetParam().expression)), GetParam().f16);
    EXPECT_EQ(digest(of_all(bf16, GetParam().expression)), GetParam().bf16);
}

INSTANTIATE_TEST_SUITE_P(
    Functions, OnAnH200,
    ::testing::Values(
        Measured{"hexp(x)", 0xbd059469421f471a, 0x0ce11e588d4ebe19},
        Measured{"hexp2(x)", 0xbb7324277c052e78, 0x41d1fd975316570f},
        Measured{"hexp10(x)", 0x01e04074b7855a81, 0x470e66bfb07eeb19},
        Measured{"hlog(x)", 0x83df3efec10909c0, 0x7899bf76fa1f3e1a},
        Measured{"hlog2(x)", 0xbce090ab17f259e2, 0x8ede90d8e5788f98},
        Measured{"hlog10(x)", 0xbcd3a2f9c3c10ad2, 0xdad1ea6fa5ecfc16},
        Measured{"hsin(x)", 0xd6fe4ce7fd475001, 0x466885bbc17e5089},
        Measured{"hcos(x)", 0x3ebd7a4b8e8492a5, 0xa4a91264e6e2bd0d},
        Measured{"hsqrt(x)", 0x3d37507631f8d90d, 0xcbdff2a02b4c82d5},
        Measured{"hrsqrt(x)", 0x13b7f393a308cca3, 0xee2a997f149a2d2f},
        Measured{"hrcp(x)", 0x7178ceeb02862459, 0x1229a2ba2cc4c935},
        Measured{"htanh(x)", 0x4c113d2c1793ed25, 0xc5a37839399d1125},
        Measured{"hrint(x)", 0x0c7a6af955e39fb5, 0xc4b8693a51873e19},
        Measured{"__hneg(x)", 0xc42bd4074cb475b9, 0x8a42c1ce904853a5},
        Measured{"-x", 0xc42bd4074cb475b9, 0x8a42c1ce904853a5},
        Measured{"__habs(x)", 0x41ab4da64244f939, 0x946892d653e34525},
        Measured{"__hmin(x, z)", 0x2c80ceb04c726669, 0x5c20b1f8052bddb4},
        Measured{"__hmax(x, z)", 0x81f9fffdc43cd7e4, 0xf6613fab2c382aac},
        Measured{"x + w", 0xcfa9f24490f7f401, 0x836dd1fcd17a0b6d},
        Measured{"x / z", 0x2050e13b0900bd22, 0xf34046f33f5c6207},
        Measured{"__hfma(x, z, w)", 0x06e6c8004aa22ec0, 0x27ae92db8395fd98},
        // nvcc fuses these.
        Measured{"x * z + w", 0x06e6c8004aa22ec0, 0x27ae92db8395fd98},
        Measured{"__hadd(__hmul(x, z), w)", 0x06e6c8004aa22ec0, 0x27ae92db8395fd98},
        Measured{"w - x * z", 0x2b24c6e836d956bf, 0x36d34be6ac934e8f},
        Measured{"(H2{x, w} * H2{z, x} + H2{w, x}).x", 0x06e6c8004aa22ec0, 0x27ae92db8395fd98},
        Measured{"__hfma2(H2{w, x}, H2{w, z}, H2{x, w}).y", 0x06e6c8004aa22ec0, 0x27ae92db8395fd98},
        Measured{"__hsub2(H2{w, w}, __hmul2(H2{w, x}, H2{w, z})).y", 0x2b24c6e836d956bf,
                 0x36d34be6ac934e8f}));

/// All numbers of a format that are no infinities, in order, with their bits.
std::vector<std::pair<double, U16>> numbers_of(const Format& format) {
    std::vector<std::pair<double, U16>> all;
    const int exponents = 15 - format.fraction;
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const int exponent = static_cast<int>(bits >> format.fraction) & ((1 << exponents) - 1);
        const int fraction = static_cast<int>(bits) & ((1 << format.fraction) - 1);
        if (exponent == (1 << exponents) - 1) continue;
        const double size = exponent == 0 ? std::ldexp(fraction, format.least)
                                          : std::ldexp(fraction + (1 << format.fraction),
                                                       format.least + exponent - 1);
        all.emplace_back((bits & 0x8000) != 0 ? -size : size, static_cast<U16>(bits));
    }
    std::ranges::stable_sort(all, {}, [](const auto& n) { return n.first; });
    return all;
}

enum class Way { nearest, down, up, zero };

/// The number that v is rounded to, by looking for it.
U16 found(const Format& format, const std::vector<std::pair<double, U16>>& all, double v, Way way) {
    const int exponents = 15 - format.fraction;
    const auto infinity = static_cast<U16>(((1 << exponents) - 1) << format.fraction);
    if (std::isinf(v)) return static_cast<U16>(v < 0 ? infinity | 0x8000 : infinity);
    const auto above = std::ranges::lower_bound(all, v, {}, [](const auto& n) { return n.first; });
    if (above != all.end() && above->first == v) {
        if (v != 0) return above->second;
        return std::signbit(v) ? 0x8000 : 0;
    }
    if (way == Way::zero) way = v < 0 ? Way::up : Way::down;
    const double largest = all.back().first;
    const double step = largest - all[all.size() - 2].first;
    if (above == all.end())
        return way == Way::up || (way == Way::nearest && v >= largest + step / 2)
                   ? infinity
                   : all.back().second;
    if (above == all.begin())
        return way == Way::down || (way == Way::nearest && v <= -largest - step / 2)
                   ? static_cast<U16>(infinity | 0x8000)
                   : all.front().second;
    auto high = *above, low = *(above - 1);
    // Of the two zeros the one on v's side.
    if (high.first == 0) high.second = 0x8000;
    if (low.first == 0) low.second = 0;
    if (way == Way::up) return high.second;
    if (way == Way::down) return low.second;
    const double to_high = high.first - v, to_low = v - low.first;
    if (to_high == to_low) return (high.second & 1) == 0 ? high.second : low.second;
    return to_high < to_low ? high.second : low.second;
}

class Conversions : public ::testing::TestWithParam<Format> {};

/// Random numbers, and those in the middle between two halves and just beside it.
TEST_P(Conversions, FindTheNearest) {
    const Format& format = GetParam();
    const auto all = numbers_of(format);
    std::vector<float> floats;
    std::vector<double> doubles;
    std::mt19937 random{5};
    for (int i = 0; i < 4000; ++i) {
        const auto& one = all[random() % (all.size() - 1)];
        const auto& next =
            *std::ranges::upper_bound(all, one.first, {}, [](const auto& n) { return n.first; });
        const double middle = (one.first + next.first) / 2;
        for (const double v : {one.first, middle, std::nextafter(middle, 1e30),
                               std::nextafter(middle, -1e30), middle * 1e-3, middle * 3e4}) {
            doubles.push_back(v);
            floats.push_back(static_cast<float>(v));
            floats.push_back(std::nextafter(static_cast<float>(v), 1e30F));
        }
    }
    floats.resize(doubles.size() / 32 * 32);
    doubles.resize(floats.size());
    const std::string text = fmt::format(R"(
__global__ void k(const float *f, const double *d, unsigned short *out, int n) {{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = BITS(__float2{0}(f[i]));
    out[n + i] = BITS(__float2{0}_rd(f[i]));
    out[2 * n + i] = BITS(__float2{0}_ru(f[i]));
    out[3 * n + i] = BITS(__float2{0}_rz(f[i]));
    H both = d[i];
    out[4 * n + i] = BITS(both);
}})",
                                         format.name);
    RunText run(with_types(format, text));
    run.array("f", floats);
    run.array("d", doubles);
    const std::size_t n = floats.size(), out = run.array("out", std::vector<U16>(5 * n));
    run.scalar(static_cast<int>(n));
    run.settings.record = false;
    run.launch({static_cast<std::uint32_t>(n / 32), 1, 1}, {32, 1, 1});
    run.expect_clean();
    const auto got = run.values<U16>(out);
    for (std::size_t i = 0; i < n; ++i) {
        const auto f = static_cast<double>(floats[i]);
        ASSERT_EQ(got[i], found(format, all, f, Way::nearest)) << f;
        ASSERT_EQ(got[n + i], found(format, all, f, Way::down)) << f;
        ASSERT_EQ(got[2 * n + i], found(format, all, f, Way::up)) << f;
        ASSERT_EQ(got[3 * n + i], found(format, all, f, Way::zero)) << f;
        ASSERT_EQ(got[4 * n + i], found(format, all, doubles[i], Way::nearest)) << doubles[i];
    }
}

/// Whole numbers, which a float does not always hold.
TEST_P(Conversions, OfIntegersAreRoundedOnce) {
    const Format& format = GetParam();
    const auto all = numbers_of(format);
    std::vector<int> ints;
    std::vector<long long> longs;
    std::mt19937_64 random{7};
    for (int i = 0; i < 2048; ++i) {
        const std::uint64_t middle = (std::uint64_t{random() % 256 + 256} * 2 + 1)
                                     << (random() % 21);
        ints.push_back(static_cast<int>(middle) + static_cast<int>(random() % 3) - 1);
        longs.push_back(static_cast<long long>(middle << (random() % 30)) +
                        static_cast<long long>(random() % 3) - 1);
    }
    RunText run(with_types(format, R"(
__global__ void k(const int *a, const long long *b, unsigned short *out, int n) {
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = BITS((H)a[i]);
    out[n + i] = BITS((H)(-b[i]));
})"));
    run.array("a", ints);
    run.array("b", longs);
    const std::size_t n = ints.size(), out = run.array("out", std::vector<U16>(2 * n));
    run.scalar(static_cast<int>(n));
    run.launch({static_cast<std::uint32_t>(n / 32), 1, 1}, {32, 1, 1});
    const auto got = run.values<U16>(out);
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(got[i], found(format, all, ints[i], Way::nearest)) << ints[i];
        if (std::abs(longs[i]) < (1LL << 52)) {
            EXPECT_EQ(got[n + i], found(format, all, static_cast<double>(-longs[i]), Way::nearest))
                << longs[i];
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Conversions, ::testing::Values(f16, bf16));

/// A number of 64 bits just above the middle between two, by less than a double holds.
TEST(Halves, OfLongIntegersNothingIsLost) {
    RunText run(with_types(bf16, R"(
__global__ void k(const long long *a, unsigned short *out) {
    out[threadIdx.x] = BITS((H)a[threadIdx.x]);
})"));
    const long long middle = (256LL + 1) << 53;  // 2^61 + 2^53
    run.array("a", std::vector<long long>{middle, middle + 1, middle - 1, -middle - 1});
    const std::size_t out = run.array("out", std::vector<U16>(4));
    run.launch({1, 1, 1}, {4, 1, 1});
    // 2^61 is 0x5e00; its neighbour 2^61 + 2^54.
    EXPECT_EQ(run.values<U16>(out), (std::vector<U16>{0x5e00, 0x5e01, 0x5e00, 0xde01}));
}

TEST(Halves, BecomeIntegersAsOnAGpu) {
    RunText run(with_types(f16, R"(
__global__ void k(const float *f, int *out) {
    H h = f[threadIdx.x];
    int *o = out + threadIdx.x * 8;
    o[0] = __half2int_rn(h); o[1] = __half2int_rz(h); o[2] = __half2int_rd(h);
    o[3] = __half2int_ru(h); o[4] = (short)h; o[5] = (unsigned char)h; o[6] = (unsigned)h;
    o[7] = h ? 1 : 0;
})"));
    run.array("f", std::vector<float>{2.5F, -2.5F, 60000.0F, NAN});
    const std::size_t out = run.array("out", std::vector<int>(32));
    run.launch({1, 1, 1}, {4, 1, 1});
    EXPECT_EQ(run.values<int>(out),
              (std::vector<int>{2,     2,     2,     3,     2,     2,   2,     1,  //
                                -2,    -2,    -3,    -2,    -2,    0,   0,     1,  //
                                60000, 60000, 60000, 60000, 32767, 255, 60000, 1,  //
                                0,     0,     0,     0,     0,     0,   0,     1}));
}

/// Eight of them in a float4, in a tile with a column more, and two in a register that is handed
/// on.
TEST(Halves, LieInTwoBytesEach) {
    RunText run(R"(
#include <cuda_fp16.h>
#define FLOAT4(v) (reinterpret_cast<float4 *>(&(v))[0])
#define HALF2(v) (reinterpret_cast<half2 *>(&(v))[0])
__global__ void k(half *a, half *b) {
    __shared__ half tile[32][34];
    int i = threadIdx.x;
    half eight[8];
    FLOAT4(eight[0]) = FLOAT4(a[8 * i]);
    for (int k = 0; k < 8; k += 2) HALF2(tile[i][k]) = __hadd2(HALF2(eight[k]), HALF2(eight[k]));
    __syncthreads();
    half2 pair = HALF2(tile[i][2]);
    pair = __shfl_xor_sync(0xffffffff, pair, 1);
    half one = __shfl_down_sync(0xffffffff, tile[i][5], 3);
    b[4 * i] = pair.x;
    b[4 * i + 1] = pair.y;
    b[4 * i + 2] = one;
    b[4 * i + 3] = __hmul(__low2half(pair), __float2half(0.5f));
})");
    std::vector<U16> a(256);
    for (std::size_t i = 0; i < a.size(); ++i)  // 1024 + i
        a[i] = static_cast<U16>(0x6400 + i);
    run.array("a", a);
    const std::size_t out = run.array("b", std::vector<U16>(128));
    const LaunchRecord& record = run.launch({1, 1, 1}, {32, 1, 1});
    run.expect_clean();
    const auto got = run.values<U16>(out);
    for (std::size_t i = 0; i < 32; ++i) {
        EXPECT_EQ(got[4 * i], 0x6800 + 8 * (i ^ 1) + 2);
        EXPECT_EQ(got[4 * i + 1], 0x6800 + 8 * (i ^ 1) + 3);
        EXPECT_EQ(got[4 * i + 2], 0x6800 + 8 * (i + 3 < 32 ? i + 3 : i) + 5);
        EXPECT_EQ(got[4 * i + 3], 0x6400 + 8 * (i ^ 1) + 2);
    }
    std::vector<std::uint32_t> widths;
    for (const language::Site& site : record.program->sites) {
        const bool moves = site.kind == language::SiteKind::load ||
                           site.kind == language::SiteKind::store ||
                           site.kind == language::SiteKind::shuffle;
        const bool own = site.object >= 0 &&
                         record.program->objects[static_cast<std::size_t>(site.object)].space ==
                             language::Space::local;
        if (moves && !own) widths.push_back(site.width);
    }
    std::ranges::sort(widths);
    // One load of 16 bytes, of pairs a load, a store and a shuffle, of single ones a load, a
    // shuffle and four stores.
    EXPECT_EQ(widths, (std::vector<std::uint32_t>{2, 2, 2, 2, 2, 2, 4, 4, 4, 16}));
    EXPECT_EQ(record.program->shared_bytes, 32U * 34U * 2U);
}

std::string faults(const std::string& statement) {
    const language::Parsed parsed = language::parse(
        "test.cu",
        "#include <cuda_fp16.h>\n__global__ void k(half *a, float *f) { half h = a[0];\n" +
            statement + "\n}");
    std::string all;
    for (const language::Fault& f : parsed.faults) all += f.message + '\n';
    return all;
}

/// What nvcc refuses, or would print as something else.
TEST(Halves, AreNotMixedWithOtherNumbers) {
    EXPECT_EQ(faults("a[1] = h * 2.0f;"),
              "more than one operator * fits __half and float: cast one of the two, (__half)… or "
              "(float)…\n");
    EXPECT_EQ(faults("if (h > 0) f[0] = 1;"),
              "more than one operator > fits __half and int: cast one of the two, (__half)… or "
              "(float)…\n");
    EXPECT_EQ(faults("f[0] += h;"),
              "more than one operator + fits float and __half: cast one of the two, (__half)… or "
              "(float)…\n");
    EXPECT_EQ(faults("f[0] = exp(h);"),
              "more than one exp fits __half and float: cast one of the two, (__half)… or "
              "(float)…\n");
    EXPECT_EQ(faults("printf(\"%f\", h);"), "printf takes no __half: write (float)…\n");
    EXPECT_EQ(faults("atomicMax(a, h);"), "atomicMax does not go with __half\n");
    const language::Parsed host = language::parse(
        "test.cu", "#include <cuda_fp16.h>\nint main() { half h = 1; std::cout << h; }");
    ASSERT_EQ(host.faults.size(), 1U);
    EXPECT_EQ(host.faults[0].message, "cout takes no __half: write (float)…");
    EXPECT_EQ(faults("f[0] = h; a[1] += 1.0f; a[1] = 0.5; f[1] = expf(h); h++; int i = h;"), "");
}

TEST(Halves, AreNumbersOfTheHostToo) {
    const std::string text = R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ half table[2] = {1.5f, 65520.0};
__global__ void k(half *a) { a[threadIdx.x] = table[threadIdx.x % 2] + a[threadIdx.x]; }
__global__ void scaled(half *a, half by, half2 pair) {
    a[0] = by * pair.x;
    a[1] = by * pair.y;
}
int main() {
    half h[64], *d;
    for (int i = 0; i < 64; i++) h[i] = __float2half(i * 0.1f);
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    half2 p = make_half2(h[2], h[3]);
    p += __float2half2_rn(1.0f);
    __nv_bfloat16 b = 3.14159f;
    scaled<<<1, 1>>>(d, __float2half(0.25f), make_half2(4, 8));
    cudaMemcpy(h + 4, d, 4, cudaMemcpyDeviceToHost);
    printf("%g %g ", (float)h[4], (float)h[5]);
    printf("%f %f %f %f %f %d", __half2float(h[2]), __high2float(p), (float)h[3], (float)b,
           (double)(b * b + b), (int)sizeof(p));
})";
    const language::Parsed parsed = language::parse("test.cu", text);
    for (const language::Fault& f : parsed.faults) ADD_FAILURE() << f.place.line << f.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    const HostRecord record = run_main(*parsed.unit, memory);
    // 0.1999512 + 1.5 = 1.7000 (1.69995 is nearest); of bfloat16 3.140625² = 9.8635 → 9.875, and
    // 13.015625 → 13, each rounded by itself.
    EXPECT_EQ(record.output, "1 2 1.700195 inf inf 3.140625 13.000000 4");
}

}  // namespace halves_test
}  // namespace stridescope::machine
