// One block: its warps, its shared memory, its barriers.
#pragma once

#include <memory>
#include <vector>

#include "app/machine/context.h"
#include "app/machine/loaded_program.h"

namespace stridescope::machine {

/// In which order the warps of a block run between two barriers.
enum class WarpOrder : std::uint8_t { ascending, descending, shuffled };

class Block {
  public:
    Block(const LoadedProgram& loaded, WarpOrder order, std::uint64_t seed);

    /// Makes it the block of this number, from its beginning.
    void start(std::uint32_t number, bool recorded);
    enum class State : std::uint8_t { running, waiting, finished, aborted };
    /// Gives each warp that can run one turn. `waiting`: none of them came any further.
    State turn(Context& context);
    /// Says of a block that will never go on why.
    void tell_deadlock(Context& context) const;

    /// A scalar of the first warp.
    std::int32_t scalar(language::Slot slot) const;
    std::uint32_t number() const { return number_; }
    std::uint32_t interval() const { return interval_; }
    bool recorded() const { return recorded_; }
    /// What was recorded; the block forgets it.
    BlockRecord take_record();

  private:
    void run(Warp& warp, Context& context);
    void release_barrier(Context& context);
    void tell_barrier(Context& context) const;

    const LoadedProgram& loaded_;
    std::unique_ptr<std::byte[]> frame_storage_;
    std::vector<Warp> warps_;
    std::vector<std::uint32_t> order_;
    SharedMemory shared_;
    Rounds rounds_;
    std::vector<Segment> segments_;
    std::vector<View> views_;
    std::uint32_t number_ = 0, interval_ = 0;
    std::uint32_t threads_ = 0;
    bool recorded_ = false;
    std::uint64_t random_;
    WarpOrder kind_;
};

}  // namespace stridescope::machine
