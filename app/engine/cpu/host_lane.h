// The lane contract's `lane` on the host: one emulated thread, every access recorded.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

#include "app/engine/cpu/block_run.h"
#include "kernels/monoid.h"
#include "kernels/padding.h"

namespace stridescope {

/// An index together with the line it was written on, so that X[j] records where it stands.
struct LinedIndex {
    int value;
    int line;
    // NOLINTNEXTLINE(google-explicit-constructor): X[j] must read as an ordinary index
    STRIDESCOPE_HOT LinedIndex(int i, int at = __builtin_LINE()) : value{i}, line{at} {}
};

template <class T>
class alignas(64) HostLane {
  public:
    /// An element in a register. Knows the row of the load or operation it came from.
    class Value {
      public:
        Value() = default;  // as uninitialised as a register

        STRIDESCOPE_HOT friend Value operator+(const Value& a, const Value& b) {
            return a.combined_with(b);
        }
        Value& operator+=(const Value& b) { return *this = combined_with(b); }

      private:
        friend class HostLane;
        STRIDESCOPE_HOT Value(T v, std::uint32_t origin) : v_{v}, origin_{origin} {}
        STRIDESCOPE_HOT Value combined_with(const Value& b) const {
            return running->apply(*this, b, running->last_line());
        }

        T v_;
        std::uint32_t origin_;
    };

    /// X[i]: reads when a value is wanted of it, writes when one is assigned.
    class SharedRef {
      public:
        // NOLINTNEXTLINE(google-explicit-constructor): `T v = X[i];`
        STRIDESCOPE_HOT operator Value() const { return lane_->load(index_); }
        // NOLINTBEGIN(misc-unconventional-assign-operator): an element, not an object
        STRIDESCOPE_HOT void operator=(const Value& v) const { lane_->store(index_, v); }
        STRIDESCOPE_HOT void operator=(const SharedRef& other) const {
            lane_->store(index_, Value(other));
        }
        // NOLINTEND(misc-unconventional-assign-operator)
        /// Two loads (the right one first, as C++ has it), one operation, one store.
        STRIDESCOPE_HOT void operator+=(const Value& right) const {
            const Value left = *this;
            lane_->store(index_, lane_->apply(left, right, index_.line));
        }
        STRIDESCOPE_HOT void operator+=(const SharedRef& right) const {
            lane_->store(index_, right.combined_with(*this, BlockRecorder::right_first));
        }
        // Left before right, on every compiler: the order names the operands.
        STRIDESCOPE_HOT friend Value operator+(const SharedRef& a, const SharedRef& b) {
            return a.combined_with(b, BlockRecorder::left_first);
        }
        STRIDESCOPE_HOT friend Value operator+(const SharedRef& a, const Value& b) {
            return Value(a) + b;
        }
        STRIDESCOPE_HOT friend Value operator+(const Value& a, const SharedRef& b) {
            return a + Value(b);
        }

      private:
        friend class HostLane;
        SharedRef(HostLane* lane, LinedIndex index) : lane_{lane}, index_{index} {}
        SharedRef(const SharedRef&) = default;
        /// This one is loaded first; `order` says whether it is the left operand.
        STRIDESCOPE_HOT Value combined_with(const SharedRef& second, std::uint64_t order) const {
            return lane_->load_and_apply(index_, second.index_, order);
        }

        HostLane* lane_;
        LinedIndex index_;
    };

    class Shared {
      public:
        STRIDESCOPE_HOT SharedRef operator[](LinedIndex i) const { return {lane_, i}; }

      private:
        friend class HostLane;
        explicit Shared(HostLane* lane) : lane_{lane} {}
        HostLane* lane_;
    };

    /// Global memory, bounds-checked.
    class GlobalRef {
      public:
        // NOLINTNEXTLINE(google-explicit-constructor)
        operator Value() const { return {*at(), BlockRecorder::no_origin}; }
        // NOLINTNEXTLINE(misc-unconventional-assign-operator)
        void operator=(const Value& v) const { *at() = v.v_; }

      private:
        friend class HostLane;
        GlobalRef(HostLane* lane, std::span<T> memory, LinedIndex index)
            : lane_{lane}, memory_{memory}, index_{index} {}
        T* at() const {
            if (index_.value >= 0 && static_cast<std::size_t>(index_.value) < memory_.size()) {
                return memory_.data() + index_.value;
            }
            lane_->run_->out_of_bounds(lane_->thread(), lane_->state_.step, "global memory",
                                       index_.value, static_cast<std::int64_t>(memory_.size()),
                                       index_.line);
            lane_->nowhere_ = T{};
            return &lane_->nowhere_;
        }
        HostLane* lane_;
        std::span<T> memory_;
        LinedIndex index_;
    };
    /// `memory` outlives the lane: only its address is kept, to keep frames small.
    class Global {
      public:
        Global(HostLane* lane, const std::span<T>* memory) : lane_{lane}, memory_{memory} {}
        GlobalRef operator[](LinedIndex i) const { return {lane_, *memory_, i}; }

