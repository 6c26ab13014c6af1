// The lane contract as plain CUDA: every hook vanishes, so that what is timed and counted is the
// kernel alone. The barrier and the indices are CUDA's own.
#pragma once

#include <type_traits>

#include "kernels/device_grid.h"
#include "kernels/monoid.h"
#include "kernels/padding.h"

#define SIMT_KERNEL static __device__ __forceinline__ void
#define STEP(phase, stride) static_cast<void>(0)
#define SHUFFLE_UP(own, distance) lane.shuffle_up(own, distance)
#define SPIN_WHILE(condition) \
    while (condition) {       \
    }

namespace stridescope {
namespace device {

/// Of all lanes that the warp has.
template <class T>
__device__ T shuffle_up(T value, int distance) {
    const unsigned here = blockDim.x < 32 ? (1U << blockDim.x) - 1 : ~0U;
    return __shfl_up_sync(here, value, static_cast<unsigned>(distance));
}

}  // namespace device

/// T whose + is the chosen operator; laid out as a T.
template <class T, Op op>
struct PlainValue {
    T v;
    __device__ PlainValue& operator+=(PlainValue b) {
        v = combine(op, v, b.v);
        return *this;
    }
    friend __device__ PlainValue operator+(PlainValue a, PlainValue b) {
        return {combine(op, a.v, b.v)};
    }
};

/// What the compiler may do with accesses of shared memory: whatever keeps the result, or nothing,
/// so that the hardware's counters see each access that the text names.
enum class Accesses { optimized, as_written };

/// A shared array whose accesses the compiler neither merges nor drops: volatile.
template <class Value, class T>
class AsWritten {
  public:
    class Ref {
      public:
        __device__ explicit Ref(volatile T* at) : at_{at} {}
        __device__ operator Value() const { return {*at_}; }
        __device__ void operator=(Value v) const { *at_ = v.v; }
        __device__ void operator=(const Ref& other) const { *this = Value(other); }
        __device__ void operator+=(Value right) const {
            const Value left = *this;
            *this = left + right;
        }
        friend __device__ Value operator+(const Ref& a, const Ref& b) {
            const Value left = a, right = b;
            return left + right;
        }
        friend __device__ Value operator+(const Ref& a, Value b) { return Value(a) + b; }
        friend __device__ Value operator+(Value a, const Ref& b) { return a + Value(b); }
        Ref(const Ref&) = default;

      private:
        volatile T* at_;
    };

    __device__ explicit AsWritten(Value* memory) : memory_{&memory->v} {}
    __device__ Ref operator[](int i) const { return Ref{memory_ + i}; }

  private:
    volatile T* memory_;
};

/// A thread of the plain build: no state but the section's length, nothing written down.
/// `coarsening`: elements per thread, as a constant, so that a thread's elements can stay in
/// registers; 0: any number, known at run time.
template <class T, Op op, Padding padding, int coarsening, Accesses accesses = Accesses::optimized,
          Scan form = Scan::inclusive>
class PlainLane {
  public:
    using Value = PlainValue<T, op>;
    using Global = Value*;
    static constexpr int max_coarsen = 16;

    __device__ explicit PlainLane(int section) : section_{section} {}

    __device__ auto shared() const {
        extern __shared__ double shared_memory[];
        auto* memory = reinterpret_cast<Value*>(shared_memory);
        if constexpr (accesses == Accesses::as_written) {
            return AsWritten<Value, T>{memory};
        } else {
            return memory;
        }
    }
    __device__ int section() const {
        if constexpr (coarsening > 0) return coarsening * static_cast<int>(blockDim.x);
        return section_;
    }
    __device__ int buffer() const { return padded_length(padding, section()); }
    /// r[i]: the thread's registers, where every index is a constant.
    struct Own {
        Value values[2];
        __device__ Value& operator[](int i) { return values[i]; }
    };
    __device__ static Own own() { return {}; }
    __device__ static Value shuffle_up(Value own, int distance) {
        return {device::shuffle_up(own.v, distance)};
    }
    /// A constant here, so that unpadded index arithmetic costs nothing.
    __device__ static constexpr Pad pad() { return Pad{padding}; }
    __device__ static Value identity() { return {identity_of<T>(op)}; }
    __device__ static constexpr bool exclusive() { return form == Scan::exclusive; }

    /// `for (k = first; k < end; k += by)` as a range.
    struct Strided {
        int first, end_, by;
        struct End {};
        struct Iterator {
            int k, end, by;
            __device__ int operator*() const { return k; }
            __device__ void operator++() { k += by; }
            __device__ bool operator!=(End) const { return k < end; }
        };
        __device__ Iterator begin() const { return {first, end_, by}; }
        __device__ End end() const { return {}; }
    };
    __device__ static Strided strided(int first, int end, int by) { return {first, end, by}; }

    /// `for (i = 0; i < coarsening; ++i)`, k = t + i·B: a constant number of rounds.
    struct Mine {
        struct End {};
        struct Iterator {
            int round, k, by;
            __device__ int operator*() const { return k; }
            __device__ void operator++() { ++round, k += by; }
            __device__ bool operator!=(End) const { return round < coarsening; }
        };
        __device__ Iterator begin() const {
            return {0, static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x)};
        }
        __device__ End end() const { return {}; }
    };
    __device__ auto mine() const {
        if constexpr (coarsening > 0) {
            return Mine{};
        } else {
            return strided(static_cast<int>(threadIdx.x), section_, static_cast<int>(blockDim.x));
        }
    }

  private:
    int section_;
};

/// A thread of a kernel whose blocks cooperate.
template <class T, Op op, Padding padding, int coarsening, Accesses accesses = Accesses::optimized,
          Scan form = Scan::inclusive>
class PlainGridLane : public PlainLane<T, op, padding, coarsening, accesses, form> {
    using Base = PlainLane<T, op, padding, coarsening, accesses, form>;

  public:
    using Value = typename Base::Value;

    /// flag[i]: volatile, so that a thread that waits looks again; and what atomicAdd takes.
    class IntRef {
      public:
        __device__ explicit IntRef(int* at) : at_{at} {}
        __device__ operator int() const { return *static_cast<volatile int*>(at_); }
        __device__ void operator=(int v) const { *static_cast<volatile int*>(at_) = v; }
        __device__ int* operator&() const { return at_; }

      private:
        int* at_;
    };
    class Ints {
      public:
        __device__ explicit Ints(int* at) : at_{at} {}
        __device__ IntRef operator[](int i) const { return IntRef{at_ + i}; }

      private:
        int* at_;
    };

    /// `grid` outlives the lane.
    __device__ PlainGridLane(int section, const GridArrays& grid) : Base{section}, grid_{grid} {}

    __device__ const LaunchLevel& launch() const { return grid_.level; }
    __device__ Value* values(int number, int offset = 0) const {
        return static_cast<Value*>(grid_.at[number]) + offset;
    }
    __device__ Ints ints(int number) const { return Ints{static_cast<int*>(grid_.at[number])}; }

  private:
    const GridArrays& grid_;
};

}  // namespace stridescope
