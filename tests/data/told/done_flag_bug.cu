// the next round's reset races with this round's test
// launch: k<<<1, 64>>>(x, 64)
// x: int[64] iota
__global__ void k(int* x, int n) {
    __shared__ int changed;
    int t = threadIdx.x;
    do {
        if (t == 0) changed = 0;
        __syncthreads();
        if (x[t] > 3) {
            x[t] /= 2;
            changed = 1;
        }
        __syncthreads();
    } while (changed);
}
// told: race on changed
