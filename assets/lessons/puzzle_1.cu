// title:   Puzzle 1
// launch:  scan<<<1, N>>>(A, P)
// A:       float[N] ones          P: float[N] expect scan(A)
#define N 16

__global__ void scan(const float* A, float* P) {
    __shared__ float X[N];
    int t = threadIdx.x;
    // step: load
    X[t] = A[t];
    // step: scan
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        float sum = X[t];
        if (t > stride) sum = X[t - stride] + X[t];
        __syncthreads();
        X[t] = sum;
    }
    // step: store
    P[t] = X[t];
}
