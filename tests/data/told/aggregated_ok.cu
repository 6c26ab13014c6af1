// launch: k<<<2, 64>>>(x, out, count)
// x: int[128] iota    out: int[128]    count: int[1] zeros
__global__ void k(const int* x, int* out, int* count) {
    int v = x[blockIdx.x * 64 + threadIdx.x];
    if (v % 3 == 0) {
        unsigned active = __activemask();
        int lane = threadIdx.x % 32, leader = __ffs(active) - 1, base;
        if (lane == leader) base = atomicAdd(count, __popc(active));
        base = __shfl_sync(active, base, leader);
        out[base + __popc(active & ((1u << lane) - 1))] = v;
    }
}
// told: nothing
