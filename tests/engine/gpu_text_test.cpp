// Texts printed for a GPU: NVIDIA's compiler takes them, and what they record while they run on the
// CPU, compiled by g++, is what the machine records.
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <set>
#include <tuple>

#include "app/analysis/grid.h"
#include "app/engine/machine/machine_trace.h"
#include "app/engine/machine/text_engine.h"
#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/code_cache.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/recording_text.h"
#include "app/engine/nvrtc/thread_logs.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/own_folders.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"
#include "tests/support/places.h"
#include "tests/support/shared_by_fibers.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace gpu_text_test {

using namespace nvrtc;

std::vector<const LibraryText*> kernels() {
    std::vector<const LibraryText*> all;
    for (const LibraryText& text : library()) {
        if (text.is_kernel) all.push_back(&text);
    }
    return all;
}

struct HostOrder {
    unsigned long long clock_step = 1;
    bool last_first = false;  ///< blocks run in the other order
    bool timed = true;
};

/// A kernel's launch on the CPU: printed, compiled by g++ and run by fibers.
class OnHost {
  public:
    /// `words` put something else into the printed text, to see what becomes of it.
    OnHost(const TextLaunch& launch, const language::Program& program,
           const std::pair<std::string, std::string>& words = {}, bool timed = true)
        : program_{program} {
        language::Function* const kernel = launch.kernel;
        printed_ = language::print(std::span{&kernel, 1}, language::Printing::recording);
        std::string text = testing::with_shared_memory(printed_.text, program_);
        if (!words.first.empty()) {
            const std::size_t at = text.find(words.first);
            EXPECT_NE(at, std::string::npos) << text;
            if (at != std::string::npos) text.replace(at, words.first.size(), words.second);
        }
        text = fmt::format(
            "#include \"{}/tests/fibers/cuda_by_fibers.h\"\n{}{}{}extern \"C\" void "
            "ss_call(void** "
            "a) "
            "{{ call_kernel({}, a); }}\nextern \"C\" void* const ss_run[] = {{(void*)fibers_run, "
            "(void*)fibers_global, (void*)&ss_log, (void*)&fibers::clock, "
            "(void*)&fibers::clock_step, "
            "(void*)&fibers::last_first}};\n",
            binary_dir(),
            timed ? "" : "#define SS_TIMES 0\n#define SS_REPEATS 0\n#define SS_GRID 1\n",
            recording_text, text, printed_.names.at(kernel));
        const std::string source = folder_ / "text.cpp", library = folder_ / "text.so";
        std::ofstream{source} << text;
        const std::string command = testing::library_by_fibers(folder_.path(), binary_dir());
        if (std::system(command.c_str()) != 0) {
            ADD_FAILURE() << testing::text_of_file(folder_ / "said") << "\n" << printed_.text;
            return;
        }
        library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        EXPECT_NE(library_, nullptr) << dlerror();
    }
    OnHost(const OnHost&) = delete;
    OnHost& operator=(const OnHost&) = delete;
    ~OnHost() {
        if (library_ != nullptr) dlclose(library_);
    }

    bool is_ready() const { return library_ != nullptr; }

