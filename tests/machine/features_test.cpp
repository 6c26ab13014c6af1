// The subset's parts, each in a small kernel with a result that was worked out by hand or by C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/machine/run_main.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace features_test {

/// Runs `body` for 64 threads in two blocks of 32; what each thread has put into `r`.
std::vector<int> results(const std::string& before, const std::string& body) {
    RunText run(before +
                "\n__global__ void k(int *out) {\n int t = blockIdx.x * blockDim.x + "
                "threadIdx.x;\n int r = 0;\n" +
                body + "\n out[t] = r;\n}\n");
    const std::size_t out = run.array("out", std::vector<int>(64));
    run.launch({2, 1, 1}, {32, 1, 1});
    run.expect_clean();
    return run.values<int>(out);
}

template <typename F>
void expect_each(const std::vector<int>& got, F expected) {
    for (int t = 0; t < static_cast<int>(got.size()); ++t)
        ASSERT_EQ(got[static_cast<std::size_t>(t)], expected(t)) << t;
}

TEST(Features, StructsAreValuesAndCanBeReturned) {
    expect_each(
        results(
            "struct Pair { int a; float b; };\n"
            "__device__ Pair twice(Pair p) { p.a *= 2; p.b = p.b + p.b; return p; }\n"
            "__device__ void bump(Pair &p, int by) { p.a += by; }\n",
            "Pair p = {t, 1.5f}; Pair q = twice(p); bump(q, 3); Pair s; s = q; if (t & 1) s.a = 7;"
            "r = s.a * 100 + (int)(s.b * 10) + p.a;"),
        [](int t) { return (t & 1 ? 7 : 2 * t + 3) * 100 + 30 + t; });
}

TEST(Features, StructsMayLieAtBytesThatAreNoMultipleOfTheirs) {
    EXPECT_EQ(output_of_main(R"(
struct S { int a, b, c; };
__global__ void fill(int *p) { for (int i = 0; i < 256; i++) p[i] = i; }
__device__ int third(const S *s, int i) { return s[i].c; }
__global__ void given(const S *s, int *out) { out[threadIdx.x] = s[threadIdx.x].b; }
__global__ void taken(char *bytes, int *out) {
    S *s = (S *)(bytes + 256);
    s += threadIdx.x;
    out[threadIdx.x] = s->a + 1000 * third((S *)(bytes + 16), threadIdx.x);
}
int main() {
    char *bytes;
    int *out, shown[3];
    cudaMalloc(&bytes, 1024);
    cudaMalloc(&out, 12);
    fill<<<1, 1>>>((int *)bytes);
    given<<<1, 3>>>((const S *)(bytes + 256), out);
    cudaMemcpy(shown, out, 12, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", shown[0], shown[1], shown[2]);
    taken<<<1, 3>>>(bytes, out);
    cudaMemcpy(shown, out, 12, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", shown[0], shown[1], shown[2]);
})"),
              "65 68 71\n6064 9067 12070\n");
}

TEST(Features, DefaultsOfTemplatesNameTheArgumentsBeforeThem) {
    expect_each(results("template <int N, int M = N / 4, typename T = int, typename U = T>\n"
                        "__device__ U f(T v) { U made = v; return made * 100 + M; }\n"
                        "template <typename T, int N = 3 * sizeof(T)> struct S {\n"
                        "    T all[N]; __device__ int size() { return N; } };\n",
                        "S<double> s; s.all[23] = 1; r = f<64>(t) + f<8, 5>(1) + s.size() + "
                        "(int)f<32, 1, float>(0.5f);"),
                [](int t) { return 100 * t + 16 + 105 + 24 + 51; });
}

/// As helper_math.h has them.
TEST(Features, CudasOwnMakersStandBesideATextsOwn) {
    expect_each(results("inline __host__ __device__ float2 make_float2(float s) "
                        "{ return make_float2(s, s + 1); }\n"
                        "inline __host__ __device__ float2 make_float2(int2 a) "
                        "{ return make_float2((float)a.x, (float)a.y); }\n",
                        "float2 a = make_float2(2.0f * t), b = make_float2(make_int2(t, 3)); "
                        "r = a.x + 1000 * a.y + b.x + b.y;"),
                [](int t) { return 2 * t + 1000 * (2 * t + 1) + t + 3; });
}

TEST(Features, TemplatesOverTypesAndNumbers) {
    expect_each(
        results("template <typename T, int N> __device__ T times(T v) { return v * N; }\n"
                "template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }\n",
                "r = times<int, 3>(t) + larger(t, 10) + (int)larger(0.5f, 2.5f);"),
        [](int t) { return 3 * t + std::max(t, 10) + 2; });
}

// What g++ prints of the same text.
TEST(Features, EnumsStandWhereverTypesDo) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
typedef enum { first, fifth = 5, sixth, } Kind;
enum Color { red, green };
struct S { enum { n = 3 }; enum Mode { fast, slow } mode; int v[n]; };
enum Color pick(int i) { return i ? green : red; }
enum { seven = 7 } which = seven;
int main() {
    enum Color c = pick(1);
    enum { local = 9 };
    S s;
    s.mode = S::slow;
    Kind k = sixth;
    printf("%d %d %d %d %d %d %d\n", k, c, local, s.mode, (int)sizeof s, which, (int)alignof(double));
}
)"),
              "6 1 9 1 16 7 8\n");
}

