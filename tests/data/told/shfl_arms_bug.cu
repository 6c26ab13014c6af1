// both halves exchange their values, but not by the same function
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y) {
    int i = blockIdx.x * 64 + threadIdx.x, v = x[i];
    if (threadIdx.x % 32 < 16)
        y[i] = __shfl_down_sync(0xffffffff, v, 16);
    else
        y[i] = __shfl_up_sync(0xffffffff, v, 16);
}
// told: are named in the mask, but are not there