      private:
        HostLane* lane_;
        const std::span<T>* memory_;
    };

    /// One index of CUDA's three; the kernels here are one-dimensional.
    struct Index {
        int x;
    };

    HostLane(BlockRun* run, std::span<T> memory, int thread)
        : run_{run},
          memory_{memory.data()},
          words_{static_cast<unsigned>(memory.size())},
          thread_{static_cast<unsigned>(thread)} {}

    // What the contract offers to kernels (kernels/simt.h):
    Index thread_index() const { return {thread()}; }
    Index block_index() const { return {run_->block()}; }
    Index block_dim() const { return {run_->launch().threads}; }
    int section() const { return run_->launch().section; }
    Pad pad() const { return run_->launch().pad; }
    Value identity() { return {identity_of<T>(run_->launch().op), BlockRecorder::no_origin}; }
    Shared shared() { return Shared{this}; }

    /// `for (k = first; k < end; k += by)` as a range that counts its rounds. Nested loops count
    /// on: the inner one's rounds stand apart for every round of the outer one.
    class Strided {
      public:
        struct End {};
        class Iterator {
          public:
            STRIDESCOPE_HOT int operator*() const { return k_; }
            STRIDESCOPE_HOT void operator++() {
                k_ += range_->by_;
                if (k_ < range_->end_) range_->lane_->state_.base += one_round;
            }
            STRIDESCOPE_HOT bool operator!=(End /*end*/) const {
                if (k_ < range_->end_) return true;
                range_->lane_->state_.base = outer_;  // the loop is left
                return false;
            }

          private:
            friend class Strided;
            STRIDESCOPE_HOT explicit Iterator(const Strided* range)
                : range_{range}, outer_{range->lane_->state_.base}, k_{range->first_} {
                if ((outer_ & all_rounds) != 0) [[unlikely]]
                    range->lane_->enter_nested_loop();
            }
            const Strided* range_;
            std::uint64_t outer_;
            int k_;
        };
        STRIDESCOPE_HOT Iterator begin() const { return Iterator{this}; }
        STRIDESCOPE_HOT End end() const { return {}; }

      private:
        friend class HostLane;
        STRIDESCOPE_HOT Strided(HostLane* lane, int first, int end, int by)
            : lane_{lane}, first_{first}, end_{end}, by_{by} {
            if (by <= 0) [[unlikely]]
                lane->refuse_endless_loop();
        }
        HostLane* lane_;
        int first_, end_, by_;
    };
    STRIDESCOPE_HOT Strided strided(int first, int end, int by) { return {this, first, end, by}; }
    STRIDESCOPE_HOT Strided mine() { return strided(thread(), section(), block_dim().x); }

    /// Suspends until all threads of the block are here.
    struct Wait {
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<> /*thread*/) const noexcept {}
        void await_resume() const noexcept {}
    };
    STRIDESCOPE_HOT Wait barrier(int line) {
        wait_ = line;
        return {};
    }
    /// Lets the others go on; the scheduler looks again later.
    Wait spin(int line) {
        wait_ = -line;
        return {};
    }
    /// Nothing to wait for: a step marker does not hold a thread up.
    STRIDESCOPE_HOT std::suspend_never step(const char* phase, int stride) {
        ++state_.step;
        state_.base = static_cast<std::uint64_t>(state_.step) << BlockRecorder::step_shift;
        run_->thread_reached_step(state_.step, phase, stride);
        return {};
    }

    void* allocate_frame(std::size_t size) { return run_->frames().allocate(size); }

    // For the scheduler:
    int thread() const { return static_cast<int>(thread_); }
    int current_step() const { return state_.step; }
    LaneWait wait() const {
        if (wait_ > 0) return LaneWait::barrier;
        if (wait_ == 0) return LaneWait::none;
        return wait_ == has_ended ? LaneWait::ended : LaneWait::spin;
    }
    /// The line of the barrier the lane waits at; 0 if it waits at none.
    int barrier_line() const { return std::max(wait_, 0); }
    STRIDESCOPE_HOT bool waits_at(int barrier) const { return wait_ == barrier; }
    /// The line of what it waits for, 0 if for nothing.
    int wait_line() const { return wait_ == has_ended ? 0 : std::abs(wait_); }
    /// A new stretch of code begins, after a barrier or with another look at a spin condition.
    /// `order` is the recorder's.
    STRIDESCOPE_HOT void resuming(BlockRecorder::Expected* order) {
        state_.next = order;
        wait_ = 0;
        running = this;
    }
    void ended() { wait_ = has_ended; }
    int last_line() const { return run_->recorder().last_line(state_); }

