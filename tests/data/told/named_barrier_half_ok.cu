// each pair of warps has a barrier of its own
// launch: k<<<1, 128>>>(in, out)
// in: int[128] iota    out: int[128]
__global__ void k(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
    out[t] = s[t ^ 63];
}
// told: nothing
