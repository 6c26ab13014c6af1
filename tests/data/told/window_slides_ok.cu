// launch: k<<<2, 64>>>(x, out, 320)
// x: int[640] iota    out: int[512]
// A window of 64 + 64 elements slides over a row; each thread adds five of it.
__global__ void k(const int* x, int* out, int n) {
    __shared__ int w[128];
    int t = threadIdx.x;
    const int* row = x + blockIdx.x * n;
    w[t] = row[t];
    for (int base = 0; base + 128 <= n; base += 64) {
        w[64 + t] = row[base + 64 + t];
        __syncthreads();
        int sum = 0;
        for (int j = 0; j < 5; j++) sum += w[t + j];
        out[blockIdx.x * 256 + base + t] = sum;
        __syncthreads();
        w[t] = w[64 + t];
        __syncthreads();
    }
}
// told: nothing
