#include "app/engine/cuda/cuda_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "app/engine/cuda/device_grid_run.h"
#include "app/engine/cuda/device_run.h"
#include "app/engine/trace_builder.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

using cuda::ArraySizes;
using cuda::DeviceBlock;
using cuda::DeviceGridRun;
using cuda::DeviceRun;
using cuda::LogBatch;
using cuda::LogRoom;
using cuda::Stream;

const cuda::Surroundings& surroundings() {
    static const cuda::Surroundings found = cuda::look_around();
    return found;
}

/// One run of the engine. Two batches take turns: while the device writes one, the host joins the
/// other.
class Run {
  public:
    Run(const Experiment& experiment, const RunOptions& options)
        : options_{options}, trace_{experiment, "cuda", gpu_name()} {}
    std::shared_ptr<const Trace> carry_out();

  private:
    /// Device memory that logs may take, at most; a batch is one launch between two looks at
    /// whether to cancel.
    static constexpr std::size_t batch_bytes = std::size_t{256} << 20;

    void probe(DeviceRun& run);
    int blocks_per_batch() const;
    void record_batches(DeviceRun& run);
    void record_meeting_blocks();
    ArraySizes sizes() const;
    void require_room(const LogRoom& wanted) const;
    void join(const LogBatch& batch);
    void keep(DeviceBlock& joined, int block);
    void report_progress(int done) const;

    const RunOptions& options_;
    TraceBuilder trace_;
    Stream stream_, grid_stream_;
    LogRoom room_;
};

/// A thread names its events by 16 bits, and steps are counted in as many.
void Run::require_room(const LogRoom& wanted) const {
    if (wanted.events > DeviceEvent::most) {
        throw UsageError(fmt::format(
            "A thread of this kernel accesses shared memory {} times, and at most {} can be "
            "recorded on the GPU: choose a smaller --block or --coarsen, or --engine cpu.",
            wanted.events, DeviceEvent::most));
    }
    if (wanted.steps > static_cast<std::uint32_t>(EventKey::max_step)) {
        throw UsageError(fmt::format(
            "This kernel has {} steps, and at most {} can be recorded: choose a smaller --block.",
            wanted.steps, EventKey::max_step));
    }
}

/// Block 0 tells how much a block has to say, what the steps and rows are, and so the trace's size.
void Run::probe(DeviceRun& run) {
    room_ = cuda::likely_room(trace_.data());
    for (;;) {
        require_room(room_);
        LogBatch batch{trace_.data(), room_, 1, true};
        run.launch_recording(stream_, batch, 0, 1);
        batch.copy_back(stream_);
        stream_.wait("recording the first block");
        const LogRoom wanted = batch.wanted();
        if (wanted.events <= room_.events && wanted.steps <= room_.steps) {
            room_ = {.events = std::max(wanted.events, 1U), .steps = std::max(wanted.steps, 1U)};
            DeviceBlock joined{trace_.data().shape.threads};
            joined.join(batch.block(0), 0, sizes());
            trace_.learn_layout(joined);
            keep(joined, 0);
            return;
        }
        room_ = {.events = std::max(wanted.events, room_.events),
                 .steps = std::max(wanted.steps, room_.steps)};
    }
}

ArraySizes Run::sizes() const {
    ArraySizes sizes{.shared = trace_.data().words, .global = trace_.data().n};
    for (const ArrayFacts& array : trace_.data().scratch()) sizes.scratch.push_back(array.size());
    return sizes;
}

void Run::keep(DeviceBlock& joined, int block) {
    trace_.keep(joined, block);
    for (Diagnostic& found : joined.diagnostics()) trace_.add_diagnostic(std::move(found));
}

int Run::blocks_per_batch() const {
    const std::size_t per_block = LogBatch::bytes_per_block(trace_.data(), room_);
    const std::size_t free_bytes = cuda::limits_of_device().free_bytes;
    if (2 * per_block > free_bytes) {
        throw UsageError(fmt::format(
            "Recording a block takes {:.1f} MB on the GPU, which has {:.1f} MB left: choose a "
            "smaller --block or --coarsen, or --engine cpu.",
            2e-6 * static_cast<double>(per_block), 1e-6 * static_cast<double>(free_bytes)));
    }
    const std::size_t budget = std::min(batch_bytes, free_bytes / 4);
    const auto remaining = static_cast<std::size_t>(trace_.data().blocks - 1);
    return static_cast<int>(std::clamp<std::size_t>(budget / per_block, 1, remaining));
}

