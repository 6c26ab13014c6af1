// four kinds of lanes, four cases, each waits for all
// launch: k<<<1, 64>>>(x, y)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    switch (t % 4) {
        case 0:
            s[t] = x[t];
            __syncwarp();
            break;
        case 1:
            s[t] = -x[t];
            __syncwarp();
            break;
        case 2:
            s[t] = x[t] * x[t];
            __syncwarp();
            break;
        default: s[t] = 1; __syncwarp();
    }
    y[t] = s[t ^ 3];
}
// told: nothing
