// title:   Brent–Kung
// summary: A tree up and a tree down: twice the strides of Kogge–Stone, little work.
// source:  Brent & Kung 1982
// family:  scan within a block
// launch:  brent_kung<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0
// form:    up-sweep: operations = OPS(SECTION / (2 * stride)),
//                    threads = min(BLOCK, SECTION / (2 * stride))
// form:    down-sweep: operations = OPS((SECTION - stride) / (2 * stride)),
//                      threads = min(BLOCK, (SECTION - stride) / (2 * stride))
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

// Up, every node takes the sum of the one a stride to its left; down, the sums are handed back.
__device__ void brent_kung_scan(T* X) {
    int stride = 1;
    // step: up-sweep
    for (; 2 * stride <= SECTION; stride *= 2) {
        __syncthreads();
        for (int j = 2 * (threadIdx.x + 1) * stride - 1; j < SECTION; j += 2 * stride * BLOCK) {
            X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);
        }
    }
    // step: down-sweep
    for (stride /= 2; stride > 0; stride /= 2) {
        if (3 * stride > SECTION) {
            continue;  // nothing to the right of the root
        }
        __syncthreads();
        for (int j = 2 * (threadIdx.x + 1) * stride - 1; j < SECTION - stride;
             j += 2 * stride * BLOCK) {
            X[PAD(j + stride)] = OP(X[PAD(j)], X[PAD(j + stride)]);
        }
    }
}

__global__ void brent_kung(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    brent_kung_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
