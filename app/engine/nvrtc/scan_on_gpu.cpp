#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/driver.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/hold.h"
#include "app/engine/nvrtc/library_scan.h"
#include "app/engine/scan_on_gpu.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_run.h"
#include "app/io/errors.h"
#include "app/language/print_tree.h"

namespace stridescope {
namespace {

using namespace nvrtc;

/// What compares a result with what it is to be: all 4-byte numbers are exact here.
constexpr std::string_view compare_text = R"(
extern "C" __global__ void ss_compare(const SS_T* got, const SS_T* scan, unsigned long long n,
                                      unsigned long long section, unsigned long long* wrong) {
    unsigned long long all = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += all) {
        SS_T want = scan[i];
        if (section != 0 && i >= section) want -= scan[i / section * section - 1];
        if (!(got[i] == want)) {
            atomicAdd(&wrong[0], 1ull);
            atomicMin(&wrong[1], i);
        }
    }
}
)";

std::string c_name(ElementType type) {
    return type == ElementType::f32 ? "float" : "int";
}

/// What a run begins with as zeros.
struct Cleared {
    std::uint64_t address = 0, bytes = 0;
};

/// Whether it is zeros again; of much memory this is not asked.
bool is_clear(const Cleared& memory) {
    constexpr std::uint64_t most = std::uint64_t{64} << 20;
    if (memory.bytes > most) return false;
    std::vector<std::byte> found(static_cast<std::size_t>(memory.bytes));
    copy_from_device(found, memory.address);
    return std::ranges::all_of(found, [](std::byte byte) { return byte == std::byte{0}; });
}

/// Times `work`, which starts something on the GPU, after that memory was cleared; a text that
/// leaves it as zeros needs that only once.
template <class Work>
void time_runs(GpuTiming& timing, const TimingLimits& limits, const Cleared& memory, Work work,
               const std::function<void()>& before_each = {}) {
    const Hold hold;
    bool clears = memory.bytes > 0;
    constexpr std::size_t least_runs = 3;
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    for (int run = 0; run <= limits.runs; ++run) {
        if (run > 0 && limits.go_on && !limits.go_on()) return;
        if (before_each) before_each();
        Moment before, cleared, after;
        hold.start();
        before.record();
        if (clears) {
            fill_with_zeros(memory.address, memory.bytes);
            cleared.record();
        }
        work();
        after.record();
        wait("a scan was timed");
        if (run == 0) {  // warms up
            clears = clears && !is_clear(memory);
            continue;
        }
        timing.ms.push_back(after.since(before));
        timing.clearing_ms.push_back(clears ? cleared.since(before) : 0);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        if (timing.ms.size() >= least_runs && seconds > limits.seconds) return;
    }
}

}  // namespace

class ScanOnGpu::Device {
  public:
    Device(ElementType type, std::span<const std::byte> numbers, std::span<const std::byte> scan)
        : type_{type}, n_{numbers.size() / size_of(type)}, host_numbers_{numbers} {
        if (const std::string why = why_no_text_on_gpu(); !why.empty()) throw RunError(why);
        use_gpu();
        numbers_ = DeviceMemory{numbers.size()};
        scan_ = DeviceMemory{scan.size()};
        copy_to_device(numbers_.address(), numbers);
        copy_to_device(scan_.address(), scan);
        const std::string text = "#define SS_T " + c_name(type) + std::string{compare_text};
        compare_ = std::make_unique<Module>(compile_or_recall(
            {.name = "compare.cu", .text = text, .capability = gpu().capability, .options = {}}));
    }

    GpuTiming copy(const TimingLimits& limits) {
        GpuTiming timing;
        const DeviceMemory to = output();
        time_runs(timing, limits, {},
                  [&] { copy_on_device(to.address(), numbers_.address(), bytes()); });
        std::swap(scan_, numbers_);  // what a copy is to be
        timing.wrong = compare(to.address(), 0, "copy");
        std::swap(scan_, numbers_);
        return timing;
    }

    GpuTiming library(const TimingLimits& limits) {
        GpuTiming timing;
        const LibraryScan& scan = nvrtc::library_scan();
        if (!scan.why_not.empty()) {
            timing.left_out = scan.why_not;
            return timing;
        }
        const DeviceMemory to = output();
        const int type = type_ == ElementType::f32 ? 0 : 1;
        unsigned long long room = 0;
        const auto start = [&](std::uint64_t temporary) {
            const int result = scan.run(type, temporary, &room, numbers_.address(), to.address(),
                                        static_cast<long long>(n_));
            if (result != 0)
                throw RunError(fmt::format("{} failed with CUDA's error {}.", scan.name, result));
        };
        start(0);  // says how much room it needs
        const DeviceMemory temporary{room};
        time_runs(timing, limits, {}, [&] { start(temporary.address()); });
        timing.wrong = compare(to.address(), 0, "scan");
        return timing;
    }

