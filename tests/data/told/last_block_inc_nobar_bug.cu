// the others do not wait for who takes the ticket
// launch: total<<<5, 64>>>(x, part, count, out)
// x: int[320] ones    part: int[5]    count: unsigned[1] zeros    out: int[1]
__global__ void total(const int* x, volatile int* part, unsigned* count, int* out) {
    __shared__ int s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        unsigned ticket = atomicInc(count, gridDim.x);
        last = ticket == gridDim.x - 1;
    }

    if (last) {
        int v = t < gridDim.x ? part[t] : 0;
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
        if (t == 0) {
            *out = v;
            *count = 0;
        }
    }
}
// told: race|nobody
