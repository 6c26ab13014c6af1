// The lane contract as recording CUDA: every thread writes down its own events, in order, into
// slots of global memory that lie side by side for neighbouring threads. No atomics, no waiting for
// one another; the host joins the threads' logs into rows afterwards.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/device_log.h"
#include "kernels/layout.h"
#include "kernels/monoid.h"
#include "kernels/padding.h"
#include "kernels/simt_record_grid.cuh"

/// Everything a lane does is inlined, so that its state stays in registers.
#define STRIDESCOPE_LANE_FN __device__ __forceinline__

namespace stridescope {
namespace device {

// CUDA's own, under names that the macros below leave alone.
inline __device__ void wait_for_block() {
    __syncthreads();
}
inline __device__ int block_of_launch() {
    return static_cast<int>(blockIdx.x);
}
/// Of all lanes that the warp has.
template <class T>
inline __device__ T shuffle_up(T value, int distance) {
    const unsigned here = blockDim.x < 32 ? (1U << blockDim.x) - 1 : ~0U;
    return __shfl_up_sync(here, value, static_cast<unsigned>(distance));
}
/// The largest `value` of the lanes that are here together: of the warp, as a rule.
inline __device__ std::uint32_t most_of_warp(std::uint32_t value) {
    const unsigned here = __activemask();
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    constexpr unsigned all = 0xFFFFFFFF;
    if (here != all) return value;  // a lane that is elsewhere has nothing to give
    for (int apart = 1; apart < 32; apart *= 2) {
        const std::uint32_t other = __shfl_xor_sync(all, value, apart);
        value = value < other ? other : value;
    }
    return value;
#else
    return __reduce_max_sync(here, value);
#endif
}

}  // namespace device

/// A thread of the recording build. Padding, operator and which scan it is are run-time values, to
/// build less.
/// `coarsening`: elements per thread, as a constant, so that they can stay in registers; 0: any
/// number, known at run time. `linked`: values in registers know their lane, which sums of two of
/// them need; the lane's state is in memory then (RecordingHints::adds_registers).
/// `barrier_follows`: RecordingHints::barrier_begins_step. `levels`:
/// RecordingHints::lanes_take_turns. `storage`: SectionLayout::storage; what is no word of shared
/// memory stands behind it all the same, for the snapshots. `meets`: KernelInfo::blocks_cooperate.
template <class T, int coarsening, bool linked, bool barrier_follows, bool levels,
          Storage storage = Storage::shared, bool meets = false>
class RecordingLane : std::conditional_t<meets, GridRecorder, NoGrid> {
    using Grid = std::conditional_t<meets, GridRecorder, NoGrid>;
    struct Link {
        Link() = default;
        STRIDESCOPE_LANE_FN explicit Link(RecordingLane* l) : lane{l} {}
        RecordingLane* lane;
    };
    struct NoLink {
        NoLink() = default;
        STRIDESCOPE_LANE_FN explicit NoLink(RecordingLane* /*lane*/) {}
    };

  public:
    static constexpr int max_coarsen = 16;

    /// An element in a register, with the event it came from.
    class Value : std::conditional_t<linked, Link, NoLink> {
        using Base = std::conditional_t<linked, Link, NoLink>;

      public:
        Value() = default;
        STRIDESCOPE_LANE_FN friend Value operator+(const Value& a, const Value& b) {
            return a.combined_with(b);
        }
        STRIDESCOPE_LANE_FN Value& operator+=(const Value& b) { return *this = combined_with(b); }

      private:
        friend class RecordingLane;
        STRIDESCOPE_LANE_FN Value(RecordingLane* lane, T v, std::uint32_t origin)
            : Base{lane}, v_{v}, origin_{origin} {}
        STRIDESCOPE_LANE_FN Value combined_with(const Value& b) const {
            static_assert(linked, "say .adds_registers = true in the kernel's info");
            return this->lane->apply(*this, b, this->lane->line_);
        }
        T v_;
        std::uint32_t origin_;
    };
    static_assert(std::is_trivially_default_constructible_v<Value>);

    /// An index with the line it was written on.
    struct LinedIndex {
        int value;
        int line;
        STRIDESCOPE_LANE_FN LinedIndex(int i, int at = __builtin_LINE()) : value{i}, line{at} {}
    };

    class SharedRef;
    /// X[a] + X[b], not yet loaded: stored to X[b] it is one event.
    class SharedSum {
      public:
        STRIDESCOPE_LANE_FN operator Value() const { return lane_->sum_of(left_, right_); }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedSum& a, const Value& b) {
            return Value(a) + b;
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const Value& a, const SharedSum& b) {
            return a + Value(b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedSum& a, const SharedSum& b) {
            const Value left = a, right = b;
            return left + right;
        }

      private:
        friend class RecordingLane;
        friend class SharedRef;
        STRIDESCOPE_LANE_FN SharedSum(RecordingLane* lane, LinedIndex left, LinedIndex right)
            : lane_{lane}, left_{left}, right_{right} {}
        RecordingLane* lane_;
        LinedIndex left_, right_;
    };

