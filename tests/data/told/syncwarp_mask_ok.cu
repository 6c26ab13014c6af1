// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = x[t];
        __syncwarp(0x0000ffff);
        y[t] = s[15 - t];
    } else {
        s[t] = 2 * x[t];
        __syncwarp(0xffff0000);
        y[t] = s[47 - t];
    }
}
// told: nothing
