// From a text and its flags to a run: launch, arguments, numbers, and what is said of faults.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "app/experiment/experiment.h"
#include "app/experiment/splitmix.h"
#include "app/experiment/text/text_run.h"
#include "tests/support/left_out.h"
#include "tests/support/run_spec.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace resolve_test {

TextSpec spec_of(std::string text) {
    TextSpec spec;
    spec.path = "mine.cu";
    spec.text = std::move(text);
    return spec;
}

/// What is said of a spec that cannot be run.
std::string refusal(const TextSpec& spec) {
    try {
        resolve(spec);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "nothing is wrong";
}
std::string refusal(std::string text) {
    return refusal(spec_of(std::move(text)));
}

std::vector<double> numbers(const TypedArray& array) {
    std::vector<double> all;
    for (std::size_t i = 0; i < array.size(); ++i) all.push_back(array.number(i));
    return all;
}

constexpr std::string_view transpose = R"(// title:    Tiled transpose, padded
// summary:  A tile is read by rows and written by columns.     family: matrix
// launch:   transpose<<<dim3(N/TILE, N/TILE), dim3(TILE, TILE)>>>(in, out, N)
// in:       float[N][N] iota      out: float[N][N] expect transpose(in)
// knob:     TILE 8 16 32          knob: PAD 0 1 2        knob: N 32 … 1024
#define N 64
#define TILE 32
#define PAD 1
__global__ void transpose(const float *in, float *out, int n) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
)";

TEST(Resolve, TheCardSaysEverything) {
    const TextRun run = resolve(spec_of(std::string{transpose}));
    EXPECT_EQ(run.title, "Tiled transpose, padded");
    ASSERT_NE(run.kernel, nullptr);
    EXPECT_EQ(run.kernel->name, "transpose");
    EXPECT_EQ(run.grid, (std::array<std::uint32_t, 3>{2, 2, 1}));
    EXPECT_EQ(run.block, (std::array<std::uint32_t, 3>{32, 32, 1}));
    EXPECT_EQ(run.dynamic_shared, 0u);
    ASSERT_EQ(run.arguments.size(), 3u);
    EXPECT_EQ(run.arguments[0].array, 0);
    EXPECT_EQ(run.arguments[1].array, 1);
    EXPECT_EQ(run.arguments[2].array, -1);
    EXPECT_EQ(run.arguments[2].leaves, (std::vector<std::uint64_t>{64}));
    ASSERT_EQ(run.arrays.size(), 2u);
    EXPECT_EQ(run.arrays[0].extents, (std::vector<std::int64_t>{64, 64}));
    EXPECT_EQ(run.arrays[0].before.number(65), 65);
    EXPECT_FALSE(run.arrays[0].expected);
    ASSERT_TRUE(run.arrays[1].expected);
    EXPECT_EQ(run.arrays[1].expected->name, "transpose of in");
    EXPECT_EQ(run.arrays[1].expected->values.number(1), 64);
    EXPECT_EQ(run.arrays[1].expected->tolerance.size(), 0u);
    ASSERT_EQ(run.knobs.size(), 3u);
    EXPECT_EQ(run.knobs[0].name, "TILE");
    EXPECT_EQ(run.knobs[0].value, "32");
    EXPECT_EQ(run.knobs[0].choices, (std::vector<std::string>{"8", "16", "32"}));
    EXPECT_EQ(run.knobs[2].range, (CardKnob::Range{32, 1024}));
    EXPECT_EQ(run.unit->files.size(), 1u) << "the questions are not a file of the text";
    EXPECT_EQ(run.unit->functions.size(), 1u);
}

TEST(Resolve, WhereABugShowsAndHowItIsMeantToBePadded) {
    const std::string text =
        "// summary: Too long.\n"
        "// correct: right\n"
        "// shows:   PAD(32) != 32 && sizeof(T) == 4 else Nothing is padded.\n"
        "// shows:   SECTION >= 3 else It is too short.\n"
        "// shows:   --schedule descending lane-random else They start in order.\n"
        "// layout:  X[SECTION + 1] at PAD(i)\n"
        "#define T float\n"
        "#define PADDING every32\n"
        "#define PAD(i) JOIN(PAD_, PADDING)(i)\n"
        "#define JOIN(a, b) JOINED(a, b)\n"
        "#define JOINED(a, b) a##b\n"
        "#define PAD_none(i) (i)\n"
        "#define PAD_every32(i) ((i) + (i) / 32)\n"
        "#define BLOCK 33\n"
        "#define SECTION (BLOCK * 1)\n"
        "__global__ void k(T *out) { out[threadIdx.x] = 1; }\n";
    const auto bug = [&](const std::vector<Setting>& defines) {
        TextSpec spec = spec_of(text);
        spec.defines = defines;
        return resolve(spec).bug;
    };
    EXPECT_EQ(bug({}).correct, "right");
    EXPECT_EQ(bug({}).summary, "Too long.");
    EXPECT_EQ(bug({}).hidden, "");
    EXPECT_EQ(bug({{"PADDING", "none"}}).hidden, "Nothing is padded.");
    EXPECT_EQ(bug({{"T", "double"}}).hidden, "Nothing is padded.");
    EXPECT_EQ(bug({{"BLOCK", "2"}}).hidden, "It is too short.");
    ASSERT_EQ(bug({}).flags.size(), 1u);
    EXPECT_EQ(bug({}).flags[0].name, "--schedule");
    EXPECT_EQ(bug({}).flags[0].kinds, (std::vector<std::string>{"descending", "lane-random"}));
    EXPECT_EQ(bug({}).array, "X");
    std::vector<std::int32_t> words(34);
    for (int i = 0; i < 34; ++i) words[static_cast<std::size_t>(i)] = i + i / 32;
    EXPECT_EQ(bug({}).words, words);
    // Elsewhere nothing is broken.
    EXPECT_EQ(resolve(spec_of(std::string{transpose})).bug.correct, "");
    const auto card = [&](const std::string& line) {
        return refusal("// correct: x\n" + line +
                       "\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\n");
    };
    EXPECT_EQ(card("// shows: N > 1 else Never."), "mine.cu:2:11: N is not declared");
    EXPECT_EQ(card("// layout: X[4] at j * i"),
              "mine.cu:2:20: j counts a dimension that [4] lacks");
    EXPECT_NE(card("// layout: X[1 << 20] at i").find("1048576 elements"), std::string::npos);
    EXPECT_NE(card("// layout: X[0 - 1] at i").find("-1 elements"), std::string::npos);
}

