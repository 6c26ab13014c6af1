// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128] zeros
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x, n = 0, g = blockIdx.x * 64 + t;
    s[t] = x[g];
again:
    __syncthreads();
    int v = s[(t + 1) % 64];
    __syncthreads();
    s[t] = v;
    if (++n < 3) goto again;
    if (gridDim.x > 5) goto out;
    __syncthreads();
    v += s[63 - t];
out:
    y[g] = v;
}
// told: nothing
