// __syncwarp between reading and writing
// launch: k<<<2, 32>>>(in, out)
// in: int[64] iota    out: int[64]
__global__ void k(const int* in, int* out) {
    __shared__ int s[32];
    int l = threadIdx.x, i = blockIdx.x * 32 + l;
    s[l] = in[i];
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int v = l >= d ? s[l - d] : 0;
        __syncwarp();
        s[l] += v;
        __syncwarp();
    }
    out[i] = s[l];
}
// told: nothing
