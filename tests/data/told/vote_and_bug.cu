// the vote stands behind an && that half of the lanes do not pass
// launch: k<<<1, 64>>>(x, y)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y) {
    int t = threadIdx.x;
    y[t] = 0;
    if (t % 32 < 16 && __any_sync(0xffffffff, x[t] > 5)) y[t] = 1;
}
// told: 16 lanes of warp 0 of block 0 are named in the mask, but are not there
