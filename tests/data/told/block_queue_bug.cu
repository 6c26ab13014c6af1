// launch: k<<<3, 64>>>(x, y, next, 500)
// x: int[500] iota    y: int[500]    next: int[1] zeros
__global__ void k(const int* x, int* y, int* next, int n) {
    __shared__ int base;
    while (true) {
        if (threadIdx.x == 0) base = atomicAdd(next, blockDim.x);
        __syncthreads();
        int i = base + threadIdx.x;
        if (base >= n) return;
        if (i < n) y[i] = x[i] + 1;
    }
}
// told: race on base
