// each half waits by a mask of its own: the first for all, the second for itself alone
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    if (t < 16) {
        __syncwarp(0xffffffff);
        y[t] = s[t];
    } else {
        __syncwarp(0xffff0000);
        y[t] = s[t];
    }
}
// told: are named in the mask, but are not there
