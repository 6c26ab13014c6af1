// title:   Sequential
// summary: One thread adds its way through the section: least work, no parallelism.
// source:  the definition of a prefix sum
// family:  scan within a block
// launch:  sequential<<<(N + SECTION - 1) / SECTION, 1, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0, threads = 1
// form:    scan: operations = OPS(1), threads = 1
// knob:    N 1 … 67108864           knob: SECTION 2 4 … 1024          knob: EXCLUSIVE 0 1
// knob:    PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 256
#define SECTION 64
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#include "elements.cuh"

__global__ void sequential(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = 0; k < SECTION; k++) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }
    for (int i = 1; i < SECTION; i++) {
        // step: scan
        X[PAD(i)] = OP(X[PAD(i - 1)], X[PAD(i)]);
    }
    // step: store
    for (int k = 0; k < SECTION; k++) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
