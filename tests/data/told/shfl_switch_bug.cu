// the last kind of lane has no shuffle
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    int t = threadIdx.x, v = x[t], u = 0;
    switch (t % 3) {
        case 0: u = __shfl_sync(0xffffffff, v, 31 - t); break;
        case 1: u = __shfl_sync(0xffffffff, -v, 31 - t); break;
        case 2: u = v * v;
    }
    y[t] = u;
}
// told: 10 lanes of warp 0 of block 0 are named in the mask, but are not there