    /// Runs it in the machine's memory; the text's own variables are copied in and out. `clock`
    /// goes on from launch to launch.
    std::vector<std::vector<machine::TapeEvent>> run(machine::GlobalMemory& memory,
                                                     const language::Launch& launch,
                                                     unsigned long long& clock,
                                                     const HostOrder& order) {
        auto* const functions = static_cast<void* const*>(dlsym(library_, "ss_run"));
        const auto run =
            reinterpret_cast<bool (*)(void (*)(void**), void**, const unsigned*, const unsigned*,
                                      unsigned long long)>(functions[0]);
        const auto global =
            reinterpret_cast<void (*)(const void*, unsigned long long)>(functions[1]);
        std::vector<Placed> placed;
        std::vector<std::pair<machine::Allocation*, void*>> variables;
        for (std::size_t k = 0; k < memory.size(); ++k) {
            void* at = memory[k].data;
            if (const language::Variable* v = memory[k].variable; v != nullptr) {
                at = dlsym(library_, std::string{v->name}.c_str());
                if (at == nullptr) continue;
                std::memcpy(at, memory[k].data, memory[k].bytes);
                variables.emplace_back(&memory[k], at);
                if (v->storage == language::Storage::constant) continue;
            }
            global(at, memory[k].bytes);
            placed.push_back(
                {reinterpret_cast<std::uint64_t>(at), memory[k].bytes, memory[k].address});
        }
        std::vector<std::uint64_t> values;
        for (const language::Argument& argument : launch.arguments) {
            const std::uint64_t value = argument.leaves.at(0);
            const machine::Allocation* array = memory.find(value);
            values.push_back(array != nullptr && value > 1'000'000'000
                                 ? reinterpret_cast<std::uint64_t>(array->data)
                                 : value);
        }
        std::vector<void*> pointers;
        for (std::uint64_t& value : values) pointers.push_back(&value);
        const std::size_t blocks = std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
        const std::size_t each = std::size_t{launch.block[0]} * launch.block[1] * launch.block[2];
        const std::size_t warps = blocks * warps_of(each);
        std::vector<std::uint32_t> counts(warps);
        constexpr std::size_t most = 128'000, most_in_all = 8'000'000;  // events of a warp, mostly
        const std::size_t room = std::min(most, most_in_all / warps);
        std::vector<WarpRoom> rooms(warps);
        const std::vector<std::uint32_t> as_many(warps, static_cast<std::uint32_t>(room));
        std::vector<LoggedEvent> events(lay_out(as_many, rooms));
        std::vector<std::uint64_t> times(order.timed ? events.size() : 0);
        spans_.assign(blocks, {});
        auto* log = static_cast<DeviceLog*>(functions[2]);
        *log = {reinterpret_cast<std::uint64_t>(events.data()),
                reinterpret_cast<std::uint64_t>(rooms.data()),
                reinterpret_cast<std::uint64_t>(counts.data()),
                blocks,
                reinterpret_cast<std::uint64_t>(times.data()),
                reinterpret_cast<std::uint64_t>(spans_.data()),
                launch.grid,
                0};
        auto* const now = static_cast<unsigned long long*>(functions[3]);
        *now = clock;
        *static_cast<unsigned long long*>(functions[4]) = order.clock_step;
        *static_cast<bool*>(functions[5]) = order.last_first;
        const auto call = reinterpret_cast<void (*)(void**)>(dlsym(library_, "ss_call"));
        const std::array<std::uint32_t, 3> row{static_cast<std::uint32_t>(blocks), 1, 1};
        EXPECT_TRUE(run(call, pointers.data(), row.data(), launch.block.data(),
                        2 * testing::shared_bytes(program_)))
            << "its threads wait forever";
        clock = *now;
        for (const auto& [allocation, at] : variables)
            std::memcpy(allocation->data, at, allocation->bytes);
        for (const std::uint32_t count : counts)
            EXPECT_LE(count, room) << "the test has too little room";
        std::span<const std::uint32_t> places;
        if (const void* at = dlsym(library_, "ss_places"); at != nullptr)
            places = {static_cast<const std::uint32_t*>(at), printed_.shared.size()};
        const std::vector<SharedPlace> shared = shared_places(printed_.shared, places, program_, 0);
        const LogReading reading{.sites = printed_.sites,
                                 .events = events,
                                 .rooms = rooms,
                                 .counts = counts,
                                 .threads_of_block = each,
                                 .times = times,
                                 .memory = placed,
                                 .shared = shared,
                                 .shared_begin = 0,
                                 .waits = program_.waits};
        barriers_ = passed_barriers(reading);
        return read_logs(reading);
    }
    const std::vector<BlockSpan>& spans() const { return spans_; }
    const std::vector<PassedBarrier>& barriers() const { return barriers_; }
    const language::Printed& printed() const { return printed_; }

  private:
    const language::Program& program_;
    language::Printed printed_;
    std::vector<BlockSpan> spans_;
    std::vector<PassedBarrier> barriers_;
    testing::TemporaryFolder folder_;
    void* library_ = nullptr;
};

struct Followed {
    std::shared_ptr<const Trace> trace{};
    std::string lost{};
    std::uint64_t accesses = 0, other_values = 0;
    std::string other_value{};
};

