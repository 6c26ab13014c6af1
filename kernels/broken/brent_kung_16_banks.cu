// title:   Brent–Kung, padded for 16 banks
// summary: One unused word after every 16 elements, on a machine with 32 banks.
// source:  padding for 16 banks: GPU Gems 3, chapter 39
// family:  broken on purpose          correct: brent_kung
// see:     A correct result and fewer conflicts than without padding, but some stay at strides
//          where one unused word after every 32 leaves none.
// why:     A shift by one word after every 16 elements moves a warp of 32 lanes on by two words
//          per row of banks: lanes half a row apart share a bank again.
// mend:    Pad by the number of banks that the machine has, i + i / 32, and make it a named
//          constant.
// met:     Code written for the first CUDA GPUs, which had 16 banks and served half a warp at a
//          time; GPU Gems 3, chapter 39, has NUM_BANKS 16.
// shows:   PAD(32) != 32 else Nothing is padded, so the bug does not show: set PADDING to
//          every32.
// shows:   SECTION >= 32 else The bug does not show in sections of fewer than 32 elements: choose
//          a larger BLOCK.
// layout:  X[SECTION] at JOIN(PAD_, PADDING)(i)
// launch:  brent_kung<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
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
#define PADDING every32
#include "../scan/elements.cuh"

// Whichever padding is chosen, it is one for 16 banks.
#undef PAD
#undef WORDS
#define BANKS 16
#define PAD(i) (PADDED ? (i) + (i) / BANKS : (i))
#define WORDS(length) (PADDED ? (length) + (length) / BANKS : (length))
#define PADDED (JOIN(PAD_, PADDING)(32) != 32)

// Up, every node takes the sum of the one a stride to its left; down, the sums are handed back.
__device__ void brent_kung_scan(T* X) {
    int stride = 1;
    // step: up-sweep
    for (; 2 * stride <= SECTION; stride *= 2) {
        __syncthreads();
        for (int j = 2 * (threadIdx.x + 1) * stride - 1; j < SECTION; j += 2 * stride * BLOCK) {
            X[PAD(j)] = OP(X[PAD(j - stride)], X[PAD(j)]);
        }
    }
    // step: down-sweep
    for (stride /= 2; stride > 0; stride /= 2) {
        if (3 * stride > SECTION) {
            continue;  // nothing to the right of the root
        }
        __syncthreads();
        for (int j = 2 * (threadIdx.x + 1) * stride - 1; j < SECTION - stride;
             j += 2 * stride * BLOCK) {
            X[PAD(j + stride)] = OP(X[PAD(j)], X[PAD(j + stride)]);
        }
    }
}

__global__ void brent_kung(const T* A, T* P, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }

    brent_kung_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
