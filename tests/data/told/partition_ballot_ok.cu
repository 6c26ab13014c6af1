// each warp asks for room by one atomic
// launch: part<<<2, 64>>>(x, y, count)
// x: int[128] iota    y: int[128]    count: int[1] zeros
__global__ void part(const int* x, int* y, int* count) {
    int v = x[blockIdx.x * 64 + threadIdx.x], lane = threadIdx.x & 31;
    unsigned mask = __ballot_sync(0xffffffff, v % 3 == 0);
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffff, base, 0);
    if (v % 3 == 0) y[base + __popc(mask & ((1u << lane) - 1))] = v;
}
// told: nothing
