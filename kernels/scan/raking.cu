// title:   Raking
// summary: Each thread scans COARSEN neighbours; only the threads' totals are scanned together.
// source:  Dotsenko et al. 2008; Hwu, Kirk & El Hajj, the prefix-sum chapter
// family:  scan within a block
// launch:  raking<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0
// form:    serial: operations = OPS(BLOCK * (COARSEN - 1)), threads = COARSEN > 1 ? BLOCK : 0
// form:    scan: operations = OPS(BLOCK - stride), threads = BLOCK - stride
// form:    add: operations = OPS((BLOCK - 1) * (COARSEN - 1)), threads = COARSEN > 1 ? BLOCK - 1 : 0
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4 8 16
// knob:    EXCLUSIVE 0 1          knob: PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#ifndef PART  // a text that includes this one has its own
#define N 1024
#define BLOCK 256
#define COARSEN 4
#define SECTION (BLOCK * COARSEN)
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#endif
#include "elements.cuh"

// Hardly more operations than one thread alone would need; but threads side by side reach words
// COARSEN apart.
__device__ void raking_scan(T* X) {
    int t = threadIdx.x;
    int begin = t * COARSEN, last = begin + COARSEN - 1;  // the elements that this thread rakes

    // step: serial
    __syncthreads();
    for (int j = begin + 1; j <= last; j++) {
        X[PAD(j)] = OP(X[PAD(j - 1)], X[PAD(j)]);
    }
    // step: scan
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        __syncthreads();
        T sum;
        if (t >= stride) {
            sum = OP(X[PAD(last - stride * COARSEN)], X[PAD(last)]);
        }
        __syncthreads();
        if (t >= stride) {
            X[PAD(last)] = sum;
        }
    }
    // step: add
    __syncthreads();
    if (t > 0) {
        for (int j = begin; j < last; j++) {
            X[PAD(j)] = OP(X[PAD(begin - 1)], X[PAD(j)]);
        }
    }
}

__global__ void raking(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    raking_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
