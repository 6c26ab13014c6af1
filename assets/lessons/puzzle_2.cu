// title:   Puzzle 2
// launch:  sum<<<1, N>>>(A, out)
// A:       float[N] iota          out: float[1] expect sum(A)
#define N 64

__global__ void sum(const float* A, float* out) {
    __shared__ float X[N];
    int t = threadIdx.x;
    // step: load
    X[t] = A[t];
    // step: add
    for (int stride = N / 2; stride > 0; stride /= 2) {
        if (t < stride) X[t] = X[t] + X[t + stride];
        __syncthreads();
    }
    // step: store
    if (t == 0) out[0] = X[0];
}
