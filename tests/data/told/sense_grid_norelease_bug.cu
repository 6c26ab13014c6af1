// a barrier of all blocks without a fence before it
// launch: k<<<4, 32>>>(a, b, bar)
// a: int[128] iota    b: int[128]    bar: unsigned[2] zeros
__device__ void gridBarrier(unsigned* bar) {
    __syncthreads();
    if (threadIdx.x == 0) {
        volatile unsigned* sense = bar + 1;
        unsigned s = *sense;

        if (atomicAdd(bar, 1) == gridDim.x - 1) {
            bar[0] = 0;
            __threadfence();
            *sense = s + 1;
        } else
            while (*sense == s)
                ;
        __threadfence();
    }
    __syncthreads();
}
__global__ void k(int* a, int* b, unsigned* bar) {
    int i = blockIdx.x * 32 + threadIdx.x;
    for (int r = 0; r < 3; ++r) {
        b[i] = a[127 - i] + 1;
        gridBarrier(bar);
        a[i] = b[127 - i] + r;
        gridBarrier(bar);
    }
}
// told:  race on
