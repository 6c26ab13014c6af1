// Where values come from: whatever was stored is what its origins make.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/machine/recompute.h"
#include "tests/machine/run_text.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace origins_test {

struct Outcome {
    std::uint64_t checked = 0, unknown = 0, ops = 0;
    std::map<std::uint32_t, std::uint64_t> ops_of_line;
};

/// Launches, recomputes, and wants every value to be explained.
Outcome explain(RunText& run, std::array<std::uint32_t, 3> grid,
                std::array<std::uint32_t, 3> block) {
    Recompute::Bytes before = Recompute::bytes_of(run.memory);
    run.launch(grid, block);
    run.expect_clean();
    Recompute recompute(run.record, std::move(before));
    recompute.run();
    for (const std::string& w : recompute.wrong) ADD_FAILURE() << w;
    EXPECT_EQ(recompute.unknown, 0u);
    EXPECT_GT(recompute.checked, 0u);
    return {recompute.checked, recompute.unknown, recompute.ops, recompute.ops_of_line};
}

std::vector<float> random_floats(std::size_t n) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> real(-4, 4);
    std::vector<float> values(n);
    for (float& v : values) v = real(random);
    return values;
}

std::vector<unsigned> random_words(std::size_t n, unsigned seed = 3) {
    std::mt19937 random(seed);
    std::vector<unsigned> values(n);
    for (unsigned& v : values) v = random();
    return values;
}

std::uint64_t log2_of(std::uint64_t n) {
    std::uint64_t l = 0;
    while (n >>= 1) ++l;
    return l;
}

constexpr const char* kogge_stone = R"(
__global__ void kogge_stone(const float *X, float *Y, int n) {
    extern __shared__ float unused[];
    __shared__ float XY[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < n ? X[i] : 0.0f;
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp = 0.0f;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < n) Y[i] = XY[threadIdx.x];
}
)";

TEST(Origins, KoggeStoneAddsNLogNMinusNPlus1Times) {
    for (const std::uint32_t n : {2u, 32u, 64u, 128u, 1024u}) {
        RunText run(kogge_stone);
        run.array("X", random_floats(n));
        run.array("Y", std::vector<float>(n));
        run.scalar(static_cast<int>(n));
        const Outcome o = explain(run, {1, 1, 1}, {n, 1, 1});
        EXPECT_EQ(o.ops, n * log2_of(n) - n + 1) << n;
        EXPECT_EQ(o.checked, n + o.ops + n) << n;
    }
}

TEST(Origins, ATailThatIsFilledUpIsConstant) {
    RunText run(kogge_stone);
    run.array("X", random_floats(100));
    run.array("Y", std::vector<float>(100));
    run.scalar(100);
    explain(run, {2, 1, 1}, {64, 1, 1});
}

constexpr const char* brent_kung = R"(
__global__ void brent_kung(const float *X, float *Y, int n) {
    __shared__ float XY[2048];
    int section = 2 * blockDim.x;
    XY[threadIdx.x] = X[threadIdx.x];
    XY[threadIdx.x + blockDim.x] = X[threadIdx.x + blockDim.x];
    for (int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < section) XY[index] += XY[index - stride];
    }
    for (int stride = section / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < section) XY[index + stride] += XY[index];
    }
    __syncthreads();
    Y[threadIdx.x] = XY[threadIdx.x];
    Y[threadIdx.x + blockDim.x] = XY[threadIdx.x + blockDim.x];
}
)";

TEST(Origins, BrentKungAdds2NMinus2MinusLogNTimes) {
    for (const std::uint32_t n : {2u, 4u, 64u, 128u, 2048u}) {
        RunText run(brent_kung);
        run.array("X", random_floats(n));
        run.array("Y", std::vector<float>(n));
        run.scalar(static_cast<int>(n));
        const Outcome o = explain(run, {1, 1, 1}, {n / 2, 1, 1});
        EXPECT_EQ(o.ops, 2 * n - 2 - log2_of(n)) << n;
    }
}