/// The text on the CPU, followed by the machine.
Followed follow(const Experiment& experiment, const TextRun& text, bool settles,
                const std::pair<std::string, std::string>& words = {},
                const HostOrder& order = {}) {
    Followed made;
    machine::GlobalMemory memory, host;
    MachineRun run, on_host;
    run.memory = &memory;
    run.title = text.title;
    run.includes = included_texts(text);
    machine::allocate_globals(*text.unit, memory);
    place_arrays(text, memory, run);
    machine::allocate_globals(*text.unit, host);
    place_arrays(text, host, on_host);
    unsigned long long clock = 1'000'000;
    const std::vector<TextLaunch> launches = launches_of(text);
    const std::vector<std::int32_t> handed = handed_on(text, launches, memory, run);
    for (const TextLaunch& launch : launches) {
        const language::Launch l = launch_of(launch, memory, run);
        const auto program = language::compile(*text.unit, *launch.kernel, l, {.contract = false});
        OnHost cpu{launch, *program, words, order.timed};
        if (!cpu.is_ready()) return made;
        machine::Tape tape{cpu.run(host, launch_of(launch, host, on_host), clock, order)};
        machine::Settings settings;
        settings.contract = false;
        settings.tape = &tape;
        settings.handed_on = handed;
        run.launches.push_back(machine::run(*text.unit, *launch.kernel, l, memory, settings));
        if (machine::GridRecord& grid = run.launches.back().grid; grid.made)
            add_times(grid, cpu.spans(), cpu.barriers());
        made.lost = tape.lost().empty() ? tape.left_over() : tape.lost();
        made.accesses += tape.followed();
        made.other_values += tape.other_values();
        if (made.other_value.empty()) made.other_value = tape.other_value();
        if (!made.lost.empty()) return made;
        settles = settles && !program->waits;
    }
    // What is read in a wait or a race is put back where it was read: in the end a GPU's arrays
    // count.
    for (std::size_t k = 0; settles && k < run.arrays.size(); ++k) {
        const std::size_t at = run.arrays[k].allocation;
        EXPECT_EQ(std::memcmp(memory[at].data, host[at].data, memory[at].bytes), 0)
            << text.title << ": " << run.arrays[k].facts.name;
    }
    made.trace = trace_of(experiment, std::move(run));
    return made;
}

/// GCC's LeakSanitizer crashes when it looks at NVRTC's threads; and what NVRTC does is not
/// compiled for a sanitizer, but takes longer under it.
std::string why_not_compiled() {
#if defined(__SANITIZE_ADDRESS__) || defined(STRIDESCOPE_SANITIZED)
    return "left out under a sanitizer, which sees nothing of NVRTC";
#else
    return why_no_compiler();
#endif
}

// Barriers are told otherwise then.
TEST(GpuTextWithoutTimes, RecordsOnTheCpuWhatTheMachineDoes) {
    for (const char* id : {"kogge_stone", "brent_kung", "warp_shuffle", "kogge_stone_global",
                           "histogram_private", "reduce_consecutive"}) {
        Experiment experiment;
        experiment.text = spec_of(*find_text(id));
        const Followed got =
            follow(experiment, resolve(experiment.text), true, {}, {.timed = false});
        EXPECT_EQ(got.lost, "") << id;
        EXPECT_EQ(got.other_values, 0) << id << ": " << got.other_value;
        EXPECT_GT(got.accesses, 0) << id;
    }
}

/// Of a text with halves, which only the machine runs; else empty.
std::string why_not_printed(const TextRun& text) {
    try {
        language::Function* const kernel = text.kernel;
        (void)language::print(std::span{&kernel, 1}, language::Printing::plain);
    } catch (const language::FaultError& error) {
        if (error.fault().message.ends_with("is not handed to a GPU yet: the machine runs it"))
            return error.fault().message;
        throw;
    }
    return {};
}

class GpuText : public ::testing::TestWithParam<const LibraryText*> {};

