// The lane contract as recording CUDA: every thread writes down its own events, in order, into
// slots of global memory that lie side by side for neighbouring threads. No atomics, no waiting for
// one another; the host joins the threads' logs into rows afterwards.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/monoid.h"
#include "kernels/padding.h"

namespace stridescope {

/// One event as a device thread writes it down. Origins are indices into the thread's own log.
struct DeviceEvent {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::uint32_t step;       ///< of the timeline
    std::uint32_t iteration;  ///< round of the `strided` loop, else 0
    std::uint32_t interval;   ///< barriers passed before
    std::uint32_t left, right;
    std::uint16_t line;
    std::uint16_t word;
    std::uint32_t kind;  ///< 0 load, 1 store, 2 operation
};

/// A step as a kernel marks it; phase is cut to what fits.
struct DeviceStep {
    char phase[28];
    int stride;
};

/// Where one recorded block's threads write. All arrays are the host's, allocated before launch.
struct DeviceLog {
    DeviceEvent* events;        ///< [event][thread]
    std::uint32_t* counts;      ///< [thread]: events recorded; more than `capacity`: some were lost
    std::uint32_t* steps_seen;  ///< [thread]
    DeviceStep* steps;          ///< [step], written by thread 0
    unsigned char* snapshots;   ///< [step][word]: the array as it was when the step began
    std::uint32_t capacity;     ///< events per thread
    std::uint32_t max_steps;
};

namespace device {

/// CUDA's barrier under a name that the macro below leaves alone.
inline __device__ void wait_for_block() {
    __syncthreads();
}

}  // namespace device

/// A thread of the recording build. Padding and operator are run-time values, to build less.
template <class T>
class RecordingLane {
  public:
    /// An element in a register, with the event it came from.
    class Value {
      public:
        Value() = default;
        __device__ friend Value operator+(const Value& a, const Value& b) {
            return a.combined_with(b);
        }
        __device__ Value& operator+=(const Value& b) { return *this = combined_with(b); }

      private:
        friend class RecordingLane;
        __device__ Value(RecordingLane* lane, T v, std::uint32_t origin)
            : lane_{lane}, v_{v}, origin_{origin} {}
        __device__ Value combined_with(const Value& b) const { return lane_->apply(*this, b); }
        RecordingLane* lane_;
        T v_;
        std::uint32_t origin_;
    };
    static_assert(std::is_trivially_default_constructible_v<Value>);

    /// An index with the line it was written on.
    struct LinedIndex {
        int value;
        int line;
        __device__ LinedIndex(int i, int at = __builtin_LINE()) : value{i}, line{at} {}
    };

    class SharedRef {
      public:
        __device__ operator Value() const { return lane_->load(index_); }
        __device__ void operator=(const Value& v) const { lane_->store(index_, v); }
        __device__ void operator=(const SharedRef& other) const {
            lane_->store(index_, Value(other));
        }
        __device__ void operator+=(const Value& right) const {
            const Value left = *this;
            lane_->store(index_, left + right);
        }
        __device__ friend Value operator+(const SharedRef& a, const SharedRef& b) {
            const Value left = a;
            return left + Value(b);
        }
        __device__ friend Value operator+(const SharedRef& a, const Value& b) {
            return Value(a) + b;
        }
        __device__ friend Value operator+(const Value& a, const SharedRef& b) {
            return a + Value(b);
        }

      private:
        friend class RecordingLane;
        __device__ SharedRef(RecordingLane* lane, LinedIndex index) : lane_{lane}, index_{index} {}
        SharedRef(const SharedRef&) = default;
        RecordingLane* lane_;
        LinedIndex index_;
    };
    class Shared {
      public:
        __device__ explicit Shared(RecordingLane* lane) : lane_{lane} {}
        __device__ SharedRef operator[](LinedIndex i) const { return {lane_, i}; }

      private:
        RecordingLane* lane_;
    };

    class GlobalRef {
      public:
        __device__ operator Value() const { return {lane_, *at_, DeviceEvent::none}; }
        __device__ void operator=(const Value& v) const { *at_ = v.v_; }

      private:
        friend class RecordingLane;
        __device__ GlobalRef(RecordingLane* lane, T* at) : lane_{lane}, at_{at} {}
        RecordingLane* lane_;
        T* at_;
    };
    class Global {
      public:
        __device__ Global(RecordingLane* lane, T* memory) : lane_{lane}, memory_{memory} {}
        __device__ GlobalRef operator[](int i) const { return {lane_, memory_ + i}; }

      private:
        RecordingLane* lane_;
        T* memory_;
    };

    /// `log.events` null: the block runs, unrecorded.
    __device__ RecordingLane(const DeviceLog& log, int section, int words, Op op, Padding padding)
        : log_{log}, section_{section}, words_{words}, op_{op}, pad_{padding} {}

