#include "app/engine/cuda/device_grid_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/engine/cuda/grid_events.h"
#include "app/engine/cuda/plain_kernels.cuh"
#include "app/engine/cuda/recording_kernels.cuh"
#include "app/engine/row_table.h"
#include "kernels/catalog.h"

namespace stridescope::cuda {
namespace {

/// A wait that takes longer never ends.
constexpr std::uint64_t patience_ns = 2'000'000'000;
/// A run whose logs found no room is run again with more; how much there is to say may differ from
/// run to run.
constexpr int most_tries = 5;

/// What is probably told between blocks; the first run says how much it is.
std::size_t likely_events(const TraceData& data, const std::vector<LaunchLevel>& launches) {
    const auto warps = static_cast<std::size_t>((data.shape.threads + 31) / 32);
    const auto steps = static_cast<std::size_t>(log2_floor(data.shape.section)) + 8;
    std::size_t blocks = 0;
    for (const LaunchLevel& launch : launches) blocks += static_cast<std::size_t>(launch.grid);
    return blocks * (warps * static_cast<std::size_t>(data.shape.coarsen + 1) + steps + 32) + 1024;
}

}  // namespace

DeviceGridRun::DeviceGridRun(const TraceData& data)
    : data_{data},
      n_{static_cast<int>(data.n)},
      section_{data.shape.section},
      words_{data.words},
      shared_bytes_{static_cast<std::size_t>(data.words) * size_of(data.experiment.type)},
      launches_{launches_of(kernel_of(data.experiment).info, data.n, data.shape.section)} {
    require_limits(data, shared_bytes_);
    const std::size_t bytes = data.input.size_bytes();
    input_ = DeviceMemory{bytes};
    output_ = DeviceMemory{bytes};
    check(cudaMemcpy(input_.data(), data.input.bytes(), bytes, cudaMemcpyHostToDevice),
          "copying the input");
    for (std::size_t i = 0; i < data.scratch().size(); ++i) {
        const ArrayFacts& array = data.scratch()[i];
        if (array.size() > DeviceEvent::most_scratch_elements) {
            throw UsageError(
                fmt::format("{} blocks are too many to record on the GPU: choose a larger --block "
                            "or --coarsen, or --engine cpu.",
                            data.grid));
        }
        scratch_.emplace_back(static_cast<std::size_t>(array.size()) * size_of(array.type));
        arrays_.at[i] = scratch_.back().data();
    }
}

/// Everything as a run finds it: the shared arrays all zeros.
void DeviceGridRun::clear(const Stream& stream) {
    for (const DeviceMemory& array : scratch_) {
        check(cudaMemsetAsync(array.data(), 0, array.size(), stream.get()), "clearing the arrays");
    }
    check(cudaMemsetAsync(output_.data(), 0, output_.size(), stream.get()), "clearing the output");
}

/// A kernel that waits for all of its blocks is launched so that either all are on the device at
/// the same time, or none.
void DeviceGridRun::launch(const Stream& stream, const void* function, int blocks,
                           void** arguments) const {
    const bool together = kernel_of(data_.experiment).info.cooperation.needs_all_resident;
    const auto start = together ? &cudaLaunchCooperativeKernel : &cudaLaunchKernel;
    check(start(function, dim3(static_cast<unsigned>(blocks)),
                dim3(static_cast<unsigned>(data_.shape.threads)), arguments, shared_bytes_,
                stream.get()),
          "starting the kernel");
}

void DeviceGridRun::require_room_for_all(const void* function) const {
    const KernelInfo& info = kernel_of(data_.experiment).info;
    if (!info.cooperation.needs_all_resident) return;
    int on_each = 0, multiprocessors = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, function, data_.shape.threads,
                                                        shared_bytes_),
          "querying its occupancy");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0),
          "querying its occupancy");
    const std::int64_t room = std::int64_t{on_each} * multiprocessors;
    if (data_.grid <= room) return;
    throw UsageError(
        fmt::format("{} would deadlock: it has {} blocks, and this GPU has room for {} at once ({} "
                    "on each of {} multiprocessors): choose a smaller --n, a larger --coarsen, or "
                    "--engine cpu, which shows the deadlock.",
                    info.title, data_.grid, room, on_each, multiprocessors));
}

