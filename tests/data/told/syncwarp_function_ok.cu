// a function waits in both of its arms, and is called in both of the kernel's
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__device__ int swap_by(volatile int* s, int t, int v, int d) {
    s[t] = v;
    if (t % 2 == 0) {
        __syncwarp();
        v = s[t ^ d];
        __syncwarp();
    } else {
        __syncwarp();
        v = -s[t ^ d];
        __syncwarp();
    }
    return v;
}
__global__ void k(const int* x, int* y) {
    __shared__ volatile int s[32];
    int t = threadIdx.x;
    y[t] = t < 20 ? swap_by(s, t, x[t], 1) : swap_by(s, t, 2 * x[t], 3);
}
// told: nothing
