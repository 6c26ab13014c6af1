// half a warp waits for itself
// launch: k<<<2, 64>>>(in, out)
// in: int[128] iota    out: int[128]
__global__ void k(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = in[i];
    if (t % 32 < 16) {
        __syncwarp(0x0000ffff);
        out[i] = s[t ^ 1];
    }
}
// told: nothing