TEST(Features, MacrosOfBothKinds) {
    expect_each(results("#define SQUARE(x) ((x) * (x))\n#define GLUE(a, b) a##b\n#define N 4\n#if "
                        "N > 3 && defined(SQUARE)\n"
                        "#define K 10\n#else\n#define K 20\n#endif\n",
                        "int GLUE(ab, c) = SQUARE(t + 1); r = abc + K;"),
                [](int t) { return (t + 1) * (t + 1) + 10; });
}

TEST(Features, SwitchFallsThroughUnderDivergence) {
    expect_each(results("",
                        "switch (t % 5) { case 0: r = 1; case 1: r += 10; break; case 3: r = 100; "
                        "break; default: r = 7; }"),
                [](int t) {
                    const int m = t % 5;
                    return m == 0 ? 11 : m == 1 ? 10 : m == 3 ? 100 : 7;
                });
}

TEST(Features, AUniformReturnAfterADivergentOneKeepsWhatWasReturned) {
    expect_each(results("__device__ int f(int t, int n) { if (t & 1) return 5; if (n > 0) return "
                        "9; return 1; }\n",
                        "r = f(t, 3) + 100 * f(t + 1, -1);"),
                [](int t) { return (t & 1 ? 5 : 9) + 100 * (t & 1 ? 1 : 5); });
}

TEST(Features, LocalArraysAndPointersIntoThem) {
    expect_each(results("__device__ int sum(const int *p, int n) { int s = 0; for (int i = 0; i < "
                        "n; i++) s += p[i]; return s; }\n"
                        "__device__ void set(int *p, int v) { *p = v; }\n",
                        "int a[4] = {1, 2}; a[t & 3] += t; int x = 0; set(&x, t * 2); int m[2][3]; "
                        "for (int i = 0; i < 6; i++) m[i / 3][i % 3] = i;"
                        "r = sum(a, 4) * 1000 + x + m[1][2];"),
                [](int t) { return (3 + t) * 1000 + 2 * t + 5; });
}

TEST(Features, VotesShufflesAndBits) {
    expect_each(results("",
                        "int lane = threadIdx.x; unsigned odd = __ballot_sync(0xffffffff, t & 1);"
                        "r = __popc(odd) + __ffs(odd) * 100 + __clz(odd) * 1000;"
                        "if (__any_sync(0xffffffff, t == 3)) r += 10000;"
                        "r += __shfl_xor_sync(0xffffffff, lane, 1) * 100000;"
                        "r += __shfl_up_sync(0xffffffff, lane, 4, 8) * 10000000;"),
                [](int t) {
                    const int lane = t % 32;
                    const int up = lane % 8 >= 4 ? lane - 4 : lane;
                    return 16 + 200 + 0 + (t < 32 ? 10000 : 0) + (lane ^ 1) * 100000 +
                           up * 10000000;
                });
}