TEST(Resolve, AndItRuns) {
    for (const auto& [n, tile, pad] :
         {std::tuple{"64", "32", "1"}, {"96", "16", "0"}, {"8", "8", "2"}}) {
        TextSpec spec = spec_of(std::string{transpose});
        spec.defines = {{"N", n}, {"TILE", tile}, {"PAD", pad}};
        const SpecRun run = run_spec(spec);
        EXPECT_EQ(run.findings, std::vector<std::string>{}) << n;
    }
    // The expectation is an oracle: a kernel that copies does not transpose.
    TextSpec wrong = spec_of(std::string{transpose});
    const std::size_t at = wrong.text.find("tile[threadIdx.x][threadIdx.y];");
    wrong.text.replace(at, 31, "tile[threadIdx.y][threadIdx.x];");
    EXPECT_EQ(run_spec(wrong).findings,
              (std::vector<std::string>{"out[1] is 1, expected 64 (transpose of in)"}));
}

TEST(Resolve, DefinitionsWinAndAreKnobs) {
    TextSpec spec = spec_of(std::string{transpose});
    spec.defines = {{"TILE", "16"}, {"N", "(1 << 5)"}};
    const TextRun run = resolve(spec);
    EXPECT_EQ(run.grid[0], 2u);
    EXPECT_EQ(run.block[0], 16u);
    EXPECT_EQ(run.arrays[0].before.size(), 1024u);
    EXPECT_EQ(run.knobs[0].value, "16");
    EXPECT_EQ(run.knobs[2].value, "(1 << 5)");
}

TEST(Resolve, FlagsWinOverTheCard) {
    TextSpec spec = spec_of(std::string{transpose});
    spec.launch = "transpose<<<1, dim3(TILE, TILE)>>>";
    spec.arguments = {{"n", "TILE"}, {"in", "[32][32] random:3"}, {"out", "[TILE][TILE]"}};
    spec.expect = "out = in[j][i]";
    const TextRun run = resolve(spec);
    EXPECT_EQ(run.grid, (std::array<std::uint32_t, 3>{1, 1, 1}));
    EXPECT_EQ(run.arguments[2].leaves[0], 32u);
    EXPECT_EQ(run.arrays[0].before.size(), 1024u);
    EXPECT_LT(run.arrays[0].before.number(1000), 10);
    ASSERT_TRUE(run.arrays[1].expected);
    EXPECT_EQ(run.arrays[1].expected->name, "in[j][i]");
    EXPECT_EQ(run_spec(spec).findings, std::vector<std::string>{});
}

TEST(Resolve, ABareKernelRunsAtOnce) {
    const TextRun run = resolve(spec_of(R"(
__global__ void add(const float *A, float *B, float *C, double k, bool b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) C[i] = A[i] + B[i];
})"));
    EXPECT_EQ(run.title, "add");
    EXPECT_EQ(run.grid, (std::array<std::uint32_t, 3>{4, 1, 1}));
    EXPECT_EQ(run.block, (std::array<std::uint32_t, 3>{256, 1, 1}));
    ASSERT_EQ(run.arrays.size(), 3u);
    for (const TextArray& array : run.arrays)
        EXPECT_EQ(array.extents, std::vector<std::int64_t>{1024});
    // B is not const, but it is only read.
    for (const std::size_t input : {0, 1}) {
        double most = 0;
        for (std::size_t i = 0; i < 1024; ++i)
            most = std::max(most, run.arrays[input].before.number(i));
        EXPECT_EQ(most, 9) << "small numbers";
    }
    int same = 0;
    for (std::size_t i = 0; i < 1024; ++i)
        same += run.arrays[0].before.number(i) == run.arrays[1].before.number(i) ? 1 : 0;
    EXPECT_LT(same, 200) << "others in each";
    EXPECT_EQ(run.arrays[2].before.number(1023), 0);
    EXPECT_TRUE(run.arrays[2].written);
    EXPECT_FALSE(run.arrays[1].written);
    EXPECT_EQ(run.arguments[3].leaves[0], std::bit_cast<std::uint64_t>(2.0));
    EXPECT_EQ(run.arguments[4].leaves[0], 1u);
    EXPECT_EQ(run.arguments[5].leaves[0], 1024u);
}

