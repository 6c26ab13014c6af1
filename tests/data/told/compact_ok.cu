// a warp reserves places for all that it keeps
// launch: compact<<<4, 64>>>(in, out, count, 250)
// in: int[256] iota    out: int[256]    count: int[1] zeros
__global__ void compact(const int* in, int* out, int* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned who = __ballot_sync(0xffffffffu, keep);
    int base = 0;
    if (lane == 0 && who) base = atomicAdd(count, __popc(who));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[base + __popc(who & ((1u << lane) - 1))] = in[i];
}
// told: nothing