TEST(Features, ConversionsOfSmallTypes) {
    expect_each(results("",
                        "char c = (char)(t * 9); unsigned char u = t * 9; short s = (short)(t * "
                        "3000); bool b = t & 2;"
                        "r = c + u + s + b + (int)(unsigned char)c;"),
                [](int t) {
                    const auto c = static_cast<signed char>(t * 9);
                    const auto u = static_cast<unsigned char>(t * 9);
                    const auto s = static_cast<short>(t * 3000);
                    return c + u + s + ((t & 2) != 0 ? 1 : 0) + static_cast<unsigned char>(c);
                });
}

/// The widths of what the block was recorded to move, request by request.
std::multiset<std::uint32_t> widths_of(const RunText& run) {
    std::multiset<std::uint32_t> widths;
    for (const Segment& segment : run.record.blocks.at(0).segments) {
        segment.for_each_row([&](const Row& row) {
            const language::Site& site = run.record.program->sites[row.site()];
            const bool is_access =
                site.kind == language::SiteKind::load || site.kind == language::SiteKind::store;
            const std::int32_t object = row.names_object() ? row.object() : site.object;
            const bool is_local =
                object >= 0 &&
                run.record.program->objects[static_cast<std::size_t>(object)].space ==
                    language::Space::local;
            if (is_access && !is_local) widths.insert(site.width);
        });
    }
    return widths;
}

TEST(Features, AStructAlignedToItsSizeMovesAtOnce) {
    // Behind each struct what a warp's copy of it takes: once there, once back.
    const std::vector<std::pair<std::string, std::multiset<std::uint32_t>>> all{
        {"struct __align__(16) S { float of[4]; };", {16, 16}},
        {"struct __align__(16) S { double a, b; };", {16, 16}},
        {"struct __align__(8) S { int a, b; };", {8, 8}},
        {"struct S { int a, b; };", {4, 4, 4, 4}},
        {"struct __align__(16) S { float of[3]; };", {4, 4, 4, 4, 4, 4}},
        {"struct __align__(16) S { int a; float b; int c, d; };", {4, 4, 4, 4, 4, 4, 4, 4}}};
    for (const auto& [type, widths] : all) {
        RunText run(type + R"(
__global__ void k(const S* in, S* out) {
    S s[2];
    s[1] = in[threadIdx.x];
    out[threadIdx.x] = s[1];
}
)");
        std::vector<int> in(128);
        std::iota(in.begin(), in.end(), 1);
        run.array("in", in);
        run.array("out", std::vector<int>(128));
        run.launch({1, 1, 1}, {8, 1, 1});
        run.expect_clean();
        EXPECT_EQ(widths_of(run), widths) << type;
    }
}

TEST(Features, AsynchronousCopiesAreLoadsAndStoresOfTheirBytes) {
    for (const int bytes : {4, 8, 16}) {
        RunText run(R"(
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out) {
    __shared__ __align__(16) float X[64];
    int i = threadIdx.x * EACH;
    __pipeline_memcpy_async(&X[i], &in[i], EACH * sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int k = 0; k < EACH; k++) __stcs(&out[i + k], X[i + k]);
}
)",
                    {{"EACH", std::to_string(bytes / 4)}});
        std::vector<float> in(64);
        std::iota(in.begin(), in.end(), 1.0f);
        run.array("in", in);
        const std::size_t out = run.array("out", std::vector<float>(64));
        run.launch({1, 1, 1}, {16, 1, 1});
        run.expect_clean();
        const auto got = run.values<float>(out);
        for (std::size_t i = 0; i < std::size_t{4} * static_cast<std::size_t>(bytes); ++i)
            EXPECT_EQ(got[i], in[i]);
        EXPECT_EQ(widths_of(run).count(static_cast<std::uint32_t>(bytes)), bytes == 4 ? 4U : 2U);
    }
}

