// title:   A flag without a fence
// summary: Each block hands its sum to the next, and says so by a flag; nothing orders the two.
// source:  a mistake
// launch:  chain<<<N, 1>>>(A, P, S, flag)
// A:       float[N] iota          P: float[N] expect scan(A)
// S:       float[N] zeros          flag: int[N] zeros
#define N 32

__global__ void chain(const float* A, float* P, volatile float* S, volatile int* flag) {
    int b = blockIdx.x;
    // step: wait
    float before = 0;
    if (b > 0) {
        while (flag[b - 1] == 0) {
        }
        before = S[b - 1];
    }
    // step: hand on
    float sum = before + A[b];
    S[b] = sum;
    flag[b] = 1;
    // step: store
    P[b] = sum;
}