TEST(Resolve, GuessesFollowTheTilesAndAxes) {
    const TextRun tile = resolve(spec_of(R"(
__global__ void k(float *in, float *out, int width) {
    __shared__ float s[8][9];
    s[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 8 + threadIdx.y) * width + threadIdx.x];
    out[0] = s[0][0];
})"));
    EXPECT_EQ(tile.block, (std::array<std::uint32_t, 3>{8, 8, 1}));
    EXPECT_EQ(tile.grid, (std::array<std::uint32_t, 3>{4, 4, 1}));
    EXPECT_EQ(tile.arguments[2].leaves[0], 32u);
    const TextRun section = resolve(spec_of(R"(
__global__ void k(int *data) {
    __shared__ int s[512];
    s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s[511 - threadIdx.x];
})"));
    EXPECT_EQ(section.block[0], 512u);
    EXPECT_EQ(section.grid[0], 1u) << "it does not look at its block's index";
    EXPECT_NE(section.arrays[0].before.number(7), 0) << "what is read is not left at 0";
    // An element for each thread, however few they are; not those that only some threads reach.
    const TextRun few = resolve(spec_of(R"(
__global__ void scan(const float *X, float *Y, int n) {
    __shared__ float s[16];
    int i = threadIdx.x;
    if (i < n) s[i] = X[i];
    __syncthreads();
    Y[i] = s[i];
})"));
    EXPECT_EQ(few.block[0], 16u);
    EXPECT_EQ(few.arguments[2].leaves[0], 16u);
    const TextRun sums = resolve(spec_of(R"(
__global__ void sum(const float *X, float *Y) {
    __shared__ float sums[8];
    int i = threadIdx.x, other = threadIdx.x;
    other /= 32;
    sums[other] = X[i];
    sums[threadIdx.x / 32] = X[i];
    __syncthreads();
    if (i < 8) Y[i] = sums[i];
    Y[i + 8] = i < 8 ? sums[i] : 0;
    if (i < 8 && sums[i] > 0) Y[i] = 1;
})"));
    EXPECT_EQ(sums.block[0], 256u);
    const TextRun dynamic = resolve(spec_of(R"(
extern __shared__ double s[];
__global__ void k(double *data) { s[threadIdx.x] = data[threadIdx.x]; })"));
    EXPECT_EQ(dynamic.dynamic_shared, 2u * 256 * 8);
    const TextRun atomics = resolve(spec_of(R"(
__device__ void count(unsigned *bins, int v) { atomicAdd(&bins[v % 64], 1u); }
__global__ void k(const int *data, unsigned *bins, int n, int stride, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) count(bins, data[i]);
})"));
    EXPECT_EQ(atomics.arrays[1].before.number(5), 0);
    EXPECT_EQ(atomics.arguments[3].leaves[0], 1u);
    EXPECT_EQ(atomics.arguments[4].leaves[0], 0u);
}

TEST(Resolve, GuessesFollowTheNumbersThatAreListed) {
    TextSpec spec = spec_of(R"(
__global__ void k(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
})");
    spec.arguments = {{"in", "3, 1, 4"}};
    const TextRun few = resolve(spec);
    EXPECT_EQ(few.arrays[0].before.size(), 3U);
    EXPECT_EQ(few.grid[0] * few.block[0], 3U) << "a thread for each";
    EXPECT_EQ(few.arguments[2].leaves[0], 3U);
    std::string many;
    for (int i = 0; i < 300; ++i) many += std::to_string(i) + " ";
    spec.arguments = {{"in", many}};
    const TextRun two = resolve(spec);
    EXPECT_EQ(two.block[0], 256U);
    EXPECT_EQ(two.grid[0], 2U);
    EXPECT_EQ(two.arguments[2].leaves[0], 300U);
    // Those that the text's card lists count as much.
    const TextRun of_card = resolve(spec_of(R"(// in: float 3,1,4
__global__ void k(const float *in, float *out) {
    __shared__ float s[16];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[threadIdx.x];
})"));
    EXPECT_EQ(of_card.block[0] * of_card.grid[0], 3U);
}

TEST(Resolve, GuessesFollowATileWithinAStruct) {
    const TextRun run = resolve(spec_of(R"(
struct Tile { float data[32][33]; };
__global__ void transpose(const float *in, float *out, int n) {
    __shared__ Tile tile;
    tile.data[threadIdx.x][threadIdx.y] = in[threadIdx.y * n + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * n + threadIdx.x] = tile.data[threadIdx.y][threadIdx.x];
})"));
    EXPECT_EQ(run.block[0], 32U);
    EXPECT_EQ(run.block[1], 32U);
}

TEST(Resolve, BytesAreLettersWhereTheTextCountsLetters) {
    const auto bytes = [](const std::string& condition) {
        return resolve(spec_of("__global__ void count(const char *text, int *bins, int n) {\n"
                               "    int i = threadIdx.x;\n    if (i < n && " +
                               condition + ") atomicAdd(&bins[0], 1);\n}\n"))
            .arrays[0]
            .before;
    };
    const TypedArray small = bytes("text[i] - 'a' < 26"), large = bytes("text[i] >= 'A'"),
                     none = bytes("text[i] > 5");
    std::set<double> seen;
    for (std::size_t i = 0; i < small.size(); ++i) {
        seen.insert(small.number(i));
        EXPECT_TRUE(large.number(i) >= 'A' && large.number(i) <= 'Z');
        EXPECT_LE(none.number(i), 9);
    }
    EXPECT_EQ(seen.size(), 26U);
    EXPECT_EQ(*seen.begin(), 'a');
}

TEST(Resolve, GuessesFollowAFunctionThatLaunchesTheKernel) {
    const std::string text = R"(
#define BLOCK 128
__global__ void scan(const float *in, float *out, int half, int n) {
    extern __shared__ float s[];
    s[threadIdx.x] = in[blockIdx.x * 2 * BLOCK + threadIdx.x];
    out[threadIdx.x] = s[threadIdx.x] + half + n;
}
void host(float *in, int n, int stride) {
    float *out;
    size_t bytes = sizeof(float) * 3 * n;
    cudaMalloc((void **)&out, bytes);
    dim3 block(BLOCK), grid((n + 2 * BLOCK - 1) / (2 * BLOCK));
    scan<<<grid, block, sizeof(float) * BLOCK * 2>>>(in, out, n / 2, n + stride);
    cudaFree(out);
}
)";
    const TextRun run = resolve(spec_of(text));
    EXPECT_EQ(run.grid, (std::array<std::uint32_t, 3>{4, 1, 1}));
    EXPECT_EQ(run.block, (std::array<std::uint32_t, 3>{128, 1, 1}));
    EXPECT_EQ(run.dynamic_shared, 1024u);
    EXPECT_EQ(run.arrays[0].before.size(), 1024u);
    EXPECT_EQ(run.arrays[1].before.size(), 3072u);
    EXPECT_EQ(run.arguments[2].leaves[0], 512u);
    EXPECT_EQ(run.arguments[3].leaves[0], 1025u);
    EXPECT_EQ(run_spec(spec_of(text)).findings, std::vector<std::string>{});
    // A launch that is given wins, and nothing of the text's own is left in it.
    TextSpec given = spec_of(text);
    given.launch = "scan<<<1, 64, 256>>>";
    EXPECT_EQ(resolve(given).arguments[2].leaves[0], 64u);
    EXPECT_EQ(resolve(given).arrays[1].before.size(), 1024u);
}

TEST(Resolve, TheFirstOfSeveralLaunchesInALoopIsTaken) {
    const std::string text = R"(
__global__ void up(int *a, int n, int level, int tile) { a[blockIdx.x + (threadIdx.x >> level)] = tile; }
int parts(int n, int size) { return (n + size - 1) / size; }
void host(int *a, int n, int tile) {
    dim3 block(7);
    block.x = tile / 2;
    int size = 1;
    size = 64;
    for (int d = 0; d < 10; d++) {
        int left = n >> d;
        up<<<parts(left, size), block>>>(a, left, d, tile);
        size = 1;
    }
}
)";
    const TextRun run = resolve(spec_of(text));
    EXPECT_EQ(run.grid, (std::array<std::uint32_t, 3>{16, 1, 1}));
    EXPECT_EQ(run.block, (std::array<std::uint32_t, 3>{512, 1, 1}));
    EXPECT_EQ(run.arguments[1].leaves[0], 1024u);
    EXPECT_EQ(run.arguments[2].leaves[0], 0u);
    EXPECT_EQ(run.arguments[3].leaves[0], 1024u);
}

TEST(Resolve, ALaunchThatDoesNotFollowFromTheTextIsNotTaken) {
    const auto block_of = [](const std::string& host) {
        const std::string kernel = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n";
        return resolve(spec_of(kernel + host)).block[0];
    };
    EXPECT_EQ(block_of("void f(int *a) { k<<<1, 96>>>(a); }"), 96u);
    EXPECT_EQ(block_of("void f(int *a) { int b = 96; b *= 2; k<<<1, b>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a) { dim3 b(96); b.x *= 2; k<<<1, b>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a) { dim3 b(96); if (a) b = dim3(64); k<<<1, b>>>(a); }"),
              256u);
    EXPECT_EQ(block_of("void g(int *b); void f(int *a) { int b = 96; g(&b); k<<<1, b>>>(a); }"),
              256u);
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<1, 96 / (n - 1024)>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<1, n - 1024>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a, float n) { k<<<1, (int)n>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<1, n - 1024>>>(a); k<<<1, 32>>>(a); }"), 32u);
    // Made of themselves, and of one another without end.
    EXPECT_EQ(block_of("void f(int *a) { int n = n + 1; k<<<1, n>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a) { dim3 d = d; k<<<1, d>>>(a); }"), 256u);
    std::string doubled = "void f(int *a) { int n0 = 0;";
    for (int i = 1; i < 5000; ++i) doubled += fmt::format(" int n{} = n{} + n{};", i, i - 1, i - 1);
    EXPECT_EQ(block_of(doubled + " k<<<1, 96 + n4999>>>(a); }"), 96u);
    // Who launches may not be understood: the block is said all the same.
    const std::string of_library = "torch::Tensor f(torch::Tensor a, int n) { ";
    EXPECT_EQ(block_of(of_library + "k<<<n, 96>>>(a.data()); return a; }"), 96u);
    EXPECT_EQ(block_of(of_library +
                       "const int B = 96; dim3 block(B); k<<<dim3(n), block>>>(a.data()); }"),
              96u);
    EXPECT_EQ(block_of("#define B 96\n" + of_library +
                       "dim3 block = dim3(B, 1); k<<<n, block, 0>>>(a.data()); }"),
              96u);
    EXPECT_EQ(block_of(of_library + "dim3 block{96}; k<<<n, block>>>(a.data()); }"), 96u);
    EXPECT_EQ(block_of(of_library + "dim3 block(3, 96); k<<<n, block>>>(a.data()); }"), 3u);
    EXPECT_EQ(block_of(of_library + "int b = a.size(0); k<<<n, b>>>(a.data()); }"), 256u);
    EXPECT_EQ(block_of(of_library + "k<<<n, 4096>>>(a.data()); k<<<n, block>>>(a); }"), 256u);
    // A grid that is more than anybody waits for, of a guess, leaves its block.
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<n, 96>>>(a); }"), 96u);
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<n * n * n, 96>>>(a); }"), 96u);
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<1, dim3(64, 64)>>>(a); }"), 256u);
    EXPECT_EQ(block_of("void f(int *a, int n) { k<<<dim3(n * n, n * n, 64), 32>>>(a); }"), 32u);
}