TEST(Features, AsynchronousCopiesOfOtherSizesAreRefused) {
    for (const char* size : {"0", "3", "32"}) {
        const auto parsed =
            language::parse("test.cu",
                            std::string{"__global__ void k(const int* in) { __shared__ int X[8]; "
                                        "__pipeline_memcpy_async(X, in, "} +
                                size + "); }",
                            {});
        ASSERT_EQ(parsed.faults.size(), 1U);
        EXPECT_EQ(parsed.faults[0].message,
                  std::string{"__pipeline_memcpy_async copies 4, 8 or 16 bytes, not "} + size);
    }
}

TEST(Features, VectorTypesMoveSixteenBytesAtOnce) {
    RunText run(R"(
__global__ void k(float *in, float *out) {
    int i = threadIdx.x;
    float4 v = reinterpret_cast<float4*>(in)[i];
    v.x += 1.0f;
    v = make_float4(v.w, v.z, v.y, v.x);
    ((float4*)out)[i] = v;
}
)");
    std::vector<float> in(128);
    std::iota(in.begin(), in.end(), 0.0f);
    run.array("in", in);
    const std::size_t out = run.array("out", std::vector<float>(128));
    run.launch({1, 1, 1}, {32, 1, 1});
    run.expect_clean();
    const std::vector<float> got = run.values<float>(out);
    for (std::size_t i = 0; i < 32; ++i) {
        EXPECT_EQ(got[4 * i], in[4 * i + 3]);
        EXPECT_EQ(got[4 * i + 3], in[4 * i] + 1);
    }
    // One request for each, 16 bytes a lane.
    int rows = 0;
    for (const Segment& s : run.record.blocks[0].segments) {
        s.for_each_row([&](const Row& row) {
            const language::Site& site = run.record.program->sites[row.site()];
            if (site.kind >= language::SiteKind::op) return;
            ++rows;
            EXPECT_EQ(site.width, 16u);
            EXPECT_EQ(row.index_form(), IndexForm::affine);
            EXPECT_EQ(row.stride, 16);
        });
    }
    EXPECT_EQ(rows, 2);
}

TEST(Features, ConstantAndDeviceVariables) {
    RunText run(R"(
__constant__ float weights[3] = {0.5f, 2.0f, -1.0f};
__device__ int counter = 5;
__global__ void k(float *out) {
    int i = threadIdx.x;
    out[i] = weights[i % 3];
    if (i == 0) atomicAdd(&counter, 10);
}
)");
    const std::size_t out = run.array("out", std::vector<float>(32));
    run.launch({3, 1, 1}, {32, 1, 1});
    run.expect_clean();
    EXPECT_EQ(run.values<float>(out)[4], 2.0f);
    EXPECT_EQ(run.values<int>(1)[0], 35);
}

TEST(Features, DynamicSharedMemoryLiesBehindTheStaticArrays) {
    RunText run(R"(
extern __shared__ float buffer[];
__global__ void k(float *out) {
    __shared__ float first[10];
    first[threadIdx.x % 10] = 1.0f;
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = buffer[31 - threadIdx.x] + first[0];
}
)");
    const std::size_t out = run.array("out", std::vector<float>(32));
    run.launch({1, 1, 1}, {32, 1, 1}, 128);
    run.expect_clean();
    EXPECT_EQ(run.values<float>(out)[3], 29.0f);
    for (const language::Object& o : run.record.program->objects) {
        if (o.name == "buffer") {
            EXPECT_EQ(o.offset, 48u);
            EXPECT_EQ(o.bytes, 128u);
        }
    }
}

