// One run's launches: input and output on the device, the unrecorded grid, and batches of recorded
// blocks with their logs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/engine/cuda/device.h"
#include "app/engine/cuda/device_block.h"
#include "app/trace/trace.h"
#include "kernels/device_log.h"

namespace stridescope::cuda {

/// Room for what one block writes.
struct LogRoom {
    std::uint32_t events = 0;  ///< per thread
    std::uint32_t steps = 0;
};

/// Host memory that the device copies to directly.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    explicit PinnedMemory(std::size_t bytes);
    PinnedMemory(PinnedMemory&& other) noexcept : data_{std::exchange(other.data_, nullptr)} {}
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    ~PinnedMemory();
    template <class T>
    const T* as() const {
        return static_cast<const T*>(data_);
    }
    void* data() const { return data_; }

  private:
    void* data_ = nullptr;
};

/// Kernels may ask for more than 48 KB of shared memory, but have to say so beforehand.
void allow_shared(const void* function, std::size_t bytes);
/// Throws UsageError if the device's limits forbid the shape.
void require_limits(const TraceData& data, std::size_t shared_bytes);

class DeviceRun;

/// Logs of some blocks that were recorded by one launch: on the device, and copied back.
class LogBatch {
  public:
    LogBatch() = default;
    /// Room for `blocks` blocks. `copied`: with the host's copy as well.
    LogBatch(const TraceData& shape, const LogRoom& room, int blocks, bool copied);

    /// Bytes that one block takes.
    static std::size_t bytes_per_block(const TraceData& shape, const LogRoom& room);

    int room_for() const { return blocks_; }
    int first() const { return log_.first_block; }
    int count() const { return count_; }
    const LogRoom& room() const { return room_; }
    /// After the copies are through: what block `first() + index` wrote.
    BlockLog block(int index) const;
    /// The most events and steps that any thread of the batch had to say.
    LogRoom wanted() const;
    /// Bytes that the launch had to say: events without the holes between them, thread ends, steps
    /// and snapshots.
    std::uint64_t bytes_recorded() const;
    /// Queues the copies of what its blocks wrote.
    void copy_back(const Stream& stream) const;
    /// After the copies are through: block `index` had no part in the steps from `first` to `end`;
    /// they are block 0's, and the array stays as it was.
    void sit_out(int index, std::size_t first, std::size_t end) const;

  private:
    friend class DeviceRun;
    friend class DeviceGridRun;
    std::size_t width_ = 0, snapshot_bytes_ = 0;
    LogRoom room_;
    int blocks_ = 0, count_ = 0;
    DeviceMemory events_, ends_, steps_, snapshots_;
    PinnedMemory host_events_, host_ends_, host_steps_, host_snapshots_;
    DeviceLog log_;
};

class DeviceRun {
  public:
    /// Uploads the input. Throws UsageError if the device's limits forbid the shape.
    explicit DeviceRun(const TraceData& data);

    /// Runs the whole grid unrecorded: the plain build, where there is one.
    void launch_grid(const Stream& stream);
    /// Whether that is the plain build (else it is the recording build, told to record nothing).
    bool grid_is_plain() const { return plain_ != nullptr; }
    /// Runs `count` blocks from `first` on, recorded.
    void launch_recording(const Stream& stream, LogBatch& batch, int first, int count);
    /// The output: of the grid, with the first `recorded` blocks' from the recording.
    void read_output(TypedArray& output, int recorded) const;

  private:
    void launch(const Stream& stream, const void* function, int blocks, void** arguments) const;

    const TraceData& data_;
    int n_ = 0, section_ = 0, words_ = 0;  // `words_`: cells
    /// The recording build keeps all cells in shared memory (kernels/layout.h), the plain one what
    /// the kernel has there.
    std::size_t shared_bytes_ = 0, plain_shared_bytes_ = 0;
    const void* recording_ = nullptr;
    const void* plain_ = nullptr;
    DeviceMemory input_, grid_output_, recorded_output_;
};

/// What a block probably writes: enough for the catalogue's kernels. The first block tells.
LogRoom likely_room(const TraceData& data);

}  // namespace stridescope::cuda
