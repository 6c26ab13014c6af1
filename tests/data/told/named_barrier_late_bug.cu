// the one that fills them waits a round too late
// launch: k<<<2, 96>>>(in, out, 6)
// in: int[384] iota    out: int[384]
__device__ __forceinline__ void wait_at(int name, int count) {
    asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(count) : "memory");
}
__device__ __forceinline__ void come_to(int name, int count) {
    asm volatile("bar.arrive %0, %1;" ::"r"(name), "r"(count) : "memory");
}
__global__ void k(const int* in, int* out, int n) {
    __shared__ int buffer[2][32];
    int t = threadIdx.x, first = blockIdx.x * n * 32;
    if (t < 32) {
        for (int r = 0; r < n; ++r) {
            if (r >= 3) wait_at(3 + r % 2, 96);
            buffer[r % 2][t] = in[first + 32 * r + t];
            come_to(1 + r % 2, 96);
        }
    } else {
        for (int r = 0; r < n; ++r) {
            wait_at(1 + r % 2, 96);
            if (t / 32 == 1 + r % 2) out[first + 32 * r + t % 32] = buffer[r % 2][31 - t % 32];
            if (r + 3 < n) come_to(3 + r % 2, 96);
        }
    }
}
// told: race on buffer
