// three of four ways wait for all of the warp
// launch: k<<<1, 64>>>(x, y)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    if (lane < 16) {
        if (lane < 8) {
            s[t] = x[t];
            __syncwarp();
        } else {
            s[t] = x[t] + 1;
        }
    } else {
        if (lane < 24) {
            s[t] = x[t] + 2;
            __syncwarp();
        } else {
            s[t] = x[t] + 3;
            __syncwarp();
        }
    }
    y[t] = s[t];
}
// told: 8 lanes of warp \d of block 0 are named in the mask, but are not there
