// The lane contract's `lane` on the host: one emulated thread, every access recorded.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

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

/// `most`: the most elements a thread may own. A lane type of its own for threads of one element
/// keeps their frames small. `meets`: threads wait for one another at the markers of steps, as in
/// the recording CUDA build, so that a snapshot holds one step's work although no barrier of the
/// kernel's parts the steps.
template <class T, int most = 16, bool meets = false>
class alignas(64) HostLane {
  public:
    static constexpr int max_coarsen = most;

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
        STRIDESCOPE_HOT operator Value() const { return running->load(index_); }
        // NOLINTBEGIN(misc-unconventional-assign-operator): an element, not an object
        STRIDESCOPE_HOT void operator=(const Value& v) const { running->store(index_, v); }
        STRIDESCOPE_HOT void operator=(const SharedRef& other) const {
            running->store(index_, Value(other));
        }
        // NOLINTEND(misc-unconventional-assign-operator)
        /// Two loads (the right one first, as C++ has it), one operation, one store.
        STRIDESCOPE_HOT void operator+=(const Value& right) const {
            const Value left = *this;
            running->store(index_, running->apply(left, right, index_.line));
        }
        STRIDESCOPE_HOT void operator+=(const SharedRef& right) const {
            running->store(index_, right.combined_with(*this, BlockRecorder::right_first));
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
        explicit SharedRef(LinedIndex index) : index_{index} {}
        SharedRef(const SharedRef&) = default;
        /// This one is loaded first; `order` says whether it is the left operand.
        STRIDESCOPE_HOT Value combined_with(const SharedRef& second, std::uint64_t order) const {
            return running->load_and_apply(index_, second.index_, order);
        }

        LinedIndex index_;
    };

    class Shared {
      public:
        STRIDESCOPE_HOT SharedRef operator[](LinedIndex i) const { return SharedRef{i}; }
    };

    /// A[i]: as X[i], but in global memory.
    class GlobalRef {
      public:
        // NOLINTNEXTLINE(google-explicit-constructor)
        operator Value() const { return running->load_global(memory_, index_); }
        // NOLINTBEGIN(misc-unconventional-assign-operator): an element, not an object
        void operator=(const Value& v) const { running->store_global(memory_, index_, v); }
        void operator=(const GlobalRef& other) const { *this = Value(other); }
        // NOLINTEND(misc-unconventional-assign-operator)
        /// The right operand is loaded first, as C++ has it.
        void operator+=(const Value& right) const {
            const Value left = *this;
            *this = running->apply(left, right, index_.line);
        }
        friend Value operator+(const GlobalRef& a, const GlobalRef& b) {
            const Value left = a, right = b;
            return b.sum_of(left, right);
        }
        friend Value operator+(const GlobalRef& a, const Value& b) { return Value(a) + b; }
        friend Value operator+(const Value& a, const GlobalRef& b) { return a + Value(b); }
        friend Value operator+(const SharedRef& a, const GlobalRef& b) {
            const Value left = a;
            return left + Value(b);
        }
        friend Value operator+(const GlobalRef& a, const SharedRef& b) {
            const Value left = a;
            return left + Value(b);
        }

      private:
        friend class HostLane;
        GlobalRef(const GlobalMemory& memory, LinedIndex index) : memory_{memory}, index_{index} {}
        GlobalRef(const GlobalRef&) = default;
        /// Of two values, one of them from here.
        Value sum_of(const Value& left, const Value& right) const {
            return running->apply(left, right, index_.line);
        }
        const GlobalMemory& memory_;
        LinedIndex index_;
    };
    /// `memory` outlives the lane: only its address is kept, to keep frames small.
    class Global {
      public:
        explicit Global(const GlobalMemory* memory) : memory_{memory} {}
        GlobalRef operator[](LinedIndex i) const { return {*memory_, i}; }

      private:
        const GlobalMemory* memory_;
    };

