// title:   Chained, without fences
// summary: The flag may arrive before the sum that it stands for.
// source:  a mistake; the scan: Yan, Long & Zhang 2013
// family:  broken on purpose          correct: chained
// see:     The result is right, until stores arrive late: under weak memory sections come out too
//          small, as blocks read a sum that is not there yet. That nothing orders the two shows in
//          any run.
// why:     A GPU may let other blocks see two stores in any order. Without __threadfence() between
//          them, flag[b + 1] can be seen before S[b + 1].
// mend:    Put __threadfence() between the store of the sum and that of the flag, and between
//          reading the flag and reading the sum.
// met:     Spin-wait code that was right for years on one GPU, and now and then wrong on the next.
//          volatile alone does not help: it orders nothing.
// shows:   N > SECTION else The bug does not show in one block: choose an N larger than BLOCK
//          times COARSEN.
// launch:  chained<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, ticket, S, flag, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// ticket:  int[1] zeros          S: T[SECTIONS + 1] zeros          flag: int[SECTIONS + 1] zeros
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

// S[b]: the sum of all sections before b; flag[b]: whether it is there
__global__ void chained(const T* A, T* P, int* ticket, volatile T* S, volatile int* flag, int n) {
    extern __shared__ T X[];
    __shared__ int section;
    __shared__ T before;
    // step: ticket
    if (threadIdx.x == 0) {
        section = atomicAdd(ticket, 1);  // in the order in which blocks start
    }
    __syncthreads();
    int b = section, first = b * SECTION;

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
            before = S[b];
            total = OP(before, total);
        }
        // step: hand on
        S[b + 1] = total;
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
