// title:   Block scan taken for a grid scan
// summary: Claims the whole input, scans each block by itself: correct for block 0 only.
// source:  a mistake; the correct one: Harris, Sengupta & Owens 2007
// family:  broken on purpose          correct: three_kernel
// see:     Block 0 is correct. From the first element of block 1 on, every element lacks the sum
//          of all blocks before its own.
// why:     __syncthreads() synchronises the threads of one block, and shared memory is one
//          block's. No block of this launch learns what another one found.
// mend:    Store each block's total, scan the totals, and add them to the later blocks. The
//          correct version scans its sections in the same way, with two more launches.
// met:     A classic homework mistake: the test has as many elements as a block has threads, and
//          passes.
// shows:   N > SECTION else The bug does not show in one block: choose an N larger than BLOCK
//          times COARSEN.
// launch:  scan_sections<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 4 8 16
// knob:    SCAN KOGGE_STONE KOGGE_STONE_DOUBLE SKLANSKY BRENT_KUNG BLELLOCH RAKING WARP_SHUFFLE
// knob:    PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 1024
#define BLOCK 64
#define COARSEN 2
#define SCAN KOGGE_STONE
#define T float
#define OPERATOR add
#define PADDING none
#define SECTION (BLOCK * COARSEN)
#define SECTIONS ((N + SECTION - 1) / SECTION)
#include "../scan/any.cuh"

__global__ void scan_sections(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }
    T* Y = block_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {
            P[first + k] = Y[PAD(k)];
        }
    }
}
