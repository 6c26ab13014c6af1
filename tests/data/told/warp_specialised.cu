// named barriers hand a buffer from warp to warp
// launch: k<<<1, 64>>>(in, out)
// in: int[128] iota    out: int[32]
__global__ void k(const int* in, int* out) {
    __shared__ int s[32];
    int lane = threadIdx.x % 32, sum = 0;
    for (int r = 0; r < 4; ++r) {
        if (threadIdx.x < 32) {
            s[lane] = in[r * 32 + lane];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            sum += s[31 - lane];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
    if (threadIdx.x >= 32) out[lane] = sum;
}
// told: nothing
