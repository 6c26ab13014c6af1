// launch: k<<<1, 64>>>(x, y)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    if (t < 32) {
        __syncthreads();
        y[t] = s[t + 32];
    } else {
        __syncthreads();
        y[t] = s[t - 32];
    }
}
// told: wait at different barriers