    /// r[i]: a register of the lane's that others of its warp can read.
    class RegisterRef {
      public:
        // NOLINTNEXTLINE(google-explicit-constructor)
        operator Value() const { return running->own_value(index_); }
        // NOLINTBEGIN(misc-unconventional-assign-operator): an element, not an object
        void operator=(const Value& v) const { running->store_own(index_, v); }
        void operator=(const RegisterRef& other) const { *this = Value(other); }
        // NOLINTEND(misc-unconventional-assign-operator)
        void operator+=(const Value& right) const { *this = sum_of(*this, right); }
        friend Value operator+(const RegisterRef& a, const RegisterRef& b) {
            return a.sum_of(a, b);
        }
        friend Value operator+(const RegisterRef& a, const Value& b) { return a.sum_of(a, b); }
        friend Value operator+(const Value& a, const RegisterRef& b) { return b.sum_of(a, b); }
        friend Value operator+(const SharedRef& a, const RegisterRef& b) { return b.sum_of(a, b); }
        friend Value operator+(const RegisterRef& a, const SharedRef& b) { return a.sum_of(a, b); }

      private:
        friend class HostLane;
        explicit RegisterRef(LinedIndex index) : index_{index} {}
        RegisterRef(const RegisterRef&) = default;
        Value sum_of(const Value& left, const Value& right) const {
            return running->apply(left, right, index_.line);
        }
        LinedIndex index_;
    };
    class Own {
      public:
        RegisterRef operator[](LinedIndex i) const { return RegisterRef{i}; }
    };

    class IntPointer;
    /// flag[i]: as P[i], but an int, of an array that is the kernel's own.
    class IntRef {
      public:
        // NOLINTNEXTLINE(google-explicit-constructor)
        operator int() const { return running->load_integer(*this); }
        // NOLINTBEGIN(misc-unconventional-assign-operator): an element, not an object
        void operator=(int v) const { running->store_integer(*this, v); }
        void operator=(const IntRef& other) const { *this = static_cast<int>(other); }
        // NOLINTEND(misc-unconventional-assign-operator)
        // NOLINTNEXTLINE(google-runtime-operator): as the device's own
        IntPointer operator&() const { return IntPointer{*this}; }

      private:
        friend class HostLane;
        IntRef(std::size_t number, LinedIndex index) : number_{number}, index_{index} {}
        friend class IntPointer;
        IntRef(const IntRef&) = default;
        std::size_t number_;
        LinedIndex index_;
    };
    /// &flag[i], which atomicAdd takes.
    class IntPointer {
      public:
        explicit IntPointer(const IntRef& at) : at_{at} {}
        /// Returns what stood there before.
        // NOLINTNEXTLINE(readability-identifier-naming): as CUDA has it
        friend int atomicAdd(const IntPointer& p, int v) { return p.add(v); }

      private:
        int add(int v) const { return running->add_to_integer(at_, v); }
        IntRef at_;
    };
    class Ints {
      public:
        explicit Ints(int number) : number_{static_cast<std::size_t>(number)} {}
        IntRef operator[](LinedIndex i) const { return {number_, i}; }

      private:
        std::size_t number_;
    };

    /// One index of CUDA's three; the kernels here are one-dimensional.
    struct Index {
        int x;
    };

    HostLane(BlockRun* run, std::span<T> memory, int thread)
        : state_{.step = run->first_step() - 1},
          run_{run},
          memory_{memory.data()},
          words_{static_cast<unsigned>(run->launch().words)},
          thread_{static_cast<unsigned>(thread)} {}

    // What the contract offers to kernels (kernels/simt.h):
    Index thread_index() const { return {thread()}; }
    Index block_index() const { return {run_->block()}; }
    Index block_dim() const { return {run_->launch().threads}; }
    Index grid_dim() const { return {run_->launch().level.grid}; }
    const LaunchLevel& launch() const { return run_->launch().level; }
    Global values(int number, int offset = 0) const {
        return Global{&run_->grid()->values(static_cast<std::size_t>(number), offset)};
    }
    Ints ints(int number) const { return Ints{number}; }
    int section() const { return run_->launch().section; }
    Pad pad() const { return run_->launch().pad; }
    Value identity() { return {identity_of<T>(run_->launch().op), BlockRecorder::no_origin}; }
    bool exclusive() const { return run_->launch().exclusive; }
    Shared shared() const { return {}; }
    int buffer() const { return run_->launch().buffer; }
    Own own() const { return {}; }

    /// `for (k = first; k < end; k += by)` as a range that counts its rounds. Nested loops count
    /// on: the inner one's rounds stand apart for every round of the outer one. Written for the
    /// loop of a single round, the most frequent by far: it leaves the lane's count alone.
    class Strided {
      public:
        struct End {};
        class Iterator {
          public:
            STRIDESCOPE_HOT int operator*() const { return k_; }
            STRIDESCOPE_HOT void operator++() {
                k_ += range_->by_;
                if (k_ < range_->end_) {
                    ++rounds_;
                    running->state_.base += one_round;
                }
            }
            STRIDESCOPE_HOT bool operator!=(End /*end*/) const {
                if (k_ < range_->end_) return true;
                if (rounds_ != 0) running->state_.base -= rounds_ * one_round;
                return false;
            }

