// title:   Naive
// summary: Each thread adds its whole prefix from global memory: no waiting, O(N²) work.
// source:  Hwu, Kirk & El Hajj, the prefix-sum chapter
// family:  scan within a block
// launch:  naive<<<(N + SECTION - 1) / SECTION, BLOCK>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: EXCLUSIVE 0 1
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 1024
#define BLOCK 256
#define SECTION BLOCK
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#include "elements.cuh"

__global__ void naive(const T* A, T* P, int n) {
    int first = blockIdx.x * SECTION;
    int k = threadIdx.x;
    // step: scan
    if (first + k < n) {
        T sum = EXCLUSIVE && k == 0 ? IDENTITY : A[first];
        for (int i = 1; i <= k - EXCLUSIVE; i++) {
            sum = OP(sum, A[first + i]);
        }
        P[first + k] = sum;
    }
}
