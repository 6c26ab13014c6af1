// Runs the threads of one block: every lane up to where it waits, warp by warp, until all have
// ended. Finds barriers that not all reach and waits that never end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/engine/cpu/block_run.h"
#include "app/engine/cpu/host_lane.h"
#include "kernels/simt_host.h"

namespace stridescope {

/// What the scheduler knows of a lane: enough to judge a deadlock, whatever the element type.
struct LaneStatus {
    LaneWait wait = LaneWait::none;
    int line = 0;
    int step = -1;
};

/// Says whether the waiting lanes are a fault, and reports it: a barrier that only part of the
/// threads reached, or barriers at different lines. Returns the step they wait in.
int judge_barrier(BlockRun& run, std::span<const LaneStatus> lanes);

/// Reports lanes that spin although nobody is left to end their wait.
void report_endless_wait(BlockRun& run, std::span<const LaneStatus> lanes);

/// The order in which the threads of the block run in round `round`, by the launch's schedule: the
/// same at every run.
void arrange_threads(const BlockRun& run, std::uint64_t round, std::vector<std::size_t>& turns);

/// Turns what a lane threw into a diagnostic.
void report_fault(BlockRun& run, int thread, int step, const std::exception_ptr& error);

/// The threads of a block under way, whatever the kernel and the element type.
class BlockThreads {
  public:
    BlockThreads() = default;
    BlockThreads(const BlockThreads&) = delete;
    BlockThreads& operator=(const BlockThreads&) = delete;
    virtual ~BlockThreads() = default;

    /// Runs them all to their end; nobody else runs meanwhile.
    virtual void run() = 0;
    /// One turn: every thread up to where it next waits. Returns whether any did more than look
    /// again at the condition that it waits for.
    virtual bool advance() = 0;
    virtual bool ended() const = 0;
    /// What each of them waits for.
    virtual std::vector<LaneStatus> statuses() const = 0;
};

/// Kernel's lanes on one block. `memory` is the shared array; input and output the whole arrays.
/// `max_coarsen`: the most elements a thread may own.
template <class Kernel, class T, int max_coarsen = 16>
class BlockScheduler final : public BlockThreads {
    using Lane = HostLane<T, max_coarsen, (Kernel::info.memory.registers > 0)>;

  public:
    BlockScheduler(BlockRun& run, std::span<T> memory, std::span<T> input, std::span<T> output)
        : run_{run}, input_{whole(input, ArrayId::input)}, output_{whole(output, ArrayId::output)} {
        const int threads = run.launch().threads;
        const int n = static_cast<int>(input.size());
        lanes_.reserve(static_cast<std::size_t>(threads + Lane::lanes_behind));
        for (int t = 0; t < threads; ++t) {
            Lane& lane = lanes_.emplace_back(&run, memory, t);
            threads_.push_back(Kernel::scan(lane, typename Lane::Global{&input_},
                                            typename Lane::Global{&output_}, n));
            lane.bind(threads_.back().handle());
        }
        for (int i = 0; i < Lane::lanes_behind; ++i) lanes_.emplace_back(&run, memory, threads);
        uniform_ = in_order_ = run.launch().schedule == Schedule{};
        waiting_ = threads_.size();
    }

    void run() override {
        for (int idle_looks = 0; !ended() && idle_looks < 2;) {
            idle_looks = advance() ? 0 : idle_looks + 1;
        }
        if (!ended()) report_endless_wait(run_, statuses());
        run_.finish();
    }

    bool advance() override {
        const bool progress = run_round();
        // Threads at the barrier stay there while others of their block still spin.
        hold_barrier_ = spinning_ > 0;
        if (hold_barrier_ || ended()) return progress;
        run_.barrier_passed(uniform_ ? lanes_.front().current_step()
                                     : judge_barrier(run_, statuses()));
        return true;
    }

    bool ended() const override { return waiting_ == 0; }