          private:
            friend class Strided;
            STRIDESCOPE_HOT explicit Iterator(const Strided* range)
                : range_{range}, k_{range->first_} {
                if ((running->state_.base & all_rounds) != 0) [[unlikely]]
                    rounds_ = running->enter_nested_loop();
            }
            const Strided* range_;
            int k_;
            unsigned rounds_ = 0;  ///< by which the lane's count is ahead of the outer loop's
        };
        STRIDESCOPE_HOT Iterator begin() const { return Iterator{this}; }
        STRIDESCOPE_HOT End end() const { return {}; }

      private:
        friend class HostLane;
        STRIDESCOPE_HOT Strided(int first, int end, int by) : first_{first}, end_{end}, by_{by} {
            if (by <= 0) [[unlikely]]
                running->refuse_endless_loop();
        }
        int first_, end_, by_;
    };
    STRIDESCOPE_HOT Strided strided(int first, int end, int by) { return {first, end, by}; }
    STRIDESCOPE_HOT Strided mine() { return strided(thread(), section(), block_dim().x); }

    /// Suspends until all threads of the block are here.
    struct Barrier {
        bool await_ready() const noexcept { return false; }
        /// Who runs next: usually the lane's right neighbour, at once, without going by the
        /// scheduler.
        STRIDESCOPE_HOT std::coroutine_handle<> await_suspend(
            std::coroutine_handle<> /*thread*/) const noexcept {
            return running->after_barrier();
        }
        void await_resume() const noexcept {}
    };
    STRIDESCOPE_HOT Barrier barrier(int line) {
        wait_ = line;
        return {};
    }
    /// Waits for the thread's next turn, where blocks have turns.
    struct Look {
        bool at_once;
        bool await_ready() const noexcept { return at_once; }
        void await_suspend(std::coroutine_handle<> /*thread*/) const noexcept {}
        bool await_resume() const noexcept { return true; }
    };
    Look look(int line) {
        const bool at_once = run_->grid() == nullptr;
        if (!at_once) wait_ = -line;
        return {at_once};
    }
    /// Lets the others go on; the scheduler looks again later.
    std::suspend_always spin(int line) {
        if (run_->grid() != nullptr) run_->grid()->log.look_failed(run_->block(), thread());
        wait_ = -line;
        return {};
    }
    /// Waits until the lane `may_go`.
    struct Hold {
        HostLane* lane;
        bool await_ready() const noexcept { return lane->may_go(); }
        void await_suspend(std::coroutine_handle<> /*thread*/) const noexcept {}
        void await_resume() const noexcept { lane->wait_ = 0; }
    };
    /// A step's marker holds a thread up only where threads meet there.
    using Marker = std::conditional_t<meets, Hold, std::suspend_never>;
    STRIDESCOPE_HOT Marker step(const char* phase, int stride) {
        ++state_.step;
        state_.base = static_cast<std::uint64_t>(state_.step) << BlockRecorder::step_shift;
        run_->thread_reached_step(state_.step, phase, stride);
        if constexpr (meets) {
            wait_ = at_marker;
            return {this};
        } else {
            return {};
        }
    }
    /// __shfl_up_sync of all lanes of the warp.
    struct Shuffle : Hold {
        int source;
        std::uint32_t row;
        Value await_resume() const {
            this->lane->wait_ = 0;
            const int thread = this->lane->thread();
            return {this->lane->run_->exchange().template take<T>(thread, source), row};
        }
    };
    Shuffle shuffle_up(const RegisterRef& from, int distance, int line) {
        const int source = WarpExchange::source_up(thread(), distance);
        const auto cell = static_cast<std::uint16_t>(cell_of_own(from.index_.value, source));
        const std::uint32_t row =
            run_->recorder().record(state_, thread_, Event::shuffle, line, cell,
                                    BlockRecorder::no_origin, BlockRecorder::no_origin);
        run_->exchange().put(thread(), own_value(from.index_).v_);
        wait_ = -line;
        return {{this}, source, row};
    }

