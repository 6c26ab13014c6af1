// title:   Chained by block index
// summary: Section b goes to block b: deadlocks where later blocks start first.
// source:  a mistake; the scan: Yan, Long & Zhang 2013
// family:  broken on purpose          correct: chained
// see:     With few blocks, or where they start in order, all is well. Otherwise the grid
//          deadlocks: every resident block waits for one that has not started.
// why:     A block waits for the one before it, by number. CUDA guarantees no order in which
//          blocks start, and a block that waits stays resident.
// mend:    Let each block take a ticket as it starts, by an atomic counter, and scan the section
//          of that number: then every block it waits for has already started.
// met:     Kernels that ran for years hung on the next GPU. StreamScan and decoupled look-back
//          assign sections by ticket for this reason.
// shows:   N > SECTION else The bug does not show in one block: choose an N larger than BLOCK
//          times COARSEN.
// shows:   --schedule descending random else Blocks start in order, so the bug does not show:
//          choose the descending schedule.
// launch:  chained<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, S, flag, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// S:       T[SECTIONS + 1] zeros          flag: int[SECTIONS + 1] zeros
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 4 8 16
// knob:    SCAN KOGGE_STONE KOGGE_STONE_DOUBLE SKLANSKY BRENT_KUNG BLELLOCH RAKING WARP_SHUFFLE
// knob:    PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 8320  // one block more than the machine has room for
#define BLOCK 64
#define COARSEN 2
#define SCAN KOGGE_STONE
#define T float
#define OPERATOR add
#define PADDING none
#define SECTION (BLOCK * COARSEN)
#define SECTIONS ((N + SECTION - 1) / SECTION)
#include "../scan/any.cuh"

// S[b]: the sum of all sections before b; flag[b]: whether it is there
__global__ void chained(const T* A, T* P, volatile T* S, volatile int* flag, int n) {
    extern __shared__ T X[];
    __shared__ T before;
    int b = blockIdx.x, first = b * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }
    T* Y = block_scan(X);

    // step: wait
    __syncthreads();
    if (threadIdx.x == 0) {
        T total = Y[PAD(SECTION - 1)];
        if (b > 0) {
            while (flag[b] == 0) {
            }
            __threadfence();
            before = S[b];
            total = OP(before, total);
        }
        // step: hand on
        S[b + 1] = total;
        __threadfence();  // the sum is there before the flag says so
        flag[b + 1] = 1;
    }

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {
            P[first + k] = b > 0 ? OP(before, Y[PAD(k)]) : Y[PAD(k)];
        }
    }
}