TEST_P(GpuText, RecordsOnTheCpuWhatTheMachineDoes) {
    Experiment experiment;
    experiment.text = spec_of(*GetParam());
    const std::vector<const LibraryText*> all = kernels();
    if (testing::left_out(static_cast<int>(std::ranges::find(all, GetParam()) - all.begin()), 7))
        GTEST_SKIP() << "left out under a sanitizer: others are alike";
    const auto trace = record_text(experiment);
    for (const RecordedFault& found : trace->diagnostics()) {
        if (found.kind != "uninitialized") GTEST_SKIP() << "no GPU is to run it: " << found.message;
    }
    const TextRun text = resolve(experiment.text);
    if (const std::string why = why_not_printed(text); !why.empty()) GTEST_SKIP() << why;
    // There an object's pointer leads to shared memory: the machine loses the trace, and says so.
    if (GetParam()->text.find("#include <cub/") != std::string_view::npos)
        GTEST_SKIP() << "CUB's blocks are not followed on a GPU yet";
    const Followed got = follow(experiment, text, GetParam()->correct.empty());
    EXPECT_EQ(got.lost, "");
    EXPECT_EQ(got.other_values, 0) << got.other_value;
    EXPECT_GT(got.accesses, 0);
}

TEST_P(GpuText, IsTakenByNvrtc) {
    if (const std::string why = why_not_compiled(); !why.empty()) GTEST_SKIP() << why;
    const TextRun text = resolve(spec_of(*GetParam()));
    if (const std::string why = why_not_printed(text); !why.empty()) GTEST_SKIP() << why;
    std::vector<PreparedText> all;
    std::string key = "taken by NVRTC " + nvrtc::compiler_version();
    for (const auto as : {language::Printing::plain, language::Printing::recording,
                          language::Printing::rest, language::Printing::timed}) {
        all.push_back(prepare(text, as));
        for (const std::string& option : all.back().options) key += "\n" + option;
        key += "\n" + all.back().text;
    }
    // What it took once it is not given again; scripts/nightly does.
    const std::filesystem::path kept = cache_folder();
    const nvrtc::CodeCache taken{kept.empty() ? kept : kept / "taken"};
    if (std::getenv("STRIDESCOPE_EVERY_ROUND") == nullptr && taken.find(key)) return;
    for (const PreparedText& prepared : all) {
        try {
            EXPECT_GT(compile({.name = GetParam()->id,
                               .text = prepared.text,
                               .capability = 90,
                               .options = prepared.options})
                          .size(),
                      1000);
        } catch (const RunError& error) {
            ADD_FAILURE() << error.what() << "\n" << prepared.printed.text;
        }
    }
    if (!HasFailure()) taken.keep(key, std::array{std::byte{1}});
}

INSTANTIATE_TEST_SUITE_P(Library, GpuText, ::testing::ValuesIn(kernels()),
                         [](const auto& text) { return text.param->id; });

/// What the library's texts have little of.
struct OddText {
    const char* name;
    const char* text;

    friend std::ostream& operator<<(std::ostream& out, const OddText& t) { return out << t.name; }
};

