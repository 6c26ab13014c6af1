// lanes that have returned are read from
// launch: k<<<1, 64>>>(x, y, 50)
// x: int[64] iota    y: int[64] zeros
__global__ void k(const int* x, int* y, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    int v = x[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0) y[i / 32] = v;
}
// told: lane|mask
