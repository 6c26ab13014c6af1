// each half warp has its own words and mask
// launch: k<<<1, 32>>>(in, out)
// in: int[32] iota    out: int[2]
__global__ void k(const int* in, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x, h = t / 16, l = t % 16;
    unsigned m = 0xffffu << (h * 16);
    s[t] = in[t];
    __syncwarp(m);
    for (int d = 8; d > 0; d /= 2) {
        if (l < d) s[t] += s[t + d];
        __syncwarp(m);
    }
    if (l == 0) out[h] = s[t];
}
// told: nothing