constexpr OddText odd_texts[] = {
    {"gotos", R"(// launch: k<<<2, 64>>>(in, out)
// in: int[128] iota          out: int[128]
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, n = 0, sum = 0;
more:
    sum += in[blockIdx.x * 64 + (t + n) % 64];
    if (++n < 2 + t % 3) goto more;
    for (int i = 0; i < 4; ++i) {
        if (i == t % 5) goto found;
        if (i > 2) break;
        sum += i;
    }
    sum += 1000;
found:
    s[t] = sum;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}
)"},
    {"structs", R"(// launch: k<<<2, 32>>>(in, out, 61)
// in: float[61] iota          out: float[64]
struct Pair { float sum; int count; };
__device__ Pair join(Pair a, Pair b) { a.sum += b.sum; a.count += b.count; return a; }
__global__ void k(const float *in, float *out, int n) {
    __shared__ Pair p[32];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    p[t].sum = i < n ? in[i] : 0.0f;
    p[t].count = i < n;
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        Pair q = p[t];
        if (t >= d) q = join(p[t - d], q);
        __syncthreads();
        p[t] = q;
        __syncthreads();
    }
    out[i] = p[t].sum / p[t].count;
})"},
    {"templates_references_and_barriers_in_functions", R"(// launch: k<<<3, 64>>>(in, out)
// in: int[192] i % 17          out: int[3]
template <typename T> __device__ void add_to(T &to, T by) { to += by; }
template <typename T, int N> __device__ T sum(T *x, int t) {
    __shared__ char between[3];
    for (int d = N / 2; d > 0; d /= 2) {
        if (t < d) add_to(x[t], x[t + d]);
        __syncthreads();
        if (t < 3) between[t] = (char)d;
    }
    __syncthreads();
    return x[0] + between[2];
}
template <typename T> __device__ T total(T *x, T t) { return sum<T, 64>(x, t); }
__global__ void k(const int *in, int *out) {
    __shared__ int x[64];
    int t = threadIdx.x;
    x[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    int all = total(x, t);
    __syncthreads();
    int &mine = x[t];
    mine = all - mine;
    __syncthreads();
    if (t == 63) out[blockIdx.x] = x[0] + x[62];
})"},
    {"cooperative_groups", R"(// launch: k<<<3, 64>>>(in, part, out)
// in: int[192] i % 17          part: int[3]          out: int[195]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int total(const cg::thread_group &g, int *x, int v) {
    int r = g.thread_rank();
    for (int d = g.size() / 2; d > 0; d /= 2) {
        x[r] = v;
        g.sync();
        if (r < d) v += x[r + d];
        g.sync();
    }
    return v;
}
__global__ void k(const int *in, int *part, int *out) {
    __shared__ int x[64];
    cg::thread_block block = cg::this_thread_block();
    auto grid = cg::this_grid();
    auto tile = cg::tiled_partition<16>(block);
    int i = grid.thread_rank(), v = in[i];
    out[i] = cg::reduce(tile, v, cg::plus<int>()) + (int)tile.ballot(v % 2) + tile.meta_group_rank();
    block.sync();
    int all = total(block, x, v);
    if (block.thread_rank() == 0) part[blockIdx.x] = all;
    grid.sync();
    if (block.thread_rank() == 0) out[192 + blockIdx.x] = part[(blockIdx.x + 1) % 3];
})"},
    {"vectors", R"(// launch: k<<<1, 33>>>(in, out)
// in: float[132] 0.5 * i          out: float[132]
__global__ void k(const float *in, float *out) {
    __shared__ float4 tile[33];
    int t = threadIdx.x;
    float4 v = reinterpret_cast<const float4 *>(in)[t];
    v.x += v.w;
    tile[t] = v;
    __syncthreads();
    float4 w = tile[32 - t];
    w.y = tile[t].x;
    tile[32 - t].z += 1.0f;
    __syncthreads();
    w.z = tile[t].z;
    reinterpret_cast<float4 *>(out)[t] = w;
})"},
    {"statements", R"(// launch: k<<<2, 40>>>(in, out)
// in: int[80] i * 7 % 23          out: int[80]
__global__ void k(const int *in, int *out) {
    __shared__ int x[40];
    int t = threadIdx.x, n = 0;
    x[t] = in[blockIdx.x * 40 + t];
    __syncthreads();
    for (int i = 0, j = 39; i < j; i++, j--) {
        if (x[i] == x[j]) continue;
        int i = x[j];
        if (i > 20) break;
        n += i;
    }
    __syncthreads();
    do { n -= t + 1; } while (n > 30);
    while (true) { if (++n % 5 == 0) break; }
    switch (x[t] % 4) {
        case 0: n += x[t]++ * 2; break;
        case 1: n -= 2;
        case 2: { int n = 3; x[t] = n; } break;
        default: n = n < 0 ? -n : ~n;
    }
    if (t == 3) { x[t] <<= 2; --x[t]; x[t] %= 7; }
    __syncthreads();
    out[blockIdx.x * 40 + t] = n + (t != 0 ? x[t] : 0) + (n, 2147483647) + (-2147483647 - 1);
})"},
    {"arrays_and_types", R"(// launch: k<<<dim3(2, 1), dim3(4, 8)>>>(in, out, 3.5)
// in: short[64] i - 30          out: double[64]          counts: unsigned[8] zeros
__constant__ float weights[2][2] = {{0.5f, 1e-30f}, {3.0f, -0.0f}};
__device__ unsigned counts[8];
__global__ void k(const short *in, double *out, double by) {
    __shared__ unsigned char bytes[8][4];
    __shared__ long long wide[2][4][4];
    __shared__ bool flags[32];
    int x = threadIdx.x, y = threadIdx.y, t = y * 4 + x, i = blockIdx.x * 32 + t;
    bytes[y][x] = in[i];
    wide[y / 4][y % 4][x] = (long long)in[i] << 33;
    flags[t] = bytes[y][x] > 250;
    __syncthreads();
    long long w = wide[0][x][y % 4] ^ (-9223372036854775807ll - 1);
    if (flags[31 - t] && !(t & 1)) atomicAdd(&counts[y], 1u);
    const float *row = weights[x & 1];
    out[i] = by * (double)w + bytes[7 - y][3 - x] + row[y & 1] + 1e300 * (x == 3);
})"},
};

