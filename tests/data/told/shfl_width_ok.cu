// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y) {
    int i = blockIdx.x * 64 + threadIdx.x, v = x[i];
    for (int d = 8; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d, 16);
    for (int d = 1; d < 8; d *= 2) {
        int o = __shfl_up_sync(0xffffffff, v, d, 8);
        if ((threadIdx.x & 7) >= d) v += o;
    }
    y[i] = v;
}
// told: nothing
