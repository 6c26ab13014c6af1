// title:   Kogge–Stone
// summary: Every element adds the one a stride to its left: fewest strides, most work.
// source:  Kogge & Stone 1973; Hillis & Steele 1986
// family:  scan within a block
// launch:  kogge_stone<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0
// form:    scan: operations = OPS(SECTION - stride), threads = min(BLOCK, SECTION - stride)
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4 8 16
// knob:    EXCLUSIVE 0 1          knob: PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#ifndef PART  // a text that includes this one has its own
#define N 1024
#define BLOCK 256
#define COARSEN 1
#define SECTION (BLOCK * COARSEN)
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#endif
#include "elements.cuh"

// Two barriers a stride: without the second one, thread 5 could read X[3] while thread 3 already
// overwrites it.
__device__ void kogge_stone_scan(T* X) {
    // step: scan
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        T sum[COARSEN];
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride) {
                sum[c] = OP(X[PAD(k - stride)], X[PAD(k)]);
            }
        }
        __syncthreads();
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride) {
                X[PAD(k)] = sum[c];
            }
        }
    }
}

__global__ void kogge_stone(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    kogge_stone_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
