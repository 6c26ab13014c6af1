// title:   Blelloch
// summary: A tree up, the root cleared, a tree down: every element gets what is before it.
// source:  Blelloch 1990; Harris, Sengupta & Owens 2007
// family:  scan within a block
// launch:  blelloch<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load: operations = 0          form: clear: operations = 0, threads = 1
// form:    up-sweep, down-sweep: operations = OPS(SECTION / (2 * stride)),
//                                threads = min(BLOCK, SECTION / (2 * stride))
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 4 8 16
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
#if (SECTION & (SECTION - 1)) != 0
#error "Blelloch's tree takes a power of two of elements: choose BLOCK and COARSEN so"
#endif

// Leaves the exclusive scan: on the way down, every node gives what came before it to its left
// child, and that and the left child's sum to its right one.
__device__ void blelloch_scan(T* X) {
    // step: up-sweep
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        for (int j = 2 * (threadIdx.x + 1) * stride - 1; j < SECTION; j += 2 * stride * BLOCK) {
            X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);
        }
    }
    // step: clear
    __syncthreads();
    if (threadIdx.x == 0) {
        X[PAD(SECTION - 1)] = IDENTITY;
    }
    // step: down-sweep
    for (int stride = SECTION / 2; stride > 0; stride /= 2) {
        __syncthreads();
        for (int j = 2 * (threadIdx.x + 1) * stride - 1; j < SECTION; j += 2 * stride * BLOCK) {
            T left = X[PAD(j - stride)];
            X[PAD(j - stride)] = X[PAD(j)];
            X[PAD(j)] = OP(X[PAD(j)], left);  // what was before comes left of it
        }
    }
}

__global__ void blelloch(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    blelloch_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // for the inclusive scan each element adds itself
            P[first + k] = EXCLUSIVE ? X[PAD(k)] : OP(X[PAD(k)], A[first + k]);
        }
    }
}
