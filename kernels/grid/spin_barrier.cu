// title:   Spin barrier
// summary: All blocks wait at a counter: deadlocks if they do not all fit at once.
// source:  Xiao & Feng 2010; Hwu, Kirk & El Hajj, the prefix-sum chapter
// family:  scan beyond one block
// launch:  spin_barrier<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, arrived, S, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// arrived: int[1] zeros          S: T[SECTIONS] zeros
// knob:    N 1 … 67108864         knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 4 8 16
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

// arrived: blocks that are at the barrier; S[b]: the sum of section b
__global__ void spin_barrier(const T* A, T* P, volatile int* arrived, volatile T* S, int n) {
    extern __shared__ T X[];
    __shared__ T before;  // the sum of all sections before this one
    int b = blockIdx.x, first = b * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }
    T* Y = block_scan(X);

    // step: grid barrier
    __syncthreads();
    if (threadIdx.x == 0) {
        S[b] = Y[PAD(SECTION - 1)];
        __threadfence();  // the sum is there before the block counts as arrived
        atomicAdd((int*)arrived, 1);
        while (*arrived < gridDim.x) {
        }
        __threadfence();
        // step: add up
        T sum = IDENTITY;
        for (int i = 0; i < b; i++) {
            sum = OP(sum, S[i]);
        }
        before = sum;
    }

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {
            P[first + k] = b > 0 ? OP(before, Y[PAD(k)]) : Y[PAD(k)];
        }
    }
}