TEST(Origins, OpsOfMacrosFunctionsAndCompoundAssignmentsAreOnce) {
    RunText run(R"(
#define OP(a, b) ((a) + (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
template <typename T> __device__ T combine(T a, T b) { return a * b; }
__device__ void give(unsigned* to, unsigned v) { *to = v; }
__global__ void all(const unsigned *in, unsigned *out) {
    unsigned t = threadIdx.x;
    unsigned a = in[t], b = in[t + 32], c = in[t + 64];
    out[t] = OP(a, b);
    out[t + 32] = combine(a, b);
    out[t + 64] = combine(b, c);
    a += c;
    out[t + 96] = a;
    out[t + 128] = MAX(a, b);
    out[t + 160] = MAX(in[t], in[t + 32]);
    out[t + 192] = min(a, c);
    unsigned d = a;
    a = 7;
    out[t + 224] = d;
    give(&out[t + 256], a);
    give(&out[t + 288], d ^ b);
    give(&out[t + 320], d);
    out[t + 352] = in[in[t + 96] & 31] & b;
}
)");
    std::vector<unsigned> in = random_words(128);
    run.array("in", in);
    run.array("out", std::vector<unsigned>(384));
    const Outcome o = explain(run, {1, 1, 1}, {32, 1, 1});
    EXPECT_EQ(o.checked, 384u);
    const std::map<std::uint32_t, std::uint64_t> expected{{4, 64},  {9, 32},  {12, 32}, {14, 32},
                                                          {15, 32}, {16, 32}, {21, 32}, {23, 32}};
    EXPECT_EQ(o.ops_of_line, expected);
}