TEST(Features, PointersThatChangePlaces) {
    RunText run(R"(
__global__ void k(float *in, float *out) {
    __shared__ float a[64], b[64];
    float *from = a, *to = b;
    int i = threadIdx.x;
    from[i] = in[i];
    for (int s = 1; s < 64; s *= 2) {
        __syncthreads();
        to[i] = i >= s ? from[i] + from[i - s] : from[i];
        float *t = from; from = to; to = t;
    }
    out[i] = from[i];
}
)");
    run.array("in", std::vector<float>(64, 1.0f));
    const std::size_t out = run.array("out", std::vector<float>(64));
    run.launch({1, 1, 1}, {64, 1, 1});
    run.expect_clean();
    for (std::size_t i = 0; i < 64; ++i)
        EXPECT_EQ(run.values<float>(out)[i], static_cast<float>(i + 1));
}

TEST(Features, AtomicsOnSharedMemory) {
    RunText run(R"(
__global__ void histogram(unsigned char *data, unsigned *bins, int n) {
    __shared__ unsigned mine[8];
    if (threadIdx.x < 8) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[data[i] % 8], 1u);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
)");
    std::vector<unsigned char> data(1000);
    std::vector<unsigned> expected(8);
    for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = static_cast<unsigned char>(i * i % 97);
        ++expected[data[i] % 8];
    }
    run.array("data", data);
    const std::size_t bins = run.array("bins", std::vector<unsigned>(8));
    run.scalar(1000);
    run.launch({3, 1, 1}, {64, 1, 1});
    run.expect_clean();
    EXPECT_EQ(run.values<unsigned>(bins), expected);
}

TEST(Features, BarrierVotes) {
    RunText run(
        "__global__ void k(int *out) { out[threadIdx.x] = __syncthreads_count(threadIdx.x % 3 == "
        "0) * 100 + "
        "__syncthreads_or(threadIdx.x == 70) * 10 + __syncthreads_and(threadIdx.x < 90); }");
    const std::size_t out = run.array("out", std::vector<int>(96));
    run.launch({1, 1, 1}, {96, 1, 1});
    run.expect_clean();
    for (const int v : run.values<int>(out)) EXPECT_EQ(v, 3210);
}

TEST(Features, BlocksOfTwoAndThreeDimensions) {
    RunText run(
        "__global__ void k(int *out) { int t = (threadIdx.z * blockDim.y + threadIdx.y) * "
        "blockDim.x + threadIdx.x;"
        " out[t] = threadIdx.x * 100 + threadIdx.y * 10 + threadIdx.z; }");
    const std::size_t out = run.array("out", std::vector<int>(5 * 4 * 3));
    run.launch({1, 1, 1}, {5, 4, 3});
    run.expect_clean();
    for (int t = 0; t < 60; ++t) {
        EXPECT_EQ(run.values<int>(out)[static_cast<std::size_t>(t)],
                  t % 5 * 100 + t / 5 % 4 * 10 + t / 20);
    }
}

TEST(Features, FusedMultiplyAddAsNvccMakesIt) {
    const std::string text =
        "__global__ void k(float *a, float *out) { int i = threadIdx.x; out[i] = a[i] * a[i] - "
        "1.0f; }";
    std::vector<float> in(32);
    for (std::size_t i = 0; i < 32; ++i) in[i] = 1.0f + static_cast<float>(i) * 1e-4f;
    for (const bool contract : {true, false}) {
        RunText run(text);
        run.settings.contract = contract;
        run.array("a", in);
        const std::size_t out = run.array("out", std::vector<float>(32));
        run.launch({1, 1, 1}, {32, 1, 1});
        for (std::size_t i = 0; i < 32; ++i) {
            volatile float product = in[i] * in[i];
            const float expected = contract ? std::fma(in[i], in[i], -1.0f) : product - 1.0f;
            EXPECT_EQ(run.values<float>(out)[i], expected) << i << contract;
        }
    }
}

