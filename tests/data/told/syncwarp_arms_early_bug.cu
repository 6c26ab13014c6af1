// the second half reads before it has waited
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = x[t];
        __syncwarp();
        y[t] = x[t];
    } else {
        y[t] = s[t - 16];
        __syncwarp();
    }
}
// told: race on s\[
