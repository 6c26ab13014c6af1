// launch: k<<<2, 64>>>(x, bins)
// x: int[128] iota    bins: int[5] zeros
__global__ void k(const int* x, int* bins) {
    int key = x[blockIdx.x * 64 + threadIdx.x] % 5;
    unsigned same = __match_any_sync(0xffffffff, key);
    int leader = __ffs(same) - 1;
    if ((threadIdx.x & 31) == leader) bins[key] += __popc(same);
}
// told: race on bins\[
