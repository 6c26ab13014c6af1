// One emulated block while it runs: what its lanes share besides the array itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/engine/cpu/block_recorder.h"
#include "app/trace/trace.h"
#include "kernels/padding.h"

namespace stridescope {

/// Why a lane gave up the processor.
enum class LaneWait { none, barrier, spin, ended };

/// What all blocks of a launch have in common.
struct Launch {
    int threads = 0;
    int section = 0;  ///< L
    int words = 0;    ///< of the shared array, padding included
    Op op = Op::add;
    Pad pad{Padding::none};
    ElementType type = ElementType::f32;
};

/// Memory for the coroutine frames of one block: taken in order, given back all at once.
class FrameArena {
  public:
    void* allocate(std::size_t size);
    void reset();

  private:
    static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
    std::vector<std::unique_ptr<std::byte[]>> chunks_;
    std::size_t chunk_ = 0, used_ = 0;
};

/// The state of the block that a worker runs at the moment; used again for its next block.
class BlockRun {
  public:
    explicit BlockRun(const Launch& launch) : launch_{launch}, recorder_{launch.threads} {}

    /// Begins block `block`, whose shared array is the `launch().words` elements at `memory`.
    void start(int block, const std::byte* memory);
    /// All lanes have ended: takes the snapshots that are still owed.
    void finish();

    const Launch& launch() const { return launch_; }
    int block() const { return block_; }
    BlockRecorder& recorder() { return recorder_; }
    const BlockRecorder& recorder() const { return recorder_; }
    FrameArena& frames() { return frames_; }

    /// A thread passed its next step marker. When the last one has, the array is exactly as the
    /// step before left it: then the snapshot is taken.
    STRIDESCOPE_HOT void thread_reached_step(int step, const char* phase, int stride) {
        StepMark* mark = steps_.data() + step;
        if (mark->stride != stride || mark->phase != phase) [[unlikely]] {
            mark = find_step(step, phase, stride);
        }
        if (++mark->reached == launch_.threads) [[unlikely]]
            take_snapshots(step);
    }
    /// A thread ended in `step`: no later step waits for it.
    void thread_ended(int step);
    /// All threads passed a barrier that stands in `step`.
    void barrier_passed(int step);

    void out_of_bounds(int thread, int step, const char* array, std::int64_t index,
                       std::int64_t size, int line);
    void report(Diagnostic diagnostic);

    struct StepMark {
        const char* phase = "";
        int stride = 0;
        int reached = 0;  ///< threads that passed the marker
    };
    std::span<const StepMark> steps() const { return {steps_.data(), steps_.size() - 1}; }
    const std::vector<std::uint16_t>& barriers() const { return barriers_; }
    const std::vector<std::byte>& snapshots() const { return snapshots_; }
    std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  private:
    /// More of one kind from one block say nothing new.
    static constexpr int max_diagnostics_per_kind = 8;

    StepMark* find_step(int step, const char* phase, int stride);
    void take_snapshots(int next_step);
    std::size_t snapshot_bytes() const {
        return static_cast<std::size_t>(launch_.words) * size_of(launch_.type);
    }

    Launch launch_;
    int block_ = 0;
    const std::byte* memory_ = nullptr;
    BlockRecorder recorder_;
    FrameArena frames_;
    std::vector<StepMark> steps_;  ///< and a last one that is no step: the next thread's surprise
    std::vector<int> reached_;     ///< [step]: threads that passed its marker
    std::vector<std::uint16_t> barriers_;
    int ended_ = 0;                     ///< threads that ended
    int snapped_ = 0;                   ///< steps whose snapshot is taken
    std::vector<std::byte> snapshots_;  ///< [step][word]
    std::vector<Diagnostic> diagnostics_;
};

}  // namespace stridescope