TextSpec spec_of(const char* text) {
    TextSpec spec;
    spec.path = "odd.cu";
    spec.text = text;
    return spec;
}

class OddTexts : public ::testing::TestWithParam<OddText> {};

TEST_P(OddTexts, RecordOnTheCpuWhatTheMachineDoes) {
    Experiment experiment;
    experiment.text = spec_of(GetParam().text);
    const TextRun text = resolve(experiment.text);
    const Followed got = follow(experiment, text, true);
    EXPECT_EQ(got.lost, "");
    EXPECT_EQ(got.other_values, 0) << got.other_value;
    EXPECT_GT(got.accesses, 0);
}

TEST_P(OddTexts, AreTakenByNvrtc) {
    if (const std::string why = why_not_compiled(); !why.empty()) GTEST_SKIP() << why;
    const TextRun text = resolve(spec_of(GetParam().text));
    for (const auto as : {language::Printing::plain, language::Printing::recording,
                          language::Printing::rest, language::Printing::timed}) {
        const PreparedText prepared = prepare(text, as);
        EXPECT_NO_THROW(compile({.name = "odd.cu", .text = prepared.text}))
            << prepared.printed.text;
    }
}

INSTANTIATE_TEST_SUITE_P(Texts, OddTexts, ::testing::ValuesIn(odd_texts),
                         [](const auto& text) { return text.param.name; });

// What the compiler is told decides how fast the kernel is, and which loads it merges.
TEST(PlainText, SaysWhatTheTextTellsTheCompiler) {
    const TextRun text = resolve(spec_of(R"(// launch: k<<<1, 32>>>(in, out)
// in: int[32] iota          out: int[32]
#define PART 4
__device__ __noinline__ int twice(const int* __restrict__ p) { return 2 * *p; }
__global__ void __launch_bounds__(64, 2) k(const int *__restrict__ in, int *const out) {
    int sum = 0;
    #pragma unroll PART
    for (int i = 0; i < 8; i++) sum += i;
    #pragma unroll 1
    while (sum > 100) sum -= 100;
#pragma unroll
    do { sum++; } while (sum % 8);
    out[threadIdx.x] = sum + twice(in + threadIdx.x);
})"));
    const std::string plain = prepare(text, language::Printing::plain).text;
    for (const char* told : {"__launch_bounds__(64, 2) k(const int *__restrict__ in, int *",
                             "static __device__ __noinline__ int twice(const int *__restrict__ p)",
                             "#pragma unroll 4\n        for (;", "#pragma unroll 1\n    while",
                             "#pragma unroll\n    do {"}) {
        EXPECT_NE(plain.find(told), std::string::npos) << told << "\n" << plain;
    }
}

constexpr const char* shifting = R"(// launch: k<<<1, 32>>>(in, out)
// in: int[32] iota          out: int[32]
__global__ void k(const int *in, int *out) {
    __shared__ int x[32];
    int t = threadIdx.x;
    x[t] = in[t] * 3;
    __syncthreads();
    out[t] = x[(t + 1) % 32];
})";

Followed follow_shifting(const std::pair<std::string, std::string>& words) {
    Experiment experiment;
    experiment.text = spec_of(shifting);
    const TextRun text = resolve(experiment.text);
    return follow(experiment, text, false, words);
}

TEST(AnotherRun, ThatReadsElsewhereIsNotFollowed) {
    const Followed got = follow_shifting({"(t + 1)", "(t + 2)"});
    EXPECT_NE(got.lost.find("line 8: thread 0 of block 0 reaches byte 8 of shared memory, on the "
                            "machine byte 4"),
              std::string::npos)
        << got.lost;
}

