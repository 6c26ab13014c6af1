// both arms wait for the warp, then all for the block
// launch: k<<<2, 96>>>(x, y)
// x: int[192] iota    y: int[192]
__global__ void k(const int* x, int* y) {
    __shared__ int s[96];
    int t = threadIdx.x, i = blockIdx.x * 96 + t;
    for (int r = 0; r < 3; ++r) {
        if (t % 2) {
            s[t] = x[i] + r;
            __syncwarp();
            y[i] = s[t - 1];
        } else {
            s[t] = x[i] - r;
            __syncwarp();
            y[i] = s[t + 1];
        }
        __syncthreads();
        y[i] += s[95 - t] + __shfl_sync(0xffffffff, t, r);
        __syncthreads();
    }
}
// told: nothing
