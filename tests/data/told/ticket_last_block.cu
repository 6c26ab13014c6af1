// the partial sum is fenced before the ticket, and read by the last as volatile
// launch: k<<<6, 64>>>(in, part, out)
// in: int[384] random:4    part: int[6]    out: int[1]
__device__ unsigned ticket;
__global__ void k(const int* in, volatile int* part, int* out) {
    __shared__ int s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    for (int d = 32; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int v = 0;
        for (int b = 0; b < gridDim.x; ++b) v += part[b];
        out[0] = v;
    }
}
// told: nothing
