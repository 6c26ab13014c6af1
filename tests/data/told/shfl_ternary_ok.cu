// a shuffle in each side of a question mark
// launch: k<<<1, 64>>>(x, y)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y) {
    int t = threadIdx.x, v = x[t];
    int u = t % 2 ? __shfl_xor_sync(0xffffffff, v, 1) : __shfl_xor_sync(0xffffffff, 2 * v, 1);
    y[t] = u;
}
// told: nothing
