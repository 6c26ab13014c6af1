// title:   Kogge–Stone, off by one at the end
// summary: Where N is not a multiple of the section, one element past the input is read and
//          written.
// source:  a mistake; the correct one: Kogge & Stone 1973
// family:  broken on purpose          correct: kogge_stone
// see:     The result is correct, and nothing is wrong at all while N is a multiple of the
//          section. Otherwise one thread accesses element N of global memory, which does not
//          exist.
// why:     Elements are counted from 0, so the last one is n - 1; first + k <= n lets one more
//          thread through.
// mend:    Compare with < n, in the load and in the store alike, and test sizes one below, at and
//          one above a multiple of the section.
// met:     A classic homework mistake. On a GPU it may go unnoticed for long: it corrupts
//          whatever follows the array. compute-sanitizer finds it.
// shows:   N % SECTION != 0 else The bug does not show where N is a multiple of the section:
//          choose an N one larger.
// launch:  kogge_stone<<<(N + SECTION - 1) / SECTION, BLOCK, WORDS(SECTION) * sizeof(T)>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4 8 16
// knob:    EXCLUSIVE 0 1          knob: PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 1000
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
        X[PAD(k)] = first + k <= n ? A[first + k] : IDENTITY;
    }

    kogge_stone_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k <= n) {  // the exclusive scan lies one to the right
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[PAD(k - EXCLUSIVE)];
        }
    }
}
