// launch: scan<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void scan(const int* x, int* y) {
    __shared__ int s[64];
    const int t = threadIdx.x, lane = t % 32;
    int v = x[blockIdx.x * 64 + t];
    s[t] = v;
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int w = lane >= d ? s[t - d] : 0;
        __syncwarp();
        v += w;
        s[t] = v;
        __syncwarp();
    }
    y[blockIdx.x * 64 + t] = v;
}
// told: nothing
