// the thread that clears the root has written it
// launch: scan<<<2, 32>>>(x, y)
// x: int[128] ones    y: int[128]
__global__ void scan(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x, off = 1;
    s[2 * t] = x[blockIdx.x * 64 + 2 * t];
    s[2 * t + 1] = x[blockIdx.x * 64 + 2 * t + 1];
    for (int d = 32; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            s[b] += s[a];
        }
        off *= 2;
    }

    if (t == 0) s[63] = 0;
    for (int d = 1; d < 64; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            int v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    y[blockIdx.x * 64 + 2 * t] = s[2 * t];
    y[blockIdx.x * 64 + 2 * t + 1] = s[2 * t + 1];
}
// told: nothing