TEST(Resolve, GuessesFollowTheLaunchThatIsGiven) {
    const std::string text = R"(
__global__ void k(const float *in, float *out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1;
}
)";
    const auto run_of = [&](const std::string& launch) {
        TextSpec spec = spec_of(text);
        spec.launch = launch;
        return resolve(spec);
    };
    const TextRun run = run_of("k<<<10, 256>>>");
    for (const TextArray& array : run.arrays)
        EXPECT_EQ(array.extents, std::vector<std::int64_t>{2560});
    EXPECT_EQ(run.arguments[2].leaves[0], 2560u);
    EXPECT_EQ(run.arguments[3].leaves[0], 1u);
    const TextRun few = run_of("<<<dim3(1), dim3(33, 1, 1), 0>>>");
    EXPECT_EQ(few.arrays[0].before.size(), 1024u);
    EXPECT_EQ(few.arguments[2].leaves[0], 33u);
    // Of a launch with its arguments only the arrays' sizes are left to guess.
    const TextRun given = run_of("k<<<(1 << 3), 512>>>(in, out, 4000, 2)");
    EXPECT_EQ(given.arrays[1].before.size(), 4096u);
    EXPECT_EQ(given.arguments[2].leaves[0], 4000u);
    TextSpec spec = spec_of(text);
    spec.launch = "k<<<8, 512>>>(in, out, 4000, 2)";
    spec.arguments = {{"in", "[4000]"}};
    EXPECT_EQ(resolve(spec).arrays[0].before.size(), 4000u);
    // Square, where there are two dimensions.
    TextSpec flat = spec_of(R"(
__global__ void k(float *a, int width) { a[threadIdx.y * width + blockIdx.x * 64 + threadIdx.x] = 1; })");
    flat.launch = "k<<<dim3(2, 1), dim3(64, 8)>>>";
    EXPECT_EQ(resolve(flat).arguments[1].leaves[0], 128u);
    EXPECT_EQ(resolve(flat).arrays[0].before.size(), 128u * 128);
    EXPECT_EQ(run_spec(flat).findings, std::vector<std::string>{});
    // More than there can be is refused, not wrapped round.
    EXPECT_THROW(run_of("k<<<2147483647, 1024>>>"), std::exception);
}

/// As extensions of PyTorch have it: the host's function of the kernel's name is not understood.
TEST(Resolve, KernelBesideAFunctionThatIsNotUnderstood) {
    const TextRun run = resolve(spec_of(R"(
__global__ void scale(const float *in, float *out, int n) { out[threadIdx.x] = in[threadIdx.x] * n; }
torch::Tensor scale(torch::Tensor in) {
    scale<<<1, 32>>>((float *)in.data_ptr(), (float *)in.data_ptr(), (int)in.size(2));
    return in;
}
)"));
    EXPECT_EQ(run.kernel->name, "scale");
    EXPECT_TRUE(run.kernel->is_kernel);
    // Nor is a question whose answer is not understood.
    TextSpec spec =
        spec_of("__global__ void k(int *a) { a[0] = 1; }\nwhat::ever wide(what::ever);\n");
    spec.launch = "k<<<wide(1), 32>>>(a)";
    EXPECT_THROW(resolve(spec), std::exception);
}

/// A guess names what has no name.
TEST(Resolve, ParametersWithoutNames) {
    const TextRun run = resolve(
        spec_of("__global__ void k(const float *in, const float * /*kernel*/, float *out, int) {\n"
                "    out[threadIdx.x] = in[threadIdx.x];\n}\n"));
    EXPECT_NE(run.guessed.find("unnamed_2[1024]"), std::string::npos) << run.guessed;
    EXPECT_EQ(run.arguments.size(), 4u);
}

TEST(Resolve, OneOfSeveralKernels) {
    const std::string text = R"(
__global__ void first(float *a) { a[threadIdx.x] = 1; }
__global__ void second(float *b) { b[threadIdx.x] = 2; }
)";
    TextSpec spec = spec_of(text);
    EXPECT_EQ(resolve(spec).kernel->name, "first");
    spec.kernel = "second";
    EXPECT_EQ(resolve(spec).kernel->name, "second");
    spec.kernel.clear();
    spec.launch = "second<<<2, 32>>>(b)";
    const TextRun run = resolve(spec);
    EXPECT_EQ(run.kernel->name, "second");
    EXPECT_EQ(run.block[0], 32u);
    spec.launch = "<<<3, 64>>>";
    EXPECT_EQ(resolve(spec).grid[0], 3u);
    spec.kernel = "second";
    EXPECT_EQ(resolve(spec).kernel->name, "second");
}

TEST(Resolve, TheTitleNamesWhatStandsForOthers) {
    const auto title = [](const std::string& header, const std::string& use) {
        return resolve(spec_of("#include <" + header + ">\n__global__ void k(int *o) {\n" + use +
                               "\n}\nint main() { k<<<1, 32>>>(nullptr); }\n"))
            .title;
    };
    EXPECT_EQ(title("cuda/barrier",
                    "__shared__ cuda::barrier<cuda::thread_scope_block> b; b.arrive_and_wait();"),
              "mine.cu, cuda::barrier by texts of our own: NVIDIA's accesses differ");
    EXPECT_EQ(title("cub/cub.cuh",
                    "typedef cub::BlockReduce<int, 32> R; __shared__ typename R::TempStorage t;"
                    " *o = R(t).Sum(1);"),
              "mine.cu, CUB by texts of our own: NVIDIA's accesses differ");
    EXPECT_EQ(title("cub/cub.cuh", "*o = 1;"), "mine.cu");
    EXPECT_EQ(title("cuda/barrier", "*o = 1;"), "mine.cu");
}

