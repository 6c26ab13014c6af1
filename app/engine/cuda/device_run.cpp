#include "app/engine/cuda/device_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/engine/cuda/plain_kernels.cuh"
#include "app/engine/cuda/recording_kernels.cuh"
#include "kernels/catalog.h"

namespace stridescope::cuda {
namespace {

constexpr std::size_t shared_without_asking = std::size_t{48} << 10;

}  // namespace

void allow_shared(const void* function, std::size_t bytes) {
    if (bytes <= shared_without_asking) return;
    check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "requesting shared memory");
}

void require_limits(const TraceData& data, std::size_t shared_bytes) {
    const Limits limits = limits_of_device();
    if (shared_bytes > limits.shared_bytes) {
        throw UsageError(fmt::format(
            "A block of this shape needs {:.0f} KB of shared memory, and this GPU has {:.0f} KB: "
            "choose a smaller --block or --coarsen, a 4-byte --type, or --engine cpu.",
            static_cast<double>(shared_bytes) / 1024,
            static_cast<double>(limits.shared_bytes) / 1024));
    }
    if (data.shape.threads > limits.threads) {
        throw UsageError(
            fmt::format("Invalid block size {}: this GPU takes at most {} threads (--block).",
                        data.shape.threads, limits.threads));
    }
    if (limits.warp != 32) {
        throw UsageError(fmt::format(
            "This GPU has warps of {} threads, and requests are counted for 32: use --engine cpu.",
            limits.warp));
    }
}

PinnedMemory::PinnedMemory(std::size_t bytes) {
    if (bytes == 0) return;
    check(cudaMallocHost(&data_, bytes), "allocating memory for the results");
}

PinnedMemory::~PinnedMemory() {
    if (data_) (void)cudaFreeHost(data_);
}

LogBatch::LogBatch(const TraceData& shape, const LogRoom& room, int blocks, bool copied)
    : width_{static_cast<std::size_t>(shape.shape.threads)},
      snapshot_bytes_{static_cast<std::size_t>(shape.cells()) * size_of(shape.experiment.type)},
      room_{room},
      blocks_{blocks} {
    const auto b = static_cast<std::size_t>(blocks);
    events_ = DeviceMemory{b * room.events * width_ * sizeof(DeviceEvent)};
    ends_ = DeviceMemory{b * width_ * sizeof(DeviceThreadEnd)};
    steps_ = DeviceMemory{b * room.steps * sizeof(DeviceStep)};
    snapshots_ = DeviceMemory{b * room.steps * snapshot_bytes_};
    // What a thread did not fill is copied back as well, and is to be the same in every run.
    for (const DeviceMemory* memory : {&events_, &ends_, &steps_, &snapshots_}) {
        check(cudaMemset(memory->data(), 0, memory->size()), "clearing the logs");
    }
    check(cudaDeviceSynchronize(), "clearing the logs");
    if (copied) {
        host_events_ = PinnedMemory{events_.size()};
        host_ends_ = PinnedMemory{ends_.size()};
        host_steps_ = PinnedMemory{steps_.size()};
        host_snapshots_ = PinnedMemory{snapshots_.size()};
    }
    log_ = {.events = events_.as<DeviceEvent>(),
            .ends = ends_.as<DeviceThreadEnd>(),
            .steps = steps_.as<DeviceStep>(),
            .snapshots = snapshots_.as<unsigned char>(),
            .capacity = room.events,
            .max_steps = room.steps};
}

std::size_t LogBatch::bytes_per_block(const TraceData& shape, const LogRoom& room) {
    const auto width = static_cast<std::size_t>(shape.shape.threads);
    return width * (room.events * sizeof(DeviceEvent) + sizeof(DeviceThreadEnd)) +
           room.steps * (sizeof(DeviceStep) +
                         static_cast<std::size_t>(shape.cells()) * size_of(shape.experiment.type));
}

BlockLog LogBatch::block(int index) const {
    const auto i = static_cast<std::size_t>(index);
    return {.events = host_events_.as<DeviceEvent>() + i * room_.events * width_,
            .ends = {host_ends_.as<DeviceThreadEnd>() + i * width_, width_},
            .steps = host_steps_.as<DeviceStep>() + i * room_.steps,
            .snapshots = host_snapshots_.as<std::byte>() + i * room_.steps * snapshot_bytes_};
}

LogRoom LogBatch::wanted() const {
    LogRoom most;
    const auto threads = static_cast<std::size_t>(count_) * width_;
    for (std::size_t t = 0; t < threads; ++t) {
        const DeviceThreadEnd& end = host_ends_.as<DeviceThreadEnd>()[t];
        most.events = std::max(most.events, end.events);
        most.steps = std::max(most.steps, end.steps);
    }
    return most;
}

std::uint64_t LogBatch::bytes_recorded() const {
    std::uint64_t bytes = 0;
    for (int index = 0; index < count_; ++index) {
        const BlockLog log = block(index);
        bytes +=
            log.ends.size_bytes() + log.ends.front().steps * (sizeof(DeviceStep) + snapshot_bytes_);
        for (std::uint32_t slot = 0; slot < room_.events; ++slot) {
            const DeviceEvent* row = log.events + slot * width_;
            for (std::size_t t = 0; t < width_; ++t) {
                if (slot < log.ends[t].events && !row[t].is_hole()) bytes += sizeof(DeviceEvent);
            }
        }
    }
    return bytes;
}

