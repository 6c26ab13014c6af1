// title:   Chained
// summary: Each block waits for the sum of all before it: one launch, one long chain.
// source:  Yan, Long & Zhang 2013; Hwu, Kirk & El Hajj, the prefix-sum chapter
// family:  scan beyond one block
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
