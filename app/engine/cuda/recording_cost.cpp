#include "app/engine/recording_cost.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "app/engine/cuda/cuda_engine.h"
#include "app/engine/cuda/device_run.h"
#include "app/engine/trace_builder.h"

namespace stridescope {
namespace {

using cuda::check;
using cuda::DeviceMemory;
using cuda::LogBatch;
using cuda::LogRoom;
using cuda::Stream;

constexpr int warm_up = 3, runs = 11;
constexpr std::size_t most_log_bytes = std::size_t{4} << 30;

class Timer {
  public:
    Timer() {
        check(cudaEventCreate(&begin_), "creating a timer");
        check(cudaEventCreate(&end_), "creating a timer");
        check(cudaEventCreateWithFlags(&joined_, cudaEventDisableTiming), "creating a timer");
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer() {
        for (cudaEvent_t event : {begin_, end_, joined_}) (void)cudaEventDestroy(event);
    }

    /// Median time of what `queue` puts on the first stream and, where it says so, on the second.
    double median_ms(const Stream& first, const Stream& second,
                     const std::function<void()>& queue) {
        std::vector<float> times;
        for (int run = 0; run < warm_up + runs; ++run) {
            check(cudaEventRecord(begin_, first.get()), "timing");
            check(cudaStreamWaitEvent(second.get(), begin_, 0), "timing");
            queue();
            check(cudaEventRecord(joined_, second.get()), "timing");
            check(cudaStreamWaitEvent(first.get(), joined_, 0), "timing");
            check(cudaEventRecord(end_, first.get()), "timing");
            first.wait("timing");
            float ms = 0;
            check(cudaEventElapsedTime(&ms, begin_, end_), "timing");
            if (run >= warm_up) times.push_back(ms);
        }
        std::ranges::nth_element(times, times.begin() + runs / 2);
        return times[runs / 2];
    }

  private:
    cudaEvent_t begin_ = nullptr, end_ = nullptr, joined_ = nullptr;
};

/// What the first block says it needs, as the engine asks it.
LogRoom room_of(cuda::DeviceRun& run, const TraceData& data, const Stream& stream) {
    LogRoom room = cuda::likely_room(data);
    LogBatch batch{data, room, 1, true};
    run.launch_recording(stream, batch, 0, 1);
    batch.copy_back(stream);
    stream.wait("recording the first block");
    return batch.wanted();
}

}  // namespace

RecordingCost measure_recording(const Experiment& experiment, int some_blocks) {
    if (const std::string why = why_no_gpu(); !why.empty()) throw RunError(why);
    const TraceBuilder trace{experiment, "cuda", gpu_name()};
    const TraceData& data = trace.data();
    if (data.grid == 0) throw UsageError("Nothing to measure: give --n 1 or more.");
    RecordingCost cost{.device = gpu_name(), .grid = data.grid};
    const Stream first, second;
    Timer timer;
    cuda::DeviceRun run{data};
    const LogRoom room = room_of(run, data, first);
    const auto grid = static_cast<std::size_t>(data.grid);

    cost.plain_ms = timer.median_ms(first, second, [&] { run.launch_grid(first); });
    cost.some_blocks = static_cast<int>(std::min<std::size_t>(grid, some_blocks));
    {
        LogBatch some{data, room, cost.some_blocks, false};
        cost.some_ms = timer.median_ms(first, second, [&] {
            run.launch_recording(second, some, 0, cost.some_blocks);
            run.launch_grid(first);
        });
    }
    const std::size_t per_block = LogBatch::bytes_per_block(data, room);
    const std::size_t room_for =
        std::min(most_log_bytes, cuda::limits_of_device().free_bytes / 2) / per_block;
    cost.all_blocks = static_cast<int>(std::clamp<std::size_t>(room_for, 1, grid));
    {
        LogBatch all{data, room, cost.all_blocks, true};
        cost.all_ms = timer.median_ms(
            first, second, [&] { run.launch_recording(first, all, 0, cost.all_blocks); });
        all.copy_back(first);
        first.wait("copying the recording back");
        cost.all_bytes = all.bytes_recorded();
    }
    const DeviceMemory filled{cost.all_bytes};
    cost.fill_ms = timer.median_ms(first, second, [&] {
        check(cudaMemsetAsync(filled.data(), 1, filled.size(), first.get()), "filling");
    });
    const std::size_t bytes = data.input.size_bytes();
    const DeviceMemory from{bytes}, to{bytes};
    cost.copy_ms = timer.median_ms(first, second, [&] {
        check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, first.get()),
              "copying");
    });
    return cost;
}

}  // namespace stridescope