    __device__ Shared shared() { return Shared{this}; }
    __device__ int section() const { return section_; }
    __device__ Pad pad() const { return pad_; }
    __device__ Value identity() { return {this, identity_of<T>(op_), DeviceEvent::none}; }

    class Strided {
      public:
        struct End {};
        class Iterator {
          public:
            __device__ int operator*() const { return k_; }
            __device__ void operator++() {
                k_ += range_->by;
                if (k_ < range_->end_) ++range_->lane->iteration_;
            }
            __device__ bool operator!=(End /*end*/) const {
                if (k_ < range_->end_) return true;
                range_->lane->iteration_ = outer_;
                return false;
            }

          private:
            friend class Strided;
            __device__ explicit Iterator(const Strided* range)
                : range_{range}, k_{range->first}, outer_{range->lane->iteration_} {
                constexpr std::uint32_t nested_rounds = 1024;
                range->lane->iteration_ = outer_ * nested_rounds;
            }
            const Strided* range_;
            int k_;
            std::uint32_t outer_;
        };
        __device__ Iterator begin() const { return Iterator{this}; }
        __device__ End end() const { return {}; }

        RecordingLane* lane;
        int first, end_, by;
    };
    __device__ Strided strided(int first, int end, int by) { return {this, first, end, by}; }

    __device__ void barrier() {
        device::wait_for_block();
        ++interval_;
    }

    /// Keeps what the array holds as this step begins: what the step before left. The barriers
    /// around the copy belong to the recording, not to the kernel, and are not counted.
    __device__ void step(const char* phase, int stride) {
        ++step_;
        iteration_ = 0;
        if (!log_.events || static_cast<std::uint32_t>(step_) >= log_.max_steps) return;
        if (threadIdx.x == 0) {
            DeviceStep& mark = log_.steps[step_];
            int i = 0;
            for (; phase[i] && i < static_cast<int>(sizeof mark.phase) - 1; ++i) {
                mark.phase[i] = phase[i];
            }
            mark.phase[i] = '\0';
            mark.stride = stride;
        }
        keep_snapshot(step_);
    }

    /// The thread ends: the last snapshot, and how much was recorded.
    __device__ void finish() {
        if (!log_.events) return;
        if (static_cast<std::uint32_t>(step_ + 1) < log_.max_steps) keep_snapshot(step_ + 1);
        log_.counts[threadIdx.x] = events_;
        log_.steps_seen[threadIdx.x] = static_cast<std::uint32_t>(step_ + 1);
    }

  private:
    __device__ T* memory() const {
        extern __shared__ double shared_memory[];
        return reinterpret_cast<T*>(shared_memory);
    }
    __device__ void keep_snapshot(int step) {
        device::wait_for_block();
        T* snapshot =
            reinterpret_cast<T*>(log_.snapshots) + static_cast<std::size_t>(step) * words_;
        for (int word = threadIdx.x; word < words_; word += blockDim.x) {
            snapshot[word] = memory()[word];
        }
        device::wait_for_block();
    }
    __device__ std::uint32_t record(std::uint32_t kind, int line, int word, std::uint32_t left,
                                    std::uint32_t right) {
        line_ = line;
        if (log_.events && events_ < log_.capacity) {
            log_.events[static_cast<std::size_t>(events_) * blockDim.x + threadIdx.x] = {
                static_cast<std::uint32_t>(step_),
                iteration_,
                interval_,
                left,
                right,
                static_cast<std::uint16_t>(line),
                static_cast<std::uint16_t>(word),
                kind};
        }
        return events_++;
    }
    __device__ Value load(const LinedIndex& i) {
        const std::uint32_t event =
            record(0, i.line, i.value, DeviceEvent::none, DeviceEvent::none);
        return {this, memory()[i.value], event};
    }
    __device__ void store(const LinedIndex& i, const Value& v) {
        record(1, i.line, i.value, v.origin_, DeviceEvent::none);
        memory()[i.value] = v.v_;
    }
    __device__ Value apply(const Value& a, const Value& b) {
        const std::uint32_t event = record(2, line_, 0, a.origin_, b.origin_);
        return {this, combine(op_, a.v_, b.v_), event};
    }

    DeviceLog log_;
    int section_, words_;
    Op op_;
    Pad pad_;
    int step_ = -1;
    int line_ = 0;
    std::uint32_t iteration_ = 0, interval_ = 0, events_ = 0;
};

}  // namespace stridescope

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's own name
#define SIMT_KERNEL static __device__ void
#define __syncthreads() lane.barrier()
#define STEP(phase, stride) lane.step(phase, stride)
#define SPIN_WHILE(condition) \
    while (condition) {       \
    }
// NOLINTEND(bugprone-reserved-identifier)
