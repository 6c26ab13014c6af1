// It fills before it hears that the buffer was read.
// launch: k<<<1, 96>>>(x, out)
// x: int[256] iota    out: int[64]
// A warp fills two buffers in turn, two warps read: barriers 1, 2 say full, 3, 4 say empty.
__global__ void k(const int* x, int* out) {
    __shared__ int s[2][32];
    int t = threadIdx.x;
    if (t < 32) {
        for (int i = 0; i < 8; i++) {
            s[i % 2][t] = x[i * 32 + t];
            if (i > 1) asm volatile("bar.sync %0, 96;" ::"r"(3 + i % 2) : "memory");
            asm volatile("bar.arrive %0, 96;" ::"r"(1 + i % 2) : "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            asm volatile("bar.sync %0, 96;" ::"r"(1 + i % 2) : "memory");
            sum += s[i % 2][(t + 7) % 32];
            if (i < 6) asm volatile("bar.arrive %0, 96;" ::"r"(3 + i % 2) : "memory");
        }
        out[t - 32] = sum;
    }
}
// told: race on s
