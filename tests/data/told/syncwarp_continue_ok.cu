// rounds that end early wait as well
// launch: k<<<1, 64>>>(x, y)
// x: int[64] iota    y: int[64] zeros
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int r = 0; r < 5; ++r) {
        s[t] = x[t] * r;
        if ((t + r) % 3 == 0) {
            __syncwarp();
            y[t] += s[t ^ 3];
            __syncwarp();
            continue;
        }
        for (int k = 0; k < t % 4; ++k) s[t] += k;
        __syncwarp();
        if (t % 5 == 0) {
            y[t] -= s[t ^ 5];
            __syncwarp();
        } else {
            y[t] += s[t ^ 9];
            __syncwarp();
        }
    }
}
// told: nothing