TEST(AnotherRun, ThatDoesMoreOrLessIsNotFollowed) {
    EXPECT_NE(follow_shifting({"ss_barrier(ss_own), ", ""}).lost, "");
    EXPECT_NE(follow_shifting({"    ss_store(", "    if (t != 5) ss_store("}).lost, "");
    EXPECT_NE(follow_shifting({"    ss_store(", "    ss_load(ss_own, 0, in); ss_store("}).lost, "");
}

TEST(AnotherRun, ThatComputesOtherwiseIsTold) {
    const Followed got = follow_shifting({"* 3)", "* 4)"});
    EXPECT_EQ(got.lost, "");
    EXPECT_EQ(got.other_values, 31);
    EXPECT_NE(got.other_value.find("line 6: thread 1 of block 0 writes 4, the machine 3"),
              std::string::npos)
        << got.other_value;
}

/// Of the run by fibers, whose clock is exact but that a store may be late: blocks do things while
/// they run, steps follow on each other, and what is read has been written before.
void expect_sound(const Trace& trace) {
    using Kind = GridEvent::Kind;
    EXPECT_EQ(trace.clock(), "ns");
    std::map<int, int> starts, ends, steps;
    std::map<std::pair<ArrayId, std::int64_t>, std::set<std::uint64_t>> written;
    std::set<int> running;
    std::int64_t time = 0;
    for (const GridEvent& event : trace.grid_events()) {
        ASSERT_GE(event.time, time);
        time = event.time;
        if (event.kind == Kind::launch) {
            EXPECT_TRUE(running.empty());
            steps.clear();
            continue;
        }
        if (event.kind == Kind::start) {
            EXPECT_EQ(event.element, event.block);
            EXPECT_TRUE(running.insert(event.block).second);
            ++starts[event.block];
            continue;
        }
        ASSERT_TRUE(running.contains(event.block)) << event_text(trace, event);
        const std::pair at{event.array, event.element};
        if (event.kind == Kind::end) {
            running.erase(event.block);
            ++ends[event.block];
        } else if (event.kind == Kind::step) {
            EXPECT_TRUE(!steps.contains(event.block) || event.step > steps[event.block]);
            steps[event.block] = event.step;
        } else if (event.kind == Kind::store || event.kind == Kind::atomic) {
            written[at].insert(event.value);
        } else if (!written[at].contains(event.value)) {
            const ArrayContents& contents = trace.contents(event.array);
            std::uint64_t before = 0;
            const std::size_t bytes = trace.element_bytes(event.array);
            std::memcpy(&before,
                        contents.before.bytes() + static_cast<std::size_t>(event.element) * bytes,
                        bytes);
            EXPECT_EQ(event.value, before) << event_text(trace, event);
        }
    }
    EXPECT_TRUE(running.empty());
    EXPECT_EQ(starts, ends);
    EXPECT_EQ(std::ssize(starts), trace.grid());
    EXPECT_EQ(trace.grid_events().front().time, 0);
}

Followed follow_library(const std::string& id, const std::vector<Setting>& knobs,
                        const HostOrder& order) {
    Experiment experiment;
    experiment.text = spec_of(*find_text(id));
    experiment.text.defines = knobs;
    const TextRun text = resolve(experiment.text);
    return follow(experiment, text, true, {}, order);
}

TEST(BetweenBlocksOfAGpu, ClocksTellWhatTheMachineDoes) {
    const std::vector<Setting> knobs{{"N", "250"}, {"BLOCK", "32"}, {"COARSEN", "1"}, {"T", "int"}};
    for (const char* id : {"chained", "decoupled_lookback", "decoupled_lookback_warp",
                           "spin_barrier", "three_kernel"}) {
        SCOPED_TRACE(id);
        const Followed got = follow_library(id, knobs, {});
        ASSERT_EQ(got.lost, "");
        expect_sound(*got.trace);
        Experiment experiment = got.trace->experiment();
        const auto machine = record_text(experiment);
        const auto names = [](const Trace& trace) {
            std::vector<std::string> all;
            for (const ArrayId array : shared_arrays(trace)) all.emplace_back(trace.name_of(array));
            return all;
        };
        EXPECT_EQ(names(*got.trace), names(*machine));
        // What is stored where depends on no clock, nor how many blocks come to which step.
        const auto stores = [](const Trace& trace) {
            std::multiset<std::tuple<std::string, std::int64_t, std::uint64_t, int, int>> all;
            for (const GridEvent& event : trace.grid_events()) {
                if (event.kind == GridEvent::Kind::step) all.insert({"step", 0, 0, event.step, 0});
                if (event.kind == GridEvent::Kind::store)
                    all.insert({std::string{trace.name_of(event.array)}, event.element, event.value,
                                event.line, event.thread});
            }
            return all;
        };
        EXPECT_EQ(stores(*got.trace), stores(*machine));
        const auto again = decode_trace(encode_trace(*got.trace), "a trace");
        EXPECT_EQ(again->grid_events(), got.trace->grid_events());
    }
}

