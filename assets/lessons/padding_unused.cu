// title:   Brent–Kung, padding unused
// summary: The array is longer, and each index is as it was.
// source:  a mistake
// launch:  scan<<<1, N>>>(A, P)
// A:       float[N] ones          P: float[N] expect scan(A)
#define N 1024

__global__ void scan(const float* A, float* P) {
    __shared__ float X[N + N / 32];  // one more word for each 32
    int t = threadIdx.x;
    // step: load
    X[t] = A[t];
    // step: up-sweep
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        int j = 2 * (t + 1) * stride - 1;
        if (j < N) X[j] = X[j - stride] + X[j];
    }
    // step: down-sweep
    for (int stride = N / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int j = 2 * (t + 1) * stride - 1;
        if (j + stride < N) X[j + stride] = X[j] + X[j + stride];
    }
    // step: store
    __syncthreads();
    P[t] = X[t];
}