TEST(Resolve, AMainRunsUnlessALaunchIsAsked) {
    const std::string text = R"(
__global__ void k(float *a) { a[threadIdx.x] = 1; }
int main() { return 0; }
)";
    TextSpec spec = spec_of(text);
    EXPECT_EQ(resolve(spec).kernel, nullptr);
    EXPECT_EQ(resolve(spec).title, "mine.cu");
    spec.kernel = "k";
    EXPECT_NE(resolve(spec).kernel, nullptr);
    EXPECT_NE(resolve(spec_of("// launch: k<<<1, 32>>>(a)\n// a: float[32]\n" + text)).kernel,
              nullptr);
    spec.kernel.clear();
    spec.arguments = {{"a", "ones"}};
    EXPECT_EQ(refusal(spec),
              "--arg: the text's main gives its kernels their arguments; say --kernel or --launch");
}

TEST(Resolve, TemplatesAreLaunchedWithTheirArguments) {
    const std::string text = R"(// launch: scale<float, 4><<<N / 32, 32>>>(in, out)
// in: float[N] iota     out: float[N] expect in * 4
#define N 64
template <typename T, int K>
__global__ void scale(const T *in, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * K;
}
)";
    const SpecRun run = run_spec(spec_of(text));
    EXPECT_EQ(run.text.kernel->name, "scale<float, 4>");
    EXPECT_EQ(run.findings, std::vector<std::string>{});
    TextSpec other = spec_of(text);
    other.kernel = "scale";
    EXPECT_EQ(resolve(other).kernel->name, "scale<float, 4>");
    other.launch = "scale<int, 2><<<1, 64>>>(in, out)";
    EXPECT_EQ(refusal(other), "--launch: in needs const int*, but this is float*");
    // Without a card flags say what the arrays are.
    TextSpec bare = spec_of(text.substr(text.find("#define")));
    bare.launch = "scale<float, 4><<<N / 32, 32>>>(in, out)";
    bare.arguments = {{"in", "float[N] iota"}, {"out", "float[N]"}};
    bare.expect = "out = in * 4";
    EXPECT_EQ(run_spec(bare).findings, std::vector<std::string>{});
    bare.arguments = {{"in", "[N]"}, {"out", "float[N]"}};
    EXPECT_EQ(refusal(bare),
              "--launch: the kernel is a template: say what in is of, in the card or by --arg, as "
              "in --arg \"in=float[1024]\"");
}

TEST(Resolve, SeveralLaunchesShareArrays) {
    const SpecRun run = run_spec(spec_of(R"(// launch: sums<<<4, 1>>>(in, partial)
// launch: total<<<1, 1>>>(partial, out)
// in: int[16] iota
// partial: int[4] zeros
// out: int[1] expect sum(in)
__global__ void sums(const int *in, int *partial) {
    for (int i = 0; i < 4; i++) partial[blockIdx.x] += in[blockIdx.x * 4 + i];
}
__global__ void total(const int *partial, int *out) {
    for (int i = 0; i < 4; i++) out[0] += partial[i];
}
)"));
    EXPECT_EQ(run.findings, std::vector<std::string>{});
    ASSERT_EQ(run.text.further.size(), 1u);
    EXPECT_EQ(run.text.further[0].kernel->name, "total");
    EXPECT_EQ(run.text.arrays.size(), 3u);
    EXPECT_EQ(numbers(run.array("partial")), (std::vector<double>{6, 22, 38, 54}));
}

TEST(Resolve, VariablesOfTheTextAreArraysOfTheCard) {
    const std::string text = R"(// launch: blur<<<1, 16>>>(in, out)
// in: float[16] random
// F: float[3] (i + 1) / 2
// out: float[16] expect convolve(in, F)
__constant__ float F[3];
__global__ void blur(const float *in, float *out) {
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        int at = t + k - 1;
        if (at >= 0 && at < 16) sum += F[k] * in[at];
    }
    out[t] = sum;
}
)";
    std::string card = text;
    SpecRun run = run_spec(spec_of(card));
    EXPECT_EQ(run.findings, std::vector<std::string>{});
    EXPECT_EQ(run.text.arrays.back().name, "F");
    EXPECT_NE(run.text.arrays.back().variable, nullptr);
    EXPECT_EQ(numbers(run.text.arrays.back().before), (std::vector<double>{0, 1, 1}));
    // Those with values of their own need no entry to be named.
    card.replace(card.find("// F: float"), 27, "");
    card.replace(card.find("F[3];"), 5, "F[3] = {1, 2, -1};");
    ASSERT_EQ(card.find("// F:"), std::string::npos);
    run = run_spec(spec_of(card));
    EXPECT_EQ(run.findings, std::vector<std::string>{});
    EXPECT_EQ(run.text.arrays.size(), 2u);
    TextSpec flag = spec_of(card);
    flag.arguments = {{"F", "values:0,1,0"}};
    flag.expect = "out = in";
    EXPECT_EQ(run_spec(flag).findings, std::vector<std::string>{});
}

