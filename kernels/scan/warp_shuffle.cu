// title:   Warp shuffle
// summary: Warps scan in registers by shuffles: two barriers, hardly any shared memory.
// source:  Harris, Parallel Prefix Sum; CUDA C++ Programming Guide
// family:  scan within a block
// launch:  warp_shuffle<<<(N + SECTION - 1) / SECTION, BLOCK>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// knob:    N 1 … 1000000          knob: BLOCK 32 64 … 1024          knob: EXCLUSIVE 0 1
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#ifndef PART  // a text that includes this one has its own
#define N 1024
#define BLOCK 256
#define SECTION BLOCK
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#endif
#include "elements.cuh"
#define ALL 0xffffffff  // of a warp's lanes

// The elements of the warp's first lanes, up to this one.
__device__ T scan_of_warp(T value, int lanes) {
    for (int stride = 1; stride < lanes; stride *= 2) {
        T left = __shfl_up_sync(ALL, value, stride);
        if (threadIdx.x % 32 >= stride) {
            value = OP(left, value);
        }
    }
    return value;
}

// The block's elements up to this thread. `totals` holds one number for each warp.
__device__ T warp_shuffle_scan(T value, T* totals) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    // step: warp scan
    value = scan_of_warp(value, 32);
    // step: totals
    if (lane == 31) {
        totals[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        T total = scan_of_warp(lane < BLOCK / 32 ? totals[lane] : IDENTITY, BLOCK / 32);
        if (lane < BLOCK / 32) {
            totals[lane] = total;
        }
    }
    // step: add
    __syncthreads();
    return warp > 0 ? OP(totals[warp - 1], value) : value;
}

__global__ void warp_shuffle(const T* A, T* P, int n) {
    __shared__ T totals[32];
    int k = blockIdx.x * BLOCK + threadIdx.x;
    // step: load
    T value = k < n ? A[k] : IDENTITY;
    value = warp_shuffle_scan(value, totals);

    // step: store
    if (EXCLUSIVE) {  // the exclusive scan lies one to the right
        T left = __shfl_up_sync(ALL, value, 1);
        if (threadIdx.x % 32 == 0) {
            left = threadIdx.x > 0 ? totals[threadIdx.x / 32 - 1] : IDENTITY;
        }
        value = left;
    }
    if (k < n) {
        P[k] = value;
    }
}