    std::vector<LaneStatus> statuses() const override {
        std::vector<LaneStatus> list;
        for (std::size_t t = 0; t < threads_.size(); ++t) {
            list.push_back({lanes_[t].wait(), lanes_[t].wait_line(), lanes_[t].current_step()});
        }
        return list;
    }

  private:
    /// Resumes every lane that may go on. Returns whether any lane did more than look again at
    /// the condition it spins on.
    bool run_round() {
        if (uniform_) {
            run_uniform_round();
            return true;
        }
        bool progress = false;
        spinning_ = 0;
        run_.passing_barrier = 0;
        if (!in_order_) arrange_threads(run_, round_++, turns_);
        for (std::size_t turn = 0; turn < threads_.size(); ++turn) {
            const std::size_t t = in_order_ ? turn : turns_[turn];
            switch (lanes_[t].wait()) {
                case LaneWait::ended: break;
                case LaneWait::spin: look_again(t, progress); break;
                case LaneWait::held:
                    if (!lanes_[t].may_go()) {
                        ++spinning_;
                        break;
                    }
                    progress = true;
                    lanes_[t].go_on();
                    if (lanes_[t].barrier_line() == 0) settle(t);
                    break;
                case LaneWait::barrier:
                    if (hold_barrier_) break;
                    [[fallthrough]];
                case LaneWait::none:
                    progress = true;
                    lanes_[t].resume();
                    if (lanes_[t].barrier_line() == 0) settle(t);
            }
        }
        return progress;
    }

    /// The usual round: no lane has ended, none spins, all go on. Lanes that reach the barrier
    /// that the first one reached resume one another.
    void run_uniform_round() {
        spinning_ = 0;
        run_.passing_barrier = 0;
        lanes_[0].resume();
        const bool at_barrier = lanes_[0].barrier_line() > 0;
        if (!at_barrier) settle(0);
        uniform_ = at_barrier;
        run_.passing_barrier = lanes_[0].barrier_line();
        for (std::size_t t = 1; t < threads_.size(); ++t) {
            lanes_[t].resume();
            t = static_cast<std::size_t>(Lane::last_run() - lanes_.data());
            if (t >= threads_.size()) break;
            uniform_ = false;
            if (threads_[t].done() || lanes_[t].barrier_line() == 0) settle(t);
        }
    }

    /// A spinning lane: has what it waits for come true?
    void look_again(std::size_t t, bool& progress) {
        const int line = lanes_[t].wait_line();
        lanes_[t].resume();
        const bool spins_on = lanes_[t].wait() == LaneWait::spin && lanes_[t].wait_line() == line;
        progress = progress || !spins_on;
        if (lanes_[t].barrier_line() == 0) settle(t);
    }

    /// A lane that does not wait at a barrier spins or has ended.
    [[gnu::noinline]] void settle(std::size_t t) {
        Lane& lane = lanes_[t];
        if (!threads_[t].done()) {
            ++spinning_;
            return;
        }
        if (threads_[t].error()) {
            report_fault(run_, lane.thread(), lane.current_step(), threads_[t].error());
        }
        run_.thread_ended(lane.current_step());
        lane.ended();
        --waiting_;
    }

    static GlobalMemory whole(std::span<T> elements, ArrayId array) {
        return {reinterpret_cast<std::byte*>(elements.data()), std::ssize(elements), array};
    }

    BlockRun& run_;
    GlobalMemory input_, output_;
    std::vector<Lane> lanes_;  ///< one a thread, and those behind
    std::vector<simt::Coroutine> threads_;
    std::size_t waiting_ = 0;   ///< lanes that have not ended
    std::size_t spinning_ = 0;  ///< lanes that wait for a condition
    bool hold_barrier_ = false;
    bool in_order_ = true;  ///< lanes take their turns by number
    bool uniform_ = true;   ///< and all of them went on and wait at the same line
    std::uint64_t round_ = 0;
    std::vector<std::size_t> turns_;  ///< the lane whose turn it is, unless in order
};

}  // namespace stridescope
