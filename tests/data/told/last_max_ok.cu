// the block that comes last takes the maximum of all
// launch: k<<<6, 64>>>(x, part, count, out)
// x: int[384] iota    part: int[6]    count: uint[1] zeros    out: int[1]
__global__ void k(const int* x, int* part, unsigned* count, int* out) {
    __shared__ int s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d; d >>= 1) {
        if (t < d) s[t] = max(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        if (t == 0) {
            int m = part[0];
            for (int b = 1; b < gridDim.x; ++b) m = max(m, part[b]);
            *out = m;
            *count = 0;
        }
    }
}
// told: nothing
