// barriers that vote are barriers
// launch: k<<<2, 64>>>(in, out)
// in: int[128] random:6    out: int[2]
__global__ void k(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, rounds = 0;
    s[t] = in[blockIdx.x * 64 + t];
    while (__syncthreads_or(s[t] > 1)) {
        int v = s[(t + 1) % 64] / 2;
        __syncthreads();
        s[t] = v;
        ++rounds;
    }
    if (t == 0) out[blockIdx.x] = rounds;
}
// told: nothing
