// title:   Brent–Kung, padded on one side only
// summary: Loads and scans at PAD(i), but stores what is at i: a wrong result.
// source:  a mistake; the correct one: Brent & Kung 1982
// family:  broken on purpose          correct: brent_kung
// see:     Few conflicts, and a wrong result from element 32 on: the last step reads words that
//          belong to padding or to another element.
// why:     The load puts element i at word PAD(i), but the store fetches it from word i. The two
//          agree in the first row of 32 banks only.
// mend:    Index the shared array in one way everywhere: put PAD() into one function that every
//          access goes through.
// met:     Adding padding by hand to a kernel that works. A test with up to 32 elements does not
//          find it.
// shows:   PAD(32) != 32 else Nothing is padded, so the bug does not show: set PADDING to
//          every32.
// shows:   SECTION >= 33 else The bug does not show in sections of fewer than 33 elements: choose
//          a larger BLOCK.
// shows:   N >= 33 else The bug does not show in so few elements: choose an N of 33 or more.
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
            P[first + k] = EXCLUSIVE && k == 0 ? IDENTITY : X[k - EXCLUSIVE];
        }
    }
}
