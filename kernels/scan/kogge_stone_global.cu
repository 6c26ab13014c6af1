// title:   Kogge–Stone, global memory
// summary: Kogge–Stone in the output itself: every stride goes to global memory.
// source:  Kogge & Stone 1973; Hwu, Kirk & El Hajj, the prefix-sum chapter
// family:  scan within a block
// launch:  kogge_stone_global<<<(N + SECTION - 1) / SECTION, BLOCK>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4 8 16
// knob:    EXCLUSIVE 0 1
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 1024
#define BLOCK 256
#define COARSEN 1
#define SECTION (BLOCK * COARSEN)
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#include "elements.cuh"

// Barriers stop only one block: this is right for what one block can hold.
__global__ void kogge_stone_global(const T* A, T* P, int n) {
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan is that of what stands to the left
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : A[first + k - EXCLUSIVE];
        }
    }
    // step: scan
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        T sum[COARSEN];
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride && first + k < n) {
                sum[c] = OP(P[first + k - stride], P[first + k]);
            }
        }
        __syncthreads();
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride && first + k < n) {
                P[first + k] = sum[c];
            }
        }
    }
}
