// title:   Blelloch, in few lines
// summary: A tree up, a zero, and down again, swapping.
// source:  Blelloch 1990
// launch:  scan<<<1, N>>>(A, P)
// A:       float[N] values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2
// P:       float[N] expect exclusive_scan(A)
#define N 16

__global__ void scan(const float* A, float* P) {
    __shared__ float X[N];
    int t = threadIdx.x;
    // step: load
    X[t] = A[t];
    // step: up-sweep
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        int j = 2 * (t + 1) * stride - 1;
        if (j < N) X[j] = X[j - stride] + X[j];
    }
    // step: clear
    __syncthreads();
    if (t == 0) X[N - 1] = 0;
    // step: down-sweep
    for (int stride = N / 2; stride > 0; stride /= 2) {
        __syncthreads();
        int j = 2 * (t + 1) * stride - 1;
        if (j < N) {
            float left = X[j - stride];
            X[j - stride] = X[j];
            X[j] = X[j] + left;
        }
    }
    // step: store
    __syncthreads();
    P[t] = X[t];
}