    GpuTiming time(TextSpec spec, const ScanText& scan, const TimingLimits& limits) {
        GpuTiming timing;
        if (!scan.fitted.empty()) {
            const std::int64_t room = std::max<std::int64_t>(1, room_for(spec));
            std::erase_if(spec.defines,
                          [&](const Setting& define) { return define.first == scan.fitted; });
            spec.defines.emplace_back(scan.fitted, std::to_string(room));
        }
        const TextOutline text = outline(spec);
        if (text.run.kernel == nullptr) {
            timing.left_out = "It runs its own main: give it a card with a launch.";
            return timing;
        }
        const std::optional<std::size_t> in = input_of(text), out = output_of(text);
        if (!in || !out) {
            timing.left_out = fmt::format(
                "It needs one array of {} {} that it only reads, and one that it writes.", n_,
                c_name(type_));
            return timing;
        }
        const PreparedText prepared = prepare(text.run, language::Printing::plain);
        const auto module = loaded(text.run, prepared);
        Arrays arrays = place(text, *in, *out);
        if (scan.managed) {
            for (const std::size_t array : {*in, *out}) {
                arrays.others.push_back(DeviceMemory::managed(bytes()));
                arrays.addresses[array] = arrays.others.back().address();
            }
        }
        std::vector<KernelLaunch> launches;
        for (const TextLaunch& launch : launches_of(text.run)) {
            if (std::cmp_greater(launch.dynamic_shared, gpu().shared_bytes)) {
                timing.left_out =
                    fmt::format("A block wants {} bytes of shared memory, and has {} here.",
                                launch.dynamic_shared, gpu().shared_bytes);
                return timing;
            }
            launches.push_back(launch_of(launch, *module, prepared, arrays));
            ++timing.launches;
            const auto& g = launch.grid;
            timing.blocks += static_cast<std::int64_t>(std::uint64_t{g[0]} * g[1] * g[2]);
        }
        timing.resident = resident(launches);
        if (scan.all_resident && timing.blocks > timing.resident) {
            timing.left_out =
                fmt::format("Its {} blocks must be resident together: there is room for {}.",
                            timing.blocks, timing.resident);
            return timing;
        }
        fill_with_zeros(arrays.addresses[*out], bytes());  // nothing of an earlier run
        const auto host = [&](std::size_t array) {
            return reinterpret_cast<void*>(arrays.addresses[array]);  // the same for the host
        };
        const auto write_on_host = [&] {
            std::memcpy(host(*in), host_numbers_.data(), bytes());
            std::memset(host(*out), 0, bytes());
        };
        time_runs(
            timing, limits, {arrays.cleared.address(), arrays.to_clear},
            [&] {
                for (const KernelLaunch& launch : launches) start(launch, "a scan was timed");
            },
            scan.managed ? std::function<void()>{write_on_host} : std::function<void()>{});
        timing.wrong = compare(arrays.addresses[*out], scan.section, "scan");
        return timing;
    }

  private:
    struct Arrays {
        DeviceMemory cleared{};  ///< those that begin as 0, one after the other
        std::uint64_t to_clear = 0;
        std::vector<DeviceMemory> others{};
        std::vector<std::uint64_t> addresses{};  ///< [array]
    };

    std::uint64_t bytes() const { return n_ * size_of(type_); }
    DeviceMemory output() const {
        DeviceMemory made{bytes()};
        fill_with_zeros(made.address(), bytes());
        return made;
    }

    static std::uint64_t elements_of(const TextArray& array) {
        std::uint64_t count = 1;
        for (const std::int64_t extent : array.extents) count *= static_cast<std::uint64_t>(extent);
        return count;
    }
    bool holds_numbers(const TextArray& array) const {
        return array.variable == nullptr && array.type == type_ && elements_of(array) == n_;
    }
    std::optional<std::size_t> input_of(const TextOutline& text) const {
        for (std::size_t k = 0; k < text.arrays.size(); ++k) {
            if (holds_numbers(text.run.arrays[k]) && !text.run.arrays[k].written) return k;
        }
        return std::nullopt;
    }
    /// What something is expected of, else what is written.
    std::optional<std::size_t> output_of(const TextOutline& text) const {
        std::optional<std::size_t> written;
        for (std::size_t k = 0; k < text.arrays.size(); ++k) {
            const TextArray& array = text.run.arrays[k];
            if (!holds_numbers(array) || !array.written) continue;
            if (text.arrays[k].is_output) return k;
            if (!written) written = k;
        }
        return written;
    }