    void* allocate_frame(std::size_t size) { return run_->frames().allocate(size); }

    // For the scheduler:
    int thread() const { return static_cast<int>(thread_); }
    int current_step() const { return state_.step; }
    LaneWait wait() const {
        if (wait_ > 0) return LaneWait::barrier;
        if (wait_ == 0) return LaneWait::none;
        if (wait_ == has_ended) return LaneWait::ended;
        return meets ? LaneWait::held : LaneWait::spin;
    }
    /// Of a lane that is held: whether what it waits for has come.
    bool may_go() const {
        return wait_ == at_marker ? run_->all_at_step(state_.step)
                                  : run_->exchange().complete(thread());
    }
    /// The line of the barrier the lane waits at; 0 if it waits at none.
    int barrier_line() const { return std::max(wait_, 0); }
    /// The line of what it waits for, 0 if for nothing.
    int wait_line() const { return wait_ == has_ended || wait_ == at_marker ? 0 : std::abs(wait_); }
    /// A new stretch of code begins, after a barrier or with another look at a spin condition.
    void resume() {
        wait_ = 0;
        resuming();
        thread_handle_.resume();
    }
    /// A lane that was held goes on in the same stretch of code.
    void go_on() {
        running = this;
        thread_handle_.resume();
    }
    /// So many lanes without a thread stand behind a block's last one: that one hands over to the
    /// first of them, which gives the processor back to the scheduler.
    static constexpr int lanes_behind = 2;
    /// The coroutine that is this lane's thread.
    void bind(std::coroutine_handle<> thread) { thread_handle_ = thread; }
    /// The lane that gave the processor back last.
    static HostLane* last_run() { return running; }
    void ended() { wait_ = has_ended; }
    int last_line() const { return run_->recorder().last_line(state_); }

  private:
    friend class Strided;

