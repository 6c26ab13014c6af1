// The lane contract as plain CUDA: every hook vanishes, so that what is timed and counted is the
// kernel alone. The barrier and the indices are CUDA's own.
#pragma once

#include "kernels/monoid.h"
#include "kernels/padding.h"

#define SIMT_KERNEL static __device__ __forceinline__ void
#define STEP(phase, stride) static_cast<void>(0)
#define SPIN_WHILE(condition) \
    while (condition) {       \
    }

namespace stridescope {

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

/// A thread of the plain build: no state but the section's length, nothing written down.
template <class T, Op op, Padding padding>
class PlainLane {
  public:
    using Value = PlainValue<T, op>;
    using Global = Value*;

    __device__ explicit PlainLane(int section) : section_{section} {}

    __device__ Value* shared() const {
        extern __shared__ double shared_memory[];
        return reinterpret_cast<Value*>(shared_memory);
    }
    __device__ int section() const { return section_; }
    /// A constant here, so that unpadded index arithmetic costs nothing.
    __device__ static constexpr Pad pad() { return Pad{padding}; }
    __device__ static Value identity() { return {identity_of<T>(op)}; }

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

  private:
    int section_;
};

}  // namespace stridescope