    Arrays place(const TextOutline& text, std::size_t in, std::size_t out) const {
        Arrays made;
        made.addresses.resize(text.arrays.size());
        std::vector<std::pair<std::size_t, std::uint64_t>> cleared;  // array, where in `cleared`
        for (std::size_t k = 0; k < text.arrays.size(); ++k) {
            const TextArray& array = text.run.arrays[k];
            if (array.variable != nullptr) continue;
            const std::uint64_t size = elements_of(array) * size_of(array.type);
            if (k == in) {
                made.addresses[k] = numbers_.address();
            } else if (k != out && text.arrays[k].fill == "zeros") {
                constexpr std::uint64_t alignment = 256;
                cleared.emplace_back(k, made.to_clear);
                made.to_clear += (size + alignment - 1) / alignment * alignment;
            } else {
                made.others.emplace_back(size);
                made.addresses[k] = made.others.back().address();
                fill_with_zeros(made.addresses[k], size);
            }
        }
        if (made.to_clear > 0) made.cleared = DeviceMemory{made.to_clear};
        for (const auto& [array, at] : cleared) made.addresses[array] = made.cleared.address() + at;
        return made;
    }

    static KernelLaunch launch_of(const TextLaunch& launch, const Module& module,
                                  const PreparedText& prepared, const Arrays& arrays) {
        KernelLaunch made;
        made.kernel = module.kernel(prepared.printed.names.at(launch.kernel));
        made.grid = launch.grid;
        made.block = launch.block;
        made.dynamic_shared = launch.dynamic_shared;
        for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
            const TextArgument& argument = launch.arguments[k];
            made.arguments.push_back(
                argument.array < 0
                    ? argument_bytes(launch.kernel->parameters[k]->type, argument)
                    : bytes_of(arrays.addresses[static_cast<std::size_t>(argument.array)]));
        }
        return made;
    }

    static std::int64_t room_for(const TextSpec& spec) {
        const TextOutline text = outline(spec);
        if (text.run.kernel == nullptr) return 0;
        const PreparedText prepared = prepare(text.run, language::Printing::plain);
        const auto module = loaded(text.run, prepared);
        std::vector<KernelLaunch> launches;
        for (const TextLaunch& launch : launches_of(text.run)) {
            if (std::cmp_greater(launch.dynamic_shared, gpu().shared_bytes)) return 0;
            launches.push_back({.kernel = module->kernel(prepared.printed.names.at(launch.kernel)),
                                .grid = launch.grid,
                                .block = launch.block,
                                .dynamic_shared = launch.dynamic_shared,
                                .arguments = {}});
        }
        return resident(launches);
    }

    /// How many blocks the GPU has room for at once, of the launch that it has least for.
    static std::int64_t resident(const std::vector<KernelLaunch>& launches) {
        int least = std::numeric_limits<int>::max();
        for (const KernelLaunch& launch : launches) {
            least = std::min(least, resident_blocks(launch));
        }
        return std::int64_t{least} * gpu().multiprocessors;
    }

    /// What is wrong with the numbers there.
    std::string compare(std::uint64_t got, std::int64_t section, std::string_view what) const {
        std::array<unsigned long long, 2> wrong{0, ~0ULL};
        const DeviceMemory found{sizeof wrong};
        copy_to_device(found.address(), std::as_bytes(std::span{wrong}));
        constexpr std::uint32_t blocks = 1024, threads = 256;
        const std::uint64_t n = n_;
        KernelLaunch launch{.kernel = compare_->kernel("ss_compare"),
                            .grid = {blocks, 1, 1},
                            .block = {threads, 1, 1},
                            .dynamic_shared = 0,
                            .arguments = {}};
        for (const std::uint64_t argument :
             {got, scan_.address(), n, static_cast<std::uint64_t>(section), found.address()})
            launch.arguments.push_back(bytes_of(argument));
        start(launch, "results were compared");
        wait("results were compared");
        copy_from_device(std::as_writable_bytes(std::span{wrong}), found.address());
        if (wrong[0] == 0) return {};
        return fmt::format("{} of {} elements are not the {}'s, element {} first.", wrong[0], n_,
                           what, wrong[1]);
    }

    ElementType type_;
    std::uint64_t n_;
    std::span<const std::byte> host_numbers_;
    DeviceMemory numbers_, scan_;
    std::unique_ptr<Module> compare_;
};

ScanOnGpu::ScanOnGpu(ElementType type, std::span<const std::byte> numbers,
                     std::span<const std::byte> scan)
    : device_{std::make_unique<Device>(type, numbers, scan)} {}

ScanOnGpu::~ScanOnGpu() = default;

GpuTiming ScanOnGpu::time(const TextSpec& text, const ScanText& scan, const TimingLimits& limits) {
    return device_->time(text, scan, limits);
}

GpuTiming ScanOnGpu::copy(const TimingLimits& limits) {
    return device_->copy(limits);
}

