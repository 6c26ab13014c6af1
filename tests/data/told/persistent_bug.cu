// the next piece of work is asked for while others look at the last one's number
// launch: k<<<3, 64>>>(items, out, next)
// items: int[300] iota    out: int[300]    next: int[1] zeros
__global__ void k(const int* items, int* out, int* next) {
    __shared__ int base;
    while (true) {
        if (threadIdx.x == 0) base = atomicAdd(next, 64);
        __syncthreads();
        int i = base + threadIdx.x;
        if (base >= 300) return;
        if (i < 300) out[i] = items[i] * 2;
    }
}
// told:  race on