    STRIDESCOPE_HOT void resuming() {
        state_.next = run_->recorder().order();
        running = this;
    }
    STRIDESCOPE_HOT std::coroutine_handle<> after_barrier() {
        if (wait_ != run_->passing_barrier) [[unlikely]]
            return std::noop_coroutine();  // the scheduler decides
        HostLane* next = this + 1;
        next[lanes_behind - 1].prefetch_frame();
        next->resuming();
        return next->thread_handle_;
    }
    /// A block's frames outgrow the first-level cache: a thread resumed would wait for its own.
    STRIDESCOPE_HOT void prefetch_frame() const {
        const char* frame = static_cast<const char*>(thread_handle_.address());
#pragma GCC unroll 4
        for (int line = 0; line < 4; ++line) __builtin_prefetch(frame + line * 64, 1);
    }

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
    /// Of a register of a thread.
    std::size_t number_of_own(int number, int thread) const {
        return static_cast<std::size_t>(number * run_->launch().threads + thread);
    }
    std::size_t cell_of_own(int number, int thread) const {
        return words_ + number_of_own(number, thread);
    }
    Value own_value(const LinedIndex& i) {
        return {memory_[cell_of_own(i.value, this->thread())],
                run_->origin_of_register(number_of_own(i.value, this->thread()))};
    }
    void store_own(const LinedIndex& i, const Value& v) {
        const std::size_t cell = cell_of_own(i.value, this->thread());
        run_->origin_of_register(number_of_own(i.value, this->thread())) = run_->recorder().record(
            state_, thread_, Event::register_store, i.line, static_cast<std::uint16_t>(cell),
            v.origin_, BlockRecorder::no_origin);
        memory_[cell] = v.v_;
    }
    bool in_bounds(std::int64_t size, const LinedIndex& i) {
        if (i.value >= 0 && i.value < size) [[likely]]
            return true;
        run_->out_of_bounds(thread(), state_.step, "global memory", i.value, size, i.line);
        return false;
    }
    /// Of what the blocks share, also what is read and written is written down.
    GridEvent event(GridEvent::Kind kind, ArrayId array, int line, std::int64_t element) const {
        return {.kind = kind,
                .block = run_->block(),
                .step = state_.step,
                .thread = thread(),
                .line = line,
                .array = array,
                .element = element};
    }
    void log(GridEvent::Kind kind, const GlobalMemory& memory, int line, std::uint32_t address,
             const T& value) {
        GridEvent logged = event(kind, memory.array, line, address);
        std::memcpy(&logged.value, &value, sizeof value);
        run_->grid()->log.add(logged);
    }
    Value load_global(const GlobalMemory& memory, const LinedIndex& i) {
        if (!in_bounds(memory.size - memory.offset, i)) return {T{}, BlockRecorder::no_origin};
        const auto address = static_cast<std::uint32_t>(memory.offset + i.value);
        const auto row = run_->recorder().record_global(state_, thread_, Event::global_load,
                                                        memory.array, i.line, address);
        if (!is_scratch(memory.array))
            return {reinterpret_cast<const T*>(memory.bytes)[address], row};
        T value{};
        run_->grid()->read(run_->block(), scratch_number(memory.array), address, &value,
                           sizeof value);
        log(GridEvent::Kind::load, memory, i.line, address, value);
        return {value, row};
    }
    void store_global(const GlobalMemory& memory, const LinedIndex& i, const Value& v) {
        if (!in_bounds(memory.size - memory.offset, i)) return;
        const auto address = static_cast<std::uint32_t>(memory.offset + i.value);
        run_->recorder().record_global(state_, thread_, Event::global_store, memory.array, i.line,
                                       address, v.origin_);
        if (!is_scratch(memory.array)) {
            reinterpret_cast<T*>(memory.bytes)[address] = v.v_;
            if (run_->launch().storage == Storage::output)
                keep_as_cell(memory.array, address, v.v_);
            return;
        }
        run_->grid()->write(run_->block(), scratch_number(memory.array), address, &v.v_,
                            sizeof v.v_);
        log(GridEvent::Kind::store, memory, i.line, address, v.v_);
    }
    /// Where the section lives in the output, a cell is what stands there.
    void keep_as_cell(ArrayId array, std::uint32_t address, const T& value) {
        const std::int64_t section = run_->launch().section;
        const std::int64_t element = std::int64_t{address} - run_->block() * section;
        if (array != ArrayId::output || element < 0 || element >= section) return;
        memory_[words_ + static_cast<std::size_t>(element)] = value;
    }
    /// Records the access; returns whether it is one inside the array.
    bool reach_integer(const IntRef& at, Event event) {
        if (!in_bounds(run_->grid()->size(at.number_), at.index_)) return false;
        run_->recorder().record_global(state_, thread_, event, scratch_array(at.number_),
                                       at.index_.line, static_cast<std::uint32_t>(at.index_.value));
        return true;
    }
    void log_integer(GridEvent::Kind kind, const IntRef& at, std::int32_t value) {
        GridEvent logged = event(kind, scratch_array(at.number_), at.index_.line, at.index_.value);
        logged.integer = value;
        run_->grid()->log.add(logged);
    }
    int load_integer(const IntRef& at) {
        if (!reach_integer(at, Event::global_load)) return 0;
        std::int32_t value = 0;
        run_->grid()->read(run_->block(), at.number_, at.index_.value, &value, sizeof value);
        log_integer(GridEvent::Kind::load, at, value);
        return value;
    }
    void store_integer(const IntRef& at, std::int32_t v) {
        if (!reach_integer(at, Event::global_store)) return;
        run_->grid()->write(run_->block(), at.number_, at.index_.value, &v, sizeof v);
        log_integer(GridEvent::Kind::store, at, v);
    }
    int add_to_integer(const IntRef& at, std::int32_t v) {
        if (!reach_integer(at, Event::global_atomic)) return 0;
        const int before = run_->grid()->add(run_->block(), at.number_, at.index_.value, v);
        log_integer(GridEvent::Kind::atomic, at, combine(Op::add, before, v));
        return before;
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
    /// they begin at 0 anyway), so that those of different outer rounds stand apart. Returns by how
    /// much the count went ahead.
    [[gnu::cold, gnu::noinline]] unsigned enter_nested_loop() {
        const std::uint64_t round = (state_.base & all_rounds) / one_round;
        const auto ahead = static_cast<unsigned>(round * (nested_rounds - 1));
        state_.base += ahead * one_round;
        return ahead;
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
    std::coroutine_handle<> thread_handle_ = std::noop_coroutine();

    static constexpr int has_ended = std::numeric_limits<int>::min();
    static constexpr int at_marker = has_ended + 1;
    /// The lane this host thread is running. All that a kernel holds finds its lane by it and not
    /// by a pointer of its own: a thread's frame is to be small, for a block has a thousand of
    /// them.
    static inline constinit thread_local HostLane* running = nullptr;
};

}  // namespace stridescope