GpuTiming ScanOnGpu::library(const TimingLimits& limits) {
    return device_->library(limits);
}

std::string gpu_name() {
    return nvrtc::why_no_gpu().empty() ? gpu().name : std::string{};
}

std::uint64_t free_gpu_memory() {
    use_gpu();
    return nvrtc::free_memory();
}

std::string gpu_compiler_version() {
    return nvrtc::compiler_version();
}

std::string library_scan() {
    return nvrtc::library_scan().name;
}

std::string why_no_library_scan() {
    return nvrtc::library_scan().why_not;
}

namespace {

/// Kernels that do one thing only.
constexpr std::string_view single_text = R"(
extern "C" __global__ void ss_nothing() {}
extern "C" __global__ void ss_barriers(int count) {
    for (int k = 0; k < count; ++k) __syncthreads();
}
// Each lane reads a word `apart` from its neighbour's: 32 apart they are all in one bank.
extern "C" __global__ void ss_wavefronts(int count, int apart, float* out) {
    __shared__ volatile float words[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) words[k] = 0;
    __syncthreads();
    int at = threadIdx.x % 32 * apart;
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += words[at];
    if (sum != 0) out[0] = sum;
}
)";

constexpr std::uint32_t full_block = 1024, lanes = 32;

/// The median of some runs of it, without what warms up.
double median_of(const KernelLaunch& launch) {
    constexpr int runs = 11;
    const Hold hold;
    std::vector<double> all;
    for (int run = 0; run <= runs; ++run) {
        Moment before, after;
        hold.start();
        before.record();
        start(launch, "a single thing was timed");
        after.record();
        wait("a single thing was timed");
        if (run > 0) all.push_back(after.since(before));
    }
    std::ranges::nth_element(all, all.begin() + runs / 2);
    return all[runs / 2];
}

/// The chained scan of so many of the smallest sections, which hardly do anything but hand on.
double chain_of(std::int64_t sections) {
    const auto n = static_cast<std::size_t>(sections * lanes);
    const std::vector<float> zeros(n);
    const LibraryText* chained = find_text("chained");
    if (chained == nullptr) return 0;
    TextSpec text = spec_of(*chained);
    text.defines = {{"N", std::to_string(n)}, {"BLOCK", "32"}, {"COARSEN", "1"}, {"T", "float"}};
    const auto bytes = std::as_bytes(std::span{zeros});
    GpuTiming timing =
        ScanOnGpu{ElementType::f32, bytes, bytes}.time(text, {}, {.runs = 5, .go_on = {}});
    if (timing.ms.empty()) return 0;
    std::ranges::sort(timing.ms);
    return timing.ms[timing.ms.size() / 2];
}

}  // namespace

SingleTimes single_times_on_gpu() {
    if (const std::string why = why_no_text_on_gpu(); !why.empty()) throw RunError(why);
    use_gpu();
    SingleTimes times;
    const Module module{compile_or_recall({.name = "single.cu",
                                           .text = std::string{single_text},
                                           .capability = gpu().capability,
                                           .options = {}})};
    times.launch = median_of({.kernel = module.kernel("ss_nothing")});
    // All multiprocessors full of such blocks.
    KernelLaunch barriers{.kernel = module.kernel("ss_barriers"), .block = {full_block, 1, 1}};
    barriers.grid[0] = static_cast<std::uint32_t>(std::max(1, resident_blocks(barriers)) *
                                                  std::max(1, gpu().multiprocessors));
    const auto barriers_take = [&](int count) {
        barriers.arguments = {bytes_of(count)};
        return median_of(barriers);
    };
    // Differences, so that what every launch takes is not in them.
    constexpr int few = 1000, many = 5000;
    times.barrier = (barriers_take(many) - barriers_take(few)) / (many - few);
    const DeviceMemory out{sizeof(float)};
    KernelLaunch wavefronts{.kernel = module.kernel("ss_wavefronts"), .block = {full_block, 1, 1}};
    wavefronts.grid[0] = barriers.grid[0];
    const auto wavefronts_take = [&](int apart) {
        wavefronts.arguments = {bytes_of(few), bytes_of(apart), bytes_of(out.address())};
        return median_of(wavefronts);
    };
    const double excess = double{few} * (lanes - 1) * (full_block / lanes) * wavefronts.grid[0];
    times.wavefront = (wavefronts_take(lanes) - wavefronts_take(1)) / excess;
    constexpr std::int64_t sections = 1 << 15;
    times.hand_over = (chain_of(2 * sections) - chain_of(sections)) / sections;
    for (double* each : {&times.barrier, &times.wavefront, &times.hand_over})
        *each = std::max(0.0, *each);
    return times;
}

}  // namespace stridescope
