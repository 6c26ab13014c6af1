// One block: its warps, its shared memory, its barriers.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "app/machine/context.h"
#include "app/machine/loaded_program.h"
#include "app/machine/loop_probe.h"

namespace stridescope::machine {

/// In which order the warps of a block run between two barriers. `lanes`: each lane by itself, in
/// random order, up to where it has to meet others: what relies on warps in lockstep goes wrong.
enum class WarpOrder : std::uint8_t { ascending, descending, shuffled, lanes };

/// The turns of each block in which its warps run in another order than that of their numbers; 0 is
/// its beginning, when it gets a place before or after other blocks.
struct TurnRange {
    std::uint64_t first = 0, last = std::numeric_limits<std::uint64_t>::max();
    bool has(std::uint64_t turn) const { return turn >= first && turn <= last; }
};

/// Rounds of loops that a warp may go around before another has its turn, if no block waits for it.
inline constexpr std::uint32_t lone_turn_rounds = 1U << 17;
/// How often all may look at memory in vain before lanes that wait for their warp go on without it,
inline constexpr int stuck_turns = 4;
/// before they meet without those whom nothing else can bring, and it counts as a deadlock.
inline constexpr int idle_turns = 300;

class Block {
  public:
    Block(const LoadedProgram& loaded, WarpOrder order, std::uint64_t seed, TurnRange turns = {});
    /// What one takes in memory, beside what is recorded.
    static std::uint64_t bytes_of(const LoadedProgram& loaded, WarpOrder order);

    /// Makes it the block of this number, from its beginning.
    void start(std::uint32_t number, bool recorded);
    enum class State : std::uint8_t { running, waiting, finished, aborted };
    /// Gives each warp that can run one turn. `waiting`: none of them came any further. `idle`: for
    /// so many turns nobody has, so that first lanes which wait for others of their warp go on
    /// alone, and in the end those meet that are there.
    State turn(Context& context, int idle = 0);
    /// Leaves out a turn, where chance has it that this block is held up while others go on.
    bool left_out();
    /// Runs it to its end, if it needs no other block for that. False: it did not get there.
    bool run_alone(Context& context);
    /// Says of a block that will never go on why.
    void tell_deadlock(Context& context) const;

    // Of a block of a cluster:
    /// Whether all its threads have come to the cluster's barrier, which those do not that have
    /// returned.
    bool has_come_to_cluster() const;
    /// Whether they wait for no one, since all have come before, or they themselves have not.
    bool waits_in_vain() const;
    /// The threads of all blocks have. Those of this one that wait there go on.
    void pass_cluster(Context& context);

    /// A thread of a warp that waits, and in which loop it does.
    struct Waiting {
        std::uint32_t thread = 0;
        language::Place place{};
    };
    std::vector<Waiting> waiting() const;

    /// Where the first warp is.
    language::Place place(const Context& context) const;
    /// A scalar of the first warp.
    std::int32_t scalar(language::Slot slot) const;
    std::uint32_t number() const { return number_; }
    std::uint32_t interval() const { return interval_; }
    /// For what others of its cluster do there while it does not run.
    SharedMemory& shared();
    bool recorded() const { return recorded_; }
    /// What was recorded; the block forgets it. Its segments are kept in `to`.
    BlockRecord take_record(RowWriter& to);
    /// What is recorded of it so far takes.
    std::uint64_t record_bytes() const;
    /// Nothing of it is recorded after all.
    void forget_record();

  private:
    void run(Warp& warp, Context& context);
    void begin_segment(Context& context, std::uint32_t warp) const;
    // Lanes that go their own ways (block_lanes.cpp).
    const language::Instr& instruction(const Operation* o) const;
    bool part(std::size_t warp, const Operation* at);
    void part_spinning(std::size_t warp, Context& context);
    bool meet(Context& context, bool without_missing);
    static std::uint32_t named_by(const Warp& part, std::uint32_t lanes);
    bool waits_for_its_own(const Warp& warp) const;
    bool do_the_same(const Warp& one, const Warp& other) const;
    std::uint32_t passed(const Warp& part, const Operation* barrier) const;
    std::vector<std::size_t> complete(std::vector<std::size_t> parts, std::uint32_t gone) const;
    void meet_at(const std::vector<std::size_t>& parts, std::uint32_t alive, Context& context);
    void carry_out(const Operation* o, const std::vector<std::size_t>& parts, std::uint32_t here,
                   std::uint32_t alive, std::byte* frame, Context& context);
    std::uint32_t lanes_of(std::uint32_t warp) const;
    std::byte* new_frame();
    void release_barrier(Context& context);
    void come_to_barrier(Context& context);
    void tell_barrier(Context& context) const;
    bool meet_named();
    void tell_named(Context& context);

    const LoadedProgram& loaded_;
    std::unique_ptr<std::byte[]> frame_storage_;
    std::size_t frame_stride_ = 0;
    std::vector<std::unique_ptr<std::byte[]>> more_frames_;  ///< of parts of warps
    std::size_t more_used_ = 0;
    std::vector<Warp> warps_;
    std::size_t first_warps_ = 0;       ///< how many there are when a block begins
    std::vector<std::uint32_t> longs_;  ///< [warp]: turns in a row that it did not end by itself
    std::vector<std::uint32_t> order_, ascending_;  ///< of warps, in such turns and in others
    /// Of a warp: two places at which lanes did something together first.
    struct MetApart {
        std::uint32_t warp = 0;
        const Operation *one = nullptr, *other = nullptr;
    };
    std::vector<MetApart> met_apart_;
    SharedMemory shared_;
    Rounds rounds_;
    std::vector<Segment> segments_;
    std::shared_ptr<const std::vector<Round>> last_rounds_;  ///< of the block before
    std::vector<View> views_;
    std::uint32_t number_ = 0, interval_ = 0;
    std::uint32_t threads_ = 0;
    bool recorded_ = false;
    bool is_cut_ = false;  ///< see BlockRecord
    bool parted_ = false;  ///< its threads have passed barriers at different places
    /// All its threads wait at the cluster's barrier; none: they do not.
    language::Builtin waits_at_ = language::Builtin::none;
    void look_for_endless_loops(Context& context);
    State take_turn(Context& context, int idle);
    std::uint64_t seed_, random_ = 0;
    TurnRange turns_;
    std::uint64_t turn_ = 0;  ///< of this block, the first is 1
    LoopProbe probe_;
    std::uint64_t rounds_gone_ = 0, probe_at_ = 0;  ///< of loops
    std::uint64_t probe_until_ = 0;                 ///< of a host's; 0: it is not being probed
    WarpOrder kind_;
};

}  // namespace stridescope::machine
