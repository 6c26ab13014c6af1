// title:   Kogge–Stone, one barrier missing
// summary: Adds in place after one barrier: read and write race in every stride.
// source:  a mistake; the correct one: Kogge & Stone 1973
// family:  broken on purpose          correct: kogge_stone
// see:     The result depends on the order in which threads happen to run: try other
//          schedules. Words that two threads race on are ringed.
// why:     In stride s thread t reads X[t-s] while thread t-s writes it, and no barrier lies
//          between the two: some threads add the old value, some the new one.
// mend:    Keep the sum in a register, pass a second barrier, and only then store it; or read
//          from one buffer and write to another.
// met:     A classic homework mistake. It may stay unnoticed in a block of one warp, whose lanes
//          used to run in lockstep; since Volta they need not.
// shows:   SECTION >= 3 else The bug does not show in sections of fewer than 3 elements: choose a
//          larger BLOCK.
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

__device__ void kogge_stone_scan(T* X) {
    // step: scan
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        for (int c = 0; c < COARSEN; c++) {
            int k = threadIdx.x + c * BLOCK;
            if (k >= stride) {
                X[PAD(k)] = OP(X[PAD(k - stride)], X[PAD(k)]);
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