TEST(Resolve, VectorsAndStructsAreShownAsTheirParts) {
    const TextRun run = resolve(spec_of(R"(// launch: k<<<1, 8>>>(v, s, make_float2(1.5f, 2), p)
// v: float4[N] iota       s: [N]       p: [3]
#define N 8
struct Pair { int a; float b; };
__global__ void k(float4 *v, Pair *s, float2 f, float (*p)[5]) {
    v[threadIdx.x].x = f.y; s[threadIdx.x].a = 1; p[0][0] = 1;
})"));
    EXPECT_EQ(run.arrays[0].extents, (std::vector<std::int64_t>{8, 4}));
    EXPECT_EQ(run.arrays[0].type, ElementType::f32);
    EXPECT_EQ(run.arrays[0].before.number(31), 31);
    EXPECT_EQ(run.arrays[1].type, ElementType::u32);
    EXPECT_EQ(run.arrays[1].extents, (std::vector<std::int64_t>{8, 2}));
    EXPECT_EQ(run.arrays[2].extents, (std::vector<std::int64_t>{3, 5}));
    EXPECT_EQ(run.arguments[2].leaves,
              (std::vector<std::uint64_t>{std::bit_cast<std::uint32_t>(1.5f),
                                          std::bit_cast<std::uint32_t>(2.0f)}));
}

TEST(Resolve, ScalarsKeepTheirBits) {
    const TextRun run = resolve(spec_of(R"(// launch: k<<<1, 1>>>(-1, -2.5f, 1e300, -3, 200, p)
__global__ void k(int a, float b, double c, long long d, unsigned char e, int *p) { p[0] = a; })"));
    EXPECT_EQ(run.arguments[0].leaves[0], 0xFFFF'FFFFu);
    EXPECT_EQ(run.arguments[1].leaves[0], std::bit_cast<std::uint32_t>(-2.5f));
    EXPECT_EQ(run.arguments[2].leaves[0], std::bit_cast<std::uint64_t>(1e300));
    EXPECT_EQ(run.arguments[3].leaves[0], static_cast<std::uint64_t>(-3));
    EXPECT_EQ(run.arguments[4].leaves[0], 200u);
}

TEST(Resolve, IncludesComeFromTheFolderOnly) {
    namespace fs = std::filesystem;
    const testing::TemporaryFolder folder;
    fs::create_directories(folder / "text" / "below");
    folder.write("text/below/part.h", "#define N 32\n");
    folder.write("outside.h", "#define N 32\n");
    std::error_code error;
    fs::create_symlink(folder / "outside.h", folder / "text" / "link.h", error);
    folder.write("text/numbers.txt", "3 1 2\n");
    const auto with = [&](const std::string& include) {
        TextSpec spec;
        spec.path = (folder / "text" / "mine.cu").string();
        spec.text =
            "#include \"" + include + "\"\n__global__ void k(int *p) { p[threadIdx.x] = N; }\n";
        return spec;
    };
    EXPECT_EQ(resolve(with("below/part.h")).kernel->name, "k");
    for (const std::string name : {"../outside.h", "link.h", "none.h", "below"}) {
        EXPECT_NE(refusal(with(name))
                      .find("N is not declared; there is no \"" + name + "\" beside this text"),
                  std::string::npos)
            << refusal(with(name));
    }
    EXPECT_NE(refusal(with((folder / "outside.h").string())).find("beside this text"),
              std::string::npos);
    TextSpec numbers_file = with("below/part.h");
    numbers_file.text =
        "// launch: k<<<1, 3>>>(p)\n// p: file:numbers.txt expect 2 * p\n"
        "__global__ void k(int *p) { p[threadIdx.x] *= 2; }\n";
    EXPECT_EQ(run_spec(numbers_file).findings, std::vector<std::string>{});
    EXPECT_EQ(run_spec(numbers_file).text.arrays[0].extents, std::vector<std::int64_t>{3});
    numbers_file.text.replace(numbers_file.text.find("numbers"), 7, "nothing");
    EXPECT_NE(refusal(numbers_file).find("there is no nothing.txt beside this text"),
              std::string::npos);
}

TEST(Resolve, EveryFaultIsOneSentenceAtItsPlace) {
    const std::string kernel =
        "__global__ void k(const float *in, float *out, int n) {\n"
        "    out[threadIdx.x] = in[threadIdx.x];\n}\n";
    const auto card = [&](const std::string& lines) { return refusal(lines + kernel); };
    EXPECT_EQ(card("// launch: k<<<1, 32>>(in, out, 32)\n"),
              "mine.cu:1:13: \">>>\" is missing behind the launch's sizes: write "
              "kernel<<<grid, block>>>(arguments)");
    EXPECT_EQ(card("// launch: l<<<1, 32>>>(in, out, 32)\n"),
              "mine.cu:1:12: there is no kernel l: there is k");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out)\n"),
              "mine.cu:1:12: k takes 3 arguments, not 2");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, M)\n"), "mine.cu:1:34: M is not declared");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 3 +)\n").substr(0, 13), "mine.cu:1:37:");
    EXPECT_EQ(
        card("// launch: k<<<1, 2048>>>(in, out, 32)\n"),
        "mine.cu:1:12: a block has 1 to 1024 threads, at most 64 of them in z, not 2048 · 1 · "
        "1");
    EXPECT_EQ(card("// launch: k<<<0, 32>>>(in, out, 32)\n"),
              "mine.cu:1:12: a grid has 1 to 2147483647 blocks in x and 1 to 65535 in y and z, not "
              "0 · 1 · 1");
    EXPECT_EQ(card("// launch: k<<<1, 1 / 0>>>(in, out, 32)\n"), "mine.cu:1:21: division by zero");
    EXPECT_EQ(
        card("// in: float[1 << 40]\n"),
        "mine.cu:1:16: int has 32 bits: it cannot be shifted by 40, as a long long can (1LL)");
    EXPECT_EQ(card("// in: float[1LL << 64]\n"),
              "mine.cu:1:18: long long has 64 bits: it cannot be shifted by 64");
    EXPECT_EQ(card("// in: float[1 >> (0 - 1)]\n"),
              "mine.cu:1:16: int has 32 bits: it cannot be shifted by -1");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in + 1, out, 32)\n"),
              "mine.cu:1:25: in is a pointer: it is given an array of the card, by its name");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: int[32]\n"),
              "mine.cu:2:8: in is of int here, but in points to float");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: flot[32]\n"),
              "mine.cu:2:8: there is no type flot");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: float[M]\n"),
              "mine.cu:2:14: M is not declared");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: float[-3]\n"),
              "mine.cu:2:14: an extent of -3 elements");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: float[3\n"),
              "mine.cu:2:13: \"]\" is missing behind this extent");
    EXPECT_EQ(
        card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: float[1 << 20][1 << 20]\n"),
        "mine.cu:2:8: the arrays take 4096.0 GiB together, and 4 are allowed: give in smaller "
        "extents");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// inn: float[32]\n"),
              "mine.cu:2:9: inn is not an argument of the launch, nor a __constant__ or __device__ "
              "array of the text");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: [4] values:1,2,x,4\n"),
              "mine.cu:2:12: \"x\" (number 3 of values) is not a number: separate numbers with "
              "commas, semicolons or whitespace, and start a comment with #.");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: [4] values:1,2,3\n"),
              "mine.cu:2:12: these are 3 numbers, and the array has 4 elements");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: [4] random:x\n"),
              "mine.cu:2:12: \"x\" is not a seed: write random:1");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// in: [4] file:x.csv\n"),
              "mine.cu:2:12: there is no x.csv beside this text or in a folder below it");
    EXPECT_EQ(
        card("// launch: k<<<1, 32>>>(in, out, 32)\n// out: [32] expect scam(in)\n").substr(0, 48),
        "mine.cu:2:21: there is no function scam: there a");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// out: [32] expect transpose(in)\n"),
              "mine.cu:2:21: transpose needs a matrix, and this is an array of 1 dimension: write "
              "its extents as [rows][columns]");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// out: [32] expect inn\n"),
              "mine.cu:2:21: there is no array inn: there are in, out");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// out: [32] expect in\n"),
              "mine.cu:2:21: this has 1024 elements, and the array has 32");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32)\n// expect: other = in\n"),
              "mine.cu:2:12: there is no array other");
    EXPECT_EQ(card("// knob: N 1 2\n"),
              "mine.cu:1:10: a knob turns a #define, and the text has no #define N");
    EXPECT_EQ(card("// knob: TILE\n#define TILE 1\n"),
              "mine.cu:1:10: which values may TILE take? Write TILE 8 16 32, or TILE 32 … 1024");
    EXPECT_EQ(card("// form: scna: threads = 1\n"), "mine.cu:1:10: no step is called scna");
    EXPECT_EQ(card("// form: load: threads = (1\n"), "mine.cu:1:26: \"(\" is not closed");
    EXPECT_EQ(card("// form: load: threads = 1 +\n"),
              "mine.cu:1:26: a value is missing at the end of \"1 +\"");
    EXPECT_EQ(card("// form: load: threads = 1\n// form: load: threads = 1\n"),
              "mine.cu:2:10: the threads of load are said twice");
    EXPECT_EQ(card("// lunch: k<<<1, 32>>>(in, out, 32)\n"),
              "mine.cu:1:4: \"lunch\" is not a word of the card: write launch");
    EXPECT_EQ(card("// launch: k<<<1, 32>>>(in, out, 32); exit(0)\n"),
              "mine.cu:1:37: nothing else stands behind the arguments");
    EXPECT_EQ(card("// launch: k<<<1, 32; int>>>(in, out, 32)\n"),
              "mine.cu:1:21: \";\" is not expected in an expression");
    EXPECT_EQ(refusal("__global__ void k(int *p) { p[0] = q; }"),
              "mine.cu:1:36: q is not declared");
    EXPECT_EQ(refusal("int x;\n"),
              "there is no kernel in this text: write __global__ void before a function");
    EXPECT_EQ(refusal(""),
              "there is no kernel in this text: write __global__ void before a function");
    for (const char* left_out : {"/*\n__global__ void k(int* a) { a[0] = 1; }\n*/\nint f();\n",
                                 "#if 0\n__global__ void k(int* a) { a[0] = 1; }\n#endif\n"}) {
        EXPECT_EQ(refusal(left_out),
                  "there is no kernel in this text: what it has stands in a comment, or #if leaves "
                  "it out");
    }
    EXPECT_EQ(refusal("struct S { int *p; };\n__global__ void k(int **p, int n) { p[0][0] = n; }"),
              "p points to int*: only arrays of numbers and of structs of numbers can be given");
    EXPECT_EQ(refusal("struct S { S *a; };\n__global__ void k(S s, int *p) { p[0] = s.a == 0; }"),
              "mine.cu:2:21: what is s given? Say it in the card's launch, or by --arg s=value");
}

