// Runs a grid whose blocks cooperate: several of them at once, on as many multiprocessors as the
// experiment says, each with room for so many; the others start when there is room. One host thread
// runs them all in turns, so that the run is the same every time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/engine/cpu/block_run.h"
#include "app/engine/cpu/cpu_kernels.h"
#include "app/engine/cpu/grid_memory.h"
#include "app/engine/engine.h"
#include "app/engine/trace_builder.h"

namespace stridescope {

/// The order in which the blocks of a launch are given places, by the schedule: a GPU promises
/// none.
std::vector<int> start_order(const Schedule& schedule, int grid);

class GridRun {
  public:
    GridRun(TraceBuilder& trace, const Launch& launch, StartBlock kernel,
            const RunOptions& options);

    /// All launches, one after the other; hands every recorded block to the trace.
    void carry_out();

  private:
    /// Room for a block on a multiprocessor, and the block that has it.
    struct Slot {
        int multiprocessor = 0;
        std::vector<std::byte> memory;  ///< the shared array
        BlockRun* run = nullptr;        ///< nullptr: free
        std::unique_ptr<BlockThreads> threads{};
    };

    /// Returns whether it came to its end.
    bool run_launch(const LaunchLevel& level);
    void fill_slots(const LaunchLevel& level);
    void start(Slot& slot, const LaunchLevel& level, int block);
    /// A turn of every resident block. Returns whether any got on.
    bool take_turns();
    void end(Slot& slot);
    void keep_ended();
    void keep_rest(bool complete);
    void keep(std::size_t block, bool complete);
    void report_endless_wait();
    void report_progress() const;
    BlockRun& run_of(int block);

    TraceBuilder& trace_;
    Launch launch_;
    StartBlock kernel_;
    const RunOptions& options_;
    GridMemory memory_;
    std::vector<LaunchLevel> launches_;
    std::vector<BlockRun::StepMark> steps_before_;  ///< of the launches that have ended
    std::vector<std::unique_ptr<BlockRun>> runs_;   ///< [block]: recorded ones, until they are kept
    std::vector<std::unique_ptr<BlockRun>> spare_;  ///< for the blocks that are not recorded
    std::vector<Slot> slots_;   ///< behind the runs: threads go before what they run in
    std::vector<bool> ended_;   ///< [recorded block]: in the launch under way
    std::vector<bool> kept_;    ///< [recorded block]: the trace has it
    std::vector<int> waiting_;  ///< blocks that have no slot yet, the next one last
    bool layout_known_ = false;
    std::int64_t done_ = 0, total_ = 0;  ///< blocks, of all launches
};

}  // namespace stridescope
