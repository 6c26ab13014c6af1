// each warp has its own part, from one atomic
// launch: k<<<2, 64>>>(in, out, count)
// in: int[128] random:5    out: int[128] zeros    count: int[1] zeros
__global__ void k(const int* in, int* out, int* count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool keep = in[i] > 4;
    unsigned m = __ballot_sync(0xffffffffu, keep);
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(m));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[base + __popc(m & ((1u << lane) - 1))] = in[i];
}
// told: nothing
