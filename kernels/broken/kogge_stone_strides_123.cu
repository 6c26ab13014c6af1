// title:   Kogge–Stone, strides 1, 2, 3
// summary: The stride grows by one each round when it should double.
// source:  a mistake; the correct one: Kogge & Stone 1973
// family:  broken on purpose          correct: kogge_stone
// see:     The first three elements are correct. In the third round the arrows of the tree
//          overlap, and further right the sums do not reach back to the first element.
// why:     After strides 1 and 2 every element is a sum of four. Stride 3 adds four more that
//          overlap those by one: one is counted twice, and the last are not reached.
// mend:    Double the stride: s = 1, 2, 4, … or s = 1 << round. With max and min, counting twice
//          does no harm, and the mistake may hide.
// met:     A classic homework mistake. The usual first test, four equal numbers, finds nothing
//          wrong: the third round is not reached.
// shows:   SECTION >= 5 else The bug does not show in sections of fewer than 5 elements: choose a
//          larger BLOCK.
// shows:   N >= 4 else The bug does not show in so few elements: choose an N of 4 or more.
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
    for (int round = 1; 1 << (round - 1) < SECTION; round++) {
        int stride = round;
        __syncthreads();
        T sum[COARSEN];
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride) {
                sum[c] = OP(X[PAD(k - stride)], X[PAD(k)]);
            }
        }
        __syncthreads();
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride) {
                X[PAD(k)] = sum[c];
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
