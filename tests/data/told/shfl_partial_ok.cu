// launch: k<<<1, 64>>>(x, y, 45)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y, int n) {
    int t = threadIdx.x;
    unsigned who = __ballot_sync(0xffffffff, t < n);
    if (t < n) {
        int v = x[t];
        int first = __shfl_sync(who, v, 0);
        y[t] = v - first;
    }
}
// told: nothing
