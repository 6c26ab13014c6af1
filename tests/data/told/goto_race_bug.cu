// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128] zeros
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x, n = 0, g = blockIdx.x * 64 + t;
    s[t] = x[g];
    __syncthreads();
again:
    s[t] = s[(t + 1) % 64];
    __syncthreads();
    if (++n < 3) goto again;
    y[g] = s[t];
}
// told: race on s\[