TEST(Origins, TiledProductIsOneFusedOpARound) {
    RunText run(R"(#define TILE 8
__global__ void product(const float* A, const float* B, float* C, int n) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int phase = 0; phase < n / TILE; ++phase) {
        a[threadIdx.y][threadIdx.x] = A[row * n + phase * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(phase * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
)");
    run.array("A", random_floats(24 * 24));
    run.array("B", random_floats(24 * 24));
    run.array("C", std::vector<float>(24 * 24));
    run.scalar(24);
    const Outcome o = explain(run, {3, 3, 1}, {8, 8, 1});
    EXPECT_EQ(o.ops, 24u * 24 * 24);
}

TEST(Origins, ShufflesHandOnWhatTheOtherLaneHas) {
    RunText run(R"(
__device__ int scan(int v) {
    int lane = threadIdx.x % warpSize;
    for (int d = 1; d < warpSize; d *= 2) {
        int other = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += other;
    }
    return v;
}
__global__ void block_scan(const int *in, int *out) {
    __shared__ int totals[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int v = scan(in[threadIdx.x]);
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int sum = lane < blockDim.x / warpSize ? totals[lane] : 0;
        totals[lane] = scan(sum);
    }
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    out[threadIdx.x] = v;
}
)");
    std::vector<int> in(256);
    for (int i = 0; i < 256; ++i) in[static_cast<std::size_t>(i)] = i * 37 % 101 - 50;
    run.array("in", in);
    run.array("out", std::vector<int>(256));
    const Outcome o = explain(run, {1, 1, 1}, {256, 1, 1});
    EXPECT_EQ(o.ops, 9u * (32 * 5 - 31) + 7 * 32);
}

TEST(Origins, HistogramsWithPrivateBins) {
    RunText run(R"(
__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned mine[26];
    for (int b = threadIdx.x; b < 26; b += blockDim.x) mine[b] = 0u;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int letter = in[i] - 'a';
        if (letter >= 0 && letter < 26) atomicAdd(&mine[letter], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 26; b += blockDim.x) {
        unsigned count = mine[b];
        if (count > 0) atomicAdd(&bins[b], count);
    }
}
)");
    std::vector<unsigned char> in(1000);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<unsigned char>('a' + i * i % 29 % 26);
    run.array("in", in);
    const std::size_t bins = run.array("bins", std::vector<unsigned>(26));
    run.scalar(1000);
    const Outcome o = explain(run, {3, 1, 1}, {64, 1, 1});
    EXPECT_EQ(o.ops, 0u);
    // Rows with short lists of indices are walked as they are written: all 1,000 letters are there.
    EXPECT_GE(o.checked, 1000u + 3 * 26);
    std::uint64_t all = 0;
    for (const unsigned b : run.values<unsigned>(bins)) all += b;
    EXPECT_EQ(all, 1000u);
}

TEST(Origins, CoarsenedSumsInRegistersGoThroughLocalArrays) {
    RunText run(R"(
#define C 4
__global__ void coarse(const float *in, float *out, int n) {
    float r[C];
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * C;
    for (int k = 0; k < C; ++k) r[k] = in[first + k];
    for (int k = 1; k < C; ++k) r[k] += r[k - 1];
    for (int k = 0; k < C; ++k) out[first + k] = r[k];
}
)");
    run.array("in", random_floats(512));
    run.array("out", std::vector<float>(512));
    run.scalar(512);
    const Outcome o = explain(run, {2, 1, 1}, {64, 1, 1});
    EXPECT_EQ(o.ops, 128u * 3);
    // Seen through, a stored value comes from an op or from what was read into r[0].
    const language::Program& program = *run.record.program;
    OriginWalk walk(program);
    std::vector<const Row*> rows;
    std::uint64_t from_ops = 0, from_loads = 0;
    for (const Segment& segment : run.record.blocks[0].segments) {
        if (segment.warp != 0) continue;
        segment.for_each_row([&](const Row& row) {
            const OriginWalk::Step step = walk.next(0, row);
            rows.push_back(&row);
            ASSERT_EQ(rows.size(), step.number + 1);
            const language::Site& site = program.sites[row.site()];
            const bool global =
                site.object >= 0 && program.objects[static_cast<std::size_t>(site.object)].space ==
                                        language::Space::global;
            if (site.kind != language::SiteKind::store || !global) return;
            for (int lane = 0; lane < lanes_of_warp; ++lane) {
                const Row& from = *rows.at(step.sources[0][lane].row());
                const language::Site& made = program.sites[from.site()];
                EXPECT_NE(from.mask >> lane & 1, 0u);
                from_ops += made.kind == language::SiteKind::op;
                if (made.kind == language::SiteKind::load) {
                    ++from_loads;
                    EXPECT_EQ(program.objects[static_cast<std::size_t>(made.object)].name, "in");
                }
            }
        });
    }
    EXPECT_EQ(from_ops, 32u * 3);
    EXPECT_EQ(from_loads, 32u);
}

TEST(Origins, VectorsStructsReferencesAndSwaps) {
    RunText run(R"(
struct Pair { unsigned a, b; };
__device__ void swap(unsigned& x, unsigned& y) { unsigned t = x; x = y; y = t; }
__device__ void swap_at(unsigned* x, unsigned* y) { unsigned t = *x; *x = *y; *y = t; }
__device__ Pair turned(Pair p) { Pair q = {p.b, p.a}; return q; }
__global__ void parts(const uint4 *in, uint4 *out, const Pair *pairs, Pair *turned_pairs, uint2* two) {
    int t = threadIdx.x;
    uint4 v = in[t];
    swap(v.x, v.y);
    unsigned low = v.z, high = v.w;
    swap_at(&low, &high);
    uint4 w = make_uint4(v.x + v.y, low, high, v.y);
    out[t] = w;
    Pair p = pairs[t];
    p = {p.b, p.a + 1};
    turned_pairs[t] = turned(p);
    uint2 pair;
    pair.x = out[t].w;
    pair.y = p.a ^ p.b;
    two[t] = pair;
}
)");
    run.array("in", random_words(128));
    run.array("out", std::vector<unsigned>(128));
    run.array("pairs", random_words(64, 9));
    run.array("turned", std::vector<unsigned>(64));
    run.array("two", std::vector<unsigned>(64));
    const Outcome o = explain(run, {1, 1, 1}, {32, 1, 1});
    // What low, high and t have in memory is found in what is made of it.
    EXPECT_EQ(o.checked, 32u * (4 + 2 + 2));
}

TEST(Origins, SwitchedOffTheyCostNothing) {
    for (const bool origins : {true, false}) {
        RunText run(kogge_stone);
        run.settings.origins = origins;
        run.array("X", random_floats(64));
        run.array("Y", std::vector<float>(64));
        run.scalar(64);
        run.launch({1, 1, 1}, {64, 1, 1});
        std::uint64_t computed = 0;
        for (const language::Site& site : run.record.program->sites)
            computed += site.kind == language::SiteKind::op ||
                        site.kind == language::SiteKind::move || !site.sources.empty();
        EXPECT_EQ(computed > 0, origins);
    }
}

/// Accesses, without what is recorded for origins.
std::vector<std::string> accesses(const LaunchRecord& record) {
    std::vector<std::string> all;
    for (const BlockRecord& block : record.blocks) {
        for (const Segment& segment : block.segments) {
            segment.for_each_row([&](const Row& row) {
                const language::Site& site = record.program->sites[row.site()];
                if (site.kind == language::SiteKind::op || site.kind == language::SiteKind::move)
                    return;
                if (site.object >= 0 &&
                    record.program->objects[static_cast<std::size_t>(site.object)].space ==
                        language::Space::local)
                    return;
                std::string text =
                    fmt::format("{} {} {} {} {} {} {} {} {} {}", block.block, segment.warp,
                                segment.interval, segment.loop, segment.round, segment.values[0],
                                segment.values[1], row.site(), row.round, row.mask);
                for (int lane = 0; lane < lanes_of_warp; ++lane) {
                    if ((row.mask >> lane & 1) != 0)
                        text += fmt::format(" {}:{}", row.offset(lane), row.value(lane));
                }
                all.push_back(std::move(text));
            });
        }
    }
    return all;
}

TEST(Origins, WhatElseIsRecordedStaysTheSame) {
    for (const char* text : {kogge_stone, brent_kung}) {
        std::vector<std::vector<std::string>> recorded;
        for (const bool origins : {true, false}) {
            RunText run(text);
            run.settings.origins = origins;
            run.array("X", random_floats(512));
            run.array("Y", std::vector<float>(512));
            run.scalar(500);
            recorded.push_back(accesses(run.launch({2, 1, 1}, {256, 1, 1})));
        }
        EXPECT_EQ(recorded[0], recorded[1]);
    }
}

/// Random kernels whose every value is made of what they read and of constants.
class RandomText {
  public:
    explicit RandomText(unsigned seed) : random_(seed) {}

    std::string kernel() {
        std::string functions;
        for (int f = 0; f < 3; ++f) functions += function(f);
        names_ = {"a", "b", "c"};
        arrays_ = {{"r", 4}, {"q", 8}};
        functions_ = 3;
        std::string body;
        for (int i = 0; i < 10; ++i) body += statement(1);
        return functions + R"(
__global__ void k(const unsigned *in, unsigned *out) {
    unsigned t = threadIdx.x;
    __shared__ unsigned s[128];
    unsigned r[4] = {1, 2};
    unsigned q[8] = {};
    unsigned a = in[t], b = in[5], c = in[(t * 3) & 127];
    s[t] = in[t] ^ 3u;
    q[3] = r[1] = in[3];
    s[t + 64] = 11;
    __syncthreads();
)" + body + R"(
    out[t] = a;
    out[t + 64] = b;
    out[t + 128] = c;
    out[t + 192] = r[t & 3] + q[t & 7];
    __syncthreads();
    out[t + 256] = s[t];
}
)";
    }

  private:
    int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
    template <typename T>
    const T& one_of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(pick(static_cast<int>(all.size())))];
    }
    std::string index(int size) {
        switch (pick(5)) {
            case 0: return fmt::format("(t + {}) & {}", pick(9), size - 1);
            case 1: return fmt::format("({}) & {}", one_of(names_), size - 1);
            case 2: return fmt::format("(t * {}) & {}", pick(5), size - 1);
            default: return fmt::format("{}", pick(size));
        }
    }
    std::string leaf() {
        switch (pick(8)) {
            case 0:
            case 1: return in_function_ ? one_of(names_) : "in[" + index(128) + "]";
            case 2: return in_function_ ? one_of(names_) : "s[t]";
            case 3: {
                if (arrays_.empty()) return one_of(names_);
                const auto& [name, size] = one_of(arrays_);
                return name + "[" + index(size) + "]";
            }
            default: return one_of(names_);
        }
    }
    std::string condition() {
        switch (pick(3)) {
            case 0: return fmt::format("t % {} == {}", pick(4) + 2, pick(3));
            case 1: return fmt::format("({} & 4u) != 0", leaf());
            default: return fmt::format("{} < {}", leaf(), leaf());
        }
    }
    std::string expression(int depth) {
        if (depth <= 0) return leaf();
        const std::string a = expression(depth - 1), b = expression(depth - 1);
        switch (pick(15)) {
            case 0: return fmt::format("({} > {} ? {} : {})", a, b, a, b);
            case 1: return fmt::format("({} ? {} : {})", condition(), a, b);
            case 2: return fmt::format("min({}, {})", a, b);
            case 3: return fmt::format("(unsigned)(unsigned char)({} + {})", a, b);
            case 4: return fmt::format("(unsigned)((long long){} - {})", a, b);
            case 5:
                if (functions_ > 0) return fmt::format("f{}({}, {})", pick(functions_), a, b);
                return a;
            case 6: return fmt::format("({} << {})", a, pick(31));
            case 7: return fmt::format("(unsigned)({} != {})", a, b);
            case 8:
                return fmt::format("(unsigned)({} > 5 {} {} < {})", leaf(),
                                   pick(2) == 0 ? "&&" : "||", a, b);
            case 9: return "(~" + a + ")";
            case 10: return leaf();
            case 11: {
                // Of a constant only together with what was read: what is made of nothing else is
                // not recorded. (Times 0 it would be a constant.)
                const std::vector<std::string> ops{"+", "-", "*", "^", "&", "|"};
                return fmt::format("({} {} {}u)", a, one_of(ops), 1 + pick(9));
            }
            default: {
                const std::vector<std::string> ops{"+", "-", "*", "^", "&", "|"};
                return fmt::format("({} {} {})", a, one_of(ops), b);
            }
        }
    }
    std::string statement(int depth) {
        const std::string pad(static_cast<std::size_t>(depth) * 4, ' ');
        if (++statements_ > 60) return "";
        switch (pick(depth > 3 ? 6 : 12)) {
            case 0:
                if (!arrays_.empty()) {
                    const auto& [name, size] = one_of(arrays_);
                    return fmt::format("{}{}[{}] = {};\n", pad, name, index(size), expression(2));
                }
                [[fallthrough]];
            case 1: return fmt::format("{}{} = {};\n", pad, one_of(names_), expression(2));
            case 2: return fmt::format("{}{} += {};\n", pad, one_of(names_), expression(1));
            case 3: return fmt::format("{}{} = {};\n", pad, one_of(names_), one_of(names_));
            case 4: return fmt::format("{}{} = {}++;\n", pad, one_of(names_), one_of(names_));
            case 5:
                if (in_function_) return fmt::format("{}{} ^= 9u;\n", pad, one_of(names_));
                return fmt::format("{}s[t] {} {};\n", pad,
                                   pick(2) == 0 ? "=" : "^=", expression(1));
            case 6:
            case 7: {
                std::string text = fmt::format("{}if ({}) {{\n", pad, condition());
                for (int i = pick(3); i >= 0; --i) text += statement(depth + 1);
                if (pick(2) == 0) {
                    text += pad + "} else {\n";
                    for (int i = pick(2); i >= 0; --i) text += statement(depth + 1);
                }
                return text + pad + "}\n";
            }
            case 8:
            case 9: {
                const std::string i = fmt::format("i{}", loops_++);
                const bool divided = pick(2) == 0;
                std::string text = fmt::format("{}for (unsigned {} = 0; {} < {}; ++{}) {{\n", pad,
                                               i, i, divided ? "(t & 3) + 1" : "3", i);
                for (int n = pick(3); n >= 0; --n) text += statement(depth + 1);
                if (pick(3) == 0)
                    text += fmt::format("{}    if ({}) {};\n", pad, condition(),
                                        pick(2) == 0 ? "break" : "continue");
                text += statement(depth + 1);
                return text + pad + "}\n";
            }
            default: {
                const std::string name = fmt::format("v{}", variables_++);
                std::string text =
                    fmt::format("{}{{\n{}    unsigned {} = {};\n", pad, pad, name, expression(2));
                names_.push_back(name);
                for (int i = pick(3); i >= 0; --i) text += statement(depth + 1);
                names_.pop_back();
                return text + pad + "}\n";
            }
        }
    }
    std::string function(int number) {
        in_function_ = true;
        names_ = {"x", "y"};
        arrays_ = {};
        functions_ = number;
        std::string text =
            fmt::format("__device__ unsigned f{}(unsigned x, {} y) {{\n    unsigned t = x & 31;\n",
                        number, pick(2) == 0 ? "unsigned" : "const unsigned");
        if (text.find("const") != std::string::npos) names_ = {"x"};
        statements_ = 50;
        for (int i = 0; i < 4; ++i) text += statement(1);
        if (pick(2) == 0) text += fmt::format("    if ({}) return {};\n", condition(), leaf());
        text += fmt::format("    return {};\n}}\n", expression(1));
        statements_ = 0;
        in_function_ = false;
        return text;
    }

    std::mt19937 random_;
    std::vector<std::string> names_;
    std::vector<std::pair<std::string, int>> arrays_;
    int functions_ = 0, statements_ = 0, loops_ = 0, variables_ = 0;
    bool in_function_ = false;
};

TEST(Origins, RandomKernels) {
    const char* wish = std::getenv("STRIDESCOPE_ORIGIN_ROUNDS");  // scripts/nightly makes more
    const int rounds = wish != nullptr ? std::atoi(wish) : stridescope::testing::rounds_of(80);
    for (unsigned seed = 1; seed <= static_cast<unsigned>(rounds); ++seed) {
        const std::string text = RandomText(seed).kernel();
        RunText run(text);
        run.settings.budget = 10'000'000;
        if (seed % 4 == 0) run.settings.order = WarpOrder::lanes;
        run.array("in", random_words(128, seed));
        run.array("out", std::vector<unsigned>(320));
        Recompute::Bytes before = Recompute::bytes_of(run.memory);
        run.launch({1, 1, 1}, {64, 1, 1});
        Recompute recompute(run.record, std::move(before));
        recompute.run();
        EXPECT_EQ(recompute.unknown, 0u) << seed;
        EXPECT_GE(recompute.checked, 320u) << seed;
        for (const std::string& w : recompute.wrong) ADD_FAILURE() << w;
        if (HasFailure()) {
            ADD_FAILURE() << "seed " << seed << "\n" << text;
            return;
        }
    }
}

}  // namespace origins_test
}  // namespace stridescope::machine
