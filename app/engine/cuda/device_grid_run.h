// A run of a kernel whose blocks cooperate: all of its blocks in one launch (or one for each
// level), plain or recorded, with the arrays that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/engine/cuda/device.h"
#include "app/engine/cuda/device_run.h"
#include "app/trace/trace.h"
#include "kernels/device_grid.h"
#include "kernels/launches.h"

namespace stridescope::cuda {

class DeviceGridRun {
  public:
    /// Uploads the input. Throws UsageError if the device's limits forbid the shape. `data`
    /// outlives the run.
    explicit DeviceGridRun(const TraceData& data);

    /// Queues the plain build, as the compiler leaves it or with accesses as they are written.
    /// Throws UsageError if there is none of this experiment, or if it waits for more blocks than
    /// have room at once.
    void launch_plain(const Stream& stream, bool as_written = false);
    std::size_t launch_count() const { return launches_.size(); }

    /// Runs and records, with as much room for the logs as that takes. `after_launch` is told how
    /// many launches are through. Throws RunError if a wait was given up, UsageError as above or if
    /// the logs do not fit.
    void record(const Stream& stream, const std::function<void(std::size_t)>& after_launch);
    /// What was recorded: the blocks' logs and what happened between them.
    const LogBatch& blocks() const { return batch_; }
    std::vector<GridEvent> grid_events() const;

    void read_output(TypedArray& output) const;
    const std::vector<LaunchLevel>& launches() const { return launches_; }

  private:
    struct Part {
        std::size_t first_event = 0, end_event = 0, first_step = 0;
    };

    void clear(const Stream& stream);
    void launch(const Stream& stream, const void* function, int blocks, void** arguments) const;
    void require_room_for_all(const void* function) const;
    void require_log_room(const LogRoom& room, int blocks) const;
    /// Returns whether all found room; `room_` and `event_room_` have grown if not.
    bool try_to_record(const Stream& stream, const std::function<void(std::size_t)>& after_launch);
    void report_given_up(const DeviceGivenUp& given_up) const;
    std::uint32_t event_count() const;

    const TraceData& data_;
    int n_ = 0, section_ = 0, words_ = 0;
    std::size_t shared_bytes_ = 0;
    std::vector<LaunchLevel> launches_;
    GridArrays arrays_;
    DeviceMemory input_, output_;
    std::vector<DeviceMemory> scratch_;
    DeviceMemory count_, intervals_, given_up_, events_;

    LogRoom room_;
    std::size_t event_room_ = 0;
    LogBatch batch_;
    std::vector<DeviceGridEvent> logged_;
    std::vector<Part> parts_;  ///< of each launch
};

}  // namespace stridescope::cuda
