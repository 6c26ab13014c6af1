// a sort, bit by bit
// launch: split<<<1, 64>>>(x, y)
// x: int[64] random:3    y: int[64]
__global__ void split(const int* x, int* y) {
    __shared__ int a[64], f[64];
    int t = threadIdx.x;
    a[t] = x[t];
    for (int bit = 0; bit < 4; ++bit) {
        int v = a[t], b = (v >> bit) & 1;
        f[t] = 1 - b;
        __syncthreads();
        for (int d = 1; d < 64; d *= 2) {
            int u = t >= d ? f[t - d] : 0;
            __syncthreads();
            f[t] += u;
            __syncthreads();
        }
        int zeros = f[63];
        int to = b ? zeros + t - f[t] : f[t] - 1;
        __syncthreads();
        a[to] = v;
        __syncthreads();
    }
    y[t] = a[t];
}
// told: nothing