/// nvcc 13 for sm_90 makes the same operations of these (FFMA, FMUL and FADD of its SASS).
TEST(Features, ProductsInVariablesAreFusedAsNvccFusesThem) {
    struct Case {
        const char* body;
        bool fused;
    };
    const std::vector<Case> cases{
        {"float p = x * y; r = p + z;", true},
        {"float p = x * y; r = z - p;", true},
        {"float p = x * y; x = 3; y = x; r = p + z;", true},
        {"float p = x * y; __syncthreads(); r = p + z;", true},
        {"float p = x * y; r = z; r += p;", true},
        {"float p = x * y; r = z; if (n > threadIdx.x) r += p;", true},
        {"float p = x * y; r = p + z; out[32 + threadIdx.x] = p - y;", true},
        {"r = z; for (int i = 0; i < n - 63; i++) { float p = x * y; r += p; }", true},
        {"float p = x * y; r = p + z; out[32 + threadIdx.x] = p;", false},
        {"float p = x * y; r = z; for (int i = 0; i < n - 63; i++) r += p;", false},
        {"float p = x * y; if (n > 3) r = p + z; else r = p - z;", false},
        {"float p = x * y; if (n < threadIdx.x) p = z; r = p + z;", false},
        {"float p = n > 3 ? x * y : 0.0f; r = p + z;", false},
        {"float p = x * y; float *q = &p; r = *q + z;", false},
    };
    std::vector<float> a(32), b(32), c(32);
    for (std::size_t i = 0; i < 32; ++i) {
        a[i] = 1.0f + static_cast<float>(i + 1) * 1e-4f;
        b[i] = 3.0f - static_cast<float>(i) * 1e-3f;
        c[i] = -2.9f;
    }
    for (const Case& each : cases) {
        for (const bool contract : {true, false}) {
            RunText run(std::string{"__global__ void k(const float *a, const float *b, const float "
                                    "*c, float *out, int n) { int t = threadIdx.x; float x = "
                                    "a[t], y = b[t], z = c[t], r = 0; "} +
                        each.body + " out[t] = r; }");
            run.settings.contract = contract;
            run.array("a", a);
            run.array("b", b);
            run.array("c", c);
            const std::size_t out = run.array("out", std::vector<float>(64));
            run.scalar(64);
            run.launch({1, 1, 1}, {32, 1, 1});
            run.expect_clean();
            const bool minus = std::string_view{each.body}.find("z - p") != std::string::npos;
            int same_as_fused = 0, same_as_not = 0;
            for (std::size_t i = 0; i < 32; ++i) {
                volatile float product = a[i] * b[i];
                const float one = minus ? std::fma(-a[i], b[i], c[i]) : std::fma(a[i], b[i], c[i]);
                const float other = minus ? c[i] - product : product + c[i];
                same_as_fused += run.values<float>(out)[i] == one;
                same_as_not += run.values<float>(out)[i] == other;
            }
            const bool fused = contract && each.fused;
            EXPECT_EQ(fused ? same_as_fused : same_as_not, 32) << each.body << contract;
            EXPECT_LT(fused ? same_as_not : same_as_fused, 32) << each.body << contract;
        }
    }
    // What is added to itself is fused with itself; of two products the one that nothing else
    // wants, or the left one.
    {
        RunText twice(
            "__global__ void k(const float *a, const float *b, float *out) { int t = "
            "threadIdx.x; float p = a[t] * b[t]; out[t] = p + p; float q = a[t] * a[t], "
            "r = b[t] * b[t]; out[32 + t] = q + b[t]; out[64 + t] = q - r; }");
        twice.array("a", a);
        twice.array("b", b);
        const std::size_t out = twice.array("out", std::vector<float>(96));
        twice.launch({1, 1, 1}, {32, 1, 1});
        for (std::size_t i = 0; i < 32; ++i) {
            volatile float p = a[i] * b[i], q = a[i] * a[i];
            EXPECT_EQ(twice.values<float>(out)[i], std::fma(a[i], b[i], p)) << i;
            EXPECT_EQ(twice.values<float>(out)[32 + i], q + b[i]) << i;
            EXPECT_EQ(twice.values<float>(out)[64 + i], std::fma(-b[i], b[i], q)) << i;
        }
    }
    RunText run(
        "__global__ void k(const float *a, const float *b, float *out) { int t = "
        "threadIdx.x; float p = a[t] * a[t], q = b[t] * b[t]; out[t] = p + q; }");
    run.array("a", a);
    run.array("b", b);
    const std::size_t out = run.array("out", std::vector<float>(32));
    run.launch({1, 1, 1}, {32, 1, 1});
    for (std::size_t i = 0; i < 32; ++i) {
        volatile float right = b[i] * b[i];
        EXPECT_EQ(run.values<float>(out)[i], std::fma(a[i], a[i], right)) << i;
    }
}