void LogBatch::copy_back(const Stream& stream) const {
    const auto copy = [&](const PinnedMemory& to, const DeviceMemory& from) {
        const std::size_t bytes =
            from.size() / static_cast<std::size_t>(blocks_) * static_cast<std::size_t>(count_);
        check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToHost, stream.get()),
              "copying the recording back");
    };
    copy(host_ends_, ends_);
    copy(host_steps_, steps_);
    copy(host_events_, events_);
    copy(host_snapshots_, snapshots_);
}

void LogBatch::sit_out(int index, std::size_t first, std::size_t end) const {
    auto* steps = static_cast<DeviceStep*>(host_steps_.data());
    auto* snapshots = static_cast<std::byte*>(host_snapshots_.data());
    const std::size_t own = static_cast<std::size_t>(index) * room_.steps;
    for (std::size_t step = first; step < end; ++step) {
        steps[own + step] = steps[step];
        steps[own + step].barriers = 0;
        if (step == 0) continue;
        std::byte* snapshot = snapshots + (own + step) * snapshot_bytes_;
        std::copy_n(snapshot - snapshot_bytes_, snapshot_bytes_, snapshot);
    }
}

DeviceRun::DeviceRun(const TraceData& data)
    : data_{data},
      n_{static_cast<int>(data.n)},
      section_{data.shape.section},
      words_{data.cells()},
      shared_bytes_{static_cast<std::size_t>(data.cells()) * size_of(data.experiment.type)},
      plain_shared_bytes_{static_cast<std::size_t>(data.words) * size_of(data.experiment.type)} {
    require_limits(data, shared_bytes_);
    const Experiment& e = data.experiment;
    recording_ = find_recording_kernel(kernel_of(e).info.id, e.type, e.coarsen);
    plain_ = find_plain_kernel({.kernel = e.kernel,
                                .type = e.type,
                                .op = e.op,
                                .padding = e.padding,
                                .coarsen = e.coarsen,
                                .scan = e.scan});
    if (!recording_) throw RunError(fmt::format("{} was not built for the GPU.", e.kernel));
    allow_shared(recording_, shared_bytes_);
    if (plain_) allow_shared(plain_, plain_shared_bytes_);

    const std::size_t bytes = data.input.size_bytes();
    input_ = DeviceMemory{bytes};
    recorded_output_ = DeviceMemory{bytes};
    grid_output_ = DeviceMemory{bytes};
    check(cudaMemcpy(input_.data(), data.input.bytes(), bytes, cudaMemcpyHostToDevice),
          "copying the input");
    check(cudaMemset(recorded_output_.data(), 0, bytes), "clearing the output");
    check(cudaMemset(grid_output_.data(), 0, bytes), "clearing the output");
    check(cudaDeviceSynchronize(), "clearing the output");
}

void DeviceRun::launch(const Stream& stream, const void* function, int blocks,
                       void** arguments) const {
    const std::size_t shared = function == plain_ ? plain_shared_bytes_ : shared_bytes_;
    check(cudaLaunchKernel(function, dim3(static_cast<unsigned>(blocks)),
                           dim3(static_cast<unsigned>(data_.shape.threads)), arguments, shared,
                           stream.get()),
          "starting the kernel");
}

void DeviceRun::launch_grid(const Stream& stream) {
    void *input = input_.data(), *output = grid_output_.data();
    const auto blocks = static_cast<int>(data_.grid);
    if (plain_) {
        void* arguments[] = {&input, &output, &n_, &section_};
        launch(stream, plain_, blocks, arguments);
        return;
    }
    Op op = data_.experiment.op;
    Padding padding = data_.experiment.padding;
    Scan scan = data_.experiment.scan;
    DeviceLog nothing;
    void* arguments[] = {&input, &output, &n_, &section_, &words_, &op, &padding, &scan, &nothing};
    launch(stream, recording_, blocks, arguments);
}

void DeviceRun::launch_recording(const Stream& stream, LogBatch& batch, int first, int count) {
    void *input = input_.data(), *output = recorded_output_.data();
    Op op = data_.experiment.op;
    Padding padding = data_.experiment.padding;
    Scan scan = data_.experiment.scan;
    batch.log_.first_block = first;
    batch.count_ = count;
    void* arguments[] = {&input, &output,  &n_,   &section_,  &words_,
                         &op,    &padding, &scan, &batch.log_};
    launch(stream, recording_, count, arguments);
}

void DeviceRun::read_output(TypedArray& output, int recorded) const {
    const std::size_t bytes = size_of(data_.experiment.type);
    const std::size_t from_recording =
        std::min(output.size(),
                 static_cast<std::size_t>(recorded) * static_cast<std::size_t>(section_)) *
        bytes;
    check(
        cudaMemcpy(output.bytes(), recorded_output_.data(), from_recording, cudaMemcpyDeviceToHost),
        "copying the output back");
    if (from_recording == output.size_bytes()) return;
    check(cudaMemcpy(output.bytes() + from_recording, grid_output_.as<std::byte>() + from_recording,
                     output.size_bytes() - from_recording, cudaMemcpyDeviceToHost),
          "copying the output back");
}

LogRoom likely_room(const TraceData& data) {
    const auto section = static_cast<std::uint32_t>(data.shape.section);
    const auto coarsen = static_cast<std::uint32_t>(data.shape.coarsen);
    const auto log = static_cast<std::uint32_t>(log2_floor(data.shape.section)) + 1;
    if (data.shape.threads == 1) return {.events = 8 * section + 16, .steps = section + 8};
    return {.events = coarsen * (4 * log + 8) + 32, .steps = 2 * log + 8};
}

}  // namespace stridescope::cuda
