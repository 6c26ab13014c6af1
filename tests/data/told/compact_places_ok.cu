// launch: k<<<4, 64>>>(x, out, count)
// x: int[256] iota    out: int[256]    count: int[1] 0
// Places for a block's elements: one atomic a block, a scan by votes in it.
__global__ void k(const int* x, int* out, int* count) {
    __shared__ int sums[2], base;
    int t = threadIdx.x, v = x[blockIdx.x * 64 + t];
    unsigned votes = __ballot_sync(0xffffffffu, v % 3 == 0);
    if (t % 32 == 0) sums[t / 32] = __popc(votes);
    __syncthreads();
    if (t == 0) base = atomicAdd(count, sums[0] + sums[1]);
    __syncthreads();
    int place = base + (t >= 32 ? sums[0] : 0) + __popc(votes & ((1u << t % 32) - 1));
    if (v % 3 == 0) out[place] = v;
}
// told: nothing
