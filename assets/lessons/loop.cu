// title:   The loop
// summary: One thread adds its way through the numbers.
// source:  the definition of a prefix sum
// launch:  loop<<<1, 1>>>(A, P, N)
// A:       float[N] (2 + 7 * i) % 10          P: float[N] expect scan(A)
// knob:    N 2 … 1024
#define N 8

__global__ void loop(const float* A, float* P, int n) {
    // step: load
    P[0] = A[0];
    for (int i = 1; i < n; i++) {
        // step: add
        P[i] = P[i - 1] + A[i];
    }
}
