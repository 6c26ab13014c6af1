// one arm asks whether any, the other whether all
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    int t = threadIdx.x;
    if (t < 10)
        y[t] = __any_sync(0xffffffff, x[t] > 5);
    else
        y[t] = __all_sync(0xffffffff, x[t] > 5);
}
// told: are named in the mask, but are not there
