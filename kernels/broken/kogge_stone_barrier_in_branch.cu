// title:   Kogge–Stone, barrier in a branch
// summary: The second barrier is where not all threads of the block reach it.
// source:  a mistake; the correct one: Kogge & Stone 1973
// family:  broken on purpose          correct: kogge_stone
// see:     The first stride already shows how many threads of a warp reached the barrier and
//          which one did not. On a GPU this may hang or seem to work.
// why:     Threads with t < s jump over the branch and wait at the next barrier, while the others
//          wait inside it. A barrier is for all threads of the block.
// mend:    Close the branch before the barrier and open it again after it, as the correct version
//          does: compute, close, barrier, open, store.
// met:     The CUDA C++ Programming Guide allows a barrier in a branch only where all threads of
//          the block take it the same way.
// launch:  kogge_stone<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4 8 16
// knob:    EXCLUSIVE 0 1          knob: PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 1024
#define BLOCK 256
#define COARSEN 1
#define SECTION (BLOCK * COARSEN)
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#include "../scan/elements.cuh"

// Two barriers a stride: without the second one, thread 5 could read X[3] while thread 3 already
// overwrites it.
__device__ void kogge_stone_scan(T* X) {
    // step: scan
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride) {
                T sum = OP(X[PAD(k - stride)], X[PAD(k)]);
                __syncthreads();
                X[PAD(k)] = sum;
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
