// launch: ring<<<1, 64>>>(in, out)
// in: int[256] iota    out: int[256]
__global__ void ring(const int* in, int* out) {
    __shared__ int buf[2][32];
    int w = threadIdx.x / 32, l = threadIdx.x % 32;
    if (w == 0) {
        for (int r = 0; r < 8; ++r) {
            if (r >= 2) asm volatile("bar.sync %0, 64;" ::"r"(3 + r % 2) : "memory");
            buf[r % 2][l] = in[32 * r + l];
            asm volatile("bar.arrive %0, 64;" ::"r"(1 + r % 2) : "memory");
        }
    } else {
        for (int r = 0; r < 8; ++r) {
            asm volatile("bar.sync %0, 64;" ::"r"(1 + r % 2) : "memory");
            out[32 * r + l] = buf[r % 2][31 - l];
            if (r < 6) asm volatile("bar.arrive %0, 64;" ::"r"(3 + r % 2) : "memory");
        }
    }
}
// told: nothing