/// f of 64 numbers as the text computes it, of float and of double, beside `expected` in double.
template <typename T>
void expect_function(const std::string& name, double (*expected)(double), T low, T high) {
    std::vector<T> in(64);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = low + (high - low) * static_cast<T>(i) / static_cast<T>(63);
    RunText run(
        "__global__ void k(const T *in, T *out) { int t = blockIdx.x * 32 + threadIdx.x; "
        "out[t] = " +
            name + "(in[t]); }",
        {{"T", std::is_same_v<T, float> ? "float" : "double"}});
    run.array("in", in);
    const std::size_t out = run.array("out", std::vector<T>(64));
    run.launch({2, 1, 1}, {32, 1, 1});
    run.expect_clean();
    const std::vector<T> got = run.values<T>(out);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double want = expected(static_cast<double>(in[i]));
        const double ulp = std::numeric_limits<T>::epsilon();
        EXPECT_NEAR(static_cast<double>(got[i]), want, 4 * ulp * std::max(std::abs(want), 1e-3))
            << name << "(" << in[i] << ")";
    }
}

TEST(Features, FunctionsOfRealNumbersAreTheirMathematics) {
    using F = double (*)(double);
    const auto both = [](const std::string& name, F expected, double low, double high) {
        expect_function<double>(name, expected, low, high);
        expect_function<float>(name + "f", expected, static_cast<float>(low),
                               static_cast<float>(high));
    };
    constexpr F rsqrt = [](double x) { return 1 / std::sqrt(x); };
    constexpr F exp10 = [](double x) { return std::pow(10, x); };
    // Of an angle within half a turn, where the product loses nothing.
    constexpr F sinpi = [](double x) { return std::sin(std::numbers::pi * x); };
    constexpr F cospi = [](double x) { return std::cos(std::numbers::pi * x); };
    both("sqrt", std::sqrt, 0, 1e6);
    both("rsqrt", rsqrt, 0.5, 1e6);
    both("cbrt", std::cbrt, -1e6, 1e6);
    both("exp", std::exp, -8, 8);
    both("exp2", std::exp2, -8, 8);
    both("exp10", exp10, -4, 4);
    both("expm1", std::expm1, -1, 1);
    both("log", std::log, 0.5, 1e6);
    both("log2", std::log2, 0.5, 1e6);
    both("log10", std::log10, 0.5, 1e6);
    both("log1p", std::log1p, -0.5, 1);
    both("sin", std::sin, -6, 6);
    both("cos", std::cos, -6, 6);
    both("tan", std::tan, -1.5, 1.5);
    both("asin", std::asin, -1, 1);
    both("acos", std::acos, -1, 1);
    both("atan", std::atan, -9, 9);
    both("sinh", std::sinh, -4, 4);
    both("cosh", std::cosh, -4, 4);
    both("tanh", std::tanh, -4, 4);
    both("erf", std::erf, -3, 3);
    both("erfc", std::erfc, -3, 3);
    both("floor", std::floor, -3, 3);
    both("ceil", std::ceil, -3, 3);
    both("round", std::round, -3, 3);
    both("trunc", std::trunc, -3, 3);
    both("rint", std::nearbyint, -3, 3);
    both("sinpi", sinpi, -0.5, 0.5);
    both("cospi", cospi, -0.4, 0.4);
    // Exactly, and far from 0, as CUDA has it.
    constexpr F sin_of_quarters = [](double x) {
        const int quarters = static_cast<int>(std::lround(x * 2)) & 3;
        return quarters == 1 ? 1.0 : quarters == 3 ? -1.0 : 0.0;
    };
    constexpr F cos_of_quarters = [](double x) {
        const int quarters = static_cast<int>(std::lround(x * 2)) & 3;
        return quarters == 0 ? 1.0 : quarters == 2 ? -1.0 : 0.0;
    };
    both("sinpi", sin_of_quarters, -15, 16.5);
    both("cospi", cos_of_quarters, -15, 16.5);
    both("lgamma", std::lgamma, 3, 9);
    both("tgamma", std::tgamma, 1, 5);
    both("fabs", std::fabs, -2, 2);
    expect_function<float>(
        "__saturatef", [](double x) { return std::clamp(x, 0.0, 1.0); }, -1, 2);
}

