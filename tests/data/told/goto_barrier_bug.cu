// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128] zeros
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x, g = blockIdx.x * 64 + t, v = 0;
    s[t] = x[g];
    if (t > 40) goto out;
    __syncthreads();
    v = s[63 - t];
out:
    y[g] = v;
}
// told: reach this barrier
