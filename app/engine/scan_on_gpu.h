// Scans of many numbers, timed on the GPU: plain kernels in its own memory, nothing recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/experiment/element.h"
#include "app/experiment/text_spec.h"

namespace stridescope {

/// How often something is timed: `runs` times, or fewer where that takes longer than `seconds`, but
/// three at least. One more comes before them, to warm up.
struct TimingLimits {
    int runs = 11;
    double seconds = 2;
    /// Asked between runs; false ends them.
    std::function<bool()> go_on{};
};

/// What one way to scan took.
struct GpuTiming {
    std::string left_out{};             ///< why it cannot be timed here, a sentence; empty: it was
    std::vector<double> ms{};           ///< of each run, clearing included
    std::vector<double> clearing_ms{};  ///< of each run: what its arrays that begin as 0 took
    std::int64_t blocks = 0;            ///< of all launches
    int launches = 0;
    std::int64_t resident = 0;  ///< so many blocks there is room for at once
    std::string wrong{};        ///< what is wrong with the result, a sentence; empty: it is correct
};

/// What is known of a text that scans.
struct ScanText {
    std::int64_t section = 0;   ///< so many elements are scanned for themselves; 0: all
    bool all_resident = false;  ///< it ends only if all of its blocks are resident together
    /// The #define that is set to as many blocks as there is room for at once; empty: none is.
    std::string fitted{};
    /// In managed memory, which the host writes to before each run: pages migrate while it runs.
    bool managed = false;
};

/// The numbers that are scanned, in the GPU's memory.
class ScanOnGpu {
  public:
    /// Numbers of `type`, 4 bytes each, which outlive this, and their inclusive scan. Throws
    /// RunError where no GPU can be used or its memory is too small.
    ScanOnGpu(ElementType type, std::span<const std::byte> numbers,
              std::span<const std::byte> scan);
    ~ScanOnGpu();
    ScanOnGpu(const ScanOnGpu&) = delete;
    ScanOnGpu& operator=(const ScanOnGpu&) = delete;

    /// The text as it stands: sized for as many numbers, of their type. The array of that size
    /// that it only reads gets them, and what others begin as 0 is cleared before each run.
    GpuTiming time(const TextSpec& text, const ScanText& scan, const TimingLimits& limits);
    /// A copy of the numbers.
    GpuTiming copy(const TimingLimits& limits);
    /// The library's scan (library_scan()).
    GpuTiming library(const TimingLimits& limits);

  private:
    class Device;
    std::unique_ptr<Device> device_;
};

/// What an empty launch, a hand-over from block to block, a barrier of a block and a wavefront of
/// shared memory take, in milliseconds: the last two while all multiprocessors are busy with such.
/// Each is measured by a kernel that does nothing else. Throws RunError.
struct SingleTimes {
    double launch = 0, hand_over = 0, barrier = 0, wavefront = 0;
};
SingleTimes single_times_on_gpu();

/// "NVIDIA H200"; empty where there is none.
std::string gpu_name();
/// Bytes of the GPU's memory that are free now.
std::uint64_t free_gpu_memory();
/// "13.0": of the run-time compiler; empty where there is none.
std::string gpu_compiler_version();

/// "CUB 3.0.1", the library whose scan the program has with it.
std::string library_scan();
/// Why it has none, as a sentence; empty if it has.
std::string why_no_library_scan();

}  // namespace stridescope
