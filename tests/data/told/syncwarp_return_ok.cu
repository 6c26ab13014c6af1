// some lanes return early; those that are left wait in two arms
// launch: k<<<2, 32>>>(x, y, 27)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y, int n) {
    __shared__ int s[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    if (t >= n) return;
    if (t % 3 == 0) {
        s[t] = x[i];
        __syncwarp();
        y[i] = s[(t + 1) % n];
        return;
    }
    s[t] = 3 * x[i];
    __syncwarp();
    y[i] = s[(t + 1) % n];
}
// told: nothing
