// title:   Sklansky
// summary: Every right half adds the end of its left half: few strides, half the threads.
// source:  Sklansky 1960
// family:  scan within a block
// launch:  sklansky<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0
// form:    scan: threads = stride < BLOCK ? BLOCK / 2 : BLOCK, operations =
//            OPS(SECTION / (2 * stride) * stride + max(0, SECTION % (2 * stride) - stride))
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

// All lanes of a right half read the same word: a broadcast.
__device__ void sklansky_scan(T* X) {
    // step: scan
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
            if ((k & stride) != 0) {  // k & -stride is where the right half begins
                X[PAD(k)] = OP(X[PAD((k & -stride) - 1)], X[PAD(k)]);
            }
        }
    }
}

__global__ void sklansky(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    sklansky_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
