// the Programming Guide's own: both halves exchange their values, each in its own arm
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y) {
    int i = blockIdx.x * 64 + threadIdx.x, v = x[i];
    if (threadIdx.x % 32 < 16) {
        v += 100;
        y[i] = __shfl_xor_sync(0xffffffff, v, 16);
    } else {
        v += 1000;
        y[i] = __shfl_xor_sync(0xffffffff, v, 16) + 1;
    }
}
// told: nothing
