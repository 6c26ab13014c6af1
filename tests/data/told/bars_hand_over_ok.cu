// launch: k<<<1, 128>>>(x, out)
// x: int[640] iota    out: int[64]
// 64 threads fill, 64 others read; barrier 1: it is full; barrier 2: it may be filled.
__global__ void k(const int* x, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int i = 0; i < 10; i++) {
            if (i > 0) asm volatile("bar.sync 2, 128;" ::: "memory");
            s[t] = x[i * 64 + t];
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            sum += s[127 - t];
            if (i < 9) asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
        out[t - 64] = sum;
    }
}
// told: nothing
