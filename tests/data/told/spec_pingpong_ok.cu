// one warp loads into the one buffer while two work on the other
// launch: k<<<1, 96>>>(x, y)
// x: int[512] iota    y: int[256]
__global__ void k(const int* x, int* y) {
    __shared__ int tile[2][64];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (warp == 0) {
        tile[0][lane] = x[lane];
        tile[0][lane + 32] = x[lane + 32];
    }
    __syncthreads();
    for (int r = 0; r < 8; ++r) {
        if (warp == 0) {
            if (r < 7) {
                tile[(r + 1) & 1][lane] = x[(r + 1) * 64 + lane];
                tile[(r + 1) & 1][lane + 32] = x[(r + 1) * 64 + lane + 32];
            }
        } else {
            sum += tile[r & 1][63 - ((warp - 1) * 32 + lane)];
        }
        __syncthreads();
    }
    if (warp > 0) y[(warp - 1) * 32 + lane] = sum;
}
// told: nothing
