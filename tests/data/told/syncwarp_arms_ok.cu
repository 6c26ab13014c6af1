// both halves of a warp wait for each other, each in its own arm
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 64 + t;
    if (lane < 16) {
        s[t] = x[i];
        __syncwarp();
        y[i] = s[t + 16];
    } else {
        s[t] = 2 * x[i];
        __syncwarp();
        y[i] = s[t - 16];
    }
}
// told: nothing