void DeviceGridRun::launch_plain(const Stream& stream, bool as_written) {
    const Experiment& e = data_.experiment;
    const void* function = find_plain_grid_kernel({.kernel = e.kernel,
                                                   .type = e.type,
                                                   .op = e.op,
                                                   .padding = e.padding,
                                                   .coarsen = e.coarsen,
                                                   .as_written = as_written,
                                                   .scan = e.scan});
    if (!function) {
        throw UsageError(fmt::format("there is no plain build of {}", command_line(e)));
    }
    allow_shared(function, shared_bytes_);
    require_room_for_all(function);
    clear(stream);
    void *input = input_.data(), *output = output_.data();
    for (const LaunchLevel& level : launches_) {
        arrays_.level = level;
        void* arguments[] = {&input, &output, &n_, &section_, &arrays_};
        launch(stream, function, level.grid, arguments);
    }
}

void DeviceGridRun::record(const Stream& stream,
                           const std::function<void(std::size_t)>& after_launch) {
    const LogRoom once = likely_room(data_);
    const auto launches = static_cast<std::uint32_t>(launches_.size());
    room_ = {.events = once.events * launches, .steps = once.steps * launches};
    event_room_ = likely_events(data_, launches_);
    for (int tries = 1; !try_to_record(stream, after_launch); ++tries) {
        if (tries < most_tries) continue;
        throw RunError(
            "The log of what the blocks told one another kept growing from run to run and did not "
            "fit: choose a smaller --n, or --engine cpu.");
    }
}

std::uint32_t DeviceGridRun::event_count() const {
    std::uint32_t count = 0;
    check(cudaMemcpy(&count, count_.data(), sizeof count, cudaMemcpyDeviceToHost),
          "reading how much was recorded");
    return count;
}

void DeviceGridRun::require_log_room(const LogRoom& room, int blocks) const {
    if (room.events > DeviceEvent::most) {
        throw UsageError(
            fmt::format("A thread of this kernel accesses memory {} times, and at most {} can be "
                        "recorded on the GPU: choose a smaller --n or --coarsen, or --engine cpu.",
                        room.events, DeviceEvent::most));
    }
    if (room.steps > static_cast<std::uint32_t>(EventKey::max_step)) {
        throw UsageError(fmt::format(
            "This kernel has {} steps, and at most {} can be recorded: choose a smaller --block.",
            room.steps, EventKey::max_step));
    }
    const std::size_t bytes =
        static_cast<std::size_t>(blocks) * LogBatch::bytes_per_block(data_, room) +
        event_room_ * sizeof(DeviceGridEvent);
    const std::size_t free_bytes = limits_of_device().free_bytes;
    if (bytes > free_bytes) {
        throw UsageError(fmt::format(
            "Recording {} blocks takes {:.1f} GB on the GPU, which has {:.1f} GB left: record "
            "fewer, "
            "e.g. --blocks first:8, or use --engine cpu.",
            blocks, 1e-9 * static_cast<double>(bytes), 1e-9 * static_cast<double>(free_bytes)));
    }
}