TEST(Resolve, ClosedFormsOfIncludedTexts) {
    const testing::TemporaryFolder folder;
    folder.write("part.cuh",
                 "// form: sum: operations = EACH + stride\n#define EACH 3\n// step: sum\n");
    TextSpec spec = spec_of(
        "// form: all: threads = N\n#define N 4\n#include \"part.cuh\"\n"
        "__global__ void k(int *p) {\n    // step: all\n    p[0] = N;\n}\n");
    spec.path = folder / "mine.cu";
    const std::vector<StepForm> forms = resolve(spec).forms;
    ASSERT_EQ(forms.size(), 2u);
    EXPECT_EQ(forms[0].step, "all");
    EXPECT_EQ(forms[0].file, 0);
    EXPECT_EQ(forms[0].threads.expanded, "4");
    EXPECT_TRUE(forms[0].operations.written.empty());
    EXPECT_EQ(forms[1].step, "sum");
    EXPECT_EQ(forms[1].file, 1);
    EXPECT_EQ(count_of_form(forms[1].operations, {{"stride", 4}}), 7);
    // A fault stands where the form does.
    folder.write("part.cuh", "\n// form: sun: operations = 3\n// step: sum\n");
    EXPECT_EQ(refusal(spec), "part.cuh:2:10: no step is called sun: there are all, sum");
    folder.write("part.cuh", "// form: sum: operations = 3 +\n// step: sum\n");
    EXPECT_EQ(refusal(spec), "part.cuh:1:28: a value is missing at the end of \"3 +\"");
    folder.write("part.cuh", "// form: sum: operation = 3\n// step: sum\n");
    EXPECT_EQ(refusal(spec).substr(0, 26), "part.cuh:1:15: a form is o");
    // All else on that card is about that text alone.
    folder.write("part.cuh", "// knob: M 1 2\n// launch: k<<<1>>>()\n");
    EXPECT_EQ(refusal(spec), "nothing is wrong");
}

TEST(Resolve, EveryFaultOfAFlagNamesTheFlag) {
    const std::string kernel =
        "#define N 4\n__global__ void k(const float *in, float *out, int n) {\n"
        "    out[threadIdx.x] = in[threadIdx.x];\n}\n";
    const auto with = [&](auto change) {
        TextSpec spec = spec_of(kernel);
        change(spec);
        return refusal(spec);
    };
    EXPECT_EQ(with([](TextSpec& s) {
                  s.defines = {{"M", "3"}};
              }),
              "-D M: the text has no M: its knobs are N");
    EXPECT_EQ(with([](TextSpec& s) {
                  s.defines = {{"3", "3"}};
              }),
              "-D 3: this is not the name of a macro: write -D NAME=value");
    EXPECT_EQ(with([](TextSpec& s) { s.defines = {{"N", "\"x"}}; }).substr(0, 9), "-D N=\"x: ");
    EXPECT_EQ(with([](TextSpec& s) { s.kernel = "l"; }),
              "--kernel l: the text has no such kernel: there is k");
    EXPECT_EQ(with([](TextSpec& s) { s.launch = "k<<<1>>>"; }),
              "--launch: a launch needs <<<blocks, threads per block>>>");
    EXPECT_EQ(with([](TextSpec& s) { s.launch = "k"; }),
              "--launch: this is not a launch: write kernel<<<grid, block>>>(arguments)");
    EXPECT_EQ(with([](TextSpec& s) { s.launch = "k<<<1, 4000>>>"; }),
              "--launch: a block has 1 to 1024 threads, at most 64 of them in z, not 4000 · 1 · 1");
    EXPECT_EQ(with([](TextSpec& s) {
                  s.arguments = {{"x", "ones"}};
              }),
              "--arg x: there is no such argument: there is in, out, n");
    EXPECT_EQ(with([](TextSpec& s) {
                  s.arguments = {{"in", "ones"}, {"in", "iota"}};
              }),
              "--arg in: it is given twice");
    EXPECT_EQ(with([](TextSpec& s) {
                  s.arguments = {{"n", "abc"}};
              }),
              "--arg n: abc is not declared: write a number, or an expression of the text's "
              "#defines");
    for (const char* several : {"1,024", "3 1 4", "3; 1", "1 .5"}) {
        EXPECT_EQ(with([&](TextSpec& s) {
                      s.arguments = {{"n", several}};
                  }),
                  "--arg n: n is one number: write it without commas and blanks, as in 1024 or 2.5")
            << several;
    }
    for (const char* one : {"min(3, 4)", "3 + 1", "16 "}) {
        EXPECT_EQ(with([&](TextSpec& s) {
                      s.arguments = {{"n", one}};
                  }),
                  "nothing is wrong")
            << one;
    }
    EXPECT_EQ(with([](TextSpec& s) {
                  s.arguments = {{"in", "abc"}};
              }),
              "--arg in: abc is nothing to fill an array with: write numbers, such as 3, 1, 4, or "
              "ones, iota, zeros, random:1 or file:numbers.csv");
    EXPECT_EQ(with([](TextSpec& s) {
                  s.arguments = {{"in", "[x]"}};
              }),
              "--arg in: x is not declared: write a number, or an expression of the text's "
              "#defines");
    EXPECT_EQ(with([](TextSpec& s) {
                  s.arguments = {{"in", "values:1,y"}};
              }).substr(0, 11),
              "--arg in: \"");
    EXPECT_EQ(with([](TextSpec& s) { s.expect = "x = in"; }), "--expect: there is no array x");
    EXPECT_EQ(with([](TextSpec& s) { s.expect = "in +"; }),
              "--expect: a value is missing at the end of \"in +\"");
}

