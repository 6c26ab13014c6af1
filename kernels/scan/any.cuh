// The block scan that SCAN names. block_scan(X) makes of the SECTION elements in X their inclusive
// scan and hands back where it is; a barrier has to come before others read it.
#define PART
#define EXCLUSIVE 0
#define KOGGE_STONE 1
#define KOGGE_STONE_DOUBLE 2
#define SKLANSKY 3
#define BRENT_KUNG 4
#define BLELLOCH 5
#define RAKING 6
#define WARP_SHUFFLE 7
#define BUFFERS (SCAN == KOGGE_STONE_DOUBLE ? 2 : 1)

#if SCAN == KOGGE_STONE
#include "kogge_stone.cu"
#elif SCAN == KOGGE_STONE_DOUBLE
#include "kogge_stone_double.cu"
#elif SCAN == SKLANSKY
#include "sklansky.cu"
#elif SCAN == BRENT_KUNG
#include "brent_kung.cu"
#elif SCAN == BLELLOCH
#include "blelloch.cu"
#elif SCAN == RAKING
#include "raking.cu"
#elif SCAN == WARP_SHUFFLE
#include "warp_shuffle.cu"
#else
#error \
    "choose SCAN KOGGE_STONE, KOGGE_STONE_DOUBLE, SKLANSKY, BRENT_KUNG, BLELLOCH, RAKING or \
WARP_SHUFFLE"
#endif

__device__ T* block_scan(T* X) {
#if SCAN == KOGGE_STONE
    kogge_stone_scan(X);
#elif SCAN == KOGGE_STONE_DOUBLE
    X = kogge_stone_double_scan(X);
#elif SCAN == SKLANSKY
    sklansky_scan(X);
#elif SCAN == BRENT_KUNG
    brent_kung_scan(X);
#elif SCAN == RAKING
    raking_scan(X);
#elif SCAN == BLELLOCH
    T own[COARSEN];  // for each element adds itself to what is before it
    for (int c = 0; c < COARSEN; c++) {
        own[c] = X[PAD(threadIdx.x + c * BLOCK)];
    }
    blelloch_scan(X);
    __syncthreads();
    for (int c = 0; c < COARSEN; c++) {
        int k = threadIdx.x + c * BLOCK;
        X[PAD(k)] = OP(X[PAD(k)], own[c]);
    }
#elif SCAN == WARP_SHUFFLE
    __shared__ T totals[32];
    int begin = threadIdx.x * COARSEN;  // each thread has neighbours
    __syncthreads();
    T sum = X[PAD(begin)];
    for (int k = begin + 1; k < begin + COARSEN; k++) {
        sum = OP(sum, X[PAD(k)]);
    }
    sum = warp_shuffle_scan(sum, totals);
    T before = __shfl_up_sync(ALL, sum, 1);
    if (threadIdx.x % LANES == 0) {
        before = threadIdx.x > 0 ? totals[threadIdx.x / LANES - 1] : IDENTITY;
    }
    for (int k = begin; k < begin + COARSEN; k++) {
        before = OP(before, X[PAD(k)]);
        X[PAD(k)] = before;
    }
#endif
    return X;
}
