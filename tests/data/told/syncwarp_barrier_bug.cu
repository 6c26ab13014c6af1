// one arm does not wait for the warp, and goes to the block's barrier
// launch: k<<<2, 96>>>(x, y)
// x: int[192] iota    y: int[192]
__global__ void k(const int* x, int* y) {
    __shared__ int s[96];
    int t = threadIdx.x, i = blockIdx.x * 96 + t;
    for (int r = 0; r < 3; ++r) {
        if (t % 2) {
            s[t] = x[i] + r;
            __syncwarp();
        } else {
            s[t] = x[i] - r;
        }
        __syncthreads();
        y[i] = s[95 - t];
        __syncthreads();
    }
}
// told: 16 lanes of warp \d of block \d are named in the mask, but are not there
