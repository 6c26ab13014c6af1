// title:   Kogge–Stone, two buffers
// summary: Kogge–Stone from one buffer into another: one barrier a stride, twice the memory.
// source:  Hillis & Steele 1986; Harris, Sengupta & Owens 2007
// family:  scan within a block
// launch:  kogge_stone_double<<<(N + SECTION - 1) / SECTION, BLOCK, 2 * WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0
// form:    scan: operations = OPS(SECTION - stride), threads = BLOCK
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4 8
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

// Every stride reads from one buffer and writes to the other: nobody overwrites what another still
// wants to read. The elements that are done have to be copied along. Hands back where the sums are.
__device__ T* kogge_stone_double_scan(T* X) {
    int from = 0, to = WORDS(SECTION);
    // step: scan
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
            if (k >= stride) {
                X[to + PAD(k)] = OP(X[from + PAD(k - stride)], X[from + PAD(k)]);
            } else {
                X[to + PAD(k)] = X[from + PAD(k)];
            }
        }
        to = from;
        from = WORDS(SECTION) - to;
    }
    return X + from;
}

__global__ void kogge_stone_double(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    T* Y = kogge_stone_double_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : Y[PAD(k - EXCLUSIVE)];
        }
    }
}
