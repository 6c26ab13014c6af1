// launch: k<<<1, 256>>>(x, out)
// x: int[256] iota    out: int[256]
// Two groups of four warps, each with a barrier of its own, exchange within themselves, then all
// meet.
__global__ void k(const int* x, int* out) {
    __shared__ int s[256];
    int t = threadIdx.x, group = t / 128;
    s[t] = x[t];
    asm volatile("bar.sync %0, 128;" ::"r"(1 + group) : "memory");
    int v = s[group * 128 + (t + 64) % 128];
    asm volatile("bar.sync %0, 128;" ::"r"(1 + group) : "memory");
    s[t] = v + 1;
    __syncthreads();
    out[t] = s[255 - t];
}
// told: nothing
