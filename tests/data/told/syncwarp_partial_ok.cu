// eight lanes meet by their own mask in two arms, the others do something else
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t < 8) {
        if (t % 2 == 0) {
            s[t] = x[t];
            __syncwarp(0xff);
            y[t] = s[t + 1];
        } else {
            s[t] = -x[t];
            __syncwarp(0xff);
            y[t] = s[t - 1];
        }
    } else {
        y[t] = x[t];
    }
}
// told: nothing