bool DeviceGridRun::try_to_record(const Stream& stream,
                                  const std::function<void(std::size_t)>& after_launch) {
    const Experiment& e = data_.experiment;
    const void* function = find_recording_grid_kernel(kernel_of(e).info.id, e.type, e.coarsen);
    if (!function) throw RunError(fmt::format("{} was not built for the GPU.", e.kernel));
    allow_shared(function, shared_bytes_);
    require_room_for_all(function);

    batch_ = LogBatch{};  // gives its memory back before more is asked for
    events_ = DeviceMemory{};
    require_log_room(room_, data_.blocks);
    batch_ = LogBatch{data_, room_, data_.blocks, true};
    batch_.count_ = data_.blocks;
    events_ = DeviceMemory{event_room_ * sizeof(DeviceGridEvent)};
    count_ = DeviceMemory{sizeof(std::uint32_t)};
    intervals_ = DeviceMemory{static_cast<std::size_t>(data_.blocks) * sizeof(std::uint32_t)};
    given_up_ = DeviceMemory{sizeof(DeviceGivenUp)};
    clear(stream);
    for (const DeviceMemory* memory : {&events_, &count_, &intervals_, &given_up_}) {
        check(cudaMemsetAsync(memory->data(), 0, memory->size(), stream.get()),
              "clearing the logs");
    }

    DeviceGrid grid{.arrays = arrays_,
                    .events = events_.as<DeviceGridEvent>(),
                    .count = count_.as<std::uint32_t>(),
                    .capacity = static_cast<std::uint32_t>(event_room_),
                    .intervals = intervals_.as<std::uint32_t>(),
                    .recorded = data_.blocks,
                    .given_up = given_up_.as<DeviceGivenUp>(),
                    .patience = patience_ns};
    for (std::size_t i = 0; i < data_.scratch().size(); ++i) {
        grid.sizes[i] = static_cast<std::int32_t>(data_.scratch()[i].size());
    }
    void *input = input_.data(), *output = output_.data();
    Op op = e.op;
    Padding padding = e.padding;
    Scan scan = e.scan;
    parts_.clear();
    std::uint32_t told = 0;
    for (const LaunchLevel& level : launches_) {
        grid.arrays.level = level;
        void* arguments[] = {&input, &output,  &n_,   &section_,    &words_,
                             &op,    &padding, &scan, &batch_.log_, &grid};
        launch(stream, function, level.grid, arguments);
        stream.wait("recording");
        DeviceGivenUp given_up;
        check(cudaMemcpy(&given_up, given_up_.data(), sizeof given_up, cudaMemcpyDeviceToHost),
              "reading how it ended");
        if (given_up.anybody != 0) report_given_up(given_up);
        const std::uint32_t before = told;
        told = event_count();
        parts_.push_back({before, told, static_cast<std::size_t>(grid.first_step)});
        DeviceThreadEnd end{};  // block 0 has part in every launch
        check(cudaMemcpy(&end, batch_.ends_.data(), sizeof end, cudaMemcpyDeviceToHost),
              "reading how much was recorded");
        grid.first_step = static_cast<std::int32_t>(end.steps);
        after_launch(parts_.size());
    }
    batch_.copy_back(stream);
    stream.wait("recording");

    const LogRoom wanted = batch_.wanted();
    if (wanted.events > room_.events || wanted.steps > room_.steps || told > event_room_) {
        // Another run may have a little more to say.
        room_ = {.events = std::max(room_.events, wanted.events + wanted.events / 8),
                 .steps = std::max(room_.steps, wanted.steps)};
        event_room_ = std::max(event_room_, std::size_t{told} + told / 4);
        return false;
    }
    logged_.resize(told);
    check(cudaMemcpy(logged_.data(), events_.data(), told * sizeof(DeviceGridEvent),
                     cudaMemcpyDeviceToHost),
          "copying the recording back");
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const std::size_t end = i + 1 < parts_.size() ? parts_[i + 1].first_step
                                                      : static_cast<std::size_t>(grid.first_step);
        for (int block = launches_[i].grid; block < data_.blocks; ++block) {
            batch_.sit_out(block, parts_[i].first_step, end);
        }
    }
    return true;
}

void DeviceGridRun::report_given_up(const DeviceGivenUp& given_up) const {
    throw RunError(fmt::format(
        "Block {} of {} waited {} seconds at line {} for {}[{}], which stayed {}, and was stopped: "
        "use --engine cpu, which shows who waits for whom.",
        given_up.block, kernel_of(data_.experiment).info.title, patience_ns / 1'000'000'000,
        given_up.line, data_.scratch()[given_up.array].name, given_up.element, given_up.integer));
}

std::vector<GridEvent> DeviceGridRun::grid_events() const {
    std::vector<GridLaunchLog> launches;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        launches.push_back(
            {launches_[i].grid,
             std::span{logged_}.subspan(part.first_event, part.end_event - part.first_event)});
    }
    return grid_events_of(launches);
}

void DeviceGridRun::read_output(TypedArray& output) const {
    check(cudaMemcpy(output.bytes(), output_.data(), output.size_bytes(), cudaMemcpyDeviceToHost),
          "copying the output back");
}

}  // namespace stridescope::cuda
