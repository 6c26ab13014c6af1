// launch: k<<<4, 64>>>(x, part, out, count)
// x: int[256] ones    part: int[256]    out: int[1]    count: uint[1] zeros
__global__ void k(const int* x, int* part, int* out, unsigned* count) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = 2 * x[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(count, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        int s = 0;
        for (int k = 0; k < gridDim.x * blockDim.x; ++k) s += part[k];
        *out = s;
    }
}
// told: nothing
