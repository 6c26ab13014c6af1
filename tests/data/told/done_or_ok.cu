// launch: k<<<1, 64>>>(x, 64)
// x: int[64] iota
__global__ void k(int* x, int n) {
    int t = threadIdx.x;
    bool more = true;
    while (more) {
        bool mine = x[t] > 3;
        if (mine) x[t] /= 2;
        more = __syncthreads_or(mine);
    }
}
// told: nothing
