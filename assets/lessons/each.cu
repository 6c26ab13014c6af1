// title:   One thread for each result
// summary: Thread k adds up all numbers to k, by itself.
// source:  the definition of a prefix sum
// launch:  each<<<1, N>>>(A, P)
// A:       float[N] (2 + 7 * i) % 10          P: float[N] expect scan(A)
// knob:    N 2 … 1024
#define N 8

__global__ void each(const float* A, float* P) {
    int k = threadIdx.x;
    // step: load
    P[k] = A[0];
    for (int i = 1; i <= k; i++) {
        // step: add
        P[k] = P[k] + A[i];
    }
}