void Run::record_batches(DeviceRun& run) {
    const int blocks = trace_.data().blocks;
    if (blocks < 2) return;
    int at_once = blocks_per_batch();
    LogBatch batches[2];
    int next = 1, done = 1, turn = 0;
    const auto start = [&](LogBatch& batch, int first, int count) {
        if (batch.room_for() < count || batch.room().events < room_.events ||
            batch.room().steps < room_.steps) {
            batch = LogBatch{trace_.data(), room_, at_once, true};
        }
        run.launch_recording(stream_, batch, first, count);
        batch.copy_back(stream_);
    };
    const auto start_next = [&](LogBatch& batch) {
        const int count = std::min(at_once, blocks - next);
        start(batch, next, count);
        next += count;
    };
    start_next(batches[0]);
    while (done < blocks) {
        LogBatch& ready = batches[turn];
        turn = 1 - turn;
        stream_.wait("recording");
        const LogRoom wanted = ready.wanted();
        if (wanted.events > ready.room().events || wanted.steps > ready.room().steps) {
            // Some block had more to say than block 0.
            require_room(wanted);
            room_ = {.events = std::max(wanted.events, room_.events),
                     .steps = std::max(wanted.steps, room_.steps)};
            at_once = std::max(blocks_per_batch(), ready.count());
            start(ready, ready.first(), ready.count());
            stream_.wait("recording");
        }
        if (next < blocks) start_next(batches[turn]);
        join(ready);
        done += ready.count();
        report_progress(done);
    }
}

/// The batch's blocks, on all cores.
void Run::join(const LogBatch& batch) {
    std::atomic<int> next{0};
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&] {
        try {
            DeviceBlock joined{trace_.data().shape.threads};
            for (int i = next++; i < batch.count(); i = next++) {
                joined.join(batch.block(i), batch.first() + i, sizes());
                keep(joined, batch.first() + i);
            }
        } catch (...) {
            const std::lock_guard lock{mutex};
            error = std::current_exception();
            next = batch.count();
        }
    };
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int workers = std::min(options_.workers > 0 ? options_.workers : cores, batch.count());
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < workers; ++i) others.emplace_back(work);
        work();
    }
    if (error) std::rethrow_exception(error);
}

void Run::report_progress(int done) const {
    if (options_.progress &&
        !options_.progress(static_cast<double>(done) / static_cast<double>(trace_.data().blocks))) {
        throw Cancelled{};
    }
}

/// Their blocks have to run at once, and what happens between them is of them all: no batches.
void Run::record_meeting_blocks() {
    DeviceGridRun run{trace_.data()};
    const auto launches = static_cast<double>(run.launch_count());
    run.record(stream_, [&](std::size_t through) {
        if (options_.progress && !options_.progress(static_cast<double>(through) / launches)) {
            throw Cancelled{};
        }
    });
    DeviceBlock first{trace_.data().shape.threads};
    first.join(run.blocks().block(0), 0, sizes());
    trace_.learn_layout(first);
    join(run.blocks());
    trace_.set_grid_events(run.grid_events(), "ns");
    run.read_output(trace_.output());
}

std::shared_ptr<const Trace> Run::carry_out() {
    const TraceData& data = trace_.data();
    if (data.grid > 0 && kernel_of(data.experiment).info.blocks_cooperate()) {
        record_meeting_blocks();
    } else if (data.grid > 0) {
        DeviceRun run{data};
        // Blocks are independent of one another, so those that are recorded run beside the grid.
        if (data.blocks < data.grid) run.launch_grid(grid_stream_);
        probe(run);
        report_progress(std::min(1, data.blocks));
        record_batches(run);
        stream_.wait("recording");
        grid_stream_.wait("running the kernel");
        run.read_output(trace_.output(), data.blocks);
    }
    return trace_.finish();
}

}  // namespace

std::string why_no_gpu() {
    return cuda::why_unusable(surroundings());
}

std::string gpu_name() {
    return why_no_gpu().empty() ? surroundings().name : std::string{};
}

std::shared_ptr<const Trace> CudaEngine::run(const Experiment& experiment,
                                             const RunOptions& options) {
    try {
        return Run{experiment, options}.carry_out();
    } catch (const std::bad_alloc&) {
        throw RunError(
            "Out of memory while recording: record fewer blocks, e.g. --blocks first:8.");
    }
}

}  // namespace stridescope
