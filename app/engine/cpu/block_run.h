// One emulated block while it runs: what its lanes share besides the array itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/cpu/block_recorder.h"
#include "app/engine/cpu/grid_memory.h"
#include "app/engine/cpu/warp_exchange.h"
#include "app/trace/trace.h"
#include "kernels/launches.h"
#include "kernels/padding.h"

namespace stridescope {

/// Why a lane gave up the processor.
enum class LaneWait {
    none,
    barrier,
    spin,  ///< for a condition, at which it is to look again
    held,  ///< until the lane itself may go: for others of its warp, or at a step's marker
    ended
};

/// What all blocks of a launch have in common.
struct Launch {
    int threads = 0;
    int section = 0;  ///< L
    int words = 0;    ///< of the shared array, padding included
    int cells = 0;    ///< those, and what else the section lives in (kernels/layout.h)
    int buffer = 0;   ///< words from one copy of the section to the next
    Storage storage = Storage::shared;
    int registers = 0;  ///< of each thread that its warp can read
    Op op = Op::add;
    bool exclusive = false;
    Pad pad{Padding::none};
    ElementType type = ElementType::f32;
    Schedule schedule{};
    LaunchLevel level{};  ///< the launch under way
};

/// Memory for the coroutine frames of one block: taken in order, given back all at once.
class FrameArena {
  public:
    void* allocate(std::size_t size) {
        // Frames hold nothing stricter than a cache line, and whole lines keep neighbours apart.
        const std::size_t lines = (size + sizeof(Line) - 1) / sizeof(Line);
        if (lines > left_) [[unlikely]]
            take_chunk(lines);
        left_ -= lines;
        return std::exchange(next_, next_ + lines);
    }
    void reset() { chunk_ = left_ = 0; }

  private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    struct Chunk {
        std::unique_ptr<Line[]> memory;
        std::size_t lines;
    };
    static constexpr std::size_t usual_lines = (std::size_t{1} << 20) / sizeof(Line);

    void take_chunk(std::size_t lines);

    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0;  ///< the next to be taken
    Line* next_ = nullptr;
    std::size_t left_ = 0;  ///< lines of the chunk in use
};

/// The state of the block that a worker runs at the moment; used again for its next block.
class BlockRun {
  public:
    struct StepMark {
        const char* phase = "";
        int stride = 0;
        int missing = 0;  ///< threads that have yet to pass the marker
    };

    /// `grid`: what its blocks share; nullptr where they share nothing.
    explicit BlockRun(const Launch& launch, GridMemory* grid = nullptr)
        : launch_{launch}, grid_{grid}, recorder_{launch.threads} {}

    /// Begins block `block`, whose cells are the `launch().cells` elements at `memory`.
    void start(int block, const std::byte* memory);
    /// The block takes part in launch `level`. `before`: the steps of the launches before it, of
    /// which this block may have sat out the last ones.
    void start_launch(const LaunchLevel& level, std::span<const StepMark> before,
                      const std::byte* memory);
    /// All lanes have ended: takes the snapshots that are still owed.
    void finish();

    const Launch& launch() const { return launch_; }
    GridMemory* grid() const { return grid_; }
    /// The first step of the launch under way.
    int first_step() const { return first_step_; }
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
        if (--mark->missing == 0) [[unlikely]]
            all_reached(step);
    }
    /// Whether all threads have reached the marker.
    bool all_at_step(int step) const { return steps_[static_cast<std::size_t>(step)].missing == 0; }
    /// Of kernels with registers: what the lanes of a warp hand one another, and the rows that put
    /// into each register what it holds.
    WarpExchange& exchange() { return exchange_; }
    std::uint32_t& origin_of_register(std::size_t number) { return origins_[number]; }
    /// The line of the barrier that all threads before the running one wait at: a thread that
    /// reaches it too hands over to its right neighbour. 0: each goes back to the scheduler.
    int passing_barrier = 0;

    /// A thread ended in `step`: no later step waits for it.
    void thread_ended(int step);
    /// All threads passed a barrier that stands in `step`.
    void barrier_passed(int step);

    void out_of_bounds(int thread, int step, const char* array, std::int64_t index,
                       std::int64_t size, int line);
    void report(Diagnostic diagnostic);

    std::span<const StepMark> steps() const { return {steps_.data(), steps_.size() - 1}; }
    const std::vector<std::uint16_t>& barriers() const { return barriers_; }
    const std::vector<std::byte>& snapshots() const { return snapshots_; }
    std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  private:
    /// More of one kind from one block say nothing new.
    static constexpr int max_diagnostics_per_kind = 8;

    StepMark* find_step(int step, const char* phase, int stride);
    void all_reached(int step);
    void take_snapshots(int next_step);
    std::size_t snapshot_bytes() const {
        return static_cast<std::size_t>(launch_.cells) * size_of(launch_.type);
    }

    Launch launch_;
    GridMemory* grid_;
    int block_ = 0;
    int first_step_ = 0;
    const std::byte* memory_ = nullptr;
    BlockRecorder recorder_;
    FrameArena frames_;
    WarpExchange exchange_;
    std::vector<std::uint32_t> origins_;  ///< [register][thread]
    std::vector<StepMark> steps_;  ///< and a last one that is no step: the next thread's surprise
    std::vector<std::uint16_t> barriers_;
    int ended_ = 0;                     ///< threads that ended
    int snapped_ = 0;                   ///< steps whose snapshot is taken
    std::vector<std::byte> snapshots_;  ///< [step][word]
    std::vector<Diagnostic> diagnostics_;
};

}  // namespace stridescope