// A ticket is what the run that is followed handed out, and the chain is that of the tickets.
class ClocksOfAGpu : public ::testing::TestWithParam<unsigned long long> {};

TEST_P(ClocksOfAGpu, TellTheChainOfTheRun) {
    using Kind = GridEvent::Kind;
    const Followed got =
        follow_library("chained", {{"N", "500"}, {"BLOCK", "32"}, {"COARSEN", "1"}, {"T", "int"}},
                       {.clock_step = GetParam(), .last_first = true});
    ASSERT_EQ(got.lost, "");
    const Trace& trace = *got.trace;
    std::map<int, int> ticket;  // [block]
    std::set<int> seen;
    std::map<int, std::int64_t> flag;  // [ticket]: when it was set
    for (const GridEvent& event : trace.grid_events()) {
        const std::string_view array =
            event.thread >= 0 ? trace.name_of(event.array) : std::string_view{};
        if (event.kind == Kind::atomic && array == "ticket") {
            ticket[event.block] = event.integer - 1;
            EXPECT_TRUE(seen.insert(event.integer).second);
        }
        if (event.kind == Kind::store && array == "flag") {
            EXPECT_EQ(event.element, ticket[event.block] + 1);
            flag[ticket[event.block]] = event.time;
        }
        if (event.kind == Kind::load && array == "flag" && ticket[event.block] > 0) {
            EXPECT_EQ(event.element, ticket[event.block]);
            EXPECT_TRUE(flag.contains(ticket[event.block] - 1));
        }
    }
    EXPECT_EQ(seen.size(), 16U);
    std::set<std::pair<int, int>> hops;
    for (const GridMessage& message : grid_timeline(trace).messages) {
        const auto& events = trace.grid_events();
        if (trace.name_of(events[message.read].array) != "flag") continue;
        const int from = ticket[events[message.written].block];
        EXPECT_EQ(from + 1, ticket[events[message.read].block]);
        EXPECT_LT(message.written, message.read);
        hops.emplace(from, from + 1);
    }
    EXPECT_EQ(hops.size(), 15U);
}

INSTANTIATE_TEST_SUITE_P(FineAndCoarse, ClocksOfAGpu, ::testing::Values(1, 32, 1000, 100'000));

TEST(TextsOnAGpu, SayWhyNot) {
    if (const std::string why = why_no_text_on_gpu(); !why.empty()) {
        EXPECT_NE(why.find("--engine cpu"), std::string::npos) << why;
        Experiment experiment;
        experiment.text = spec_of(shifting);
        EXPECT_THROW(record_on_gpu(experiment), RunError);
        EXPECT_THROW(time_on_gpu(experiment), RunError);
    }
    const TextRun idle = resolve(spec_of("__global__ void k() {}\nint main() { return 0; }"));
    try {
        prepare(idle, language::Printing::recording);
        ADD_FAILURE() << "there is nothing to run on a GPU";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "The text's main launches no kernel.");
    }
}

TEST(Compiler, RepeatsWhatNvrtcSays) {
    if (const std::string why = why_not_compiled(); !why.empty()) GTEST_SKIP() << why;
    try {
        compile({.name = "mine.cu", .text = "__global__ void k() { nowhere = 1; }"});
        ADD_FAILURE() << "that is no CUDA";
    } catch (const RunError& error) {
        const std::string said = error.what();
        EXPECT_NE(said.find("could not compile mine.cu"), std::string::npos) << said;
        EXPECT_NE(said.find("\"nowhere\" is undefined"), std::string::npos) << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
    EXPECT_THROW(compile({.name = "old.cu", .text = "", .capability = 20}), RunError);
}

}  // namespace gpu_text_test
}  // namespace stridescope