TEST(Features, PrintfPrintsLaneByLane) {
    RunText run(
        "__global__ void k() { if (threadIdx.x < 2) printf(\"%d: %5.2f %s %u\\n\", threadIdx.x, "
        "threadIdx.x * 1.5f, \"x\", blockIdx.x); }");
    run.launch({2, 1, 1}, {32, 1, 1});
    EXPECT_EQ(run.record.output, "0:  0.00 x 0\n1:  1.50 x 0\n0:  0.00 x 1\n1:  1.50 x 1\n");
}

TEST(Waits, BlocksThatWaitForEachOtherAllComeOn) {
    RunText run(R"(
__device__ volatile int flags[64];
__global__ void chain(int *out) {
    if (threadIdx.x == 0) {
        int sum = 0;
        if (blockIdx.x > 0) {
            while (flags[blockIdx.x - 1] == 0) { }
            __threadfence();
            sum = out[blockIdx.x - 1];
        }
        out[blockIdx.x] = sum + blockIdx.x;
        __threadfence();
        flags[blockIdx.x] = 1;
    }
}
)");
    const std::size_t out = run.array("out", std::vector<int>(40));
    run.settings.resident = 16;
    run.launch({40, 1, 1}, {64, 1, 1});
    run.expect_clean();
    EXPECT_EQ(run.values<int>(out)[39], 39 * 40 / 2);
    EXPECT_TRUE(run.record.complete);
}

TEST(Waits, AWaitInTheOtherDirectionEndsOnlyIfAllAreResident) {
    const std::string text = R"(
__device__ int arrived;
__global__ void barrier(int *out) {
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) { }
    }
    __syncthreads();
    out[blockIdx.x] = 1;
}
)";
    for (const std::uint32_t resident : {8u, 4u}) {
        RunText run(text);
        run.settings.resident = resident;
        const std::size_t out = run.array("out", std::vector<int>(8));
        run.launch({8, 1, 1}, {32, 1, 1});
        if (resident == 8) {
            run.expect_clean();
            EXPECT_EQ(run.values<int>(out), std::vector<int>(8, 1));
        } else {
            EXPECT_FALSE(run.record.complete);
            ASSERT_FALSE(run.record.diagnostics.empty());
            EXPECT_EQ(run.record.diagnostics[0].kind, Diagnostic::Kind::deadlock);
            EXPECT_EQ(run.record.diagnostics[0].place.line, 6u);
        }
        // Polls that look the same are not all recorded.
        EXPECT_LT(run.record.blocks.at(0).segments.size(), 40u);
    }
}

}  // namespace features_test
}  // namespace stridescope::machine
