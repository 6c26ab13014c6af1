// title:   Warp shuffle
// summary: Warps scan in registers by shuffles: two barriers, hardly any shared memory.
// source:  Harris, Parallel Prefix Sum; CUDA C++ Programming Guide
// family:  scan within a block
// launch:  warp_shuffle<<<(N + SECTION - 1) / SECTION, BLOCK>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, totals, store: operations = 0
// form:    warp scan: operations = OPS(BLOCK - WARPS * stride), threads = BLOCK
// form:    scan of totals: operations = OPS(LANES - stride), threads = LANES
// form:    add: operations = OPS(BLOCK - LANES), threads = BLOCK - LANES + WARPS
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: EXCLUSIVE 0 1
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
#define LANES (BLOCK < 32 ? BLOCK : 32)  // of a warp: a small block has no more
#define WARPS (BLOCK / LANES)
#define ALL (0xffffffffu >> (32 - LANES))

// The block's elements up to this thread. `totals` holds one number for each warp.
__device__ T warp_shuffle_scan(T value, T* totals) {
    int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    for (int stride = 1; stride < LANES; stride *= 2) {
        // step: warp scan
        T left = __shfl_up_sync(ALL, value, stride);
        if (lane >= stride) {
            value = OP(left, value);
        }
    }
    // step: totals
    if (lane == LANES - 1) {
        totals[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        T total = lane < WARPS ? totals[lane] : IDENTITY;
        for (int stride = 1; stride < WARPS; stride *= 2) {
            // step: scan of totals
            T left = __shfl_up_sync(ALL, total, stride);
            if (lane >= stride) {
                total = OP(left, total);
            }
        }
        // step: add
        if (lane < WARPS) {
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
        if (threadIdx.x % LANES == 0) {
            left = threadIdx.x > 0 ? totals[threadIdx.x / LANES - 1] : IDENTITY;
        }
        value = left;
    }
    if (k < n) {
        P[k] = value;
    }
}
