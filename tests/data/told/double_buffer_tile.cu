// two buffers, one barrier a round
// launch: k<<<1, 64>>>(in, out)
// in: int[640] iota    out: int[64]
__global__ void k(const int* in, int* out) {
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int r = 0; r < 10; ++r) {
        if (r < 9) s[(r + 1) & 1][t] = in[(r + 1) * 64 + t];
        sum += s[r & 1][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
// told: nothing
