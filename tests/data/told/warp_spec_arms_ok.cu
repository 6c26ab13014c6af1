// one half of a warp loads the next tile while the other works on this one; both wait in their own
// arm launch: k<<<2, 32>>>(x, y) x: int[512] iota    y: int[512]
__global__ void k(const int* x, int* y) {
    __shared__ int tile[2][16];
    int lane = threadIdx.x, at = blockIdx.x * 256;
    if (lane < 16) tile[0][lane] = x[at + lane];
    __syncwarp();
    for (int r = 0; r < 15; ++r) {
        if (lane < 16) {
            tile[(r + 1) & 1][lane] = x[at + (r + 1) * 16 + lane];
            __syncwarp();
        } else {
            y[at + r * 16 + lane - 16] = tile[r & 1][31 - lane];
            __syncwarp();
        }
    }
    if (lane >= 16) y[at + 240 + lane - 16] = tile[1][31 - lane];
}
// told: nothing