  private:
    friend class Strided;

    STRIDESCOPE_HOT bool in_bounds(const LinedIndex& i) {
        if (static_cast<unsigned>(i.value) < words_) [[likely]]
            return true;
        run_->out_of_bounds(thread(), state_.step, "the shared array", i.value, words_, i.line);
        return false;
    }
    STRIDESCOPE_HOT Value load(const LinedIndex& i) {
        if (!in_bounds(i)) return {T{}, BlockRecorder::no_origin};
        const auto word = static_cast<std::uint16_t>(i.value);
        const auto row =
            run_->recorder().record(state_, thread_, Event::load, i.line, word,
                                    BlockRecorder::no_origin, BlockRecorder::no_origin);
        return {memory_[word], row};
    }
    STRIDESCOPE_HOT void store(const LinedIndex& i, const Value& v) {
        if (!in_bounds(i)) return;
        const auto word = static_cast<std::uint16_t>(i.value);
        run_->recorder().record(state_, thread_, Event::store, i.line, word, v.origin_,
                                BlockRecorder::no_origin);
        memory_[word] = v.v_;
    }
    STRIDESCOPE_HOT Value apply(const Value& a, const Value& b, int line) {
        const auto row =
            run_->recorder().record(state_, thread_, Event::op, line, 0, a.origin_, b.origin_);
        return {combine(run_->launch().op, a.v_, b.v_), row};
    }

    STRIDESCOPE_HOT Value load_and_apply(const LinedIndex& first, const LinedIndex& second,
                                         std::uint64_t order) {
        const bool left_first = order == BlockRecorder::left_first;
        if (static_cast<unsigned>(first.value) < words_ &&
            static_cast<unsigned>(second.value) < words_ && first.line == second.line) [[likely]] {
            const auto a = static_cast<std::uint16_t>(first.value);
            const auto b = static_cast<std::uint16_t>(second.value);
            if (const auto* op = run_->recorder().record_expression(state_, thread_, first.line,
                                                                    order, a, b)) [[likely]] {
                const T left = memory_[left_first ? a : b], right = memory_[left_first ? b : a];
                return {combine(run_->launch().op, left, right), op->row};
            }
        }
        return load_and_apply_apart(first, second, left_first);
    }
    [[gnu::cold, gnu::noinline]] Value load_and_apply_apart(LinedIndex first, LinedIndex second,
                                                            bool left_first) {
        const Value a = load(first), b = load(second);
        return left_first ? apply(a, b, first.line) : apply(b, a, second.line);
    }

    static constexpr std::uint64_t all_rounds =
        (std::uint64_t{1} << BlockRecorder::step_shift) -
        (std::uint64_t{1} << BlockRecorder::iteration_shift);
    static constexpr std::uint64_t one_round = std::uint64_t{1} << BlockRecorder::iteration_shift;
    static constexpr std::uint64_t nested_rounds = 1024;  ///< most rounds of an inner loop

    /// In round r > 0 of an outer loop: the inner rounds begin at r · nested_rounds (in round 0
    /// they begin at 0 anyway), so that those of different outer rounds stand apart.
    [[gnu::cold, gnu::noinline]] void enter_nested_loop() {
        const std::uint64_t round = (state_.base & all_rounds) / one_round;
        state_.base += round * (nested_rounds - 1) * one_round;
    }
    [[noreturn, gnu::cold, gnu::noinline]] void refuse_endless_loop() const {
        throw LaneFault{"endless-wait", last_line(),
                        "a strided loop that does not advance would never end"};
    }

    // In order of use, and one cache line in all: a block's lanes outgrow the first-level cache,
    // and every line more is one more to fetch for every lane at every barrier.
    BlockRecorder::LaneState state_;
    BlockRun* run_;
    T* memory_;
    unsigned words_;
    unsigned thread_;
    /// What the lane waits for, in one number: a barrier's line, minus a spin wait's line, 0 for
    /// nothing.
    int wait_ = 0;
    T nowhere_{};  ///< where accesses outside the arrays go

    static constexpr int has_ended = std::numeric_limits<int>::min();
    /// The lane this host thread is running: values in registers find their lane by it.
    static inline constinit thread_local HostLane* running = nullptr;
};

}  // namespace stridescope