    class SharedRef {
      public:
        STRIDESCOPE_LANE_FN operator Value() const { return lane_->load(index_); }
        STRIDESCOPE_LANE_FN void operator=(const Value& v) const { lane_->store(index_, v); }
        STRIDESCOPE_LANE_FN void operator=(const SharedRef& other) const {
            lane_->store(index_, Value(other));
        }
        STRIDESCOPE_LANE_FN void operator=(const SharedSum& sum) const {
            lane_->store_sum(index_, sum.left_, sum.right_);
        }
        STRIDESCOPE_LANE_FN void operator+=(const Value& right) const {
            const Value left = *this;
            lane_->store(index_, lane_->apply(left, right, index_.line));
        }
        STRIDESCOPE_LANE_FN void operator+=(const SharedRef& right) const {
            lane_->update(index_, right.index_);
        }
        STRIDESCOPE_LANE_FN friend SharedSum operator+(const SharedRef& a, const SharedRef& b) {
            return a.plus(b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedRef& a, const Value& b) {
            return Value(a) + b;
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const Value& a, const SharedRef& b) {
            return a + Value(b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedSum& a, const SharedRef& b) {
            const Value left = a;
            return left + Value(b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedRef& a, const SharedSum& b) {
            const Value left = a;
            return left + Value(b);
        }

      private:
        friend class RecordingLane;
        STRIDESCOPE_LANE_FN SharedRef(RecordingLane* lane, LinedIndex index)
            : lane_{lane}, index_{index} {}
        SharedRef(const SharedRef&) = default;
        STRIDESCOPE_LANE_FN SharedSum plus(const SharedRef& right) const {
            return {lane_, index_, right.index_};
        }
        RecordingLane* lane_;
        LinedIndex index_;
    };
    class Shared {
      public:
        STRIDESCOPE_LANE_FN explicit Shared(RecordingLane* lane) : lane_{lane} {}
        STRIDESCOPE_LANE_FN SharedRef operator[](LinedIndex i) const { return {lane_, i}; }

      private:
        RecordingLane* lane_;
    };

    /// r[i]: a register of the thread that others of its warp can read.
    class RegisterRef {
      public:
        STRIDESCOPE_LANE_FN operator Value() const { return lane_->own_value(index_); }
        STRIDESCOPE_LANE_FN void operator=(const Value& v) const { lane_->store_own(index_, v); }
        STRIDESCOPE_LANE_FN void operator=(const RegisterRef& other) const { *this = Value(other); }
        STRIDESCOPE_LANE_FN friend Value operator+(const Value& a, const RegisterRef& b) {
            return b.sum_of(a, b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const RegisterRef& a, const Value& b) {
            return a.sum_of(a, b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const RegisterRef& a, const RegisterRef& b) {
            return a.sum_of(a, b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedRef& a, const RegisterRef& b) {
            const Value left = a;
            return b.sum_of(left, b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const RegisterRef& a, const SharedRef& b) {
            const Value left = a, right = b;
            return a.sum_of(left, right);
        }

      private:
        friend class RecordingLane;
        STRIDESCOPE_LANE_FN RegisterRef(RecordingLane* lane, LinedIndex index)
            : lane_{lane}, index_{index} {}
        RegisterRef(const RegisterRef&) = default;
        STRIDESCOPE_LANE_FN Value sum_of(const Value& a, const Value& b) const {
            return lane_->apply(a, b, index_.line);
        }
        RecordingLane* lane_;
        LinedIndex index_;
    };
    class Own {
      public:
        STRIDESCOPE_LANE_FN explicit Own(RecordingLane* lane) : lane_{lane} {}
        STRIDESCOPE_LANE_FN RegisterRef operator[](LinedIndex i) const { return {lane_, i}; }

      private:
        RecordingLane* lane_;
    };

    /// Which part of which array a kernel is handed: input and output whole, and nothing else to
    /// say.
    struct Whole {};
    struct Part {
        int number = -1;  ///< of the kernel's own arrays; −1: input or output
        int offset = 0, size = 0;
    };
    using Extent = std::conditional_t<meets, Part, Whole>;

    class GlobalRef : Extent {
      public:
        STRIDESCOPE_LANE_FN operator Value() const {
            if (!inside()) return {lane_, T{}, DeviceEvent::none};
            const std::uint32_t event = record(DeviceEvent::load, DeviceEvent::none);
            const T v = memory_[index_.value];
            if constexpr (meets) {
                if (this->number >= 0) lane_->tell_loaded(access(), v);
            }
            return {lane_, v, event};
        }
        STRIDESCOPE_LANE_FN void operator=(const Value& v) const {
            if (!inside()) return;
            record(DeviceEvent::store, v.origin_);
            if constexpr (meets) {
                if (this->number >= 0) lane_->tell_store(access(), 0, v.v_);
            }
            memory_[index_.value] = v.v_;
            if constexpr (storage == Storage::output)
                lane_->keep_as_cell(array_, index_.value, v.v_);
        }
        STRIDESCOPE_LANE_FN void operator=(const GlobalRef& other) const { *this = Value(other); }
        STRIDESCOPE_LANE_FN void operator+=(const Value& right) const {
            const Value left = *this;
            *this = lane_->apply(left, right, index_.line);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const GlobalRef& a, const GlobalRef& b) {
            const Value left = a, right = b;
            return b.sum_of(left, right);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const GlobalRef& a, const Value& b) {
            const Value left = a;
            return a.sum_of(left, b);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const Value& a, const GlobalRef& b) {
            const Value right = b;
            return b.sum_of(a, right);
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const SharedRef& a, const GlobalRef& b) {
            const Value left = a;
            return left + b;
        }
        STRIDESCOPE_LANE_FN friend Value operator+(const GlobalRef& a, const SharedRef& b) {
            const Value left = a, right = b;
            return a.sum_of(left, right);
        }

      private:
        friend class RecordingLane;
        STRIDESCOPE_LANE_FN GlobalRef(RecordingLane* lane, T* memory, std::uint32_t array,
                                      LinedIndex index, const Extent& extent)
            : Extent{extent}, lane_{lane}, memory_{memory}, array_{array}, index_{index} {}
        GlobalRef(const GlobalRef&) = default;
        /// Of two values, one of them from here.
        STRIDESCOPE_LANE_FN Value sum_of(const Value& a, const Value& b) const {
            return lane_->apply(a, b, index_.line);
        }
        STRIDESCOPE_LANE_FN std::uint32_t record(std::uint32_t kind, std::uint32_t origin) const {
            const auto address = static_cast<std::uint32_t>(index_.value);
            if constexpr (meets) {
                if (this->number >= 0) return lane_->record_scratch(kind, access(), origin);
            }
            return lane_->record(kind, index_.line, address & 0xFFFF,
                                 DeviceEvent::pack_origins(origin, address >> 16), array_);
        }
        STRIDESCOPE_LANE_FN auto access() const {
            return GridAccess{static_cast<std::uint32_t>(this->number),
                              static_cast<std::uint32_t>(this->offset + index_.value), index_.line};
        }
        STRIDESCOPE_LANE_FN bool inside() const {
            int size = lane_->n_;
            std::uint32_t array = global_memory;
            if constexpr (meets) {
                if (this->number >= 0) {
                    size = this->size;
                    array += 1 + static_cast<std::uint32_t>(this->number);
                }
            }
            if (static_cast<unsigned>(index_.value) < static_cast<unsigned>(size)) return true;
            lane_->outside(index_, array);
            return false;
        }
        RecordingLane* lane_;
        T* memory_;
        std::uint32_t array_;
        LinedIndex index_;
    };
    class Global : Extent {
      public:
        STRIDESCOPE_LANE_FN Global(RecordingLane* lane, T* memory, DeviceEvent::Global array,
                                   const Extent& extent = {})
            : Extent{extent}, lane_{lane}, memory_{memory}, array_{array} {}
        STRIDESCOPE_LANE_FN GlobalRef operator[](LinedIndex i) const {
            return {lane_, memory_, array_, i, *this};
        }

      private:
        RecordingLane* lane_;
        T* memory_;
        std::uint32_t array_;
    };

    class IntPointer;
    /// flag[i]: as P[i], but an int, of an array that is the kernel's own.
    class IntRef {
      public:
        STRIDESCOPE_LANE_FN operator int() const { return lane_->load_integer(number_, index_); }
        STRIDESCOPE_LANE_FN void operator=(int v) const {
            lane_->store_integer(number_, index_, v);
        }
        STRIDESCOPE_LANE_FN void operator=(const IntRef& other) const {
            *this = static_cast<int>(other);
        }
        STRIDESCOPE_LANE_FN IntPointer operator&() const { return {lane_, number_, index_}; }

      private:
        friend class RecordingLane;
        STRIDESCOPE_LANE_FN IntRef(RecordingLane* lane, int number, LinedIndex index)
            : lane_{lane}, number_{number}, index_{index} {}
        IntRef(const IntRef&) = default;
        RecordingLane* lane_;
        int number_;
        LinedIndex index_;
    };
    /// &flag[i], which atomicAdd takes.
    class IntPointer {
      public:
        STRIDESCOPE_LANE_FN friend int atomicAdd(const IntPointer& p, int v) { return p.add(v); }

      private:
        friend class IntRef;
        STRIDESCOPE_LANE_FN IntPointer(RecordingLane* lane, int number, LinedIndex index)
            : lane_{lane}, number_{number}, index_{index} {}
        STRIDESCOPE_LANE_FN int add(int v) const {
            return lane_->add_to_integer(number_, index_, v);
        }
        RecordingLane* lane_;
        int number_;
        LinedIndex index_;
    };
    class Ints {
      public:
        STRIDESCOPE_LANE_FN Ints(RecordingLane* lane, int number) : lane_{lane}, number_{number} {}
        STRIDESCOPE_LANE_FN IntRef operator[](LinedIndex i) const { return {lane_, number_, i}; }

      private:
        RecordingLane* lane_;
        int number_;
    };

    /// Begins with an array of zeros: what the kernel leaves alone looks the same in every run.
    /// `words`: cells (kernels/layout.h). `grid` outlives the lane.
    STRIDESCOPE_LANE_FN RecordingLane(const DeviceLog& log, int section, int words, int n, Op op,
                                      Padding padding, Scan scan,
                                      const typename Grid::Given& grid = {})
        : Grid{grid},
          log_{log},
          events_{log.events +
                  static_cast<std::size_t>(device::block_of_launch()) * log.capacity * blockDim.x +
                  threadIdx.x},
          section_{section},
          words_{words},
          n_{n},
          op_{op},
          pad_{padding},
          scan_{scan} {
        if constexpr (meets) {
            if (threadIdx.x == 0) this->tell(DeviceGridEvent::starts, block_index().x, -1);
            go_on_from_last_launch();
        }
        for (int word = threadIdx.x; word < words_; word += blockDim.x) memory()[word] = T{};
        device::wait_for_block();
    }

    struct Index {
        int x;
    };
    STRIDESCOPE_LANE_FN Index block_index() const {
        return {log_.first_block + device::block_of_launch()};
    }
    STRIDESCOPE_LANE_FN Index grid_dim() const { return {this->grid_.arrays.level.grid}; }
    STRIDESCOPE_LANE_FN const LaunchLevel& launch() const { return this->grid_.arrays.level; }
    STRIDESCOPE_LANE_FN Global values(int number, int offset = 0) {
        return {this, static_cast<T*>(this->grid_.arrays.at[number]) + offset,
                DeviceEvent::of_scratch,
                Extent{number, offset, this->grid_.sizes[number] - offset}};
    }
    STRIDESCOPE_LANE_FN Ints ints(int number) { return {this, number}; }
    STRIDESCOPE_LANE_FN Shared shared() { return Shared{this}; }
    STRIDESCOPE_LANE_FN int section() const { return section_; }
    /// Of the two that the array holds.
    STRIDESCOPE_LANE_FN int buffer() const { return words_ / 2; }
    STRIDESCOPE_LANE_FN Own own() { return Own{this}; }
    STRIDESCOPE_LANE_FN Value shuffle_up(const RegisterRef& from, int distance, int line) {
        const int thread = static_cast<int>(threadIdx.x);
        const int source = thread % 32 >= distance ? thread - distance : thread;
        const auto cell = static_cast<std::uint32_t>(cell_of_own(from.index_.value, source));
        const T got = device::shuffle_up(own_value(from.index_).v_, distance);
        return {this, got, record(DeviceEvent::load, line, cell, no_origins())};
    }
    STRIDESCOPE_LANE_FN Pad pad() const { return pad_; }
    STRIDESCOPE_LANE_FN bool exclusive() const { return scan_ == Scan::exclusive; }
    STRIDESCOPE_LANE_FN Value identity() { return {this, identity_of<T>(op_), DeviceEvent::none}; }

    class Strided {
      public:
        struct End {};
        class Iterator {
          public:
            STRIDESCOPE_LANE_FN int operator*() const { return k_; }
            STRIDESCOPE_LANE_FN void operator++() {
                k_ += range_->by;
                if (k_ < range_->end_) ++range_->lane->iteration_;
            }
            STRIDESCOPE_LANE_FN bool operator!=(End /*end*/) const {
                if (k_ < range_->end_) return true;
                range_->lane->iteration_ = outer_;
                return false;
            }

          private:
            friend class Strided;
            STRIDESCOPE_LANE_FN explicit Iterator(const Strided* range)
                : range_{range}, k_{range->first}, outer_{range->lane->iteration_} {
                range->lane->iteration_ = outer_ * nested_rounds;
            }
            const Strided* range_;
            int k_;
            std::uint32_t outer_;
        };
        STRIDESCOPE_LANE_FN Iterator begin() const { return Iterator{this}; }
        STRIDESCOPE_LANE_FN End end() const { return {}; }

        RecordingLane* lane;
        int first, end_, by;
    };
    STRIDESCOPE_LANE_FN Strided strided(int first, int end, int by) {
        return {this, first, end, by};
    }

    /// `for (i = 0; i < coarsening; ++i)`, k = t + i·B: a constant number of rounds.
    class Mine {
      public:
        struct End {};
        class Iterator {
          public:
            STRIDESCOPE_LANE_FN int operator*() const {
                return static_cast<int>(threadIdx.x) + round_ * static_cast<int>(blockDim.x);
            }
            STRIDESCOPE_LANE_FN void operator++() {
                if (++round_ < coarsening) ++lane_->iteration_;
            }
            STRIDESCOPE_LANE_FN bool operator!=(End /*end*/) const {
                if (round_ < coarsening) return true;
                lane_->iteration_ = outer_;
                return false;
            }

          private:
            friend class Mine;
            STRIDESCOPE_LANE_FN explicit Iterator(RecordingLane* lane)
                : lane_{lane}, outer_{lane->iteration_} {
                lane->iteration_ = outer_ * nested_rounds;
            }
            RecordingLane* lane_;
            std::uint32_t outer_;
            int round_ = 0;
        };
        STRIDESCOPE_LANE_FN Iterator begin() const { return Iterator{lane}; }
        STRIDESCOPE_LANE_FN End end() const { return {}; }

        RecordingLane* lane;
    };
    STRIDESCOPE_LANE_FN auto mine() {
        if constexpr (coarsening > 0) {
            return Mine{this};
        } else {
            return strided(static_cast<int>(threadIdx.x), section_, static_cast<int>(blockDim.x));
        }
    }

    STRIDESCOPE_LANE_FN void barrier() {
        device::wait_for_block();
        if constexpr (levels) level();
        ++interval_;
        ++barriers_;
        line_ = 0;
    }

    /// Keeps what the step before left. Barriers around the copy belong to the recording, not to
    /// the kernel, and are not counted.
    template <int size>
    STRIDESCOPE_LANE_FN void step(const char (&phase)[size], int stride) {
        static_assert(size <= DeviceStep::phase_bytes, "a shorter name for the step, please");
        end_step();
        ++step_;
        iteration_ = barriers_ = 0;
        if constexpr (meets) {
            // All threads come to the marker before one tells, and none goes on before it has.
            device::wait_for_block();
            if (marks_steps()) this->tell(DeviceGridEvent::steps, block_index().x, step_);
            device::wait_for_block();
        }
        if (!marks_steps() || !recorded(step_)) return;
        DeviceStep& mark = step_mark(step_);
        // Four characters at a time, which the compiler knows: nobody waits for the text.
        for (int word = 0; word < DeviceStep::phase_bytes / 4; ++word) {
            std::uint32_t text = 0;
            for (int i = 4 * word; i < 4 * word + 4; ++i) {
                if (i < size) text |= static_cast<std::uint32_t>(phase[i]) << (8 * (i % 4));
            }
            mark.phase_words[word] = text;
        }
        mark.stride = stride;
    }

    /// The thread ends: the last snapshot, and how much was recorded.
    STRIDESCOPE_LANE_FN void finish() {
        end_step();
        if constexpr (meets) {
            device::wait_for_block();
            if (marks_steps()) {
                this->tell(DeviceGridEvent::ends, block_index().x, step_);
                if (capacity() > 0) this->grid_.intervals[block_index().x] = interval_;
            }
        }
        if (capacity() == 0) return;
        log_.ends[device::block_of_launch() * blockDim.x + threadIdx.x] = {
            count_, static_cast<std::uint32_t>(step_ + 1)};
    }

    /// A spin wait begins: however often its condition looks, that is one event of the rows.
    STRIDESCOPE_LANE_FN void begin_spin(int line) {
        spin_count_ = count_;
        this->begin_wait(line);
    }
    /// Whether to look again.
    STRIDESCOPE_LANE_FN bool spins(bool condition) {
        if (!condition) {
            this->end_wait(block_index().x, step_);
            return false;
        }
        if (!this->wait_on(block_index().x, step_)) return false;
        count_ = spin_count_;
        return true;
    }

  private:
    /// Of out-of-bounds accesses; the kernel's own arrays follow.
    static constexpr std::uint32_t shared_array = 0, global_memory = 1;
    static constexpr std::uint32_t nested_rounds = 1024;  ///< most rounds of an inner loop
    /// Whether `events_` moves on from slot to slot, or stays: the former takes fewer instructions,
    /// the latter fewer registers, which unrolled loops over many elements have none to spare of.
    static constexpr bool slots_walk = coarsening == 1 && !meets;

    /// As much as one access can move.
    struct alignas(16) Sixteen {
        std::uint32_t words[4];
    };

    STRIDESCOPE_LANE_FN T* memory() const {
        // Dynamic shared memory begins at a multiple of 16 bytes; this says so.
        extern __shared__ double shared_memory[];
        return reinterpret_cast<T*>(shared_memory);
    }
    STRIDESCOPE_LANE_FN bool recorded(int step) const {
        if constexpr (meets) {
            if (step < this->grid_.first_step) return false;
        }
        return capacity() > 0 && step >= 0 && static_cast<std::uint32_t>(step) < log_.max_steps;
    }
    /// Events that the thread may write down; 0: its block is not recorded.
    STRIDESCOPE_LANE_FN std::uint32_t capacity() const {
        if constexpr (meets) {
            if (device::block_of_launch() >= this->grid_.recorded) return 0;
        }
        return log_.capacity;
    }
    /// A kernel that is launched again goes on with the logs of the launch before, in a new
    /// interval.
    STRIDESCOPE_LANE_FN void go_on_from_last_launch() {
        step_ = this->grid_.first_step - 1;
        if (capacity() == 0) return;
        interval_ = this->grid_.intervals[device::block_of_launch()] + 1;
        count_ = log_.ends[device::block_of_launch() * blockDim.x + threadIdx.x].events;
    }
    /// The last thread does: its warp is the first to idle in a tree, and has none of the array to
    /// copy where threads have one element each.
    STRIDESCOPE_LANE_FN bool marks_steps() const { return threadIdx.x + 1 == blockDim.x; }
    STRIDESCOPE_LANE_FN std::size_t step_index(int step) const {
        return static_cast<std::size_t>(device::block_of_launch()) * log_.max_steps +
               static_cast<std::size_t>(step);
    }
    STRIDESCOPE_LANE_FN DeviceStep& step_mark(int step) const {
        return log_.steps[step_index(step)];
    }
    STRIDESCOPE_LANE_FN void end_step() {
        if (!recorded(step_)) return;
        if (marks_steps()) step_mark(step_).barriers = barriers_;
        const std::size_t begin = step_index(step_) * static_cast<std::size_t>(words_);
        T* snapshot = reinterpret_cast<T*>(log_.snapshots) + begin;
        device::wait_for_block();
        constexpr int together = static_cast<int>(sizeof(Sixteen) / sizeof(T));
        if (words_ % together == 0) {
            // Arrays begin at a multiple of 16 bytes, and so does every step's copy then.
            const auto* from = reinterpret_cast<const Sixteen*>(memory());
            auto* to = reinterpret_cast<Sixteen*>(snapshot);
            for (int i = threadIdx.x; i < words_ / together; i += blockDim.x) to[i] = from[i];
        } else {
            for (int word = threadIdx.x; word < words_; word += blockDim.x) {
                snapshot[word] = memory()[word];
            }
        }
        // Nobody may write before all have copied. A step's own barrier sees to that.
        if constexpr (!barrier_follows) device::wait_for_block();
    }
    STRIDESCOPE_LANE_FN std::uint32_t record(std::uint32_t kind, int line, std::uint32_t word,
                                             std::uint32_t origins,
                                             std::uint32_t pair = DeviceEvent::no_pair) {
        line_ = line;
        const std::uint32_t event = count_++;
        if (event < capacity()) {
            *take_slot(event) =
                DeviceEvent::pack(kind, line, word, step_, iteration_, interval_, origins, pair);
        }
        return event;
    }
    /// The thread's next slot, which is its `slot`-th.
    STRIDESCOPE_LANE_FN DeviceEvent* take_slot(std::uint32_t slot) {
        DeviceEvent* to = events_;
        if constexpr (slots_walk) {
            events_ += blockDim.x;
        } else {
            to += static_cast<std::size_t>(slot) * blockDim.x;
        }
        return to;
    }
    /// Lanes that had less to say than others of their warp catch up by filling slots. What a warp
    /// writes lies side by side again then, and the halves of sectors that nobody wrote to, for
    /// which memory would have to be read, are filled while they are still in the cache.
    STRIDESCOPE_LANE_FN void level() {
        if (capacity() == 0) return;
        const std::uint32_t most = device::most_of_warp(count_);
        for (; count_ < most; ++count_) {
            if (count_ < capacity()) *take_slot(count_) = DeviceEvent::hole();
        }
    }
    STRIDESCOPE_LANE_FN void outside(const LinedIndex& i, std::uint32_t array) {
        record(DeviceEvent::fault, i.line, array, static_cast<std::uint32_t>(i.value));
    }
    STRIDESCOPE_LANE_FN static std::uint32_t no_origins() {
        return DeviceEvent::pack_origins(DeviceEvent::none, DeviceEvent::none);
    }
    /// Of a register of a thread: registers stand behind the words of the shared array.
    STRIDESCOPE_LANE_FN int cell_of_own(int number, int thread) const {
        return shared_words() + number * static_cast<int>(blockDim.x) + thread;
    }
    STRIDESCOPE_LANE_FN Value own_value(const LinedIndex& i) {
        const int cell = cell_of_own(i.value, static_cast<int>(threadIdx.x));
        return {this, memory()[cell], own_origins_.at[i.value]};
    }
    STRIDESCOPE_LANE_FN void store_own(const LinedIndex& i, const Value& v) {
        const int cell = cell_of_own(i.value, static_cast<int>(threadIdx.x));
        own_origins_.at[i.value] =
            record(DeviceEvent::store, i.line, static_cast<std::uint32_t>(cell),
                   DeviceEvent::pack_origins(v.origin_, DeviceEvent::none));
        memory()[cell] = v.v_;
    }
    /// Where the section lives in the output, a cell is what stands there.
    STRIDESCOPE_LANE_FN void keep_as_cell(std::uint32_t array, int index, T v) {
        const int element = index - block_index().x * section_;
        const bool here = array == DeviceEvent::of_output && element >= 0 && element < section_;
        if (here) memory()[shared_words() + element] = v;
    }
    /// Of the shared array itself; `words_` are all that stand there.
    STRIDESCOPE_LANE_FN int shared_words() const {
        if constexpr (storage == Storage::output) return 0;
        if constexpr (storage == Storage::registers) return words_for_warps;
        return words_;
    }
    // Of the kernel's own arrays in global memory.
    using Access = GridAccess;
    STRIDESCOPE_LANE_FN std::uint32_t record_scratch(std::uint32_t kind, const Access& access,
                                                     std::uint32_t origin, bool atomic = false) {
        return record(kind, access.line, access.element & 0xFFFF,
                      DeviceEvent::pack_scratch(origin, access.array, access.element, atomic),
                      DeviceEvent::of_scratch);
    }
    STRIDESCOPE_LANE_FN static std::uint64_t bits_of(T v) {
        std::uint64_t bits = 0;
        memcpy(&bits, &v, sizeof v);
        return bits;
    }
    STRIDESCOPE_LANE_FN void tell_loaded(const Access& access, T v) {
        this->tell_load(access, block_index().x, step_, 0, bits_of(v));
    }
    STRIDESCOPE_LANE_FN void tell_store(const Access& access, int integer, T v) {
        DeviceGridEvent event;
        event.integer = integer;
        event.value = bits_of(v);
        this->write(this->begin(event, DeviceGridEvent::stores, access, block_index().x, step_),
                    event);
    }
    STRIDESCOPE_LANE_FN bool inside_integers(int number, const LinedIndex& i) {
        const auto size = static_cast<unsigned>(this->grid_.sizes[number]);
        if (static_cast<unsigned>(i.value) < size) return true;
        outside(i, global_memory + 1 + static_cast<std::uint32_t>(number));
        return false;
    }
    STRIDESCOPE_LANE_FN static Access access_to(int number, const LinedIndex& i) {
        return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(i.value), i.line};
    }
    STRIDESCOPE_LANE_FN volatile int* integer_at(int number, const LinedIndex& i) const {
        return static_cast<volatile int*>(this->grid_.arrays.at[number]) + i.value;
    }
    STRIDESCOPE_LANE_FN int load_integer(int number, const LinedIndex& i) {
        if (!inside_integers(number, i)) return 0;
        const Access access = access_to(number, i);
        record_scratch(DeviceEvent::load, access, DeviceEvent::none);
        const int v = *integer_at(number, i);
        if (this->waiting()) {
            this->note_look(access, v);
        } else {
            this->tell_load(access, block_index().x, step_, v, 0);
        }
        return v;
    }
    STRIDESCOPE_LANE_FN void store_integer(int number, const LinedIndex& i, int v) {
        if (!inside_integers(number, i)) return;
        const Access access = access_to(number, i);
        record_scratch(DeviceEvent::store, access, DeviceEvent::none);
        tell_store(access, v, T{});
        *integer_at(number, i) = v;
    }
    STRIDESCOPE_LANE_FN int add_to_integer(int number, const LinedIndex& i, int v) {
        if (!inside_integers(number, i)) return 0;
        const Access access = access_to(number, i);
        record_scratch(DeviceEvent::store, access, DeviceEvent::none, true);
        DeviceGridEvent event;
        const std::uint32_t place =
            this->begin(event, DeviceGridEvent::adds, access, block_index().x, step_);
        const int before = device::add(const_cast<int*>(integer_at(number, i)), v);
        event.integer = before + v;
        this->write(place, event);
        return before;
    }

    STRIDESCOPE_LANE_FN bool inside(const LinedIndex& i) {
        if (static_cast<unsigned>(i.value) < static_cast<unsigned>(shared_words())) return true;
        outside(i, shared_array);
        return false;
    }
    STRIDESCOPE_LANE_FN Value load(const LinedIndex& i) {
        if (!inside(i)) return {this, T{}, DeviceEvent::none};
        const std::uint32_t event =
            record(DeviceEvent::load, i.line, static_cast<std::uint32_t>(i.value),
                   DeviceEvent::pack_origins(DeviceEvent::none, DeviceEvent::none));
        return {this, memory()[i.value], event};
    }
    STRIDESCOPE_LANE_FN void store(const LinedIndex& i, const Value& v) {
        if (!inside(i)) return;
        record(DeviceEvent::store, i.line, static_cast<std::uint32_t>(i.value),
               DeviceEvent::pack_origins(v.origin_, DeviceEvent::none));
        memory()[i.value] = v.v_;
    }
    STRIDESCOPE_LANE_FN Value apply(const Value& a, const Value& b, int line) {
        const std::uint32_t event =
            record(DeviceEvent::op, line, 0, DeviceEvent::pack_origins(a.origin_, b.origin_));
        return {this, combine(op_, a.v_, b.v_), event};
    }

    /// Whether both are inside and stand on one line: then all that is done with them is one event.
    STRIDESCOPE_LANE_FN bool pair_up(const LinedIndex& a, const LinedIndex& b) const {
        const auto words = static_cast<unsigned>(shared_words());
        return static_cast<unsigned>(a.value) < words && static_cast<unsigned>(b.value) < words &&
               a.line == b.line;
    }
    STRIDESCOPE_LANE_FN std::uint32_t record_pair(const LinedIndex& first, const LinedIndex& second,
                                                  std::uint32_t pair) {
        return record(DeviceEvent::op, first.line, static_cast<std::uint32_t>(first.value),
                      static_cast<std::uint32_t>(second.value), pair);
    }
    STRIDESCOPE_LANE_FN Value sum_of(const LinedIndex& left, const LinedIndex& right) {
        if (pair_up(left, right)) {
            const std::uint32_t event = record_pair(left, right, DeviceEvent::left_first);
            return {this, combine(op_, memory()[left.value], memory()[right.value]), event};
        }
        const Value a = load(left), b = load(right);
        return apply(a, b, left.line);
    }
    /// X[left] += X[right]: the right one is loaded first, as C++ has it.
    STRIDESCOPE_LANE_FN void update(const LinedIndex& left, const LinedIndex& right) {
        if (pair_up(left, right)) {
            record_pair(right, left, DeviceEvent::update_left);
            memory()[left.value] = combine(op_, memory()[left.value], memory()[right.value]);
            return;
        }
        const Value b = load(right), a = load(left);
        store(left, apply(a, b, left.line));
    }
    /// X[to] = X[left] + X[right]
    STRIDESCOPE_LANE_FN void store_sum(const LinedIndex& to, const LinedIndex& left,
                                       const LinedIndex& right) {
        if (to.value == right.value && to.line == right.line && pair_up(left, right)) {
            record_pair(left, right, DeviceEvent::update_right);
            memory()[to.value] = combine(op_, memory()[left.value], memory()[right.value]);
            return;
        }
        store(to, sum_of(left, right));
    }

    const DeviceLog& log_;
    DeviceEvent* events_;  ///< the thread's next slot if slots_walk, otherwise its first
    int section_, words_, n_;
    Op op_;
    Pad pad_;
    Scan scan_;
    int step_ = -1;
    int line_ = 0;
    std::uint32_t iteration_ = 0, interval_ = 0, barriers_ = 0, count_ = 0;
    /// Where the values in the thread's own registers came from.
    struct OwnOrigins {
        std::uint32_t at[2] = {DeviceEvent::none, DeviceEvent::none};
    };
    struct NoOrigins {};
    std::conditional_t<storage == Storage::registers, OwnOrigins, NoOrigins> own_origins_{};
    std::uint32_t spin_count_ = 0;  ///< of events, before the wait under way
};

}  // namespace stridescope

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's own names
#define SIMT_KERNEL static __device__ __forceinline__ void
#undef blockIdx
#define blockIdx (lane.block_index())
#undef gridDim
#define gridDim (lane.grid_dim())
#undef __syncthreads
#define __syncthreads() lane.barrier()
#define STEP(phase, stride) lane.step(phase, stride)
#define SHUFFLE_UP(own, distance) lane.shuffle_up(own, distance, __LINE__)
#define SPIN_WHILE(condition)                                 \
    for (lane.begin_spin(__LINE__); lane.spins(condition);) { \
    }
// NOLINTEND(bugprone-reserved-identifier)