TEST(Resolve, OnlyWhatRunsHasFaults) {
    const std::string a = "__global__ void a(int *p) { p[0] = x; }\n";
    const std::string b = "__global__ void b(int *p) { p[0] = 2; }\n";
    EXPECT_EQ(resolve(spec_of(a + b)).kernel->name, "b");
    TextSpec spec = spec_of(a + b);
    spec.kernel = "a";
    EXPECT_EQ(refusal(spec), "mine.cu:1:36: x is not declared");
    spec = spec_of("__global__ void a(odd *p) {}\n" + b);
    EXPECT_EQ(resolve(spec).kernel->name, "b");
    spec.launch = "a<<<1, 1>>>(p)";
    EXPECT_EQ(refusal(spec), "mine.cu:1:19: there is no type odd");
    EXPECT_EQ(refusal("__global__ void a(odd *p) {}\n"), "mine.cu:1:19: there is no type odd");
}

TEST(Resolve, StructsAreGuessedAsZeros) {
    const TextRun run = resolve(
        spec_of("struct S { int a; float b; };\n__global__ void k(S s, int *p) { p[0] = s.a; }"));
    EXPECT_EQ(run.arguments.at(0).leaves, (std::vector<std::uint64_t>{0, 0}));
    EXPECT_NE(run.guessed.find("S()"), std::string::npos) << run.guessed;
}

TEST(Resolve, KernelsInNamespacesGoByTheirNames) {
    const std::string text =
        "namespace a::b {\nstruct S { int n; };\n__global__ void k(S s, int *p) { p[0] = s.n; "
        "}\n}\n"
        "namespace c { __global__ void k2(int *p) { p[0] = 2; } }\n";
    EXPECT_EQ(resolve(spec_of(text)).kernel->name, "k");
    TextSpec spec = spec_of(text);
    spec.kernel = "k2";
    EXPECT_EQ(resolve(spec).kernel->name, "k2");
    spec.kernel.clear();
    spec.launch = "k<<<1, 32>>>(S(), p)";
    EXPECT_EQ(resolve(spec).arguments.at(0).leaves, (std::vector<std::uint64_t>{0}));
}

TEST(Resolve, AnEditorGetsAllFaults) {
    const ResolvedText card = try_resolve(
        spec_of("// knob: A\n// knob: B 1 2\n__global__ void a(int *p) { p[0] = 1; }\n"));
    ASSERT_EQ(card.faults.size(), 2u);
    EXPECT_EQ(card.faults[1].place, (language::Place{2, 10, 0}));
}

/// Whatever stands in a text or a flag, there is a run or one sentence.
TEST(Resolve, MutilatedTextsAreResolvedOrRefused) {
    const std::string pieces = " \n\t()[]{}<>:;,.…#/\\\"'*+-=%&|!?0123456789abcXYZ_\xC3\x80";
    const std::vector<std::string> words{
        "launch:", "knob: N 1 … 4", "expect scan(", "[",     ">>>",  "<<<",  "// ",
        "values:", "random(9)",     "#define N ",   "dim3(", "TILE", "N / 0"};
    int ran = 0, refused = 0;
    const auto rounds = static_cast<std::uint64_t>(testing::rounds_of(3000, 2));
    for (std::uint64_t round = 0; round < rounds; ++round) {
        TextSpec spec = spec_of(std::string{transpose});
        const auto draw = [&](std::size_t below, std::uint64_t what) {
            return static_cast<std::size_t>(splitmix_below(below, round + 1, what));
        };
        for (std::size_t change = 0; change < draw(3, 0); ++change) {
            const std::size_t at = draw(spec.text.size(), 10 * change + 1);
            const std::size_t length = draw(6, 10 * change + 2);
            std::string with;
            if (draw(3, 10 * change + 3) == 0) {
                with = words[draw(words.size(), 10 * change + 4)];
            } else {
                with = pieces[draw(pieces.size(), 10 * change + 4)];
            }
            spec.text.replace(at, length, with);
        }
        if (draw(12, 100) == 0) spec.launch = spec.text.substr(draw(spec.text.size(), 101), 40);
        if (draw(12, 102) == 0)
            spec.arguments = {{"in", spec.text.substr(draw(spec.text.size(), 103), 20)}};
        if (draw(12, 104) == 0) spec.expect = spec.text.substr(draw(spec.text.size(), 105), 30);
        const ResolvedText resolved = try_resolve(spec);
        ++(resolved.faults.empty() ? ran : refused);
        for (const language::Fault& fault : resolved.faults) {
            EXPECT_FALSE(fault.message.empty());
            EXPECT_LT(fault.place.line, 30u) << fault.message;
        }
        // And the card is written into whatever it is.
        const std::string with = with_card_entry(spec.text, "title", "Another");
        EXPECT_EQ(read_card(with).title.text(), "Another") << spec.text;
    }
    EXPECT_GT(ran, static_cast<int>(rounds / 10));
    EXPECT_GT(refused, static_cast<int>(rounds / 10));
}

TEST(Resolve, NothingIsTooSmall) {
    TextSpec spec = spec_of(R"(// launch: k<<<1, 32>>>(in, out, N)
// in: float[N] iota      out: float[N] expect in
#define N 33
__global__ void k(const float *in, float *out, int n) {
    for (int i = threadIdx.x; i < n; i += 32) out[i] = in[i];
})");
    for (const char* n : {"0", "1", "31", "32", "33"}) {
        spec.defines = {{"N", n}};
        EXPECT_EQ(run_spec(spec).findings, std::vector<std::string>{}) << n;
    }
}

}  // namespace resolve_test
}  // namespace stridescope
